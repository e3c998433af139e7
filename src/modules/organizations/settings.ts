import { invalidField } from '../../shared/errors.ts';
import type { Settings } from './types.ts';

/** UTF-8 bytes of the stored JSON: every reading of the organization carries it. */
export const MAX_SETTINGS_BYTES = 32 * 1024;

/**
 * Settings after a partial update: top-level keys replace those of the same name, as a whole; null removes one.
 *
 * @throws invalidField when the result is larger than MAX_SETTINGS_BYTES.
 */
export function mergeSettings(current: Settings, changes: Settings): Settings {
  const merged = { ...current, ...changes };
  const kept = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
  const size = Buffer.byteLength(JSON.stringify(kept));
  if (size > MAX_SETTINGS_BYTES) {
    throw invalidField('settings', `takes ${size} bytes as JSON; at most ${MAX_SETTINGS_BYTES} are kept`);
  }
  return kept;
}

/** What everybody sees of the settings. */
export function publicSettings(settings: Settings): Settings {
  return typeof settings.logo_url === 'string' ? { logo_url: settings.logo_url } : {};
}
