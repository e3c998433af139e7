import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from '../infra/db/sql.ts';
import { storeRecording } from '../modules/activities/index.ts';
import { addDays } from '../shared/calendar.ts';
import { newId } from '../shared/ids.ts';
import {
  addCoach,
  addMember,
  assignPlan,
  createOrganization,
  type TestOrganization,
  type TestUser,
} from './factories.ts';
import type { TestResponse, TestServer } from './harness.ts';
import { makeActivity } from './random-activities.ts';

/** A club with two coaches and two athletes, one of whom has a workout behind them and a plan before them. */
export type MessageStage = {
  readonly server: TestServer;
  readonly club: TestOrganization;
  readonly head: TestUser;
  readonly assistant: TestUser;
  readonly athlete: TestUser;
  readonly other: TestUser;
  readonly activity_id: string;
  readonly plan_id: string;
  readonly workout_id: string;
  /** Below the athlete, in the club. */
  readonly at: (path: string) => string;
  readonly comments: string;
  readonly messages: string;
  readonly notes: string;
};

export async function messageStage(server: TestServer): Promise<MessageStage> {
  const club = await createOrganization(server);
  const assistant = await addCoach(server, club);
  const athlete = await addMember(server, club);
  const other = await addMember(server, club);
  const activity_id = await storeActivity(server, athlete);
  const start_date = addDays(server.clock.now().toISOString().slice(0, 10), 1);
  const [plan] = await assignPlan(server, club.org_id, [athlete], { start_date });
  const at = (path: string) => `/api/v1/organizations/${club.org_id}/athletes/${athlete.user_id}${path}`;
  return {
    ...{ server, club, head: club.coach, assistant, athlete, other, activity_id, at },
    plan_id: plan?.id ?? '',
    workout_id: plan?.workouts[0]?.id ?? '',
    comments: at(`/activities/${activity_id}/comments`),
    messages: at('/messages'),
    notes: at('/coach-notes'),
  };
}

/** A workout of somebody, past the platforms. */
export async function storeActivity(
  server: TestServer,
  { user_id }: TestUser,
  more: object = {},
): Promise<string> {
  const activity = { ...makeActivity(user_id), ...more };
  await server.deps.db.transaction((tx) =>
    storeRecording(tx, { user_id, activities: [activity], streams: [] }),
  );
  return activity.id;
}

/** Writes, and answers the post. */
export async function post(
  { server }: Pick<MessageStage, 'server'>,
  path: string,
  { token }: Pick<TestUser, 'token'>,
  body: string | object,
): Promise<TestResponse['body']> {
  const answer = await server.request('POST', path, {
    token,
    body: typeof body === 'string' ? { text: body } : body,
    headers: { 'idempotency-key': randomUUID() },
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data.post;
}

/** What somebody reads there. */
export async function thread(
  { server }: Pick<MessageStage, 'server'>,
  path: string,
  { token }: Pick<TestUser, 'token'>,
): Promise<TestResponse['body']> {
  const answer = await server.request('GET', path, { token });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data;
}

/** What somebody has not read, messages and comments. */
export async function unreadOf(
  { server }: Pick<MessageStage, 'server'>,
  { token }: Pick<TestUser, 'token'>,
): Promise<[messages: number, comments: number]> {
  const { body } = await server.request('GET', '/api/v1/messages/unread', { token });
  return [body.data.unread_messages, body.data.unread_comments];
}

/** A message of an athlete and a note on them, past HTTP and its limits: their ids. */
export async function postOf(
  { deps: { db }, clock }: TestServer,
  { org_id, coach }: TestOrganization,
  { user_id }: Pick<TestUser, 'user_id'>,
): Promise<{ post_id: string; thread_id: string; note_id: string }> {
  const [post_id, note_id] = [newId(), newId()];
  const now = clock.now();
  const since = sql`(SELECT joined_at FROM organization_members WHERE org_id = ${org_id} AND user_id = ${user_id})`;
  return await db.transaction(async (tx) => {
    const { id: thread_id, at } = await tx.one<{ id: string; at: Date }>(sql`
      INSERT INTO message_threads AS t (id, org_id, athlete_id, member_since, kind, key, created_at, last_post_id, last_post_at)
      VALUES (${newId()}, ${org_id}, ${user_id}, ${since}, 'conversation', '', ${now}, ${post_id}, ${now})
      ON CONFLICT (org_id, athlete_id, member_since, kind, key) DO UPDATE SET last_post_id = excluded.last_post_id,
        last_post_at = greatest(t.last_post_at + interval '1 millisecond', excluded.last_post_at)
      RETURNING id, last_post_at AS at`);
    await tx.execute(sql`
      INSERT INTO message_posts (id, thread_id, author_id, author_role, text, created_at)
      VALUES (${post_id}, ${thread_id}, ${user_id}, 'athlete', 'Hello.', ${at})`);
    await tx.execute(sql`
      INSERT INTO coach_notes (id, org_id, athlete_id, member_since, author_id, author_role, text, created_at, updated_at)
      VALUES (${note_id}, ${org_id}, ${user_id}, ${since}, ${coach.user_id}, 'head_coach', 'Starts too fast.', ${now}, ${now})`);
    return { post_id, thread_id, note_id };
  });
}
