import { copyCluster } from '../db/copy-cluster.ts';
import type { Database } from '../db/database.ts';
import type { LocalRequests } from '../db/local-requests.ts';
import { type BackupNote, noteBackup } from './last-backup.ts';

/** What `ekiden backup` asks of the process that has the embedded database open. */
export function backupRequests(db: Database): LocalRequests {
  return {
    copy: async (folder) => {
      await db.holdFiles?.((files) => copyCluster(files, String(folder)));
    },
    note: async (input) => {
      const { snapshot_at, finished_at, ...note } = input as BackupNote;
      await noteBackup(db, {
        ...note,
        snapshot_at: new Date(snapshot_at),
        finished_at: new Date(finished_at),
      });
    },
  };
}
