import type { SecretBox } from '../../../infra/crypto/secret-box.ts';
import type { Credentials, PlatformId } from '../provider.ts';

export type ConnectionKey = { readonly user_id: string; readonly provider: PlatformId };

/** A box opens only for this person and this platform, so it cannot be moved to another row. */
function purposeOf({ user_id, provider }: ConnectionKey): string {
  return `credentials at ${provider} of ${user_id}`;
}

export function sealCredentials(box: SecretBox, key: ConnectionKey, credentials: Credentials): Buffer {
  return box.seal(purposeOf(key), Buffer.from(JSON.stringify(credentials)));
}

/** @throws SecretBoxError when it was sealed for somebody else, or with an unknown key */
export function openCredentials(box: SecretBox, key: ConnectionKey, sealed: Uint8Array): Credentials {
  return JSON.parse(box.open(purposeOf(key), sealed).toString('utf8'));
}

export function resealCredentials(box: SecretBox, key: ConnectionKey, sealed: Uint8Array): Buffer {
  return box.seal(purposeOf(key), box.open(purposeOf(key), sealed));
}
