import { sql } from '../../infra/db/sql.ts';
import { postOf, storeActivity } from '../message-stage.ts';
import type { Prepare } from './requests.ts';
import type { RightsStage } from './rights-stage.ts';
import { memberPlan } from './spares.ts';

const nothing: Prepare = () => ({});
const text = { text: 'How was it?' };
const week_start = '2026-07-06';

/** The planned workout of the athlete who is none of those who ask. */
async function planned({ server, ids }: RightsStage): Promise<{ plan_id: string; workout_id: string }> {
  return await server.deps.db.one(sql`
    SELECT id AS plan_id, workouts -> 0 ->> 'id' AS workout_id FROM plan_assignments
    WHERE user_id = ${ids.user_id} AND org_id = ${ids.org_id}`);
}

const ofMember = ({ people }: RightsStage) => ({ user_id: people.member.user_id });

/** What the member has written, and what is written about them. */
async function written(stage: RightsStage) {
  return { ...ofMember(stage), ...(await postOf(stage.server, stage.club, stage.people.member)) };
}

/** What the athlete has written who is none of those who ask. */
const byAnother = ({ server, club, ids }: RightsStage) =>
  postOf(server, club, { user_id: ids.user_id ?? '' });

/** Requests about what athletes and coaches say to each other. */
export const MESSAGE_REQUESTS: Readonly<Record<string, Prepare>> = {
  'listActivityComments(another)': nothing,
  'writeActivityComment(another)': () => ({ body: text }),
  'listActivityComments(member)': async (stage) => ({ params: await memberActivity(stage) }),
  'writeActivityComment(member)': async (stage) => ({ params: await memberActivity(stage), body: text }),
  'listPlannedWorkoutComments(another)': async (stage) => ({ params: await planned(stage) }),
  'writePlannedWorkoutComment(another)': async (stage) => ({ params: await planned(stage), body: text }),
  'listPlannedWorkoutComments(member)': async (stage) => ({
    params: { ...ofMember(stage), ...(await memberPlan(stage)) },
  }),
  'writePlannedWorkoutComment(member)': async (stage) => ({
    params: { ...ofMember(stage), ...(await memberPlan(stage)) },
    body: text,
  }),
  'listWeekComments(another)': () => ({ params: { week_start } }),
  'writeWeekComment(another)': () => ({ params: { week_start }, body: text }),
  'listWeekComments(member)': (stage) => ({ params: { ...ofMember(stage), week_start } }),
  'writeWeekComment(member)': (stage) => ({ params: { ...ofMember(stage), week_start }, body: text }),
  listClubSessionComments: nothing,
  writeClubSessionComment: () => ({ body: text }),

  'listMessages(another)': nothing,
  'writeMessage(another)': () => ({ body: text }),
  'listMessages(member)': (stage) => ({ params: ofMember(stage) }),
  'writeMessage(member)': (stage) => ({ params: ofMember(stage), body: text }),
  listConversations: nothing,
  listOwnConversations: nothing,
  listUnread: nothing,

  'editPost(member)': async (stage) => ({ params: await written(stage), body: text }),
  'deletePost(member)': async (stage) => ({ params: await written(stage) }),
  'hidePost(member)': async (stage) => ({ params: await written(stage), body: { reason: 'Be kind.' } }),
  'listPostVersions(another)': async (stage) => ({ params: await byAnother(stage) }),
  'listPostVersions(member)': async (stage) => ({ params: await written(stage) }),
  'markThreadRead(another)': async (stage) => {
    const params = await byAnother(stage);
    return { params, body: { post_id: params.post_id } };
  },
  'markThreadRead(member)': async (stage) => {
    const params = await written(stage);
    return { params, body: { post_id: params.post_id } };
  },

  listCoachNotes: nothing,
  writeCoachNote: () => ({ body: { text: 'Starts too fast.' } }),
  'changeCoachNote(head)': async (stage) => ({
    params: await written(stage),
    body: { text: 'Starts well.' },
  }),
  'deleteCoachNote(head)': async (stage) => ({ params: await written(stage) }),
};

async function memberActivity({ server, people }: RightsStage) {
  return { user_id: people.member.user_id, activity_id: await storeActivity(server, people.member) };
}
