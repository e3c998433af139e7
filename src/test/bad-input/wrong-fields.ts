import type { Json } from './served-operations.ts';

/** JSON of an object in which one field, at `path`, has a value that its schema does not take. */
export type WrongField = { readonly path: string; readonly json: string };

/** A value of each kind that JSON has. */
const OF_EACH_KIND: readonly (readonly [kind: string, json: string])[] = [
  ['null', 'null'],
  ['boolean', 'true'],
  ['integer', '7'],
  ['number', '1.5'],
  ['string', '"\u{1F3C3}"'],
  ['array', '[]'],
  ['object', '{}'],
];

/**
 * For each field of an object's schema, and of what lies in it, every kind of value that it does not take and every value
 * just past its limits. Read from the served schema alone.
 */
export function wrongFields(
  schema: Json,
  around: (json: string) => string = (json) => json,
  at = '',
): WrongField[] {
  return Object.entries((schema.properties ?? {}) as Record<string, Json>).flatMap(([name, field]) => {
    const path = at === '' ? name : `${at}.${name}`;
    const within = (json: string): string => around(`{${JSON.stringify(name)}:${json}}`);
    return [
      ...wrongValues(field).map((json) => ({ path, json: within(json) })),
      ...inside(field, within, path),
    ];
  });
}

function inside(field: Json, within: (json: string) => string, path: string): WrongField[] {
  if (field.type === 'array' && typeof field.items === 'object') {
    const inArray = (json: string): string => within(`[${json}]`);
    const items = field.items as Json;
    return [
      ...wrongValues(items).map((json) => ({ path: `${path}.0`, json: inArray(json) })),
      ...inside(items, inArray, `${path}.0`),
    ];
  }
  return field.properties === undefined ? [] : wrongFields(field, within, path);
}

function wrongValues(schema: Json): string[] {
  const kinds = kindsOf(schema);
  if (kinds.length === 0) return [];
  return [
    ...OF_EACH_KIND.filter(([kind]) => !kinds.includes(kind)).map(([, json]) => json),
    ...(kinds.includes('integer') || kinds.includes('number') ? wrongNumbers(schema) : []),
    ...(kinds.includes('string') ? wrongTexts(schema) : []),
    ...(kinds.includes('array') ? wrongArrays(schema) : []),
  ];
}

/** None for a field that takes anything. */
function kindsOf(schema: Json): string[] {
  const given = [
    ...[schema.type].flat(),
    ...[schema.anyOf, schema.oneOf].flat().flatMap((one) => (one === undefined ? [] : kindsOf(one as Json))),
  ].filter((kind) => kind !== undefined) as string[];
  // An integer is a number too.
  return given.includes('number') ? [...given, 'integer'] : given;
}

function wrongNumbers({ minimum, maximum }: Json): string[] {
  return [
    '1e400',
    '-1e400',
    '9007199254740993',
    '-9007199254740993',
    '9'.repeat(400),
    ...(typeof minimum === 'number' ? [String(minimum - 1), '-9007199254740991'] : []),
    ...(typeof maximum === 'number' ? [String(maximum + 1), '9007199254740991'] : []),
  ];
}

function wrongTexts({ enum: words, maxLength, minLength, format }: Json): string[] {
  const [word] = Array.isArray(words) ? words : [];
  return [
    '"a\\u0000"',
    '"\\ud83d"',
    ...(typeof word === 'string'
      ? [word.toUpperCase(), `${word} `, '', `${word},${word}`].map((one) => JSON.stringify(one))
      : []),
    ...(format === 'uuid' ? ['"x"', '"urn:uuid:019a1c5e-8f00-7000-8000-1b2c3d4e5f60"'] : []),
    ...(Number(minLength) > 0 ? ['""'] : []),
    ...(typeof maxLength === 'number' ? [JSON.stringify('x'.repeat(maxLength + 1))] : []),
  ];
}

function wrongArrays({ minItems, maxItems, items }: Json): string[] {
  const item = (items as Json | undefined)?.type === 'string' ? '"x"' : '1';
  const many = (count: number): string => `[${Array.from({ length: count }, () => item).join(',')}]`;
  return [
    ...(Number(minItems) > 0 ? ['[]'] : []),
    ...(typeof maxItems === 'number' ? [many(maxItems + 1), many(Math.max(maxItems + 1, 100_000))] : []),
  ];
}
