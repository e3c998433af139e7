import { createHmac } from 'node:crypto';
import type { UserActor } from '../../../http/actor.ts';
import { hashToken, newToken } from '../../../infra/crypto/tokens.ts';
import type { Database, Queryable, Transaction } from '../../../infra/db/database.ts';
import type { Events } from '../../../infra/events/index.ts';
import type { WriteKey } from '../../../infra/idempotency/write-once.ts';
import type { SourcePolicies } from '../../../privacy/index.ts';
import { mondayOfDay } from '../../../shared/calendar.ts';
import { newId } from '../../../shared/ids.ts';
import { type Clock, DAY_MS, HOUR_MS } from '../../../shared/time.ts';
import { writeAudits } from '../../audit/index.ts';
import type { FindSessionsOfPeople } from '../athlete-calendar/session-of-person.ts';
import { type Change, type Copy, changed } from './copy.ts';
import {
  findAction,
  findChanges,
  findClubName,
  insertAction,
  insertChanges,
  type RefusedRow,
  storeCopies,
} from './queries.ts';
import type { WorkoutChange } from './told-change.ts';
import { type WeeksChanged, weeksChanged } from './weeks-changed.ts';

export type ActionDeps = {
  readonly events: Pick<Events, 'emit'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly sourcePolicies: SourcePolicies;
  readonly findSessionsOfPeople: FindSessionsOfPeople;
};
/** How long what was changed can be undone. */
export const UNDO_MS = DAY_MS;
/** Kept an hour longer than it can be undone. */
export const FORGOTTEN_MS = UNDO_MS + HOUR_MS;

/** What comes of an action, or would. */
export type Outcome = {
  readonly changes: readonly WorkoutChange[];
  readonly refused: readonly RefusedRow[];
  /** Null of what was only tried, and of what changed nothing. */
  readonly undo_token: string | null;
};

export type Decided = {
  readonly copies: readonly Copy[];
  readonly changes: readonly Change[];
  readonly refused: readonly RefusedRow[];
};

export function outcomeOf({ changes, refused }: Decided): Outcome {
  const told = changes.map(({ copy, before, after }) => ({
    ...{ user_id: copy.user_id, plan_id: copy.id, before, after },
  }));
  return { changes: told, refused, undo_token: null };
}

/** A repeated request gets the first one's token; without a write key there is none to repeat. */
const tokenOf = (write_key: WriteKey | undefined, action_id: string): string =>
  write_key === undefined
    ? newToken()
    : createHmac('sha256', write_key.key).update(write_key.fingerprint).update(action_id).digest('base64url');

type About = {
  readonly org_id: string;
  readonly actor: UserActor;
  readonly action: string;
  readonly names: ReadonlyMap<string, { readonly name: string }>;
  readonly now: Date;
};

/** Keeps an action with all that it changes. */
export async function keepAction(
  tx: Transaction,
  deps: Pick<ActionDeps, 'events'>,
  about: About & { readonly write_key: WriteKey | undefined },
  decided: Decided,
): Promise<{ readonly action_id: string; readonly undo_token: string }> {
  const { org_id, actor, now } = about;
  const action_id = newId();
  const undo_token = tokenOf(about.write_key, action_id);
  const forgotten_before = new Date(now.getTime() - FORGOTTEN_MS);
  await insertAction(tx, {
    ...{ id: action_id, org_id, created_by: actor.user_id, undo_hash: hashToken(undo_token) },
    ...{ refused: decided.refused, now, forgotten_before },
  });
  await storeChanges(tx, deps, { ...about, action_id }, decided);
  return { action_id, undo_token };
}

/** Stores changed assignments, their former state for undoing, and a log entry for each athlete. */
export async function storeChanges(
  tx: Transaction,
  deps: Pick<ActionDeps, 'events'>,
  about: About & { readonly action_id: string },
  { copies, changes }: Pick<Decided, 'copies' | 'changes'>,
): Promise<void> {
  const ofCopy = Map.groupBy(changes, ({ copy }) => copy.id);
  const touched = copies.filter(({ id }) => ofCopy.has(id));
  await storeCopies(
    tx,
    about,
    touched.map((copy) => changed(copy, ofCopy.get(copy.id) ?? [])),
  );
  const own = new Map(touched.map(({ id, own_workout_ids }) => [id, new Set(own_workout_ids)]));
  const kept = changes.map((change) => ({
    ...change,
    was_own: own.get(change.copy.id)?.has(change.before?.id ?? change.after?.id ?? '') ?? false,
  }));
  await insertChanges(tx, about, kept);
  await noteChanges(tx, deps, about, changes);
}

/** What athletes do with workouts of their own. */
const OWN_ACTIONS = ['own_move', 'own_undo'];

/** A log entry for each athlete with the number of changes, and a notification unless they made them. */
export async function noteChanges(
  tx: Transaction,
  { events }: Pick<ActionDeps, 'events'>,
  about: About,
  changes: readonly Change[],
): Promise<void> {
  const { org_id, actor, action, names, now } = about;
  const entries = [...Map.groupBy(changes, ({ copy }) => copy.user_id)].map(([user_id, mine]) => ({
    org_id,
    event_type:
      user_id === actor.user_id && OWN_ACTIONS.includes(action)
        ? ('workout_moved' as const)
        : ('workouts_changed' as const),
    actor,
    target_id: user_id,
    target_name: names.get(user_id)?.name ?? '',
    data: { action, workouts: mine.length, own_plan_ids: [...new Set(mine.map(({ copy }) => copy.id))] },
    now,
  }));
  await writeAudits(tx, entries);
  const told = weeksOf(changes.filter(({ copy }) => copy.user_id !== actor.user_id));
  if (told.length === 0) return;
  const org_name = await findClubName(tx, org_id);
  const changed_at = now.toISOString();
  await events.emit(tx, weeksChanged, {
    occurrence_id: newId(),
    org_id,
    org_name,
    changed_at,
    athletes: told,
  });
}

/** Whose weeks were touched, by their Mondays: those in which something was, and those in which it is now. */
function weeksOf(changes: readonly Change[]): WeeksChanged['athletes'] {
  return [...Map.groupBy(changes, ({ copy }) => copy.user_id)].map(([user_id, mine]) => {
    const days = mine.flatMap(({ before, after }) => [before, after].flatMap((one) => one?.date ?? []));
    return { user_id, weeks: [...new Set(days.map(mondayOfDay))].sort() };
  });
}

export async function readOutcome(
  db: Queryable,
  of: { readonly org_id: string; readonly action_id: string; readonly write_key: WriteKey | undefined },
  fresh_token: string | undefined,
): Promise<Outcome> {
  const action = await findAction(db, of);
  const changes = await findChanges(db, of);
  const token = fresh_token ?? (of.write_key === undefined ? null : tokenOf(of.write_key, of.action_id));
  const isOpen = action !== null && action.undone_at === null && changes.length > 0;
  return { changes, refused: action?.refused ?? [], undo_token: isOpen ? token : null };
}
