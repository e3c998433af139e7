import { isDeepStrictEqual } from 'node:util';
import type { UserActor } from '../../http/actor.ts';
import type { Database, Transaction } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { type WriteKey, writeOnce } from '../../infra/idempotency/write-once.ts';
import { addDays, daysBetween } from '../../shared/calendar.ts';
import { invalidField } from '../../shared/errors.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { holdOrganization } from '../organizations/index.ts';
import type { ClubSession } from './club-session.ts';
import { noSuchSession, sessionOver } from './errors.ts';
import { fillPlaces } from './fill-places.ts';
import {
  findConcerned,
  findWithWaiting,
  lockFollowing,
  lockSession,
  type SessionState,
  updateSessions,
} from './queries.ts';
import {
  deadlineFor,
  readDeadline,
  readSessionText,
  readStart,
  readZone,
  type SessionInput,
} from './read-session-input.ts';
import { requirePeople } from './require-people.ts';
import { requireSessionCoach } from './require-session-right.ts';
import { instantOf, localOf } from './series-rule.ts';
import { tellOf } from './session-events.ts';

type Deps = { readonly db: Database; readonly clock: Clock; readonly events: Pick<Events, 'emitAll'> };
type SessionId = { readonly org_id: string; readonly session_id: string };

export const SCOPES_OF_CHANGE = ['this', 'following'] as const;
export type ScopeOfChange = (typeof SCOPES_OF_CHANGE)[number];

export type SessionChanges = SessionInput & {
  readonly starts_at?: string | undefined;
  readonly timezone?: string | undefined;
  readonly answer_until?: string | null | undefined;
  readonly status?: 'scheduled' | 'cancelled' | undefined;
  readonly cancel_reason?: string | undefined;
};

/**
 * Changes a session, or it and all that follow it in its series. Sessions that are over stay as they were, and those that were changed
 * individually keep their time. People who said yes or maybe are told of another time or place and of a cancellation.
 *
 * @throws notFound; forbidden; noSuchSession; sessionOver; invalidField and validationError
 */
export async function changeSession(
  deps: Deps,
  actor: UserActor,
  { session_id, applies_to, ...asked }: SessionId & { readonly applies_to: ScopeOfChange },
  changes: SessionChanges,
  write_key: WriteKey | undefined,
): Promise<{ session_id: string }> {
  const { org_id, org_name } = await requireSessionCoach(deps.db, asked.org_id, actor);
  const now = deps.clock.now();
  return await writeOnce(deps, write_key, async (tx) => {
    await holdOrganization(tx, org_id);
    const { session, others } = await lockMeant(tx, { org_id, session_id, applies_to, now });
    const changed = changedSession(session, changes, { now, is_alone: applies_to === 'this' });
    await requirePeople(tx, org_id, changed, session);
    const all = [
      { before: session, after: changed },
      ...others.map((other) => ({
        before: other,
        after: followed(other, { session, changed, changes, now }),
      })),
    ].filter(({ before, after }) => !isDeepStrictEqual(stateOf(before), after));
    if (all.length === 0) return { session_id };
    const sessions = all.map(({ after }) => after);
    await updateSessions(tx, { org_id, sessions, now });
    await writeAudit(tx, {
      ...{ org_id, event_type: 'session_changed', actor, now },
      ...{ target_id: session_id, target_name: changed.title },
      data: { sessions: all.length, changes: namesOf(changes) },
    });
    await fillRaised(tx, deps, org_id, sessions, now);
    const news = newsOf(all);
    if (news !== null) {
      const session_ids = sessions.map(({ id }) => id);
      const concerned = await findConcerned(tx, { org_id, session_ids, but: actor.user_id });
      const user_ids = concerned.map(({ user_id }) => user_id);
      const told = { ...changed, org_id };
      await tellOf(tx, deps.events, { news, session: told, org_name, sessions: all.length, user_ids });
    }
    return { session_id };
  });
}

/**
 * The session and, where the change applies to them, those after it that are not over, all locked.
 *
 * @throws noSuchSession; sessionOver
 */
async function lockMeant(
  tx: Transaction,
  { applies_to, now, ...id }: SessionId & { readonly applies_to: ScopeOfChange; readonly now: Date },
): Promise<{ session: ClubSession; others: ClubSession[] }> {
  const session = await lockSession(tx, id);
  if (session === null) throw noSuchSession();
  if (session.starts_at <= now)
    throw sessionOver({ message: 'The session has begun or is over: what it was stays on record.' });
  const { series_id, series_date, org_id } = session;
  if (applies_to === 'this' || series_id === null || series_date === null) return { session, others: [] };
  const following = await lockFollowing(tx, { org_id, series_id, series_date });
  return {
    session,
    others: following.filter(({ id: other, starts_at }) => other !== session.id && starts_at > now),
  };
}

function stateOf(session: ClubSession): SessionState {
  const { id, title, description, duration_s, place, point, capacity, coach_user_id } = session;
  const { audience_groups, workout, starts_at, timezone, answer_until } = session;
  const { cancelled_at, cancel_reason, is_exception } = session;
  return {
    ...{
      id,
      title,
      description,
      duration_s,
      place,
      point,
      capacity,
      coach_user_id,
      audience_groups,
      workout,
    },
    ...{ starts_at, timezone, answer_until, cancelled_at, cancel_reason, is_exception },
  };
}

function changedSession(
  session: ClubSession,
  changes: SessionChanges,
  { now, is_alone }: { readonly now: Date; readonly is_alone: boolean },
): SessionState {
  if (changes.timezone !== undefined && changes.starts_at === undefined)
    throw invalidField('timezone', 'is required with starts_at only: the clock by which the session begins');
  if (changes.cancel_reason !== undefined && changes.status !== 'cancelled')
    throw invalidField('cancel_reason', 'is required with status cancelled only');
  const before = stateOf(session);
  const timezone = readZone(changes.timezone ?? before.timezone, { club: null, coach: null });
  const starts_at =
    changes.starts_at === undefined ? before.starts_at : readStart(changes.starts_at, { timezone, now });
  const after = {
    ...before,
    ...readSessionText(changes, session),
    ...{ starts_at, timezone },
    answer_until: deadlineAfter(before, changes.answer_until, { starts_at, timezone }),
    ...cancellation(before, changes, now),
  };
  const is_other = !isDeepStrictEqual(before, after);
  return {
    ...after,
    is_exception: before.is_exception || (is_other && is_alone && session.series_id !== null),
  };
}

function deadlineAfter(
  before: Pick<SessionState, 'starts_at' | 'answer_until'>,
  given: string | null | undefined,
  after: { readonly starts_at: Date; readonly timezone: string },
): Date | null {
  if (given === null) return null;
  if (given !== undefined) return readDeadline(given, after);
  const is_moved = before.starts_at.getTime() !== after.starts_at.getTime();
  return is_moved ? deadlineFor(before, after) : before.answer_until;
}

function cancellation(
  before: Pick<SessionState, 'cancelled_at' | 'cancel_reason'>,
  { status, cancel_reason }: SessionChanges,
  now: Date,
): Pick<SessionState, 'cancelled_at' | 'cancel_reason'> {
  if (status === 'scheduled') return { cancelled_at: null, cancel_reason: null };
  if (status === undefined) return { cancelled_at: before.cancelled_at, cancel_reason: before.cancel_reason };
  return {
    cancelled_at: before.cancelled_at ?? now,
    cancel_reason: cancel_reason?.trim() ?? before.cancel_reason,
  };
}

/** A following session after the change: it gets the changed fields, and starts as many days later, at the same time of day. */
function followed(
  other: ClubSession,
  {
    session,
    changed,
    changes,
    now,
  }: {
    readonly session: ClubSession;
    readonly changed: SessionState;
    readonly changes: SessionChanges;
    readonly now: Date;
  },
): SessionState {
  const before = stateOf(other);
  const moves = changes.starts_at !== undefined && !other.is_exception;
  const timezone = moves ? changed.timezone : before.timezone;
  const starts_at = moves ? movedLike(other, session, changed) : before.starts_at;
  const has_deadline = moves || changes.answer_until !== undefined;
  return {
    ...before,
    ...textGiven(changes, changed),
    ...{ starts_at, timezone },
    answer_until: has_deadline ? deadlineFor(changed, { starts_at, timezone }) : before.answer_until,
    ...cancellation(before, changes, now),
  };
}

function textGiven(changes: SessionChanges, changed: SessionState): Partial<SessionState> {
  return {
    ...(changes.title === undefined ? {} : { title: changed.title }),
    ...(changes.description === undefined ? {} : { description: changed.description }),
    ...(changes.duration_s === undefined ? {} : { duration_s: changed.duration_s }),
    ...(changes.place === undefined ? {} : { place: changed.place, point: changed.point }),
    ...(changes.capacity === undefined ? {} : { capacity: changed.capacity }),
    ...(changes.coach_user_id === undefined ? {} : { coach_user_id: changed.coach_user_id }),
    ...(changes.group_ids === undefined ? {} : { audience_groups: changed.audience_groups }),
    ...(changes.workout === undefined ? {} : { workout: changed.workout }),
  };
}

function movedLike(other: ClubSession, session: ClubSession, changed: SessionState): Date {
  const to = localOf(changed.starts_at, changed.timezone);
  const days = daysBetween(localOf(session.starts_at, session.timezone).date, to.date);
  const day = addDays(localOf(other.starts_at, other.timezone).date, days);
  return instantOf(`${day}T${to.time}`, changed.timezone) ?? other.starts_at;
}

const namesOf = (changes: SessionChanges): string[] =>
  Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
    .sort();

function newsOf(
  all: readonly { readonly before: ClubSession; readonly after: SessionState }[],
): 'changed' | 'cancelled' | null {
  if (all.some(({ before, after }) => before.cancelled_at === null && after.cancelled_at !== null))
    return 'cancelled';
  const is_other = all.some(
    ({ before, after }) =>
      before.starts_at.getTime() !== after.starts_at.getTime() ||
      before.place !== after.place ||
      (before.cancelled_at !== null && after.cancelled_at === null),
  );
  return is_other ? 'changed' : null;
}

async function fillRaised(
  tx: Transaction,
  { events }: Pick<Deps, 'events'>,
  org_id: string,
  sessions: readonly SessionState[],
  now: Date,
): Promise<void> {
  const waiting = await findWithWaiting(tx, { org_id, session_ids: sessions.map(({ id }) => id) });
  for (const session of sessions.filter(({ id }) => waiting.includes(id)))
    await fillPlaces(tx, events, { ...session, org_id }, now);
}
