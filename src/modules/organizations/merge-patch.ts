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
