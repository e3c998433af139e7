import type { Queryable, Transaction } from '../../infra/db/queryable.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import type { DayRange } from '../../shared/day-range.ts';
import type { PagePosition } from '../../shared/page-cursor.ts';
import type { StoredEntry, StoredInjury } from './entry.ts';
import { MAX_ENTRIES, MAX_INJURIES } from './limits.ts';

const ENTRY = rawSql(
  'id, user_id, kind, part, minutes, weekdays, from_day AS "from", to_day AS "to", reason, created_at, updated_at',
);
const INJURY = rawSql(
  'id, user_id, kind, area, from_day AS "from", to_day AS "to", running, note, created_at, updated_at',
);

type OwnId = { readonly user_id: string; readonly id: string };
type Page = { readonly user_id: string; readonly after: PagePosition | null; readonly limit: number };

/** A page of somebody's own, the latest first. */
export async function findEntryPage(db: Queryable, { user_id, after, limit }: Page): Promise<StoredEntry[]> {
  return await db.query<StoredEntry>(sql`
    SELECT ${ENTRY} FROM availability_entries WHERE user_id = ${user_id} AND ${before(after)}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`);
}

export async function findInjuryPage(
  db: Queryable,
  { user_id, after, limit }: Page,
): Promise<StoredInjury[]> {
  return await db.query<StoredInjury>(sql`
    SELECT ${INJURY} FROM injuries WHERE user_id = ${user_id} AND ${before(after)}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`);
}

function before(after: PagePosition | null) {
  return sql`(${after === null}::boolean
    OR (created_at, id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))`;
}

type DaysOfPeople = DayRange & { readonly user_ids: readonly string[] };

/** All of people's entries that may be about a day of the range, of each the oldest first. */
export async function findEntriesOfDays(
  db: Queryable,
  { user_ids, from, to }: DaysOfPeople,
): Promise<StoredEntry[]> {
  if (user_ids.length === 0) return [];
  return await db.query<StoredEntry>(sql`
    SELECT ${ENTRY} FROM availability_entries
    WHERE user_id = ANY (${user_ids}::uuid[]) AND (from_day IS NULL OR from_day <= ${to}::date)
      AND (to_day IS NULL OR to_day >= ${from}::date)
    ORDER BY user_id, created_at, id LIMIT ${MAX_ENTRIES * user_ids.length}`);
}

export async function findInjuriesOfDays(
  db: Queryable,
  { user_ids, from, to }: DaysOfPeople,
): Promise<StoredInjury[]> {
  if (user_ids.length === 0) return [];
  return await db.query<StoredInjury>(sql`
    SELECT ${INJURY} FROM injuries
    WHERE user_id = ANY (${user_ids}::uuid[]) AND from_day <= ${to}::date AND (to_day IS NULL OR to_day >= ${from}::date)
    ORDER BY user_id, created_at, id LIMIT ${MAX_INJURIES * user_ids.length}`);
}

export async function findEntriesOf(db: Queryable, user_ids: readonly string[]): Promise<StoredEntry[]> {
  if (user_ids.length === 0) return [];
  return await db.query<StoredEntry>(sql`
    SELECT ${ENTRY} FROM availability_entries WHERE user_id = ANY(${user_ids}::uuid[]) ORDER BY created_at, id`);
}

export async function findInjuriesOf(db: Queryable, user_ids: readonly string[]): Promise<StoredInjury[]> {
  if (user_ids.length === 0) return [];
  return await db.query<StoredInjury>(sql`
    SELECT ${INJURY} FROM injuries WHERE user_id = ANY(${user_ids}::uuid[]) ORDER BY created_at, id`);
}

export async function findEntry(db: Queryable, { user_id, id }: OwnId): Promise<StoredEntry | null> {
  return await db.maybeOne<StoredEntry>(sql`
    SELECT ${ENTRY} FROM availability_entries WHERE user_id = ${user_id} AND id = ${id}`);
}

export async function findInjury(db: Queryable, { user_id, id }: OwnId): Promise<StoredInjury | null> {
  return await db.maybeOne<StoredInjury>(sql`
    SELECT ${INJURY} FROM injuries WHERE user_id = ${user_id} AND id = ${id}`);
}

/** Locks the entry until the transaction ends. */
export async function lockEntry(tx: Transaction, { user_id, id }: OwnId): Promise<StoredEntry | null> {
  return await tx.maybeOne<StoredEntry>(sql`
    SELECT ${ENTRY} FROM availability_entries WHERE user_id = ${user_id} AND id = ${id} FOR UPDATE`);
}

export async function lockInjury(tx: Transaction, { user_id, id }: OwnId): Promise<StoredInjury | null> {
  return await tx.maybeOne<StoredInjury>(sql`
    SELECT ${INJURY} FROM injuries WHERE user_id = ${user_id} AND id = ${id} FOR UPDATE`);
}

/** Counts and locks, so that nobody adds one meanwhile. */
export async function countEntriesForNow(tx: Transaction, user_id: string): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('availability'), hashtext(${user_id}))`);
  const { count } = await tx.one<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM availability_entries WHERE user_id = ${user_id}`,
  );
  return count;
}

export async function countInjuriesForNow(tx: Transaction, user_id: string): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('injuries'), hashtext(${user_id}))`);
  const { count } = await tx.one<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM injuries WHERE user_id = ${user_id}`,
  );
  return count;
}

export async function insertEntry(tx: Transaction, entry: StoredEntry): Promise<void> {
  await tx.execute(sql`
    INSERT INTO availability_entries (id, user_id, kind, part, minutes, weekdays, from_day, to_day, reason, created_at, updated_at)
    VALUES (${entry.id}, ${entry.user_id}, ${entry.kind}, ${entry.part}, ${entry.minutes}, ${entry.weekdays}::text[],
      ${entry.from}, ${entry.to}, ${entry.reason}, ${entry.created_at}, ${entry.updated_at})`);
}

export async function insertInjury(tx: Transaction, injury: StoredInjury): Promise<void> {
  await tx.execute(sql`
    INSERT INTO injuries (id, user_id, kind, area, from_day, to_day, running, note, created_at, updated_at)
    VALUES (${injury.id}, ${injury.user_id}, ${injury.kind}, ${injury.area}, ${injury.from}, ${injury.to}, ${injury.running},
      ${injury.note}, ${injury.created_at}, ${injury.updated_at})`);
}

export async function updateEntryRow(tx: Transaction, entry: StoredEntry): Promise<void> {
  await tx.execute(sql`
    UPDATE availability_entries SET kind = ${entry.kind}, part = ${entry.part}, minutes = ${entry.minutes},
      weekdays = ${entry.weekdays}::text[], from_day = ${entry.from}, to_day = ${entry.to}, reason = ${entry.reason},
      updated_at = ${entry.updated_at}
    WHERE user_id = ${entry.user_id} AND id = ${entry.id}`);
}

export async function updateInjuryRow(tx: Transaction, injury: StoredInjury): Promise<void> {
  await tx.execute(sql`
    UPDATE injuries SET kind = ${injury.kind}, area = ${injury.area}, from_day = ${injury.from}, to_day = ${injury.to},
      running = ${injury.running}, note = ${injury.note}, updated_at = ${injury.updated_at}
    WHERE user_id = ${injury.user_id} AND id = ${injury.id}`);
}

export async function deleteEntryRow(tx: Transaction, { user_id, id }: OwnId): Promise<boolean> {
  return (
    (await tx.execute(sql`DELETE FROM availability_entries WHERE user_id = ${user_id} AND id = ${id}`)) === 1
  );
}

export async function deleteInjuryRow(tx: Transaction, { user_id, id }: OwnId): Promise<boolean> {
  return (await tx.execute(sql`DELETE FROM injuries WHERE user_id = ${user_id} AND id = ${id}`)) === 1;
}
