import type { Piscina } from 'piscina';
import { OutageError } from '../../shared/errors.ts';
import { createGate } from '../../shared/gate.ts';
import { BELOW_NORMAL } from './below-normal.ts';

/** Runs a module's function on threads, so that large or hostile input does not block the server. */
export type Threads<Task, Result> = {
  run(task: Task, whose?: string): Promise<Result>;
  close(): Promise<void>;
};

/** How long an idle thread is kept before its memory is freed. */
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
/** Ending a thread takes a moment. */
const CLOSE_GRACE_MS = 5_000;

/**
 * Threads start with the first task and end when idle.
 * @param options.timeoutMs for a task, without waiting for a thread
 * @param options.memoryMb of a thread's old generation
 * @param options.idleMs how long an idle thread is kept
 * @param options.youngMemoryMb of its young generation: less is collected more often; undefined for Node's default
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
      recordTiming: false,
      resourceLimits: {
        maxOldGenerationSizeMb: memoryMb,
        ...(youngMemoryMb === undefined ? {} : { maxYoungGenerationSizeMb: youngMemoryMb }),
      },
    });
    // A thread could not start. Without a listener the error would end the process, and waiting tasks would hang.
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
  /** Failed threads are replaced by new ones. */
  const startAnew = (failed: AbortController): void => {
    if (current?.failed === failed) current = undefined;
  };
  const gate = createGate(maxThreads);
  let isClosed = false;
  return {
    async run(task, whose) {
      // Tasks wait here and not in the pool, so that waiting does not count as their time.
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

/** No room for another thread or file is temporary and not the task's fault. */
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
