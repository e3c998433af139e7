import { createHmac, timingSafeEqual } from 'node:crypto';

export type SignedIds = {
  sign(ids: readonly string[]): string;
  /** The ids in a token; null for any other text. */
  read(token: string): string[] | null;
};

const ID_BYTES = 16;
const TAG_BYTES = 32;

/**
 * Signs tokens for links that do one thing, which the person can take back. They do not expire, since mails are kept for years. A token
 * is valid as long as the key that signed it is known.
 *
 * @param keys the newest first
 * @param count how many ids each token has
 */
export function signedIds(keys: readonly [Buffer, ...Buffer[]], count: number): SignedIds {
  return {
    sign(ids) {
      const bytes = Buffer.concat(ids.map(bytesOf));
      return Buffer.concat([bytes, tagOf(bytes, keys[0])]).toString('base64url');
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url');
      // Base64url can write the same bytes in two ways, of which only ours is accepted.
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
