import type { Queryable, Transaction } from '../../infra/db/database.ts';
import { rawSql, type Sql, sql } from '../../infra/db/sql.ts';
import type { PrivacySettings } from '../../privacy/index.ts';
import { HIGHEST_ID, LOWEST_ID } from '../../shared/ids.ts';
import type { PagePosition } from '../../shared/page-cursor.ts';
import { MEMBER_PRIVACY } from '../organizations/index.ts';
import { ACCOUNT_IS_ACTIVE } from '../users/index.ts';
import type { Snapshot } from './archive-queries.ts';
import type { ExportJob, ExportStatus, LeftOut, SkippedAthlete } from './export-job.ts';
import type { ArchiveContents } from './still-open.ts';

const COLUMNS =
  rawSql(`id, org_id, api_key_id, requested_by, export_type, start_date_ms, end_date_ms, format, include, athlete_ids, status,
  object_key, file_size_bytes, schema_version, error_message, skipped_athletes, left_out, created_at, completed_at,
  expires_at, withdrawn_at`);

export type Owner =
  | { readonly org_id: string; readonly api_key_id: string }
  | { readonly org_id: string; readonly requested_by: string };

const isOf = (owner: Owner): Sql =>
  'api_key_id' in owner
    ? sql`org_id = ${owner.org_id} AND api_key_id = ${owner.api_key_id}`
    : sql`org_id = ${owner.org_id} AND requested_by = ${owner.requested_by}`;

export async function insertExport(
  tx: Transaction,
  job: Pick<
    ExportJob,
    'id' | 'start_date_ms' | 'end_date_ms' | 'format' | 'include' | 'athlete_ids' | 'created_at'
  > & { readonly owner: Owner },
): Promise<ExportJob> {
  const { owner } = job;
  return await tx.one<ExportJob>(sql`
    INSERT INTO export_jobs (id, org_id, api_key_id, requested_by, start_date_ms, end_date_ms, format, include, athlete_ids, status, created_at)
    VALUES (${job.id}, ${owner.org_id}, ${'api_key_id' in owner ? owner.api_key_id : null},
            ${'requested_by' in owner ? owner.requested_by : null}, ${job.start_date_ms}, ${job.end_date_ms}, ${job.format},
            ${job.include}, ${job.athlete_ids}, 'pending', ${job.created_at})
    RETURNING ${COLUMNS}`);
}

/**
 * Keeps the key from creating another export until the transaction ends, and the organization from being deleted.
 *
 * @returns false when both are no more
 */
export async function holdKey(
  tx: Transaction,
  owner: { org_id: string; api_key_id: string },
): Promise<boolean> {
  await tx.execute(sql`SELECT 1 FROM organizations WHERE org_id = ${owner.org_id} FOR KEY SHARE`);
  const held = await tx.execute(sql`
    SELECT 1 FROM api_keys WHERE id = ${owner.api_key_id} AND org_id = ${owner.org_id} FOR NO KEY UPDATE`);
  return held === 1;
}

/**
 * Keeps people from creating another export in an organization until the transaction ends, and it from being deleted.
 *
 * @returns false when it is no more
 */
export async function holdForExporters(tx: Transaction, org_id: string): Promise<boolean> {
  return (
    (await tx.execute(sql`SELECT 1 FROM organizations WHERE org_id = ${org_id} FOR NO KEY UPDATE`)) === 1
  );
}

/** Keeps an export of the owner's from being deleted until the transaction ends. @returns false when it is no more */
export async function holdExport(tx: Transaction, owner: Owner, id: string): Promise<boolean> {
  const held = await tx.execute(sql`
    SELECT 1 FROM export_jobs
    WHERE id = ${id} AND ${isOf(owner)} AND status <> 'deleted'
    FOR SHARE`);
  return held === 1;
}

/** Whether an export is recorded, whatever has become of it. */
export async function isRecorded(db: Queryable, org_id: string, id: string): Promise<boolean> {
  const found = await db.maybeOne(sql`SELECT 1 FROM export_jobs WHERE id = ${id} AND org_id = ${org_id}`);
  return found !== null;
}

/**
 * The exports of an organization of which something may lie in the store, or come to: nobody records an archive of them
 * before the transaction ends.
 */
export async function lockArchivesOf(
  tx: Transaction,
  org_id: string,
): Promise<{ id: string; org_id: string }[]> {
  return await tx.query(sql`
    SELECT id, org_id FROM export_jobs
    WHERE org_id = ${org_id} AND status <> 'deleted' ORDER BY id FOR UPDATE`);
}

/** When the owner created their n-th newest export, those that were deleted included; null when it did not after `since`. */
export async function findNthNewest(
  db: Queryable,
  owner: Owner,
  { n, since }: { n: number; since: Date },
): Promise<Date | null> {
  const found = await db.maybeOne<{ created_at: Date }>(sql`
    SELECT created_at FROM export_jobs
    WHERE ${isOf(owner)} AND created_at > ${since}
    ORDER BY created_at DESC LIMIT 1 OFFSET ${n - 1}`);
  return found?.created_at ?? null;
}

export async function findExport(db: Queryable, owner: Owner, id: string): Promise<ExportJob | null> {
  return await db.maybeOne<ExportJob>(sql`
    SELECT ${COLUMNS} FROM export_jobs
    WHERE id = ${id} AND ${isOf(owner)}`);
}

/** Newest first, then id; without those that are deleted. */
export async function listExports(
  db: Queryable,
  owner: Owner,
  page: { status: ExportStatus | null; limit: number; offset: number; after: PagePosition | null },
): Promise<ExportJob[]> {
  const after = page.after ?? { at: 'infinity', id: HIGHEST_ID };
  return await db.query<ExportJob>(sql`
    SELECT ${COLUMNS} FROM export_jobs
    WHERE ${isOf(owner)} AND status <> 'deleted'
      AND (${page.status}::text IS NULL OR status = ${page.status})
      AND (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)
    ORDER BY created_at DESC, id DESC LIMIT ${page.limit} OFFSET ${page.offset}`);
}

/** Marks the export as running; null when there is nothing left to do for it. */
export async function startExport(db: Queryable, org_id: string, id: string): Promise<ExportJob | null> {
  return await db.maybeOne<ExportJob>(sql`
    UPDATE export_jobs SET status = 'running'
    WHERE id = ${id} AND org_id = ${org_id} AND status IN ('pending', 'running')
    RETURNING ${COLUMNS}`);
}

/** @returns false when it has ended already, or is gone. */
export async function completeExport(
  tx: Transaction,
  org_id: string,
  id: string,
  result: {
    object_key: string;
    file_size_bytes: number;
    schema_version: string;
    skipped_athletes: readonly SkippedAthlete[];
    left_out: readonly LeftOut[];
    /** What the archive shows of some of its athletes, and the state of the database that it was made from. */
    shown: ArchiveContents['shown'];
    snapshot: Snapshot;
    completed_at: Date;
    expires_at: Date;
  },
): Promise<boolean> {
  const changed = await tx.execute(sql`
    UPDATE export_jobs SET status = 'completed', object_key = ${result.object_key},
      file_size_bytes = ${result.file_size_bytes}, schema_version = ${result.schema_version},
      skipped_athletes = ${JSON.stringify(result.skipped_athletes)}, left_out = ${JSON.stringify(result.left_out)},
      shown = ${JSON.stringify(result.shown)}, snapshot = ${result.snapshot.snapshot}::pg_snapshot,
      snapshot_at = ${result.snapshot.at}::timestamptz, completed_at = ${result.completed_at},
      expires_at = ${result.expires_at}
    WHERE id = ${id} AND org_id = ${org_id} AND status = 'running'`);
  return changed === 1;
}

/** Of any organizations; those that have ended already stay as they are. @returns the exports that failed by it */
export async function markFailed(
  db: Queryable,
  ids: readonly string[],
  failure: { error_message: string; completed_at: Date },
): Promise<{ id: string; org_id: string }[]> {
  return await db.query(sql`
    WITH held AS (
      SELECT id FROM export_jobs WHERE id = ANY(${ids}::uuid[]) AND status IN ('pending', 'running')
      ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE export_jobs e SET status = 'failed', error_message = ${failure.error_message},
      completed_at = ${failure.completed_at}
    FROM held WHERE e.id = held.id
    RETURNING e.id, e.org_id`);
}

export type ExpiredExport = { readonly id: string; readonly object_key: string };

/** What is known of an archive, of any organization, against which its object is held. */
export type StoredArchive = {
  readonly id: string;
  readonly object_key: string;
  readonly file_size_bytes: number | null;
};

export async function findStoredArchives(
  db: Queryable,
  { after, limit, now }: { after: string; limit: number; now: Date },
): Promise<StoredArchive[]> {
  return await db.query<StoredArchive>(sql`
    SELECT id, object_key, file_size_bytes FROM export_jobs
    WHERE id > ${after} AND status = 'completed' AND object_key IS NOT NULL AND expires_at > ${now}
    ORDER BY id LIMIT ${limit}`);
}

export async function findArchiveKeys(db: Queryable, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ object_key: string }>(
    sql`SELECT object_key FROM export_jobs WHERE object_key = ANY(${keys}::text[])`,
  );
  return new Set(rows.map(({ object_key }) => object_key));
}

/** Archives of all organizations whose retention is over and whose file may still lie in the store. */
export async function listExpired(db: Queryable, now: Date, limit: number): Promise<ExpiredExport[]> {
  return await db.query<ExpiredExport>(sql`
    SELECT id, object_key FROM export_jobs
    WHERE status = 'completed' AND expires_at <= ${now} AND object_key IS NOT NULL
    ORDER BY expires_at LIMIT ${limit}`);
}

/** What says of whom an archive is, of which nothing is made any more once it is gone. */
const WITHOUT_PEOPLE = rawSql(
  `status = 'deleted', object_key = NULL, athlete_ids = NULL, skipped_athletes = NULL, left_out = NULL, shown = NULL`,
);

/**
 * Takes them from view; their files must be gone already. What stays says that the key made an export, and when; the
 * audit log says more.
 */
export async function markDeleted(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.execute(sql`
    WITH held AS (SELECT id FROM export_jobs WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE)
    UPDATE export_jobs e SET ${WITHOUT_PEOPLE} FROM held WHERE e.id = held.id`);
}

/** Forgets exports of all organizations that ended before; which athletes they held is kept for these. */
export async function deleteForgotten(db: Queryable, before: Date): Promise<void> {
  await db.execute(sql`DELETE FROM export_jobs WHERE status = 'deleted' AND expires_at < ${before}`);
}

/** Takes a completed export from view whose archive must not be handed out. @returns false when that was done before */
export async function markWithdrawn(
  tx: Transaction,
  { org_id, id }: { org_id: string; id: string },
  now: Date,
): Promise<boolean> {
  const changed = await tx.execute(sql`
    UPDATE export_jobs SET ${WITHOUT_PEOPLE}, withdrawn_at = ${now}
    WHERE id = ${id} AND org_id = ${org_id} AND status = 'completed'`);
  return changed === 1;
}

/**
 * Takes from view every ended export whose archive holds or names a person, and the person out of the requests of those
 * that are still to be made.
 *
 * @returns the exports whose archives have to go
 */
export async function withdrawExportsOf(
  tx: Transaction,
  user_id: string,
  now: Date,
): Promise<{ id: string; org_id: string }[]> {
  // Held in one order, so that two people who leave at once do not wait for each other.
  await tx.execute(sql`
    WITH held AS (
      SELECT id FROM export_jobs
      WHERE status IN ('pending', 'running', 'failed') AND athlete_ids @> ARRAY[${user_id}]
      ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE export_jobs e SET athlete_ids = array_remove(athlete_ids, ${user_id}) FROM held WHERE e.id = held.id`);
  return await tx.query<{ id: string; org_id: string }>(sql`
    WITH held AS (
      SELECT id FROM export_jobs e
      WHERE e.status = 'completed' AND (
        e.athlete_ids @> ARRAY[${user_id}]
        OR e.skipped_athletes @> jsonb_build_array(jsonb_build_object('uid', ${user_id}::text))
        OR EXISTS (SELECT FROM export_athletes a WHERE a.export_id = e.id AND a.user_id = ${user_id})
      )
      ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE export_jobs e SET ${WITHOUT_PEOPLE}, withdrawn_at = ${now} FROM held WHERE e.id = held.id
    RETURNING e.id, e.org_id`);
}

/** Takes from view all that somebody asked for in person, whatever it is at. @returns the exports whose archives have to go */
export async function withdrawExportsAskedBy(
  tx: Transaction,
  user_id: string,
  now: Date,
): Promise<{ id: string; org_id: string }[]> {
  return await tx.query<{ id: string; org_id: string }>(sql`
    WITH held AS (
      SELECT id FROM export_jobs WHERE requested_by = ${user_id} AND status <> 'deleted' ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE export_jobs e SET ${WITHOUT_PEOPLE}, withdrawn_at = ${now}, expires_at = coalesce(e.expires_at, ${now})
    FROM held WHERE e.id = held.id
    RETURNING e.id, e.org_id`);
}

export async function findExportsAskedBy(
  db: Queryable,
  { user_id, after, limit }: { user_id: string; after: { readonly id: string } | null; limit: number },
): Promise<ExportJob[]> {
  return await db.query<ExportJob>(sql`
    SELECT ${COLUMNS} FROM export_jobs
    WHERE requested_by = ${user_id} AND id > ${after?.id ?? LOWEST_ID}::uuid ORDER BY id LIMIT ${limit}`);
}

/** One athlete who is or was in the organization, with what decides whether an export includes them. */
export type RosterEntry = {
  readonly user_id: string;
  /** Null for a current member. */
  readonly left_at: Date | null;
  readonly account_active: boolean;
  readonly privacy: PrivacySettings;
};

export async function listRoster(db: Queryable, org_id: string): Promise<RosterEntry[]> {
  return await db.query<RosterEntry>(sql`
    SELECT m.user_id, m.left_at, ${rawSql(ACCOUNT_IS_ACTIVE)} AS account_active,
           ${rawSql(MEMBER_PRIVACY)} AS privacy
    FROM organization_members m JOIN users u ON u.user_id = m.user_id
    WHERE m.org_id = ${org_id}
    ORDER BY m.joined_at, m.user_id`);
}
