import { isDeepStrictEqual } from 'node:util';
import type { UserActor } from '../../http/actor.ts';
import type { Database, Transaction } from '../../infra/db/database.ts';
import { type WriteKey, writeOnce } from '../../infra/idempotency/write-once.ts';
import { unauthenticated } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import { holdActiveUser, todayOf } from '../users/index.ts';
import type { Change, EntryFields, StoredEntry } from './entry.ts';
import { noSuchEntry, tooManyEntries } from './errors.ts';
import { MAX_ENTRIES } from './limits.ts';
import {
  countEntriesForNow,
  deleteEntryRow,
  findEntry,
  insertEntry,
  lockEntry,
  updateEntryRow,
} from './queries.ts';
import { readEntry } from './read-fields.ts';

export type WriteDeps = { readonly db: Database; readonly clock: Clock };
type Keyed = { readonly write_key: WriteKey | undefined };

/**
 * Puts down days on which an athlete cannot train as usual.
 *
 * @throws validationError; tooManyEntries; unauthenticated; writeKeyReused
 */
export async function createEntry(
  deps: WriteDeps,
  { user_id }: UserActor,
  { fields, write_key }: Keyed & { readonly fields: EntryFields },
): Promise<StoredEntry> {
  const { id } = await writeOnce(deps, write_key, async (tx) => {
    await holdOwner(tx, user_id);
    const now = deps.clock.now();
    const entry = readEntry(fields, await todayOf(tx, { user_id, now }), null);
    if ((await countEntriesForNow(tx, user_id)) >= MAX_ENTRIES) throw tooManyEntries();
    const id = newId();
    await insertEntry(tx, { id, user_id, ...entry, created_at: now, updated_at: now });
    return { id };
  });
  return await readBack(deps, { user_id, id });
}

/**
 * Changes what is given and leaves the rest.
 *
 * @throws noSuchEntry; validationError; unauthenticated; writeKeyReused
 */
export async function changeEntry(
  deps: WriteDeps,
  { user_id }: UserActor,
  {
    entry_id,
    changes,
    write_key,
  }: Keyed & { readonly entry_id: string; readonly changes: Change<EntryFields> },
): Promise<StoredEntry> {
  const { id } = await writeOnce(deps, write_key, async (tx) => {
    await holdOwner(tx, user_id);
    const current = await lockEntry(tx, { user_id, id: entry_id });
    if (current === null) throw noSuchEntry();
    const now = deps.clock.now();
    const fields = readEntry(merged(current, changes), await todayOf(tx, { user_id, now }), current);
    const changed = { ...current, ...fields };
    if (!isDeepStrictEqual(changed, current)) await updateEntryRow(tx, { ...changed, updated_at: now });
    return { id: current.id };
  });
  return await readBack(deps, { user_id, id });
}

/** @throws noSuchEntry, also for the second of two at once without a common key; writeKeyReused */
export async function deleteEntry(
  deps: WriteDeps,
  { user_id }: UserActor,
  { entry_id, write_key }: Keyed & { readonly entry_id: string },
): Promise<void> {
  await writeOnce(deps, write_key, async (tx) => {
    if (!(await deleteEntryRow(tx, { user_id, id: entry_id }))) throw noSuchEntry();
    return { id: entry_id };
  });
}

/** Minutes belong to `limited` and weekdays to weeks: changing the kind clears them. */
function merged(current: EntryFields, changes: Change<EntryFields>): EntryFields {
  const kind = changes.kind ?? current.kind;
  const kept = (changes.kind ?? current.kind) === current.kind ? current.minutes : null;
  return {
    kind,
    part: changes.part ?? current.part,
    minutes: changes.minutes === undefined ? kept : changes.minutes,
    weekdays: changes.weekdays === undefined ? current.weekdays : changes.weekdays,
    from: changes.from === undefined ? current.from : changes.from,
    to: changes.to === undefined ? current.to : changes.to,
    reason: changes.reason === undefined ? current.reason : changes.reason,
  };
}

/** An account closed meanwhile writes nothing. */
export async function holdOwner(tx: Transaction, user_id: string): Promise<void> {
  if (!(await holdActiveUser(tx, user_id))) throw unauthenticated();
}

/** Reads the current state: a repeated key may come after a change or deletion. */
async function readBack({ db }: WriteDeps, own: { user_id: string; id: string }): Promise<StoredEntry> {
  const entry = await findEntry(db, own);
  if (entry === null) throw noSuchEntry();
  return entry;
}
