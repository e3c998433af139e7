import type { BackupHeader } from './catalogue.ts';
import type { BackupNote } from './last-backup.ts';
import { type BackupPlace, describePlace } from './place.ts';

/** What the database remembers of a backup. */
export function noteOf(header: BackupHeader, place: BackupPlace, scheduled: boolean): BackupNote {
  const { id, row_count, object_count, missing_objects, size_bytes, written_bytes } = header;
  return {
    id,
    place: describePlace(place),
    scheduled,
    encrypted: header.recipient !== null,
    snapshot_at: new Date(header.snapshot_at),
    finished_at: new Date(header.finished_at),
    row_count,
    object_count,
    missing_objects,
    size_bytes,
    written_bytes,
  };
}
