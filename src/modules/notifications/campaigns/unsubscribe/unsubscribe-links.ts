import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SecretBox } from '../../../../infra/crypto/secret-box.ts';

/** Of whom, and of which organization's campaigns. */
export type OptingOut = { readonly user_id: string; readonly org_id: string };

export type UnsubscribeLinks = {
  /** Where somebody gets no more campaigns of an organization, without signing in. */
  linkFor(of: OptingOut): string;
  /** Whom a token of such a link is about; null for any other text. */
  read(token: string): OptingOut | null;
};

const ID_BYTES = 16;
const TAG_BYTES = 32;

/**
 * The token of a link says whom and which organization it is about, and is signed: nobody makes one for somebody else. It can
 * do one thing only, which the person can take back, and does not expire, since mails are kept for years. It is good as long as
 * the secrets key is known with which it was made.
 */
export function createUnsubscribeLinks({
  secretBox,
  baseUrl,
}: {
  readonly secretBox: Pick<SecretBox, 'deriveKeys'>;
  readonly baseUrl: string;
}): UnsubscribeLinks {
  const keys = secretBox.deriveKeys('links to unsubscribe');
  return {
    linkFor({ user_id, org_id }) {
      const ids = Buffer.concat([bytesOf(user_id), bytesOf(org_id)]);
      const token = Buffer.concat([ids, tagOf(ids, keys[0])]).toString('base64url');
      return `${baseUrl}/unsubscribe?token=${token}`;
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url');
      // Of two ways to write the same bytes one is ours.
      if (bytes.length !== 2 * ID_BYTES + TAG_BYTES || bytes.toString('base64url') !== token) return null;
      const ids = bytes.subarray(0, 2 * ID_BYTES);
      const tag = bytes.subarray(2 * ID_BYTES);
      if (!keys.some((key) => timingSafeEqual(tag, tagOf(ids, key)))) return null;
      return { user_id: idOf(ids.subarray(0, ID_BYTES)), org_id: idOf(ids.subarray(ID_BYTES)) };
    },
  };
}

const tagOf = (ids: Buffer, key: Buffer): Buffer => createHmac('sha256', key).update(ids).digest();

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
