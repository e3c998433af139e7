import { fileURLToPath } from 'node:url';
import { createThreads, ThreadEnded } from '../../../infra/threads/index.ts';
import type { Notice } from '../notice.ts';
import { PlatformError, UnreadableDelivery } from '../platform-error.ts';
import type { PlatformId } from '../provider.ts';
import { type ReadResult, type ReadTask, readParts } from './read-parts.ts';

/** Reads what platforms send: small bodies in place, large ones on a thread, so that megabytes of samples never block the server. */
export type Reader = {
  /**
   * @param what which of the provider's readers (`providers/readers.ts`)
   * @param parts bytes as they came; they stay the caller's
   * @throws UnreadableDelivery for a body that is none of the platform's, takes too long or too much memory
   * @throws PlatformError `unavailable` while the server stops
   */
  read(provider: PlatformId, what: string, parts: readonly Uint8Array[]): Promise<readonly Notice[]>;
  /** Finishes what has begun and ends the threads. */
  close(): Promise<void>;
};

type Limits = {
  /** Larger bodies are read on a thread. */
  smallBytes?: number;
  /** It does not include the wait for a thread. */
  timeoutMs?: number;
  memoryMb?: number;
  maxThreads?: number;
};

const SMALL_BYTES = 256 * 1024;
const TIMEOUT_MS = 60_000;
/** Enough for a post of 100 MB, Garmin's largest: its text, its objects, and the streams that are made of them. */
const MEMORY_MB = 1_024;

/** Threads start with the first large body and end when there is nothing to do. */
export function createReader(limits: Limits = {}): Reader {
  const { smallBytes = SMALL_BYTES, timeoutMs = TIMEOUT_MS, maxThreads = 1 } = limits;
  const threads = createThreads<ReadTask, ReadResult>({
    filename: fileURLToPath(new URL('./read-parts.ts', import.meta.url)),
    name: 'readParts',
    maxThreads,
    timeoutMs,
    memoryMb: limits.memoryMb ?? MEMORY_MB,
  });
  return {
    async read(provider, what, parts) {
      const task = { provider, what, parts };
      const size = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
      const result =
        size <= smallBytes
          ? readParts(task)
          : await threads.run(task).catch((error) => {
              throw ended(error, timeoutMs);
            });
      if (result.ok) return result.notices;
      throw new UnreadableDelivery(result.message, { cause: result.cause || undefined });
    },
    close: () => threads.close(),
  };
}

/** The error for a caller whose thread gave no answer. */
function ended(error: unknown, timeoutMs: number): unknown {
  if (!(error instanceof ThreadEnded)) return error;
  switch (error.reason) {
    case 'closing':
      return new PlatformError('unavailable', 'The server is stopping: read it again after the start.', {
        cause: error,
      });
    case 'too_slow':
      return new UnreadableDelivery(`reading it took longer than ${Math.ceil(timeoutMs / 1000)} s`);
    case 'too_large':
      return new UnreadableDelivery('reading it takes too much memory', { cause: error });
    case 'broken':
      return new UnreadableDelivery('its reader stopped', { cause: error });
  }
}
