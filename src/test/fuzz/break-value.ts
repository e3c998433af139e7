import { type Json, list } from './described-operations.ts';
import type { Random } from './random.ts';

/** A value in which one thing is not as its schema says, and what. */
export type Broken = { readonly value: unknown; readonly what: string };

const OF_EACH_KIND: Readonly<Record<string, unknown>> = {
  null: null,
  boolean: true,
  integer: 7,
  number: 1.5,
  string: 'seven',
  array: [],
  object: {},
};

/** Longer texts and lists are not sent: the request would be too large, which is refused for that. */
const MOST_CHARS = 200_000;
const MOST_ITEMS = 20_000;

/** The same value with one thing broken somewhere in it; undefined where nothing can be. */
export function breakValue(schema: Json, value: unknown, random: Random, at = ''): Broken | undefined {
  const inside = membersOf(schema, value);
  if (inside.length > 0 && random.chance(0.75)) {
    const { name, part, put } = random.pick(inside);
    const broken = breakValue(part.schema, part.value, random, at === '' ? name : `${at}.${name}`);
    if (broken !== undefined) return { value: put(broken.value), what: broken.what };
  }
  const ways = waysToBreak(schema, value, random);
  if (ways.length === 0) return undefined;
  const { value: wrong, what } = random.pick(ways);
  return { value: wrong, what: `${at === '' ? 'the whole' : at}: ${what}` };
}

type Member = {
  readonly name: string;
  readonly part: { readonly schema: Json; readonly value: unknown };
  readonly put: (value: unknown) => unknown;
};

function membersOf(schema: Json, value: unknown): Member[] {
  if (Array.isArray(value)) {
    const items = Object(schema.items) as Json;
    return value.slice(0, 5).map((one, index) => ({
      name: String(index),
      part: { schema: items, value: one },
      put: (wrong) => value.with(index, wrong),
    }));
  }
  if (typeof value !== 'object' || value === null) return [];
  const known = Object.entries(Object(schema.properties) as Record<string, Json>);
  return known.map(([name, one]) => ({
    name,
    part: { schema: one, value: Reflect.get(value, name) },
    put: (wrong) => ({ ...value, [name]: wrong }),
  }));
}

function waysToBreak(schema: Json, value: unknown, random: Random): Broken[] {
  const types = [schema.type].flat().map(String);
  if (schema.type === undefined || 'anyOf' in schema) return [];
  const kinds = types.includes('number') ? [...types, 'integer'] : types;
  return [
    ...Object.entries(OF_EACH_KIND)
      .filter(([kind]) => !kinds.includes(kind))
      .map(([kind, wrong]) => ({ value: wrong, what: `${kind} instead of ${types.join(' or ')}` })),
    ...(types.includes('string') ? brokenTexts(schema) : []),
    ...(kinds.includes('integer') ? brokenNumbers(schema, types) : []),
    ...(types.includes('array') ? brokenLists(schema, value) : []),
    ...(types.includes('object') ? brokenObjects(schema, value, random) : []),
  ];
}

function brokenTexts({ enum: words, const: only, maxLength, minLength, pattern, format }: Json): Broken[] {
  const isLong = typeof maxLength === 'number' && maxLength < MOST_CHARS;
  return [
    ...(words !== undefined || only !== undefined ? [{ value: 'no such word', what: 'another word' }] : []),
    ...(isLong ? [{ value: 'x'.repeat(Number(maxLength) + 1), what: 'a character too many' }] : []),
    ...(Number(minLength) > 0
      ? [{ value: 'x'.repeat(Number(minLength) - 1), what: 'a character too few' }]
      : []),
    ...(pattern === undefined ? [] : [{ value: 'a\0b', what: 'another pattern' }]),
    ...(pattern === undefined ? [] : [{ value: '\n~~ ~~\n', what: 'another pattern' }]),
    ...(format === undefined ? [] : [{ value: 'of another form', what: `no ${format}` }]),
  ];
}

function brokenNumbers({ minimum, maximum, exclusiveMinimum }: Json, types: readonly string[]): Broken[] {
  return [
    ...(typeof minimum === 'number' ? [{ value: minimum - 1, what: 'below the minimum' }] : []),
    ...(typeof exclusiveMinimum === 'number'
      ? [{ value: exclusiveMinimum, what: 'the minimum itself' }]
      : []),
    ...(typeof maximum === 'number' ? [{ value: maximum + 1, what: 'above the maximum' }] : []),
    ...(types.includes('number') ? [] : [{ value: Number(minimum ?? 0) + 0.5, what: 'a fraction' }]),
  ];
}

function brokenLists({ minItems, maxItems, uniqueItems, items }: Json, value: unknown): Broken[] {
  const [first = firstOf(items)] = list(value);
  const repeated = (length: number): unknown[] => Array.from({ length }, () => first);
  return [
    ...(Number(minItems) > 0 ? [{ value: repeated(Number(minItems) - 1), what: 'an item too few' }] : []),
    ...(Number(maxItems) < MOST_ITEMS
      ? [{ value: repeated(Number(maxItems) + 1), what: 'an item too many' }]
      : []),
    ...(uniqueItems === true ? [{ value: [first, first], what: 'an item twice' }] : []),
  ];
}

function firstOf(items: unknown): unknown {
  const { enum: words, examples, const: only } = Object(items) as Json;
  return only ?? list(words)[0] ?? list(examples)[0] ?? 'x';
}

function brokenObjects({ required, additionalProperties }: Json, value: unknown, random: Random): Broken[] {
  if (typeof value !== 'object' || value === null) return [];
  const needed = list(required).map(String);
  const name = needed.length === 0 ? undefined : random.pick(needed);
  const { [name ?? '']: _, ...others } = value as Record<string, unknown>;
  return [
    ...(name === undefined ? [] : [{ value: others, what: `without ${name}` }]),
    ...(additionalProperties === false
      ? [{ value: { ...value, no_such_member: 1 }, what: 'an unknown member' }]
      : []),
  ];
}
