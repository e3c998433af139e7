import { isDeepStrictEqual } from 'node:util';
import type { UserActor } from '../../http/actor.ts';
import { type Database, isUniqueViolation, type Transaction } from '../../infra/db/database.ts';
import { type WriteKey, writeOnce } from '../../infra/idempotency/write-once.ts';
import { unauthenticated } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import { holdActivity, noSuchActivity } from '../activities/index.ts';
import { holdActiveUser, todayOf } from '../users/index.ts';
import { activityTaken, noSuchRace, tooManyRaces } from './errors.ts';
import { MAX_RACES } from './limits.ts';
import { countRacesForNow, deleteRaceRow, findRace, insertRace, lockRace, updateRaceRow } from './queries.ts';
import type { RaceChange, RaceFields, StoredRace } from './race.ts';
import { readRace } from './read-fields.ts';

export type WriteDeps = { readonly db: Database; readonly clock: Clock };
type Keyed = { readonly write_key: WriteKey | undefined };

/**
 * Puts a race into the athlete's calendar.
 *
 * @throws validationError; noSuchActivity, also of somebody else's; activityTaken; tooManyRaces; writeKeyReused
 */
export async function createRace(
  deps: WriteDeps,
  { user_id }: UserActor,
  { fields, write_key }: Keyed & { readonly fields: RaceFields },
): Promise<StoredRace> {
  const { id } = await once(deps, write_key, async (tx) => {
    if (!(await holdActiveUser(tx, user_id))) throw unauthenticated();
    const now = deps.clock.now();
    const race = readRace(fields, await todayOf(tx, { user_id, now }));
    await requireOwnActivity(tx, user_id, race.activity_id);
    if ((await countRacesForNow(tx, user_id)) >= MAX_RACES) throw tooManyRaces();
    const id = newId();
    await insertRace(tx, { id, user_id, ...race, created_at: now, updated_at: now });
    return { id };
  });
  return await readBack(deps, { user_id, id });
}

/**
 * Changes what is given and leaves the rest.
 *
 * @throws noSuchRace; validationError; noSuchActivity, also of somebody else's; activityTaken; writeKeyReused
 */
export async function changeRace(
  deps: WriteDeps,
  { user_id }: UserActor,
  { race_id, changes, write_key }: Keyed & { readonly race_id: string; readonly changes: RaceChange },
): Promise<StoredRace> {
  const { id } = await once(deps, write_key, async (tx) => {
    if (!(await holdActiveUser(tx, user_id))) throw unauthenticated();
    const current = await lockRace(tx, { user_id, id: race_id });
    if (current === null) throw noSuchRace();
    const now = deps.clock.now();
    const fields = readRace(merged(current, changes), await todayOf(tx, { user_id, now }));
    if (fields.activity_id !== current.activity_id) await requireOwnActivity(tx, user_id, fields.activity_id);
    const changed = { ...current, ...fields };
    if (!isDeepStrictEqual(changed, current)) await updateRaceRow(tx, { ...changed, updated_at: now });
    return { id: current.id };
  });
  return await readBack(deps, { user_id, id });
}

/** @throws noSuchRace, also for the second of two concurrent requests without a common key; writeKeyReused */
export async function deleteRace(
  deps: WriteDeps,
  { user_id }: UserActor,
  { race_id, write_key }: Keyed & { readonly race_id: string },
): Promise<void> {
  await writeOnce(deps, write_key, async (tx) => {
    if (!(await deleteRaceRow(tx, { user_id, id: race_id }))) throw noSuchRace();
    return { id: race_id };
  });
}

async function once(
  deps: WriteDeps,
  write_key: WriteKey | undefined,
  write: (tx: Transaction) => Promise<{ id: string }>,
): Promise<{ id: string }> {
  try {
    return await writeOnce(deps, write_key, write);
  } catch (error) {
    if (isUniqueViolation(error, 'races_activity_key')) throw activityTaken({ cause: error });
    throw error;
  }
}

async function requireOwnActivity(
  tx: Transaction,
  user_id: string,
  activity_id: string | null,
): Promise<void> {
  if (activity_id !== null && !(await holdActivity(tx, { user_id, activity_id }))) throw noSuchActivity();
}

function merged(current: RaceFields, changes: RaceChange): RaceFields {
  return {
    date: changes.date ?? current.date,
    name: changes.name ?? current.name,
    distance_m: changes.distance_m ?? current.distance_m,
    priority: changes.priority ?? current.priority,
    target_time_s: changes.target_time_s === undefined ? current.target_time_s : changes.target_time_s,
    result: changes.result === undefined ? current.result : changes.result,
    activity_id: changes.activity_id === undefined ? current.activity_id : changes.activity_id,
  };
}

/** As it is now: a key that is sent again may come after a change, or after it was deleted. */
async function readBack({ db }: WriteDeps, own: { user_id: string; id: string }): Promise<StoredRace> {
  const race = await findRace(db, own);
  if (race === null) throw noSuchRace();
  return race;
}
