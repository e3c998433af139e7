import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { WriteKey } from '../infra/idempotency/write-once.ts';
import { invalidField } from '../shared/errors.ts';

export const WRITE_KEY_HEADER = 'Idempotency-Key';
export const MAX_WRITE_KEY_LENGTH = 255;
export const WRITE_KEY = /^[\x21-\x7e]+$/;

/**
 * The client's key for its write; `undefined` without one and for anonymous callers.
 * @param body as it was read and checked
 * @throws validationError for a key of the wrong form
 */
export function readWriteKey(
  { headers, actor, method, url }: Pick<FastifyRequest, 'headers' | 'actor' | 'method' | 'url'>,
  body: unknown,
): WriteKey | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || actor.type !== 'user') return undefined;
  if (typeof key !== 'string' || key.length > MAX_WRITE_KEY_LENGTH || !WRITE_KEY.test(key)) {
    throw invalidField(
      WRITE_KEY_HEADER,
      `must be 1 to ${MAX_WRITE_KEY_LENGTH} visible ASCII characters without spaces, such as a UUID`,
    );
  }
  const asked = `${method} ${url}\n${JSON.stringify(body) ?? ''}`;
  return { user_id: actor.user_id, key, fingerprint: hash('sha256', asked, 'buffer') };
}
