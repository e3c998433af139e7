import { createHmac, timingSafeEqual } from 'node:crypto';

export type SignedIds = {
  sign(ids: readonly string[]): string;
  /** What a token says; null for any other text. */
  read(token: string): string[] | null;
};

const ID_BYTES = 16;
const TAG_BYTES = 32;

/**
 * Tokens for links that do one thing, which their person can take back, and that do not expire, since mails are kept for years. One
 * is good as long as the key is known with which it was made.
 *
 * @param keys the newest first
 * @param count how many ids each token says
 */
export function signedIds(keys: readonly [Buffer, ...Buffer[]], count: number): SignedIds {
  return {
    sign(ids) {
      const bytes = Buffer.concat(ids.map(bytesOf));
      return Buffer.concat([bytes, tagOf(bytes, keys[0])]).toString('base64url');
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url');
      // Of two ways to write the same bytes one is ours.
      if (bytes.length !== count * ID_BYTES + TAG_BYTES || bytes.toString('base64url') !== token) return null;
      const ids = bytes.subarray(0, count * ID_BYTES);
      const tag = bytes.subarray(count * ID_BYTES);
      if (!keys.some((key) => timingSafeEqual(tag, tagOf(ids, key)))) return null;
      return Array.from({ length: count }, (_, place) =>
        idOf(ids.subarray(place * ID_BYTES, (place + 1) * ID_BYTES)),
      );
    },
  };
}

const tagOf = (ids: Buffer, key: Buffer): Buffer => createHmac('sha256', key).update(ids).digest();

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
