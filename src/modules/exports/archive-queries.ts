import type { Queryable, Transaction } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';
import type { ExportJob } from './export-job.ts';
import type { ArchiveContents, Closing } from './still-open.ts';

/** What a transaction sees of the others, and when it began to, by the database's clock. */
export type Snapshot = { readonly snapshot: string; readonly at: string };

export async function readSnapshot(tx: Transaction): Promise<Snapshot> {
  return await tx.one<Snapshot>(sql`SELECT pg_current_snapshot()::text AS snapshot, now()::text AS at`);
}

export async function insertExportAthletes(
  tx: Transaction,
  archive: { id: string; exported_at: Date; athletes: ArchiveContents['athletes'] },
): Promise<void> {
  const user_ids = archive.athletes.map(({ user_id }) => user_id);
  const shown = archive.athletes.map((athlete) => athlete.shown);
  await tx.execute(sql`
    INSERT INTO export_athletes (export_id, user_id, shown, exported_at)
    SELECT ${archive.id}, given.user_id, given.shown, ${archive.exported_at}
    FROM unnest(${user_ids}::uuid[], ${shown}::smallint[]) AS given (user_id, shown)`);
}

export async function findContents(
  db: Queryable,
  { org_id, id }: { org_id: string; id: string },
): Promise<ArchiveContents | null> {
  const rows = await db.query<{ lists: string[][]; user_id: string | null; shown: number | null }>(sql`
    SELECT CASE WHEN row_number() OVER () = 1 THEN e.shown END AS lists, a.user_id, a.shown
    FROM export_jobs e LEFT JOIN export_athletes a ON a.export_id = e.id
    WHERE e.id = ${id} AND e.org_id = ${org_id} AND e.status = 'completed' AND e.shown IS NOT NULL`);
  const [first] = rows;
  if (first === undefined) return null;
  const athletes = rows.flatMap(({ user_id, shown }) =>
    user_id === null || shown === null ? [] : [{ user_id, shown }],
  );
  return { shown: first.lists, athletes };
}

/**
 * Activities of an archive that were closed since it was made, each kind once: by what its transaction saw, so that no
 * concurrent change is missed; and by time, for a restored database with new transaction ids.
 */
export async function listClosings(
  db: Queryable,
  { org_id, id }: { org_id: string; id: string },
): Promise<Closing[]> {
  return await db.query<Closing>(sql`
    SELECT DISTINCT a.shown, c.gone, c.is_race, c.source, c.part
    FROM export_jobs e
    JOIN export_athletes a ON a.export_id = e.id
    JOIN activity_closings c ON c.user_id = a.user_id
    WHERE e.id = ${id} AND e.org_id = ${org_id}
      AND (NOT pg_visible_in_snapshot(c.closed_in, e.snapshot) OR c.closed_at > e.snapshot_at)
      AND c.stored_at <= e.completed_at AND (c.org_id IS NULL OR c.org_id = e.org_id)
      AND (c.part IS NOT NULL OR e.start_date_ms IS NULL OR c.start_time >= to_timestamp(e.start_date_ms / 1000.0))
      AND (c.part IS NOT NULL OR e.end_date_ms IS NULL OR c.start_time <= to_timestamp(e.end_date_ms / 1000.0))`);
}

/** Forgets what was closed so long ago that every archive from before has expired. */
export async function deleteOldClosings(db: Queryable, days: number): Promise<void> {
  await db.execute(sql`
    DELETE FROM activity_closings WHERE closed_at < clock_timestamp() - make_interval(days => ${days})`);
}

/** Who asked for an export, or made the key that did, unless their account is gone, and then who leads the organization. */
export async function findWhoAsked(
  tx: Transaction,
  { id, org_id }: { id: string; org_id: string },
): Promise<string[]> {
  const { ids } = await tx.one<{ ids: string[] }>(sql`
    SELECT array_remove(ARRAY[coalesce(e.requested_by, k.created_by), o.head_coach_user_id], NULL)::text[] AS ids
    FROM export_jobs e JOIN organizations o USING (org_id)
    LEFT JOIN api_keys k ON k.id = e.api_key_id AND k.org_id = e.org_id
    WHERE e.id = ${id} AND e.org_id = ${org_id}`);
  return ids;
}

/** The export that an object is the archive of, or of which it was one, with the state of the key that asked for it. */
export async function findArchive(
  db: Queryable,
  { org_id, id }: { org_id: string; id: string },
): Promise<Pick<
  ExportJob,
  'id' | 'org_id' | 'api_key_id' | 'requested_by' | 'object_key' | 'withdrawn_at'
> | null> {
  return await db.maybeOne(sql`
    SELECT id, org_id, api_key_id, requested_by, object_key, withdrawn_at FROM export_jobs
    WHERE id = ${id} AND org_id = ${org_id}`);
}
