import type { SecretBox } from '../../../../infra/crypto/secret-box.ts';
import { signedIds } from '../../signed-ids.ts';

type OptingOut = { readonly user_id: string; readonly org_id: string };

export type UnsubscribeLinks = {
  /** Where somebody gets no more campaigns of an organization, without signing in. */
  linkFor(of: OptingOut): string;
  /** Whom a token of such a link is about; null for any other text. */
  read(token: string): OptingOut | null;
};

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
  const tokens = signedIds(secretBox.deriveKeys('links to unsubscribe'), 2);
  return {
    linkFor: ({ user_id, org_id }) => `${baseUrl}/unsubscribe?token=${tokens.sign([user_id, org_id])}`,
    read(token) {
      const [user_id, org_id] = tokens.read(token) ?? [];
      return user_id === undefined || org_id === undefined ? null : { user_id, org_id };
    },
  };
}
