import type { Piscina } from 'piscina';
import { OutageError } from '../../shared/errors.ts';
import { createGate } from '../../shared/gate.ts';
import { BELOW_NORMAL } from './below-normal.ts';

/** Runs a module's function on threads, so that what is large or hostile never holds up the server. */
export type Threads<Task, Result> = {
  /**
   * @param whose tasks of several wait by turns, one of each
   * @throws OutageError where no thread can be started
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
  const openPool = async (failed: AbortController): Promise<Piscina<Task, Result>> => {
    const { Piscina: Pool } = await import('piscina');
    const opened = new Pool<Task, Result>({
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
    // Of a thread that could not be started. Unheard, it would end the process; and whoever waits for a thread would wait in vain.
    opened.on('error', (error) => {
      failed.abort(error);
      startAnew(failed);
      opened.destroy().catch(() => undefined);
    });
    return opened;
  };
  let current:
    | { readonly pool: Promise<Piscina<Task, Result>>; readonly failed: AbortController }
    | undefined;
  const pooled = (): NonNullable<typeof current> => {
    if (current !== undefined) return current;
    const failed = new AbortController();
    const opening = { pool: openPool(failed), failed };
    opening.pool.catch(() => startAnew(failed));
    current = opening;
    return opening;
  };
  /** What went wrong with these threads need not with the next ones. */
  const startAnew = (failed: AbortController): void => {
    if (current?.failed === failed) current = undefined;
  };
  const gate = createGate(maxThreads);
  let isClosed = false;
  return {
    async run(task, whose) {
      // Waiting happens here and not in the pool, so that it does not count as time taken by the task.
      await gate.enter(whose);
      let timeout: AbortSignal | undefined;
      let failed: AbortSignal | undefined;
      try {
        if (isClosed) throw new ThreadEnded('closing');
        const { pool, failed: controller } = pooled();
        failed = controller.signal;
        const opened = await pool.catch((cause: unknown) => {
          throw new OutageError('No thread can be started.', { cause });
        });
        timeout = AbortSignal.timeout(timeoutMs);
        return await opened.run(task, { signal: AbortSignal.any([timeout, failed]) });
      } catch (error) {
        if (error instanceof ThreadEnded || error instanceof OutageError) throw error;
        const cause = failed?.aborted === true ? failed.reason : error;
        if (isOfTheSystem(cause)) throw new OutageError('No thread can be started.', { cause });
        throw new ThreadEnded(reasonOf(error, { isTimeout: timeout?.aborted === true, isClosed }), {
          cause: error,
        });
      } finally {
        gate.leave();
      }
    },
    close: async () => {
      isClosed = true;
      await (await current?.pool)?.close();
    },
  };
}

/** No room for another thread or file: that is neither the task's fault nor for long. */
function isOfTheSystem(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return ['ERR_WORKER_INIT_FAILED', 'EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'].includes(String(code));
}

function reasonOf(error: unknown, now: { isTimeout: boolean; isClosed: boolean }): ThreadEnded['reason'] {
  if (now.isTimeout) return 'too_slow';
  if (now.isClosed) return 'closing';
  const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory ? 'too_large' : 'broken';
}
