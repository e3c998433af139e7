import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { reasonOf } from '../../shared/errors.ts';
import { BELOW_NORMAL } from '../threads/below-normal.ts';
import { type BackupOrder, type BackupResult, makeBackup } from './make-backup.ts';
import type { Progress } from './progress.ts';

/** Makes one backup beside the event loop that answers requests. What holds the embedded database open copies its files. */

export type ThreadSays =
  | { readonly kind: 'copy' }
  | { readonly kind: 'progress'; readonly step: Parameters<Progress>[0] }
  | { readonly kind: 'done'; readonly result: BackupResult }
  | { readonly kind: 'failed'; readonly reason: string };

export type ThreadHears = { readonly folder: string } | { readonly reason: string };

const TELL_EVERY_MS = 100;

const port = parentPort;
if (port !== null) {
  if (BELOW_NORMAL > 0) setPriority(BELOW_NORMAL);
  const say = (message: ThreadSays): void => port.postMessage(message);
  const copyFiles = async (): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<ThreadHears>();
    port.once('message', resolve);
    say({ kind: 'copy' });
    const heard = await promise;
    if ('reason' in heard) throw new Error(heard.reason);
    return heard.folder;
  };
  let told_at = 0;
  const progress: Progress = (step) => {
    const now = performance.now();
    if (now - told_at < TELL_EVERY_MS) return;
    told_at = now;
    say({ kind: 'progress', step });
  };
  const io = { copyFiles, progress, signal: new AbortController().signal };
  makeBackup(workerData as BackupOrder, io).then(
    (result) => say({ kind: 'done', result }),
    (error: unknown) => say({ kind: 'failed', reason: reasonOf(error) }),
  );
}
