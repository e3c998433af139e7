import { equalSecrets } from '../../../../infra/crypto/tokens.ts';
import type { GarminSettings } from './settings.ts';

/**
 * Whether a push brings the key that the operator agreed on with Garmin. The comparison takes constant time. Without a configured key
 * no push is believed.
 */
export function checkPushKey(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  settings: Pick<GarminSettings, 'push_api_key'>,
): boolean {
  const given = headers['x-api-key'];
  const { push_api_key } = settings;
  if (push_api_key === null || push_api_key === '' || typeof given !== 'string') return false;
  return equalSecrets(given, push_api_key);
}
