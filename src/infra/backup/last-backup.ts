import type { Queryable } from '../db/database.ts';
import { sql } from '../db/sql.ts';

/** A finished backup, as the database that it is of remembers it. */
export type BackupNote = {
  readonly id: string;
  /** A folder or `s3://bucket/prefix`, without credentials. */
  readonly place: string;
  readonly scheduled: boolean;
  readonly encrypted: boolean;
  /** What it holds is what was there then: its age counts from here. */
  readonly snapshot_at: Date;
  readonly finished_at: Date;
  readonly row_count: number;
  readonly object_count: number;
  /** Objects that rows name and that the store did not have. */
  readonly missing_objects: number;
  readonly size_bytes: number;
  /** Of `size_bytes`, what earlier backups in the same place did not have. */
  readonly written_bytes: number;
};

/** The newest backup that was finished, wherever it lies; null where there was none. One look-up by index. */
export async function lastBackup(db: Queryable): Promise<BackupNote | null> {
  return await db.maybeOne<BackupNote>(sql`
    SELECT id, place, scheduled, encrypted, snapshot_at, finished_at, row_count, object_count, missing_objects,
      size_bytes, written_bytes
    FROM backups ORDER BY finished_at DESC, id DESC LIMIT 1`);
}

/** Remembers a backup; twice is once. Notes of more than 400 days ago go, but for the last one. */
export async function noteBackup(db: Queryable, note: BackupNote): Promise<void> {
  await db.execute(sql`
    INSERT INTO backups (id, place, scheduled, encrypted, snapshot_at, finished_at, row_count, object_count,
      missing_objects, size_bytes, written_bytes)
    VALUES (${note.id}, ${note.place}, ${note.scheduled}, ${note.encrypted}, ${note.snapshot_at}, ${note.finished_at},
      ${note.row_count}, ${note.object_count}, ${note.missing_objects}, ${note.size_bytes}, ${note.written_bytes})
    ON CONFLICT (id) DO NOTHING`);
  await db.execute(sql`
    DELETE FROM backups WHERE finished_at < ${note.finished_at}::timestamptz - interval '400 days'`);
}
