import { createHmac } from 'node:crypto';
import type { UserActor } from '../../../http/actor.ts';
import { hashToken, newToken } from '../../../infra/crypto/tokens.ts';
import type { Database, Queryable, Transaction } from '../../../infra/db/database.ts';
import type { WriteKey } from '../../../infra/idempotency/write-once.ts';
import type { SourcePolicies } from '../../../privacy/index.ts';
import { newId } from '../../../shared/ids.ts';
import { type Clock, DAY_MS } from '../../../shared/time.ts';
import type { OwnWorkout } from '../../../training/plan-copies/own-copy.ts';
import { writeAudits } from '../../audit/index.ts';
import type { FindSessionsOfPeople } from '../calendar/session-of-person.ts';
import { type Change, type Copy, changed } from './copy.ts';
import { findAction, findChanges, insertAction, type RefusedRow, storeCopies } from './queries.ts';

export type ActionDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly sourcePolicies: SourcePolicies;
  readonly findSessionsOfPeople: FindSessionsOfPeople;
};
/** How long what was changed can be undone. */
export const UNDO_MS = DAY_MS;

/** What comes of an action, or would. */
export type Outcome = {
  readonly changes: readonly {
    readonly user_id: string;
    readonly plan_id: string;
    readonly before: OwnWorkout | null;
    readonly after: OwnWorkout | null;
  }[];
  readonly refused: readonly RefusedRow[];
  /** Null of what was only tried, and of what changed nothing. */
  readonly undo_token: string | null;
};

/** What is to be done: changes with the copies that they are of. */
export type Decided = {
  readonly copies: readonly Copy[];
  readonly changes: readonly Change[];
  readonly refused: readonly RefusedRow[];
};

/** Without being kept. */
export function outcomeOf({ changes, refused }: Decided): Outcome {
  const told = changes.map(({ copy, before, after }) => ({
    ...{ user_id: copy.user_id, plan_id: copy.id, before, after },
  }));
  return { changes: told, refused, undo_token: null };
}

/** Who sends a request again gets the token that the first one got; of what came without a key nobody asks again. */
const tokenOf = (write_key: WriteKey | undefined, action_id: string): string =>
  write_key === undefined
    ? newToken()
    : createHmac('sha256', write_key.key).update(write_key.fingerprint).update(action_id).digest('base64url');

/** Stores copies as they are after an action, what was changed for whoever undoes it, and an entry in the log for each athlete. */
export async function keepAction(
  tx: Transaction,
  about: {
    readonly org_id: string;
    readonly actor: UserActor;
    readonly action: string;
    readonly names: ReadonlyMap<string, { readonly name: string }>;
    readonly write_key: WriteKey | undefined;
    readonly now: Date;
  },
  { copies, changes, refused }: Decided,
): Promise<{ readonly action_id: string; readonly undo_token: string }> {
  const { org_id, actor, now } = about;
  const action_id = newId();
  const undo_token = tokenOf(about.write_key, action_id);
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
  const forgotten_before = new Date(now.getTime() - UNDO_MS);
  const undo_hash = hashToken(undo_token);
  await insertAction(
    tx,
    { id: action_id, org_id, created_by: actor.user_id, undo_hash, refused, now, forgotten_before },
    kept,
  );
  await noteChanges(tx, about, changes);
  return { action_id, undo_token };
}

/** An entry for each athlete, with how many of their workouts were changed. */
export async function noteChanges(
  tx: Transaction,
  about: Pick<Parameters<typeof keepAction>[1], 'org_id' | 'actor' | 'action' | 'names' | 'now'>,
  changes: readonly Change[],
): Promise<void> {
  const { org_id, actor, action, names, now } = about;
  const entries = [...Map.groupBy(changes, ({ copy }) => copy.user_id)].map(([user_id, mine]) => ({
    org_id,
    event_type:
      user_id === actor.user_id && action === 'own_move'
        ? ('workout_moved' as const)
        : ('workouts_changed' as const),
    actor,
    target_id: user_id,
    target_name: names.get(user_id)?.name ?? '',
    data: { action, workouts: mine.length, own_plan_ids: [...new Set(mine.map(({ copy }) => copy.id))] },
    now,
  }));
  await writeAudits(tx, entries);
}

/** What an action came to, also for who sends it again. */
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
