import fc from 'fast-check';
import { type Json, list } from './described-operations.ts';
import type { Random } from './random.ts';

/** What there is on the server by the names under which it is asked for, such as `group_id`. */
export type Known = (name: string, random: Random) => unknown;

/** Words of many kinds, all of them allowed in texts. */
const WORDS = [
  'Easy along the river',
  '晨跑 六公里',
  '土曜日は八時に集合',
  'é̂ à la carte',
  '🏃🏽‍♀️',
  '<b>&amp;"\'',
  '=1+1',
  '../../etc/passwd',
  "' OR 1=1--",
  '{{7*7}}',
  '\u202eevil',
  '\ufeffa',
  ' a ',
  '%00',
  'null',
];

const BY_FORMAT: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2026-07-01T06:30:00.000Z', '2026-07-01T14:30:00+08:00', '1970-01-01T00:00:00Z'],
  date: ['2026-07-01', '2024-02-29'],
  email: ['runner@example.org', 'a+b@mail.example.org'],
  uri: ['https://example.org/', 'https://example.org/a?b=c#d'],
};

/** A value that a schema allows: an example of the document, an edge of what is allowed, or anything in between. */
export function validValue(schema: Json, random: Random, known: Known, name = ''): unknown {
  const existing = random.chance(0.8) ? known(name, random) : undefined;
  if (existing !== undefined) return existing;
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return random.pick(schema.enum);
  if (Array.isArray(schema.anyOf)) return validValue(random.pick(schema.anyOf), random, known, name);
  const examples = list(schema.examples);
  if (examples.length > 0 && random.chance(0.4)) return random.pick(examples);
  const types = [schema.type].flat().filter((type) => type !== undefined);
  if (types.length === 0) return schema.properties === undefined ? 'x' : objectOf(schema, random, known);
  return ofType(String(random.pick(types)), schema, { random, known, name });
}

type Sources = { readonly random: Random; readonly known: Known; readonly name: string };

function ofType(type: string, schema: Json, { random, known, name }: Sources): unknown {
  switch (type) {
    case 'object':
      return objectOf(schema, random, known);
    case 'array':
      return arrayOf(schema, { random, known, name });
    case 'string':
      return textOf(schema, random);
    case 'integer':
      return wholeOf(schema, random);
    case 'number':
      return numberOf(schema, random);
    case 'boolean':
      return random.chance(0.5);
    default:
      return null;
  }
}

function objectOf(schema: Json, random: Random, known: Known): Json {
  const required = list(schema.required);
  const share = random.pick([0.1, 0.5, 0.9]);
  const members = Object.entries(Object(schema.properties) as Record<string, Json>).flatMap(([name, one]) =>
    required.includes(name) || random.chance(share) ? [[name, validValue(one, random, known, name)]] : [],
  );
  return Object.fromEntries(members);
}

/** Few enough that a request stays small, now and then as many as may be. */
const MOST_AT_THE_EDGE = 2_000;

function arrayOf(schema: Json, { random, known, name }: Sources): unknown[] {
  const least = Number(schema.minItems ?? 0);
  const most = Number(schema.maxItems ?? 10);
  const isAtEdge = random.chance(0.03) && most <= MOST_AT_THE_EDGE;
  const count = isAtEdge ? most : random.whole(least, Math.max(least, Math.min(most, 4)));
  // Ids of one thing are named in the singular.
  const items = Array.from({ length: count }, () =>
    validValue(Object(schema.items), random, known, name.replace(/s$/, '')),
  );
  if (schema.uniqueItems !== true) return items;
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

function textOf(schema: Json, random: Random): string {
  const { format, pattern, minLength = 0, maxLength = 50 } = schema;
  if (format === 'uuid') return uuid(random);
  const byFormat = BY_FORMAT[String(format)];
  if (byFormat !== undefined) return random.pick(byFormat);
  const [least, most] = [Number(minLength), Number(maxLength)];
  const fits = (text: string): boolean =>
    [...text].length >= least &&
    [...text].length <= most &&
    (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text));
  const words = WORDS.filter(fits);
  if (words.length > 0 && random.chance(0.5)) return random.pick(words);
  const edge = 'x'.repeat(random.chance(0.5) ? Math.min(most, 20_000) : Math.max(least, 1));
  if (random.chance(0.3) && fits(edge)) return edge;
  const matching = typeof pattern === 'string' ? matchesOf(pattern).filter(fits) : [];
  const examples = list(schema.examples).filter((one) => typeof one === 'string');
  const all = [...matching, ...words, ...examples, ...(fits('') ? [''] : [])];
  return all.length === 0 ? 'x'.repeat(least) : random.pick(all);
}

/** Texts that a pattern matches, made once: sources them is slow. */
const MATCHES = new Map<string, readonly string[]>();

function matchesOf(pattern: string): readonly string[] {
  const known = MATCHES.get(pattern);
  if (known !== undefined) return known;
  let matches: readonly string[] = [];
  try {
    matches = fc.sample(fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' }), {
      numRuns: 30,
      seed: 7,
    });
  } catch {
    // Some of what regular expressions can say cannot be made up: then the examples of the document serve.
  }
  MATCHES.set(
    pattern,
    matches.filter((text) => text.isWellFormed() && !text.includes('\0')),
  );
  return matches;
}

function uuid(random: Random): string {
  const digits = Array.from({ length: 30 }, () => random.whole(0, 15).toString(16)).join('');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-7${digits.slice(12, 15)}-8${digits.slice(15, 18)}-${digits.slice(18)}`;
}

/** Where a document says nothing, what JSON numbers can hold exactly. */
function boundsOf({
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
}: Json): [min: number, max: number] {
  return [
    Number(minimum ?? exclusiveMinimum ?? Number.MIN_SAFE_INTEGER),
    Number(maximum ?? exclusiveMaximum ?? Number.MAX_SAFE_INTEGER),
  ];
}

function wholeOf(schema: Json, random: Random): number {
  const [min, max] = boundsOf(schema);
  if (random.chance(0.3)) return random.pick([min, max]);
  return random.whole(min, Math.min(max, min + random.pick([1, 100, 1e9])));
}

function numberOf(schema: Json, random: Random): number {
  const [min, max] = boundsOf(schema);
  const step = Math.min(max - min, random.pick([1, 1_000, 1e6]));
  const within = min + Math.max(step * random.next(), step / 1_000);
  return random.chance(0.2) && schema.exclusiveMaximum === undefined ? max : within;
}
