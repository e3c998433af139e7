import { createECDH } from 'node:crypto';
import { form, isOneWord, type SettingType } from './setting-types.ts';

export function base64urlBytes(bytes: number): SettingType<string> {
  const fits = (text: string): boolean => {
    const read = Buffer.from(text, 'base64url');
    return read.length === bytes && read.toString('base64url') === text;
  };
  return form(fits, `${bytes} bytes in base64url`);
}

/** Push services write to this address about problems. */
export const contact = form((text) => {
  if (!isOneWord(text) || !URL.canParse(text)) return false;
  const { protocol, pathname, hostname } = new URL(text);
  return protocol === 'mailto:' ? /^[^@]+@[^@]+$/.test(pathname) : protocol === 'https:' && hostname !== '';
}, 'an address such as mailto:you@example.org or https://example.org');

/** The keys by which push services of browsers know this server (RFC 8292). */
export function checkKeyPair(keys: { readonly public_key: string; readonly private_key: string }): void {
  if (publicKeyOf(keys.private_key) !== keys.public_key)
    throw new Error('VAPID_PUBLIC_KEY must be the one that belongs to VAPID_PRIVATE_KEY.');
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
