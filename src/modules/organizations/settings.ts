import { isDeepStrictEqual } from 'node:util';
import { invalidField } from '../../shared/errors.ts';
import { isTimeZone } from '../../shared/time.ts';
import type { Settings } from './types.ts';

/** UTF-8 bytes of the stored JSON: every reading of the organization carries it. */
export const MAX_SETTINGS_BYTES = 32 * 1024;
/** Objects and arrays in each other, `settings` being the first. Nobody needs as many, and recursion stays bounded. */
export const MAX_SETTINGS_DEPTH = 20;

/**
 * Settings after a partial update: a JSON Merge Patch.
 *
 * @throws invalidField when the changes name a time zone that there is none of, nest deeper than MAX_SETTINGS_DEPTH, or the result is
 *   larger than MAX_SETTINGS_BYTES.
 */
export function mergeSettings(current: Settings, changes: Settings): Settings {
  if (nestsDeeper(changes, MAX_SETTINGS_DEPTH)) {
    throw invalidField('settings', `nests deeper than ${MAX_SETTINGS_DEPTH} levels`);
  }
  if (typeof changes.timezone === 'string' && !isTimeZone(changes.timezone)) {
    throw invalidField('settings.timezone', 'must be an IANA time zone name such as Asia/Taipei');
  }
  const merged = mergePatch(current, changes);
  const size = Buffer.byteLength(JSON.stringify(merged));
  if (size > MAX_SETTINGS_BYTES) {
    throw invalidField('settings', `takes ${size} bytes as JSON; at most ${MAX_SETTINGS_BYTES} are kept`);
  }
  return merged;
}

function nestsDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => nestsDeeper(inner, levels - 1));
}

export function changedSettings(before: Settings, after: Settings): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => !isDeepStrictEqual(own(before, key), own(after, key)));
}

function own(settings: Settings, key: string): unknown {
  return Object.hasOwn(settings, key) ? settings[key] : undefined;
}

export function publicSettings(settings: Settings): Settings {
  return typeof settings.logo_url === 'string' ? { logo_url: settings.logo_url } : {};
}

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * JSON Merge Patch (RFC 7396): objects are merged key by key at any depth, null removes a key, and everything else, arrays
 * as a whole included, replaces what was there. Changes neither argument. Goes as deep as the patch does.
 *
 * Only the objects' own keys count, and any of them: `constructor` or `__proto__` is a key, not a way to a prototype.
 */
export function mergePatch(target: unknown, patch: JsonObject): JsonObject;
export function mergePatch(target: unknown, patch: unknown): unknown;
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
