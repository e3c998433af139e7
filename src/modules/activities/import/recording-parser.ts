import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { AppError } from '../../../shared/errors.ts';
import { createGate } from '../../../shared/gate.ts';
import { shuttingDown } from '../errors.ts';
import type { RecordingResult, RecordingTask } from './recording-worker.ts';
import { counted, refusal } from './refuse.ts';
import type { ParsedActivity } from './types.ts';

/** The activities of an upload, and the SHA-256 of the recording in it, unpacked. */
export type ParsedRecording = { activities: ParsedActivity[]; sha256: Buffer };

/** Parses recordings on worker threads, so that a large or hostile file never holds up the server. */
export type RecordingParser = {
  /**
   * @param bytes stays the caller's: a copy goes to the worker
   * @throws AppError 400 as `parseRecording` does, and for a file that takes too long or too much memory
   */
  parse(bytes: Uint8Array, fileName: string): Promise<ParsedRecording>;
  /** Finishes what has begun and ends the threads. */
  close(): Promise<void>;
};

type Limits = {
  /** Per file, waiting for a thread not included. */
  timeoutMs?: number;
  /** Per thread. */
  memoryMb?: number;
  maxThreads?: number;
};

const TIMEOUT_MS = 60_000;

/** Enough for the largest files that are read: 64 MiB of GPX, 400,000 FIT records. */
const MEMORY_MB = 512;

/** A thread is kept for the next file of a batch, then its memory goes back. */
const IDLE_MS = 10_000;

/** Threads start with the first file and end when there is nothing to do. */
export function createRecordingParser(limits: Limits = {}): RecordingParser {
  const timeoutMs = limits.timeoutMs ?? TIMEOUT_MS;
  const maxThreads = limits.maxThreads ?? Math.max(1, Math.min(2, availableParallelism() - 1));
  const pool = new Piscina<RecordingTask, RecordingResult>({
    filename: fileURLToPath(new URL('./recording-worker.ts', import.meta.url)),
    name: 'parseInWorker',
    minThreads: 0,
    maxThreads,
    idleTimeout: IDLE_MS,
    closeTimeout: timeoutMs + 5_000,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb ?? MEMORY_MB },
  });
  const gate = createGate(maxThreads);
  let isClosed = false;

  const runLimited = async (task: RecordingTask): Promise<RecordingResult> => {
    if (isClosed) throw shuttingDown();
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await pool.run(task, { signal });
    } catch (error) {
      if (isClosed && !signal.aborted) throw shuttingDown({ cause: error });
      throw stopped(error, signal.aborted, timeoutMs);
    }
  };

  return {
    async parse(bytes, fileName) {
      // Waiting happens here and not in the pool, so that it does not count as time taken by the file.
      await gate.enter();
      try {
        const result = await runLimited({ bytes: alone(bytes), fileName });
        if (result.ok) return { activities: result.activities, sha256: Buffer.from(result.sha256) };
        throw new AppError(result.code, result.status, result.message, { cause: result.cause || undefined });
      } finally {
        gate.leave();
      }
    },
    close: async () => {
      isClosed = true;
      await pool.close();
    },
  };
}

/** Crossing to a thread copies the whole buffer under a view, of which a small file may be a small part. */
function alone(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

/** The thread ended before it answered: the file's fault, not the server's. */
function stopped(error: unknown, isTimeout: boolean, timeoutMs: number): AppError {
  if (isTimeout) {
    const seconds = counted(Math.ceil(timeoutMs / 1000));
    return refusal(
      `Reading the recording took longer than ${seconds} s. Split it and upload the parts.`,
      error,
    );
  }
  const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return refusal(
    isMemory
      ? 'Reading the recording takes too much memory. Split it and upload the parts.'
      : 'The recording could not be read: its reader stopped. Export it again.',
    error,
  );
}
