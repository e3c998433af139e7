import { Worker } from 'node:worker_threads';
import type { Room, ThreadError, ThreadMessage, ThreadTask } from './export-thread.ts';
import { measureLoad } from './give-way.ts';

export type ArchiveThread = {
  /** Settles once the thread reads from the snapshot: the transaction it is of may end then. */
  readonly ready: Promise<void>;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Ends the thread, whatever it is at. */
  close(): Promise<void>;
};

/** Pieces of the archive on their way, so that neither thread waits for the other; few enough to wake this one seldom. */
const PIECES = 3;
const PIECE_BYTES = 256 * 1024;
/**
 * Its garbage is mostly buffers, which only a small heap of young objects gives back soon. All else may be as much as `npm start` gives
 * the server.
 */
const LIMITS = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 1_200 } as const;

/** Writes an archive on a thread of its own, over a connection of its own. */
export function writeOnThread(
  task: Omit<ThreadTask, 'load'> & { readonly signal: AbortSignal },
): ArchiveThread {
  const { signal, ...rest } = task;
  const load = measureLoad();
  const workerData: ThreadTask = { ...rest, load: load.shared };
  const thread = new Worker(new URL('./export-thread.ts', import.meta.url), {
    name: 'export',
    workerData,
    resourceLimits: LIMITS,
  });
  const ready = Promise.withResolvers<void>();
  const messages: ThreadMessage[] = [];
  let failure: { error: unknown } | undefined;
  let wake: (() => void) | undefined;
  const fail = (error: unknown): void => {
    failure ??= { error };
    ready.reject(failure.error);
    wake?.();
  };
  // Asked for or not: unheard, a failure would end the process.
  ready.promise.catch(() => undefined);
  thread.on('message', (message: ThreadMessage) => {
    if (message.kind === 'ready') ready.resolve();
    else if (message.kind === 'failed') fail(asError(message.error));
    else messages.push(message);
    wake?.();
  });
  thread.on('error', fail);
  thread.on('exit', () => fail(new Error('The thread of an export ended before its archive.')));
  const onAbort = (): void => fail(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });

  const next = async (): Promise<ThreadMessage> => {
    for (;;) {
      signal.throwIfAborted();
      const message = messages.shift();
      if (message !== undefined) return message;
      if (failure !== undefined) throw failure.error;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  const give = (room: Room): void => thread.postMessage(room, [room.buffer]);
  /** The rooms go round: whoever asks for the next piece is done with the one before. */
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    for (let room = 0; room < PIECES; room++) give(new Uint8Array(PIECE_BYTES));
    for (;;) {
      const message = await next();
      if (message.kind !== 'bytes') return;
      yield message.room.subarray(0, message.length);
      give(message.room);
    }
  };
  return {
    ready: ready.promise,
    bytes: bytes(),
    async close() {
      signal.removeEventListener('abort', onAbort);
      load.stop();
      await thread.terminate();
    },
  };
}

function asError({ message, stack, code, severity }: ThreadError): Error {
  const error = Object.assign(new Error(message), code === undefined ? {} : { code, severity });
  if (stack !== undefined) error.stack = stack;
  return error;
}
