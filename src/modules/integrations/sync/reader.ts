import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { createGate } from '../../../shared/gate.ts';
import type { Notice } from '../notice.ts';
import { PlatformError, UnreadableDelivery } from '../platform-error.ts';
import type { PlatformId } from '../provider.ts';
import { type ReadResult, type ReadTask, readParts } from './read-parts.ts';

/**
 * Reads what platforms send: small things where it is called, large ones on a thread, so that megabytes of samples never hold
 * up the server.
 */
export type Reader = {
  /**
   * @param what which of the provider's readers (`providers/readers.ts`)
   * @param parts bytes as they came; they stay the caller's
   * @throws UnreadableDelivery for what is none of the platform's, takes too long or too much memory
   * @throws PlatformError `unavailable` while the server stops
   */
  read(provider: PlatformId, what: string, parts: readonly Uint8Array[]): Promise<readonly Notice[]>;
  /** Finishes what has begun and ends the threads. */
  close(): Promise<void>;
};

type Limits = {
  /** Past this it is read on a thread. */
  smallBytes?: number;
  /** Waiting for a thread not included. */
  timeoutMs?: number;
  memoryMb?: number;
  maxThreads?: number;
};

const SMALL_BYTES = 256 * 1024;
const TIMEOUT_MS = 60_000;
/** Enough for a post of 100 MB, Garmin's largest: its text, its objects, and the streams that are made of them. */
const MEMORY_MB = 1_024;
const IDLE_MS = 10_000;

/** Threads start with the first large thing and end when there is nothing to do. */
export function createReader(limits: Limits = {}): Reader {
  const { smallBytes = SMALL_BYTES, timeoutMs = TIMEOUT_MS, maxThreads = 1 } = limits;
  const pool = new Piscina<ReadTask, ReadResult>({
    filename: fileURLToPath(new URL('./read-parts.ts', import.meta.url)),
    name: 'readParts',
    minThreads: 0,
    maxThreads,
    idleTimeout: IDLE_MS,
    closeTimeout: timeoutMs + 5_000,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb ?? MEMORY_MB },
  });
  const gate = createGate(maxThreads);
  let isClosed = false;

  const readOnThread = async (task: ReadTask): Promise<ReadResult> => {
    // Waiting happens here and not in the pool, so that it does not count as time taken by what is read.
    await gate.enter();
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      if (isClosed) throw shuttingDown();
      return await pool.run(task, { signal });
    } catch (error) {
      if (isClosed && !signal.aborted) throw shuttingDown(error);
      throw stopped(error, signal.aborted, timeoutMs);
    } finally {
      gate.leave();
    }
  };

  return {
    async read(provider, what, parts) {
      const task = { provider, what, parts };
      const size = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
      const result = size <= smallBytes ? readParts(task) : await readOnThread(task);
      if (result.ok) return result.notices;
      throw new UnreadableDelivery(result.message, { cause: result.cause || undefined });
    },
    close: async () => {
      isClosed = true;
      await pool.close();
    },
  };
}

function shuttingDown(cause?: unknown): PlatformError {
  return new PlatformError('unavailable', 'The server is stopping: read it again after the start.', {
    cause,
  });
}

function stopped(error: unknown, isTimeout: boolean, timeoutMs: number): UnreadableDelivery {
  if (isTimeout)
    return new UnreadableDelivery(`reading it took longer than ${Math.ceil(timeoutMs / 1000)} s`);
  const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return new UnreadableDelivery(isMemory ? 'reading it takes too much memory' : 'its reader stopped', {
    cause: error,
  });
}
