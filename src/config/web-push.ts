import { createECDH } from 'node:crypto';
import { given, named, type ProviderEnv } from './read-provider.ts';
import { isLoopback, isOneWord } from './web-address.ts';

/** The pair of keys by which services of browsers know this server (RFC 8292), in base64url. */
export type VapidSettings = {
  readonly public_key: string;
  readonly private_key: string;
  /** Whom such a service writes to when something is wrong: `mailto:` or `https:`. */
  readonly subject: string;
};

export type WebPushSettings = {
  /** Undefined: pushes to browsers go to the outbox. */
  readonly vapid: VapidSettings | undefined;
  /**
   * The only ones that pushes to browsers are posted to, since browsers say where that is. `https://*.example.org` stands for every
   * host below `example.org`, and not for itself.
   */
  readonly origins: readonly string[];
};

/** Services of the browsers there are: Chrome and its kin, Firefox, Safari, Edge. */
const KNOWN_ORIGINS: readonly string[] = [
  'https://fcm.googleapis.com',
  'https://updates.push.services.mozilla.com',
  'https://*.push.services.mozilla.com',
  'https://web.push.apple.com',
  'https://*.notify.windows.com',
];
const PUBLIC_KEY_BYTES = 65;
const PRIVATE_KEY_BYTES = 32;

/** @throws Error of one line that names the first setting that is wrong or missing */
export function parseWebPush(env: ProviderEnv): WebPushSettings {
  return {
    origins: named('WEB_PUSH_ORIGINS', () => readOrigins(given(env, 'WEB_PUSH_ORIGINS'))),
    vapid: parseVapid(env),
  };
}

function parseVapid(env: ProviderEnv): VapidSettings | undefined {
  const names = ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'] as const;
  const present = names.find((name) => given(env, name) !== undefined);
  if (present === undefined) return undefined;
  const [public_key, private_key, subject] = names.map((name) => {
    const value = given(env, name);
    if (value === undefined) throw new Error(`${name} must be set, because ${present} is.`);
    return value;
  }) as [string, string, string];
  requireBytes('VAPID_PUBLIC_KEY', public_key, PUBLIC_KEY_BYTES);
  requireBytes('VAPID_PRIVATE_KEY', private_key, PRIVATE_KEY_BYTES);
  if (publicKeyOf(private_key) !== public_key)
    throw new Error('VAPID_PUBLIC_KEY must be the one that belongs to VAPID_PRIVATE_KEY.');
  if (!isContact(subject))
    throw new Error(
      'VAPID_SUBJECT must be an address such as mailto:you@example.org or https://example.org.',
    );
  return { public_key, private_key, subject };
}

function requireBytes(name: string, value: string, bytes: number): void {
  const read = Buffer.from(value, 'base64url');
  if (read.length !== bytes || read.toString('base64url') !== value)
    throw new Error(`${name} must be ${bytes} bytes in base64url.`);
}

/** Null where the bytes are no key of the curve. */
function publicKeyOf(private_key: string): string | null {
  try {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(private_key, 'base64url');
    return pair.getPublicKey('base64url');
  } catch {
    return null;
  }
}

function isContact(subject: string): boolean {
  if (!isOneWord(subject) || !URL.canParse(subject)) return false;
  const { protocol, pathname, hostname } = new URL(subject);
  return protocol === 'mailto:' ? /^[^@]+@[^@]+$/.test(pathname) : protocol === 'https:' && hostname !== '';
}

function readOrigins(text: string | undefined): readonly string[] {
  if (text === undefined) return KNOWN_ORIGINS;
  const origins = text.split(',').map((part) => readOrigin(part.trim()));
  return [...new Set(origins)];
}

function readOrigin(text: string): string {
  // One label at least, so that no wildcard stands for a whole top level domain.
  const wildcard = /^https:\/\/\*\.([a-z0-9-]+(?:\.[a-z0-9-]+)+)(:\d+)?\/?$/i.exec(text);
  const plain = wildcard === null ? text : `https://${wildcard[1]}${wildcard[2] ?? ''}`;
  if (isOneWord(plain) && URL.canParse(plain) && !plain.includes('*')) {
    const { protocol, hostname, origin, href } = new URL(plain);
    const is_safe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
    if (is_safe && href === `${origin}/`)
      return wildcard === null ? origin : origin.replace('https://', 'https://*.');
  }
  throw new Error(
    'must be a comma-separated list of origins such as https://push.example.org or https://*.push.example.org (http only on loopback)',
  );
}
