import type { SecretBox } from '../../../../infra/crypto/secret-box.ts';
import { equalSecrets } from '../../../../infra/crypto/tokens.ts';

const WEBHOOK_PATH = '/api/v1/activities/webhook/strava';
const PURPOSE = 'key in the address of Strava’s webhook';

/**
 * The address for Strava's events. It contains a key that nobody else is told, so an event that brings the key is Strava's, whether
 * Strava signs or not.
 */
export function callbackAddress(baseUrl: string, secretBox: Pick<SecretBox, 'deriveKeys'>): string {
  const [newest] = keysOf(secretBox);
  return `${baseUrl}${WEBHOOK_PATH}?key=${newest}`;
}

/** Whether an address brings the key of any secrets key that is still listed. @param url path and query as they came */
export function bringsCallbackKey(url: string, secretBox: Pick<SecretBox, 'deriveKeys'>): boolean {
  const [, query = ''] = url.split('?', 2);
  const key = new URLSearchParams(query).get('key');
  return key !== null && keysOf(secretBox).some((known) => equalSecrets(key, known));
}

/** The address without its query and fragment, which contain the key. */
export function withoutKey(address: string): string {
  return address.replace(/[?#].*$/s, '');
}

function keysOf(secretBox: Pick<SecretBox, 'deriveKeys'>): string[] {
  return secretBox.deriveKeys(PURPOSE).map((key) => key.toString('base64url'));
}
