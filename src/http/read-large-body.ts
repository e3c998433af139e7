import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Piscina } from 'piscina';
import type { TSchema } from 'typebox';
import { AppError } from '../shared/errors.ts';
import { createGate, type Gate } from '../shared/gate.ts';
import { joinPieces } from './body-pieces.ts';
import { internalError } from './errors.ts';
import type { LargeBodyResult, LargeBodyTask } from './large-body-thread.ts';
import { noRoomForUpload } from './line-up-uploads.ts';
import { payloadTooLarge } from './too-large.ts';

/** The response that a body belongs to; closed when it is sent and when its client leaves. */
type Response = { readonly closed: boolean; once(event: 'close', listener: () => void): unknown };

/** Reads JSON bodies of more than a megabyte on a thread: parsing 32 MiB on the main thread would block it for a second, a hostile body for ten. */
export type LargeBodies = {
  /**
   * Parses the body and checks it against its schema. One body at a time, accounts (`of`) taking turns: the next is read
   * once `response` is sent and its work has ended. When the client leaves, its place and bytes are released at once.
   * @param bytes are unusable afterwards
   * @throws AppError as for a small body, `payload_too_large` for too many values, `rate_limited` where too many wait
   */
  read(
    bytes: Buffer,
    schema: TSchema,
    request: { response: Response; of: string | undefined },
  ): Promise<unknown>;
  close(): Promise<void>;
};

const MEMORY_MB = 768;
const MOST_WAITING = 32;
/** After this the thread ends and its memory is freed. */
const IDLE_MS = 10_000;

type Pool = Piscina<LargeBodyTask, LargeBodyResult>;

export function createLargeBodies(): LargeBodies {
  const gate = createGate(1);
  let waiting = 0;
  const openPool = async (): Promise<Pool> => {
    const { Piscina: Opened } = await import('piscina');
    return new Opened({
      filename: fileURLToPath(new URL('./large-body-thread.ts', import.meta.url)),
      name: 'readInThread',
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
  };
  let pool: Promise<Pool> | undefined;
  return {
    async read(bytes, schema, { response, of }) {
      if (waiting >= MOST_WAITING) throw noRoomForUpload();
      const gone = new AbortController();
      if (response.closed) gone.abort();
      response.once('close', () => gone.abort());
      waiting += 1;
      await enterUnlessGone(gate, of, gone.signal).finally(() => {
        waiting -= 1;
      });
      // Aborting a task removes it from the pool's queue or ends its thread.
      pool ??= openPool();
      const task = pool.then((opened) =>
        opened.run({ bytes, schema_json: JSON.stringify(schema) }, { signal: gone.signal }),
      );
      void Promise.allSettled([task, over(gone.signal)]).then(() => gate.leave());
      const result = await task.catch((cause: unknown) => stopped(cause, gone.signal));
      if (result.ok) return await joinPieces(result.pieces);
      const { code, status, message, details } = result;
      throw new AppError(code, status, message, details === undefined ? {} : { details });
    },
    close: async () => await (await pool)?.close(),
  };
}

/** The closure does not refer to the bytes, so they are freed when the client leaves, even while it waits. */
function enterUnlessGone(gate: Gate, who: string | undefined, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(clientGone());
    if (signal.aborted) return leave();
    signal.addEventListener('abort', leave, { once: true });
    void gate.enter(who).then(() => {
      if (signal.aborted) return gate.leave();
      signal.removeEventListener('abort', leave);
      resolve();
    });
  });
}

async function over(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

function clientGone(): Error {
  return internalError({ message: 'The client has gone.' });
}

/** The thread ended before it answered, for example out of memory. */
function stopped(cause: unknown, { aborted }: AbortSignal): never {
  if (aborted) throw clientGone();
  throw payloadTooLarge({ message: 'Reading the body takes too much memory: send it in parts.', cause });
}
