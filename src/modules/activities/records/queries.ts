import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { rawSql, sql } from '../../../infra/db/sql.ts';
import type { Source } from '../../../privacy/index.ts';
import { holdUser } from '../../users/index.ts';
import { ACTIVITY_COLUMNS, type StoredActivity } from '../activity.ts';
import { type FullRecord, type KnownRecord, RECOGNISED, type Rest, restOf } from './activity-record.ts';
import type { ActivityEdits } from './edits.ts';
import type { Recognisable } from './match.ts';
import type { MergedActivity } from './merge.ts';
import type { ReportedActivity } from './report.ts';

const KNOWN_NAMES = [
  'id',
  'key',
  'source',
  'external_id',
  'file_id',
  'activity_id',
  'edition',
  'position',
  'hidden_until',
  'edits',
  ...RECOGNISED,
];
const KNOWN = rawSql(KNOWN_NAMES.map((name) => `r.${name}`).join(', '));
const HAS_STREAMS = rawSql('EXISTS (SELECT FROM activity_streams s WHERE s.record_id = r.id) AS has_streams');

/**
 * Locks the person, so that nobody else regroups their records until the transaction ends.
 * @returns whether the person exists
 */
export async function holdActivities(tx: Transaction, user_id: string): Promise<boolean> {
  if (!(await holdUser(tx, user_id))) return false;
  await takeTurn(tx, user_id);
  return true;
}

export async function takeTurn(tx: Transaction, user_id: string): Promise<void> {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtext('activities.records'), hashtext(${user_id}::text))`,
  );
}

/** With what was reported; null where the athlete deleted the activity, the source withdrew it or its retention ended. */
export type FoundRecord = Omit<FullRecord, 'told'> & {
  readonly told: ReportedActivity | null;
  readonly updated_at: Date;
};
type FullRow = Omit<FoundRecord, 'told'> & {
  readonly told: (Omit<Rest, 'intensity'> & Partial<Pick<Rest, 'intensity'>>) | null;
};

export async function findRecordsByKey(
  db: Queryable,
  { user_id, keys }: { user_id: string; keys: readonly string[] },
): Promise<FoundRecord[]> {
  const rows = await db.query<FullRow>(sql`
    SELECT ${KNOWN}, r.updated_at, r.told, ${HAS_STREAMS} FROM activity_records r
    WHERE r.user_id = ${user_id} AND r.key = ANY(${keys}::text[])`);
  return rows.map(withTold);
}

export async function findFullRecords(
  db: Queryable,
  { user_id, ids }: { user_id: string; ids: readonly string[] },
): Promise<FoundRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<FullRow>(sql`
    SELECT ${KNOWN}, r.updated_at, r.told, ${HAS_STREAMS} FROM activity_records r
    WHERE r.user_id = ${user_id} AND r.id = ANY(${ids}::uuid[])`);
  return rows.map(withTold);
}

export async function findRecordsOf(
  db: Queryable,
  { user_id, activity_ids }: { user_id: string; activity_ids: readonly string[] },
): Promise<FoundRecord[]> {
  const rows = await db.query<FullRow>(sql`
    SELECT ${KNOWN}, r.updated_at, r.told, ${HAS_STREAMS} FROM activity_records r
    WHERE r.user_id = ${user_id} AND r.activity_id = ANY(${activity_ids}::uuid[])
    ORDER BY r.start_time, r.key`);
  return rows.map(withTold);
}

/** The sources that mark an athlete's activity. */
export async function findMarks(
  db: Queryable,
  { user_id, activity_id }: { user_id: string; activity_id: string },
): Promise<{ source: Source; told: { private: boolean; is_race: boolean } }[]> {
  return await db.query(sql`
    SELECT source, json_build_object('private', told->'private', 'is_race', told->'is_race') AS told
    FROM activity_records WHERE user_id = ${user_id} AND activity_id = ${activity_id}`);
}

function withTold(row: FullRow): FoundRecord {
  const recognised = Object.fromEntries(RECOGNISED.map((name) => [name, row[name]])) as Recognisable;
  // Reports from before intensities were measured have none.
  return { ...row, told: row.told && { ...recognised, ...row.told, intensity: row.told.intensity ?? null } };
}

export type TimeRange = { readonly from: Date; readonly until: Date };

export async function findRecordsWithin(
  db: Queryable,
  { user_id, ranges }: { user_id: string; ranges: readonly TimeRange[] },
): Promise<KnownRecord[]> {
  return await db.query<KnownRecord>(sql`
    SELECT r.*
    FROM unnest(${ranges.map(({ from }) => from)}::timestamptz[], ${ranges.map(({ until }) => until)}::timestamptz[])
      AS near(from_time, until_time)
      -- One look into the index for each range; without OFFSET this would be a join, which reads all records for each.
      CROSS JOIN LATERAL (
        SELECT ${KNOWN} FROM activity_records r
        WHERE r.user_id = ${user_id} AND r.start_time >= near.from_time AND r.start_time <= near.until_time
          AND r.expired_at IS NULL
        OFFSET 0
      ) r`);
}

export type KeptActivity = StoredActivity & {
  readonly edits: ActivityEdits;
  readonly streams_of: string | null;
  readonly told_workout_type: StoredActivity['workout_type'];
  /** The rules by which its sources were mixed, where there are several. @see mixingRules */
  readonly merged_under: string | null;
};

const ACTIVITY_NAMES = Object.keys(ACTIVITY_COLUMNS);

export async function findKeptActivities(
  db: Queryable,
  { user_id, ids }: { user_id: string; ids: readonly string[] },
): Promise<KeptActivity[]> {
  if (ids.length === 0) return [];
  return await db.query<KeptActivity>(sql`
    SELECT ${rawSql(ACTIVITY_NAMES.join(', '))}, edits, streams_of, told_workout_type, merged_under
    FROM activities
    WHERE user_id = ${user_id} AND id = ANY(${ids}::uuid[]) ORDER BY created_at, id`);
}

const SAVED = {
  ...ACTIVITY_COLUMNS,
  streams_of: 'uuid',
  told_workout_type: 'text',
  edits: 'json',
  merged_under: 'text',
};
const SAVED_NAMES = Object.keys(SAVED);
const NOT_MERGED = new Set(['id', 'user_id', 'created_at']);
const typed = (columns: Readonly<Record<string, string>>): string =>
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');
const assigned = (names: readonly string[]): string =>
  names.map((name) => `${name} = excluded.${name}`).join(', ');

export type SavedActivity = KeptActivity & MergedActivity;

export async function saveActivities(tx: Transaction, activities: readonly SavedActivity[]): Promise<void> {
  if (activities.length === 0) return;
  await tx.execute(sql`
    INSERT INTO activities (${rawSql(SAVED_NAMES.join(', '))})
    SELECT ${rawSql(SAVED_NAMES.join(', '))}
    FROM json_to_recordset(${JSON.stringify(activities)}::json) AS given(${rawSql(typed(SAVED))})
    ON CONFLICT (id) DO UPDATE SET ${rawSql(assigned(SAVED_NAMES.filter((name) => !NOT_MERGED.has(name))))}`);
}

const RECORD_COLUMNS = {
  id: 'uuid',
  user_id: 'uuid',
  activity_id: 'uuid',
  source: 'text',
  external_id: 'text',
  key: 'text',
  file_id: 'uuid',
  sport_type: 'text',
  start_time: 'timestamptz',
  start_is: 'text',
  timezone: 'text',
  duration_s: 'double precision',
  distance_m: 'double precision',
  edition: 'double precision',
  position: 'bigint',
  hidden_until: 'timestamptz',
  told: 'json',
  edits: 'json',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
};
const RECORD_NAMES = Object.keys(RECORD_COLUMNS);
const NEVER_TOLD_ANEW = new Set(['id', 'user_id', 'source', 'external_id', 'key', 'file_id', 'created_at']);

type SavedRecord = KnownRecord & { readonly told: ReportedActivity; readonly told_at: Date };

export async function saveRecords(
  tx: Transaction,
  { user_id, records }: { user_id: string; records: readonly SavedRecord[] },
): Promise<void> {
  if (records.length === 0) return;
  const rows = records.map((record) => ({
    ...record,
    user_id,
    told: record.activity_id === null ? null : restOf(record.told),
    edits: null,
    created_at: record.told_at,
    updated_at: record.told_at,
  }));
  await tx.execute(sql`
    INSERT INTO activity_records (${rawSql(RECORD_NAMES.join(', '))})
    SELECT ${rawSql(RECORD_NAMES.join(', '))}
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given(${rawSql(typed(RECORD_COLUMNS))})
    ON CONFLICT (user_id, key) DO UPDATE SET
      ${rawSql(assigned(RECORD_NAMES.filter((name) => !NEVER_TOLD_ANEW.has(name))))}`);
}

/** Records that a source repeated a report unchanged. */
export async function noteRepeated(
  tx: Transaction,
  { user_id, records, now }: { user_id: string; records: readonly Repeated[]; now: Date },
): Promise<void> {
  if (records.length === 0) return;
  await tx.execute(sql`
    UPDATE activity_records r SET position = given.position, hidden_until = given.hidden_until, updated_at = ${now}
    FROM json_to_recordset(${JSON.stringify(records)}::json) AS given(id uuid, position bigint, hidden_until timestamptz)
    WHERE r.id = given.id AND r.user_id = ${user_id}`);
}

type Repeated = Pick<KnownRecord, 'id' | 'position' | 'hidden_until'>;
type TakenBack = { readonly id: string; readonly edits: ActivityEdits };

/** Keeps the identifying values and manual edits of withdrawn records, for when they come back. */
export async function keepEdits(
  tx: Transaction,
  { user_id, records, now }: { user_id: string; records: readonly TakenBack[]; now: Date },
): Promise<void> {
  if (records.length === 0) return;
  await tx.execute(sql`
    WITH emptied AS (
      UPDATE activity_records r
      SET activity_id = NULL, told = NULL, edition = NULL, position = NULL, hidden_until = NULL, edits = given.edits, updated_at = ${now}
      FROM json_to_recordset(${JSON.stringify(records)}::json) AS given(id uuid, edits json)
      WHERE r.id = given.id AND r.user_id = ${user_id}
      RETURNING r.id
    )
    DELETE FROM activity_streams USING emptied WHERE record_id = emptied.id`);
}

/** Gives records to the activities they are of now. */
export async function moveRecords(
  tx: Transaction,
  { user_id, moves }: { user_id: string; moves: readonly { id: string; activity_id: string }[] },
): Promise<void> {
  if (moves.length === 0) return;
  await tx.execute(sql`
    UPDATE activity_records r SET activity_id = given.activity_id
    FROM unnest(${moves.map(({ id }) => id)}::uuid[], ${moves.map((move) => move.activity_id)}::uuid[])
      AS given(id, activity_id)
    WHERE r.id = given.id AND r.user_id = ${user_id}`);
}

export type Owned = { readonly user_id: string; readonly ids: readonly string[] };

export async function deleteRecords(tx: Transaction, { user_id, ids }: Owned): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`DELETE FROM activity_records WHERE user_id = ${user_id} AND id = ANY(${ids}::uuid[])`);
}

export async function deleteStreams(tx: Transaction, { user_id, ids }: Owned): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(
    sql`DELETE FROM activity_streams WHERE user_id = ${user_id} AND record_id = ANY(${ids}::uuid[])`,
  );
}

/** Records which activity each merged one continues as, and moves what refers to it. */
export async function saveHeirs(
  tx: Transaction,
  {
    user_id,
    heirs,
  }: { user_id: string; heirs: readonly { readonly activity_id: string; readonly heir_id: string }[] },
): Promise<void> {
  if (heirs.length === 0) return;
  const given = sql`unnest(${heirs.map((one) => one.activity_id)}::uuid[], ${heirs.map((one) => one.heir_id)}::uuid[])
    AS given(activity_id, heir_id)`;
  // Heirs of a merged activity follow it to the new one.
  await tx.execute(sql`
    UPDATE activity_heirs h SET heir_id = given.heir_id FROM ${given}
    WHERE h.heir_id = given.activity_id AND h.user_id = ${user_id}`);
  await tx.execute(sql`
    INSERT INTO activity_heirs (activity_id, user_id, heir_id)
    SELECT given.activity_id, ${user_id}, given.heir_id FROM ${given}
    ON CONFLICT (activity_id) DO UPDATE SET heir_id = excluded.heir_id`);
}

export async function deleteActivities(tx: Transaction, { user_id, ids }: Owned): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`DELETE FROM activities WHERE user_id = ${user_id} AND id = ANY(${ids}::uuid[])`);
}

/** Keeps only the identifying values of a deleted activity's records. */
export async function emptyRecords(
  tx: Transaction,
  { user_id, activity_id, now }: { user_id: string; activity_id: string; now: Date },
): Promise<void> {
  await tx.execute(sql`
    WITH emptied AS (
      UPDATE activity_records SET activity_id = NULL, told = NULL, updated_at = ${now}
      WHERE user_id = ${user_id} AND activity_id = ${activity_id} AND external_id IS NOT NULL
      RETURNING id
    )
    DELETE FROM activity_streams USING emptied WHERE record_id = emptied.id`);
}
