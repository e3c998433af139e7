import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createThreads, ThreadEnded } from '../../../infra/threads/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { shuttingDown } from '../errors.ts';
import type { RecordingResult, RecordingTask } from './recording-worker.ts';
import { counted, refusal } from './refuse.ts';
import type { ParsedActivity } from './types.ts';

/** The activities of an upload, and the SHA-256 of the recording in it, unpacked. */
type ParsedRecording = { activities: ParsedActivity[]; sha256: Buffer };

/** Parses recordings on worker threads, so that large or hostile files do not block the server. */
export type RecordingParser = {
  /**
   * @param bytes copied to the worker
   * @param user_id users with several waiting files take turns
   * @throws AppError 400 as `parseAndHash`, and for a file that takes too long or too much memory
   */
  parse(bytes: Uint8Array, fileName: string, user_id: string): Promise<ParsedRecording>;
  close(): Promise<void>;
};

type Limits = {
  timeoutMs?: number;
  memoryMb?: number;
  maxThreads?: number;
};

const TIMEOUT_MS = 60_000;

/** Enough for the largest files that are read: 64 MiB of GPX, 400,000 FIT records. */
const MEMORY_MB = 512;

/** Threads start with the first file and end when there is nothing to do. */
export function createRecordingParser(limits: Limits = {}): RecordingParser {
  const timeoutMs = limits.timeoutMs ?? TIMEOUT_MS;
  const maxThreads = limits.maxThreads ?? Math.max(1, Math.min(2, availableParallelism() - 1));
  const threads = createThreads<RecordingTask, RecordingResult>({
    filename: fileURLToPath(new URL('./recording-worker.ts', import.meta.url)),
    name: 'parseInWorker',
    maxThreads,
    timeoutMs,
    memoryMb: limits.memoryMb ?? MEMORY_MB,
  });
  return {
    async parse(bytes, fileName, user_id) {
      const result = await threads.run({ bytes: alone(bytes), fileName }, user_id).catch((error) => {
        throw ended(error, timeoutMs);
      });
      if (result.ok) return { activities: result.activities, sha256: Buffer.from(result.sha256) };
      throw new AppError(result.code, result.status, result.message, { cause: result.cause || undefined });
    },
    close: () => threads.close(),
  };
}

/** Transferring a view copies its whole buffer, of which the file may be a small part. */
function alone(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

/** The thread ended before it answered: the file's fault, unless the server stops. */
function ended(error: unknown, timeoutMs: number): unknown {
  if (!(error instanceof ThreadEnded)) return error;
  switch (error.reason) {
    case 'closing':
      return shuttingDown({ cause: error });
    case 'too_slow': {
      const seconds = counted(Math.ceil(timeoutMs / 1000));
      return refusal(
        `Reading the recording took longer than ${seconds} s. Split it and upload the parts.`,
        error,
      );
    }
    case 'too_large':
      return refusal('Reading the recording takes too much memory. Split it and upload the parts.', error);
    case 'broken':
      return refusal('The recording could not be read: its reader stopped. Export it again.', error);
  }
}
