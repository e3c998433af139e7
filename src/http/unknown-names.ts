import type { TSchema } from 'typebox';

/** Where requests may have unknown members, and why. Everywhere else an unknown member or parameter is refused, naming the nearest known one. */
const EXCEPTIONS = {
  sign_up: 'The specification ignores other fields at sign-up.',
  preferences: 'The specification ignores unrecognized fields of preferences.',
  integrations: 'Answers say more of a platform than may be changed, and apps send a profile back whole.',
  health_app: '`data` is what Health Auto Export or an SDK writes, whose next version may say more.',
  platform_return:
    'A platform may bring further parameters, which RFC 6749 (§4.1.2) asks clients to ignore; the address is not the athlete’s to mend.',
  platform: 'Called by a platform, which may add to what it sends at any time.',
  pages: 'Outside both APIs: what leads to a page, a mail for instance, may add parameters of its own.',
} as const;

/** Schema options that let unknown members pass. */
export function ignoresUnknown(because: keyof typeof EXCEPTIONS) {
  return { additionalProperties: true, $comment: EXCEPTIONS[because] } as const;
}

/** Whether a schema was made to let pass what it does not know. */
export function isOpen(schema: TSchema): boolean {
  return Reflect.get(schema, 'additionalProperties') === true;
}

const VALUES = ['examples', 'default', 'const', 'enum'];

/** The same schema, closed wherever it lists members without saying what others are allowed. */
export function closed<T extends TSchema>(schema: T): T {
  return closePart(schema) as T;
}

function closePart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closePart);
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, VALUES.includes(key) ? value : closeAt(key, value)]),
  );
  const isObject = copy.type === 'object' || (Array.isArray(copy.type) && copy.type.includes('object'));
  const names = isObject && typeof copy.properties === 'object';
  return names && copy.additionalProperties === undefined ? { ...copy, additionalProperties: false } : copy;
}

/** A member may be named like a keyword: everything in `properties` is a schema. */
function closeAt(key: string, value: unknown): unknown {
  if (key !== 'properties' || typeof value !== 'object' || value === null) return closePart(value);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closePart(one)]));
}
