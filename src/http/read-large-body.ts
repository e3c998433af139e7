import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { TSchema } from 'typebox';
import { AppError } from '../shared/errors.ts';
import { createGate } from '../shared/gate.ts';
import { joinPieces } from './body-pieces.ts';
import { internalError } from './errors.ts';
import type { LargeBodyResult, LargeBodyTask } from './large-body-thread.ts';
import { payloadTooLarge } from './too-large.ts';

/**
 * Reads JSON bodies of more than a megabyte on a thread: parsed where it arrives, one of 32 MiB holds everybody else up for
 * a second, a hostile one for ten.
 */
export type LargeBodies = {
  /**
   * The body, parsed and checked against its schema. One at a time: the next is read once `response` is sent.
   *
   * @param bytes are gone afterwards
   * @throws AppError as for a small body, and `payload_too_large` for one of too many values
   */
  read(bytes: Buffer, schema: TSchema, response: ServerResponse): Promise<unknown>;
  close(): Promise<void>;
};

/** What reading the largest takes, four million empty objects. */
const MEMORY_MB = 768;
/** Then its memory goes back. */
const IDLE_MS = 10_000;

export function createLargeBodies(): LargeBodies {
  const gate = createGate(1);
  let pool: Piscina<LargeBodyTask, LargeBodyResult> | undefined;
  const thread = (): Piscina<LargeBodyTask, LargeBodyResult> => {
    pool ??= new Piscina({
      filename: fileURLToPath(new URL('./large-body-thread.ts', import.meta.url)),
      name: 'readInThread',
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    return pool;
  };
  return {
    async read(bytes, schema, response) {
      await gate.enter();
      if (response.closed) {
        gate.leave();
        throw internalError({ message: 'The client has gone.' });
      }
      response.once('close', () => gate.leave());
      const result = await thread()
        .run({ bytes, schema_json: JSON.stringify(schema) })
        .catch(stopped);
      if (result.ok) return await joinPieces(result.pieces);
      const { code, status, message, details } = result;
      throw new AppError(code, status, message, details === undefined ? {} : { details });
    },
    close: async () => await pool?.close(),
  };
}

/** The thread ended before it answered. What it takes is bounded, but for what its engine does with it. */
function stopped(cause: unknown): never {
  throw payloadTooLarge({ message: 'Reading the body takes too much memory: send it in parts.', cause });
}
