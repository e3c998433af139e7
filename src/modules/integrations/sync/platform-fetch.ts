import { hash } from 'node:crypto';
import type { SecretBox } from '../../../infra/crypto/secret-box.ts';
import type { ConnectionKey } from '../connections/credentials-box.ts';
import type { Notice } from '../notice.ts';

export type PlatformFetch = PlatformFetchKey & {
  /** Encrypted; null where there is no address. */
  readonly sealed_place: Buffer | null;
  readonly words: number;
  readonly attempts: number;
  /** Whether the last notice about it was unverified. */
  readonly is_hint: boolean;
  /** The position of the last notice about it; null where there was none. */
  readonly position: number | null;
};

export type PlatformFetchKey = {
  readonly kind: 'workout' | 'elsewhere' | 'consent';
  /** The platform's id of the workout; the SHA-256 of an address; empty for the consent. */
  readonly subject: string;
};

/** An address at the platform, and the platform's name of what lies there. */
export type Place = { readonly what: string; readonly url: string };

export type NewPlatformFetch = PlatformFetchKey & {
  readonly sealed_place: Buffer | null;
  /** Whether the notice is unverified. */
  readonly is_hint: boolean;
  readonly position: number | undefined;
};

export const CONSENT: NewPlatformFetch = {
  kind: 'consent',
  subject: '',
  sealed_place: null,
  is_hint: false,
  position: undefined,
};

/** The question that a notice makes us ask; null when the notice is complete in itself. */
export function platformFetchOf(
  secretBox: SecretBox,
  key: ConnectionKey,
  notice: Notice,
): NewPlatformFetch | null {
  const said = { is_hint: notice.is_hint === true, position: notice.position };
  switch (notice.kind) {
    case 'activity_changed':
    // A deletion is believed at once, and asked about: it may be unverified, or older than what is stored by then.
    case 'activity_deleted':
      return { kind: 'workout', subject: notice.external_id, sealed_place: null, ...said };
    case 'elsewhere':
      return { ...placePlatformFetch(secretBox, key, notice), ...said };
    case 'disconnected':
      return { ...CONSENT, ...said };
    default:
      return null;
  }
}

function placePlatformFetch(
  secretBox: SecretBox,
  key: ConnectionKey,
  { what, url }: Place,
): Omit<NewPlatformFetch, 'is_hint' | 'position'> {
  const place = Buffer.from(JSON.stringify({ what, url }));
  return {
    kind: 'elsewhere',
    subject: hash('sha256', place, 'hex'),
    sealed_place: secretBox.seal(purpose(key), place),
  };
}

/** @throws SecretBoxError when it was sealed with a key that is not there any more */
export function openPlace(secretBox: SecretBox, key: ConnectionKey, sealed: Uint8Array): Place {
  const { what, url }: Place = JSON.parse(secretBox.open(purpose(key), sealed).toString('utf8'));
  return { what, url };
}

function purpose({ user_id, provider }: ConnectionKey): string {
  return `address to follow of ${user_id} at ${provider}`;
}
