import type { UserActor } from '../../http/actor.ts';
import type { Database, Transaction } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { type WriteKey, writeOnce } from '../../infra/idempotency/write-once.ts';
import { invalidField } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { readOffsetTime, TIME_OR_MS_IN_WORDS } from '../../shared/read-time.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { holdMember, holdOrganization } from '../organizations/index.ts';
import { countPlaces, findAnswer, putAnswer } from './answer-queries.ts';
import type { Answer, AnswerWord, ClubSession } from './club-session.ts';
import {
  answersClosed,
  noSuchParticipant,
  noSuchSession,
  onlyMembersAnswer,
  sessionCancelled,
  sessionOver,
} from './errors.ts';
import { fillPlaces } from './fill-places.ts';
import { lockSession } from './queries.ts';
import { requireSessionCoach, requireVisibleSession } from './require-session-right.ts';
import { sessionAnswered } from './session-events.ts';

export type SessionDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: Pick<Events, 'emit' | 'emitAll'>;
};
type SessionId = { readonly org_id: string; readonly session_id: string };
type Given = {
  readonly answer: AnswerWord;
  readonly answered_at: string | undefined;
  /** Null removes the choice, undefined keeps it. */
  readonly workout_group: string | null | undefined;
};

/** Whether an answer is the first, replaced an earlier one, or was ignored because a later one is stored already. */
export const OUTCOMES = ['taken', 'replaced', 'superseded'] as const;
export type AnswerOutcome = { readonly outcome: (typeof OUTCOMES)[number] };

/**
 * Stores whether a member comes. Of two answers the later one by the athlete's clock is valid; times ahead of the server's count as the
 * server's. The sender of the earlier one is told so.
 *
 * @throws notFound; forbidden; noSuchSession; onlyMembersAnswer; sessionOver; sessionCancelled; answersClosed; invalidField
 */
export async function answerSession(
  deps: SessionDeps,
  actor: UserActor,
  { answered_at, ...given }: SessionId & Given,
  write_key: WriteKey | undefined,
): Promise<AnswerOutcome> {
  const { session } = await requireVisibleSession(deps.db, given, actor);
  const now = deps.clock.now();
  const at = answered_at === undefined ? now : readClock('answered_at', answered_at, now);
  const { org_id, id: session_id } = session;
  return await writeOnce(deps, write_key, async (tx) => {
    await holdOrganization(tx, org_id);
    const member = await holdMember(tx, { org_id, user_id: actor.user_id });
    if (member === null) throw onlyMembersAnswer();
    const held = await lockSession(tx, { org_id, session_id });
    if (held === null) throw noSuchSession();
    if (held.answer_until !== null && now > held.answer_until) throw answersClosed();
    return await takeAnswer(tx, deps, held, {
      ...given,
      ...{ user_id: member.user_id, answered_at: at, set_by: null, now },
    });
  });
}

/**
 * A coach answers for a member, even after the deadline.
 *
 * @throws notFound; forbidden; noSuchSession; noSuchParticipant; sessionOver; sessionCancelled; invalidField
 */
export async function setAnswer(
  deps: SessionDeps,
  actor: UserActor,
  given: SessionId & Omit<Given, 'answered_at'> & { readonly user_id: string },
  write_key: WriteKey | undefined,
): Promise<AnswerOutcome> {
  const { org_id } = await requireSessionCoach(deps.db, given.org_id, actor);
  const now = deps.clock.now();
  return await writeOnce(deps, write_key, async (tx) => {
    await holdOrganization(tx, org_id);
    const member = await holdMember(tx, { org_id, user_id: given.user_id });
    const held = await lockSession(tx, { org_id, session_id: given.session_id });
    if (held === null) throw noSuchSession();
    if (member === null) throw noSuchParticipant();
    const { user_id } = member;
    const set_by = user_id === actor.user_id ? null : actor.user_id;
    const taken = await takeAnswer(tx, deps, held, { ...given, user_id, answered_at: now, set_by, now });
    if (set_by !== null && taken.outcome !== 'superseded') {
      await writeAudit(tx, {
        ...{ org_id, event_type: 'session_answer_set', actor, now },
        ...{ target_id: held.id, target_name: held.title, data: { user_id, answer: given.answer } },
      });
    }
    return taken;
  });
}

/** Reads a time of the client's clock; a time ahead of the server's becomes the server's. @throws invalidField */
export function readClock(field: string, given: string, now: Date): Date {
  const at = readOffsetTime(given);
  if (at === null) throw invalidField(field, TIME_OR_MS_IN_WORDS);
  return at > now ? now : at;
}

async function takeAnswer(
  tx: Transaction,
  { events }: Pick<SessionDeps, 'events'>,
  session: ClubSession,
  given: Omit<Given, 'answered_at'> & {
    readonly user_id: string;
    readonly answered_at: Date;
    readonly set_by: string | null;
    readonly now: Date;
  },
): Promise<AnswerOutcome> {
  const { org_id, id: session_id } = session;
  const { user_id, answer, answered_at, set_by, now } = given;
  if (session.cancelled_at !== null) throw sessionCancelled();
  if (session.starts_at <= now) throw sessionOver();
  const before = await findAnswer(tx, { org_id, session_id, user_id });
  const workout_group = groupAsked(session, given.workout_group, before);
  if (before !== null && before.answered_at > answered_at) return { outcome: 'superseded' };
  const waits = answer === 'yes' && (await mustWait(tx, session, before));
  const id = { org_id, session_id, user_id };
  await putAnswer(tx, { ...id, answer, answered_at, received_at: now, set_by, waits, workout_group });
  if (before === null || before.answer !== answer || before.waits !== waits) {
    const cause = set_by === null ? 'athlete' : 'coach';
    await events.emit(tx, sessionAnswered, { ...id, occurrence_id: newId(), answer, waits, cause });
  }
  await fillPlaces(tx, events, session, now);
  return { outcome: before === null || before.answer === answer ? 'taken' : 'replaced' };
}

/** Somebody who has said yes already keeps their place; a new yes comes after those who wait. */
async function mustWait(tx: Transaction, session: ClubSession, before: Answer | null): Promise<boolean> {
  if (before?.answer === 'yes') return before.waits;
  if (session.capacity === null) return false;
  const { taken, waiting } = await countPlaces(tx, { org_id: session.org_id, session_id: session.id });
  return taken >= session.capacity || waiting > 0;
}

function groupAsked(
  { workout }: ClubSession,
  asked: string | null | undefined,
  before: Answer | null,
): string | null {
  if (asked === undefined) return before?.workout_group ?? null;
  if (asked === null) return null;
  const names = workout?.groups.map(({ name }) => name) ?? [];
  if (names.includes(asked)) return asked;
  const known = names.length === 0 ? 'its workout has no groups' : `its groups are ${names.join(', ')}`;
  throw invalidField('workout_group', `names no group of the session: ${known}`);
}
