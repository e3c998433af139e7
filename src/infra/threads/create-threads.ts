import type { Piscina } from 'piscina';
import { createGate } from '../../shared/gate.ts';
import { BELOW_NORMAL } from './below-normal.ts';

/** Runs a module's function on threads, so that what is large or hostile never holds up the server. */
export type Threads<Task, Result> = {
  /**
   * @param whose tasks of several wait by turns, one of each
   * @throws ThreadEnded when no answer came; what the function throws looks like that too, so it returns its errors
   */
  run(task: Task, whose?: string): Promise<Result>;
  /** Finishes what has begun and ends the threads. */
  close(): Promise<void>;
};

/** No answer came: it took too long, or too much memory, the thread broke, or the server stops. */
export class ThreadEnded extends Error {
  override name = 'ThreadEnded';
  readonly reason: 'too_slow' | 'too_large' | 'broken' | 'closing';
  constructor(reason: ThreadEnded['reason'], options?: ErrorOptions) {
    super(`A thread gave no answer: ${reason}`, options);
    this.reason = reason;
  }
}

/** So long a thread is usually kept for the next task, then its memory goes back. */
const IDLE_MS = 10_000;
/** A thread that is ended takes a moment for it. */
const CLOSE_GRACE_MS = 5_000;

/**
 * Threads start with the first task and end when there is nothing to do.
 *
 * @param options.timeoutMs for a task, waiting for a thread not included
 * @param options.memoryMb of a thread, for what lasts
 * @param options.idleMs how long a thread without tasks is kept
 * @param options.youngMemoryMb the same for what does not: less is cleared more often. Undefined for what Node finds right
 */
export function createThreads<Task, Result>(options: {
  filename: string;
  name: string;
  maxThreads: number;
  timeoutMs: number;
  memoryMb: number;
  youngMemoryMb?: number;
  idleMs?: number;
}): Threads<Task, Result> {
  const { filename, name, maxThreads, timeoutMs, memoryMb, youngMemoryMb, idleMs = IDLE_MS } = options;
  const openPool = async (): Promise<Piscina<Task, Result>> => {
    const { Piscina: Pool } = await import('piscina');
    return new Pool<Task, Result>({
      filename,
      name,
      minThreads: 0,
      maxThreads,
      idleTimeout: idleMs,
      closeTimeout: timeoutMs + CLOSE_GRACE_MS,
      niceIncrement: BELOW_NORMAL,
      // Nobody reads it.
      recordTiming: false,
      resourceLimits: {
        maxOldGenerationSizeMb: memoryMb,
        ...(youngMemoryMb === undefined ? {} : { maxYoungGenerationSizeMb: youngMemoryMb }),
      },
    });
  };
  let pool: Promise<Piscina<Task, Result>> | undefined;
  const gate = createGate(maxThreads);
  let isClosed = false;
  return {
    async run(task, whose) {
      // Waiting happens here and not in the pool, so that it does not count as time taken by the task.
      await gate.enter(whose);
      let signal: AbortSignal | undefined;
      try {
        if (isClosed) throw new ThreadEnded('closing');
        pool ??= openPool();
        const opened = await pool;
        signal = AbortSignal.timeout(timeoutMs);
        return await opened.run(task, { signal });
      } catch (error) {
        if (error instanceof ThreadEnded) throw error;
        throw new ThreadEnded(reasonOf(error, { isTimeout: signal?.aborted === true, isClosed }), {
          cause: error,
        });
      } finally {
        gate.leave();
      }
    },
    close: async () => {
      isClosed = true;
      await (await pool)?.close();
    },
  };
}

function reasonOf(error: unknown, now: { isTimeout: boolean; isClosed: boolean }): ThreadEnded['reason'] {
  if (now.isTimeout) return 'too_slow';
  if (now.isClosed) return 'closing';
  const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory ? 'too_large' : 'broken';
}
