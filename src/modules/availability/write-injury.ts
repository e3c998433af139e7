import { isDeepStrictEqual } from 'node:util';
import type { UserActor } from '../../http/actor.ts';
import { type WriteKey, writeOnce } from '../../infra/idempotency/write-once.ts';
import { newId } from '../../shared/ids.ts';
import { todayOf } from '../users/index.ts';
import type { Change, InjuryFields, StoredInjury } from './entry.ts';
import { noSuchInjury, tooManyInjuries } from './errors.ts';
import { MAX_INJURIES } from './limits.ts';
import {
  countInjuriesForNow,
  deleteInjuryRow,
  findInjury,
  insertInjury,
  lockInjury,
  updateInjuryRow,
} from './queries.ts';
import { readInjury } from './read-fields.ts';
import { holdOwner, type WriteDeps } from './write-entry.ts';

type Keyed = { readonly write_key: WriteKey | undefined };

/** @throws validationError; tooManyInjuries; unauthenticated; writeKeyReused */
export async function createInjury(
  deps: WriteDeps,
  { user_id }: UserActor,
  { fields, write_key }: Keyed & { readonly fields: InjuryFields },
): Promise<StoredInjury> {
  const { id } = await writeOnce(deps, write_key, async (tx) => {
    await holdOwner(tx, user_id);
    const now = deps.clock.now();
    const injury = readInjury(fields, await todayOf(tx, { user_id, now }));
    if ((await countInjuriesForNow(tx, user_id)) >= MAX_INJURIES) throw tooManyInjuries();
    const id = newId();
    await insertInjury(tx, { id, user_id, ...injury, created_at: now, updated_at: now });
    return { id };
  });
  return await readBack(deps, { user_id, id });
}

/**
 * Changes what is given and leaves the rest.
 *
 * @throws noSuchInjury; validationError; unauthenticated; writeKeyReused
 */
export async function changeInjury(
  deps: WriteDeps,
  { user_id }: UserActor,
  {
    injury_id,
    changes,
    write_key,
  }: Keyed & { readonly injury_id: string; readonly changes: Change<InjuryFields> },
): Promise<StoredInjury> {
  const { id } = await writeOnce(deps, write_key, async (tx) => {
    await holdOwner(tx, user_id);
    const current = await lockInjury(tx, { user_id, id: injury_id });
    if (current === null) throw noSuchInjury();
    const now = deps.clock.now();
    const fields = readInjury(merged(current, changes), await todayOf(tx, { user_id, now }));
    const changed = { ...current, ...fields };
    if (!isDeepStrictEqual(changed, current)) await updateInjuryRow(tx, { ...changed, updated_at: now });
    return { id: current.id };
  });
  return await readBack(deps, { user_id, id });
}

/** @throws noSuchInjury, also for the second of two at once without a common key; writeKeyReused */
export async function deleteInjury(
  deps: WriteDeps,
  { user_id }: UserActor,
  { injury_id, write_key }: Keyed & { readonly injury_id: string },
): Promise<void> {
  await writeOnce(deps, write_key, async (tx) => {
    if (!(await deleteInjuryRow(tx, { user_id, id: injury_id }))) throw noSuchInjury();
    return { id: injury_id };
  });
}

function merged(current: InjuryFields, changes: Change<InjuryFields>): InjuryFields {
  return {
    kind: changes.kind ?? current.kind,
    area: changes.area ?? current.area,
    from: changes.from ?? current.from,
    to: changes.to === undefined ? current.to : changes.to,
    running: changes.running ?? current.running,
    note: changes.note === undefined ? current.note : changes.note,
  };
}

async function readBack({ db }: WriteDeps, own: { user_id: string; id: string }): Promise<StoredInjury> {
  const injury = await findInjury(db, own);
  if (injury === null) throw noSuchInjury();
  return injury;
}
