import type { SecretBox } from '../../../../infra/crypto/secret-box.ts';
import { signedIds } from '../../signed-ids.ts';

type OptingOut = { readonly user_id: string; readonly org_id: string };

export type UnsubscribeLinks = {
  linkFor(of: OptingOut): string;
  /** Whom a link's token is about; null for any other text. */
  read(token: string): OptingOut | null;
};

/**
 * A token names the person and the organization and is signed, so that nobody can make one for somebody else. It allows one thing only,
 * which the person can take back, and it does not expire, since mails are kept for years. It is valid as long as the secrets key that
 * signed it is known.
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
