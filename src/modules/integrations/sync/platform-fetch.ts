import { hash } from 'node:crypto';
import type { SecretBox } from '../../../infra/crypto/secret-box.ts';
import type { ConnectionKey } from '../connections/credentials-box.ts';
import type { Notice } from '../notice.ts';

export type PlatformFetch = PlatformFetchKey & {
  /** Encrypted; null where there is no address. */
  readonly sealed_place: Buffer | null;
  readonly words: number;
  /** Failures so far. */
  readonly attempts: number;
  /** Whether nobody has vouched for the last word on it. */
  readonly is_hint: boolean;
  /** Of the last word on it; null where nobody has spoken of it. */
  readonly position: number | null;
};

export type PlatformFetchKey = {
  readonly kind: 'workout' | 'elsewhere' | 'consent';
  /** The platform's id of the workout; the SHA-256 of an address; nothing for the consent. */
  readonly subject: string;
};

/** What lies at an address of the platform's, and what the platform calls its kind. */
export type Place = { readonly what: string; readonly url: string };

export type NewPlatformFetch = PlatformFetchKey & {
  readonly sealed_place: Buffer | null;
  /** Whether nobody has vouched for it. */
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

/** What a notice asks us to ask; null when it says all there is to say. */
export function platformFetchOf(
  secretBox: SecretBox,
  key: ConnectionKey,
  notice: Notice,
): NewPlatformFetch | null {
  const said = { is_hint: notice.is_hint === true, position: notice.position };
  switch (notice.kind) {
    case 'activity_changed':
    // That it is gone is believed at once, and asked about: the word may be unsigned, or older than what is stored by then.
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
