import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { reasonOf } from '../../shared/errors.ts';
import { copyCluster } from '../db/copy-cluster.ts';
import type { Database } from '../db/database.ts';
import { defineJob, handleJob, type JobRegistration } from '../jobs/index.ts';
import { openScratch } from '../object-store/disk-scratch.ts';
import type { ThreadHears, ThreadSays } from './backup-thread.ts';
import { noteBackup } from './last-backup.ts';
import type { BackupOrder, BackupResult } from './make-backup.ts';
import { noteOf } from './note-of.ts';
import type { Progress } from './progress.ts';

export type ScheduledBackups = {
  /** Cron, in UTC. */
  readonly schedule: string;
  readonly order: BackupOrder;
  /** Where copies of the embedded database's files lie for a while: on the disk of those. */
  readonly scratch: string;
};

const MEMORY_MB = 1_200;
/** The backups that the server makes by itself; none where it was not told where to. A second one beside it harms nothing. */
export function backupJobs(deps: {
  readonly db: Database;
  readonly backups: ScheduledBackups | null;
}): readonly JobRegistration[] {
  const { db, backups } = deps;
  if (backups === null) return [];
  const job = defineJob<object>({
    name: 'backup.run',
    payload: () => ({}),
    retry: { limit: 3, delay_s: 300, backoff: true },
    expire_in_s: 86_400,
    schedule: backups.schedule,
    one_running: true,
    concurrency: 1,
  });
  const handler = handleJob(job, async (_payload, { signal, logger }) => {
    const { header, pruned, not_pruned } = await backUpOnThread(db, backups, { signal });
    await noteBackup(db, noteOf(header, backups.order.place, true));
    const { id, written_bytes, missing_objects } = header;
    if (missing_objects > 0)
      logger.error(
        { backup: id, missing_objects },
        'the object store lacks objects that rows name: see ekiden check',
      );
    if (not_pruned !== null) logger.error({ backup: id, reason: not_pruned }, 'old backups were not removed');
    logger.info({ backup: id, written_bytes, removed: pruned?.removed.length ?? 0 }, 'backup made');
  });
  return [handler];
}

/** Makes a backup beside what the process does, and removes old ones as the order says. */
export async function backUpOnThread(
  db: Database,
  { order, scratch }: ScheduledBackups,
  {
    signal = new AbortController().signal,
    progress = () => undefined,
  }: { readonly signal?: AbortSignal; readonly progress?: Progress } = {},
): Promise<BackupResult> {
  signal.throwIfAborted();
  const rooms = await openScratch(scratch);
  const thread = new Worker(new URL('./backup-thread.ts', import.meta.url), {
    name: 'backup',
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<BackupResult>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const copy = async (): Promise<ThreadHears> => {
    const folder = rooms.newPath();
    try {
      await db.holdFiles?.((files) => copyCluster(files, folder));
      return { folder };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      return { reason: reasonOf(error) };
    }
  };
  thread.on('message', (message: ThreadSays) => {
    if (message.kind === 'done') resolve(message.result);
    else if (message.kind === 'failed') reject(new Error(message.reason));
    else if (message.kind === 'progress') progress(message.step);
    else void copy().then((answer) => thread.postMessage(answer));
  });
  thread.on('error', reject);
  thread.on('exit', () => reject(new Error('The thread of a backup ended before it.')));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
    await thread.terminate();
    await rooms.close();
  }
}
