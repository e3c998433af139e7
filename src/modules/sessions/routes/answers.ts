import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { forbidden } from '../../../shared/errors.ts';
import { noSuchOrganization } from '../../organizations/index.ts';
import { answerSession, type SessionDeps, setAnswer } from '../answer-session.ts';
import { AnsweredResponse, ChangedClubSessionResponse, ClubSessionResponse } from '../contract.ts';
import {
  answersClosed,
  noSuchOwnWorkout,
  noSuchParticipant,
  noSuchSession,
  notComing,
  onlyMembersAnswer,
  sessionCancelled,
  sessionOver,
} from '../errors.ts';
import { AnswerBody, ReplaceBody, SetAnswerBody } from '../input-contract.ts';
import { presentRead } from '../present.ts';
import { readSession } from '../read-sessions.ts';
import { replaceWorkout } from '../replace-workout.ts';

const ONE = '/organizations/:org_id/sessions/:club_session_id';
const tag = 'Club sessions';
const guard = { kind: 'user' } as const;
const params = idParams('org_id', 'club_session_id');

export function answerRoutes(deps: SessionDeps): readonly Route[] {
  return [answerRoute(deps), setAnswerRoute(deps), replaceRoute(deps), keepRoute(deps)];
}

const answerRoute = (deps: SessionDeps): Route =>
  route({
    operation_id: 'answerClubSession',
    method: 'PUT',
    path: `${ONE}/answer`,
    guard,
    tag,
    summary: 'Say whether you come',
    description:
      'For members whom the session is for, until `answer_until` by the server’s clock, and until it begins. Of two answers the later one by ' +
      'your clock holds. A yes beyond the capacity waits, in the order in which answers came; a place that becomes free goes to the next.',
    params,
    body: AnswerBody,
    takes_write_key: true,
    responses: { 200: AnsweredResponse },
    errors: [
      forbidden,
      noSuchOrganization,
      noSuchSession,
      onlyMembersAnswer,
      answersClosed,
      sessionOver,
      sessionCancelled,
    ],
    handler: async ({ actor, params: { org_id, club_session_id }, body, write_key }) => {
      const id = { org_id, session_id: club_session_id };
      const { answer, answered_at, workout_group } = body;
      const { outcome } = await answerSession(
        deps,
        actor,
        { ...id, answer, answered_at, workout_group },
        write_key,
      );
      const session = presentRead(await readSession(deps, actor, id));
      const message = outcome === 'superseded' ? 'A later answer holds already.' : 'Answer taken.';
      const data = { outcome, answer: session.own.answer, session };
      return { status: 200, body: { status: 'ok' as const, message, data } };
    },
  });

const setAnswerRoute = (deps: SessionDeps): Route =>
  route({
    operation_id: 'setClubSessionAnswer',
    method: 'PUT',
    path: `${ONE}/participants/:user_id/answer`,
    guard,
    tag,
    summary: 'Answer for a member',
    description:
      'For coaches of the organization, also after `answer_until`, until the session begins. The athlete sees that a coach did, and may ' +
      'answer otherwise as long as answers are taken.',
    params: idParams('org_id', 'club_session_id', 'user_id'),
    body: SetAnswerBody,
    takes_write_key: true,
    responses: { 200: ChangedClubSessionResponse },
    errors: [forbidden, noSuchOrganization, noSuchSession, noSuchParticipant, sessionOver, sessionCancelled],
    handler: async ({ actor, params: { org_id, club_session_id, user_id }, body, write_key }) => {
      const id = { org_id, session_id: club_session_id };
      const { answer, workout_group } = body;
      await setAnswer(deps, actor, { ...id, user_id, answer, workout_group }, write_key);
      const session = presentRead(await readSession(deps, actor, id));
      return { status: 200, body: { status: 'ok' as const, message: 'Answer set.', data: { session } } };
    },
  });

const replaceRoute = (deps: SessionDeps): Route =>
  route({
    operation_id: 'replaceByClubSession',
    method: 'PUT',
    path: `${ONE}/replaces`,
    guard,
    tag,
    summary: 'Have a session stand for a planned workout',
    description:
      'For who has said yes and has a place: the workout of an own plan on the day of the session, where you are. It shows as replaced in the ' +
      'calendar, and is back as soon as you do not come any more or the session is cancelled.',
    params,
    body: ReplaceBody,
    takes_write_key: true,
    responses: { 200: ClubSessionResponse },
    errors: [forbidden, noSuchOrganization, noSuchSession, notComing, sessionCancelled, noSuchOwnWorkout],
    handler: async ({ actor, params: { org_id, club_session_id }, body, write_key }) => {
      const id = { org_id, session_id: club_session_id };
      const { plan_id, workout_id } = body;
      await replaceWorkout(deps, actor, id, { plan_id, workout_id }, write_key);
      const session = presentRead(await readSession(deps, actor, id));
      return { status: 200, body: { status: 'ok' as const, data: { session } } };
    },
  });

const keepRoute = (deps: SessionDeps): Route =>
  route({
    operation_id: 'keepBesideClubSession',
    method: 'DELETE',
    path: `${ONE}/replaces`,
    guard,
    tag,
    summary: 'Have a planned workout back beside a session',
    description: 'For who has answered. Where the session stands for nothing, the answer is the same.',
    params,
    takes_write_key: true,
    responses: { 200: ClubSessionResponse },
    errors: [forbidden, noSuchOrganization, noSuchSession, notComing],
    handler: async ({ actor, params: { org_id, club_session_id }, write_key }) => {
      const id = { org_id, session_id: club_session_id };
      await replaceWorkout(deps, actor, id, null, write_key);
      const session = presentRead(await readSession(deps, actor, id));
      return { status: 200, body: { status: 'ok' as const, data: { session } } };
    },
  });
