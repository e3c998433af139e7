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

/** Ends when it is sent, and when its client leaves. */
type Response = { readonly closed: boolean; once(event: 'close', listener: () => void): unknown };

/**
 * Reads JSON bodies of more than a megabyte on a thread: parsed where it arrives, one of 32 MiB holds everybody else up for
 * a second, a hostile one for ten.
 */
export type LargeBodies = {
  /**
   * The body, parsed and checked against its schema. One at a time, of each account (`of`) by turns: the next is read once `response` is sent and nothing is
   * done for this one any more. Whose client leaves is let go at once, wherever it is: it keeps neither its place nor its bytes.
   *
   * @param bytes are gone afterwards
   * @throws AppError as for a small body, `payload_too_large` for one of too many values, and `rate_limited` where too many wait
   */
  read(
    bytes: Buffer,
    schema: TSchema,
    request: { response: Response; of: string | undefined },
  ): Promise<unknown>;
  close(): Promise<void>;
};

/** What reading the largest takes, four million empty objects. */
const MEMORY_MB = 768;
const MOST_WAITING = 32;
/** Then its memory goes back. */
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
      // A task that is aborted leaves the pool's queue, or ends its thread.
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

/** Nothing in here knows of the bytes: who leaves takes them along, though the gate opens later. */
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

/** The thread ended before it answered. What it takes is bounded, but for what its engine does with it. */
function stopped(cause: unknown, { aborted }: AbortSignal): never {
  if (aborted) throw clientGone();
  throw payloadTooLarge({ message: 'Reading the body takes too much memory: send it in parts.', cause });
}
