import Type, { type TObject } from 'typebox';
import { invalidField } from '../shared/errors.ts';
import { unknown } from './describe-fault.ts';
import type { Route } from './route.ts';
import { ignoresUnknown, isOpen } from './unknown-names.ts';
import { faultsFound, requireSoundString, shownPath } from './validate.ts';

const INTEGER = /^(?:0|-?[1-9]\d{0,15})$/;

/**
 * Reads the schema's parameters from a parsed query string. Only exact decimal integers and `true`/`false` change type;
 * unknown parameters are refused, or left out where the schema is open.
 * @param url as it was sent
 * @throws AppError 400 that names the unknown, undecodable, repeated or invalid parameters
 */
export function readQuery(
  schema: TObject,
  raw: Readonly<Record<string, unknown>>,
  url: string,
): Record<string, unknown> {
  requireDecodable(schema, url);
  if (!isOpen(schema)) requireKnown(schema, raw);
  const query: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    const value = raw[name];
    if (value === undefined) continue;
    const type: unknown = Reflect.get(property, 'type');
    if (Array.isArray(value) && type !== 'array') {
      throw invalidField(name, 'is given more than once: send it once');
    }
    for (const text of [value].flat()) if (typeof text === 'string') requireSoundString(text, [name]);
    query[name] = typedParameter(type, value);
  }
  return query;
}

function requireKnown({ properties }: TObject, raw: Readonly<Record<string, unknown>>): void {
  const known = Object.keys(properties);
  const others = Object.keys(raw).filter((name) => !Object.hasOwn(properties, name));
  if (others.length === 0) return;
  throw faultsFound(
    others.map((name) => ({ path: shownPath([name]), message: unknown('parameter', name, known) })),
  );
}

function typedParameter(type: unknown, value: unknown): unknown {
  if (type === 'array') return Array.isArray(value) ? value : [value];
  if (mayBe(type, 'integer') && typeof value === 'string' && INTEGER.test(value)) {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (mayBe(type, 'boolean') && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

function mayBe(type: unknown, kind: string): boolean {
  return [type].flat().includes(kind);
}

/** The parser keeps what it cannot decode: `%zz` would be searched for instead of refused. */
function requireDecodable({ properties }: TObject, url: string): void {
  const start = url.indexOf('?');
  if (start === -1 || !url.includes('%', start)) return;
  for (const pair of url.slice(start + 1).split('&')) {
    const [name = '', ...value] = pair.split('=');
    if (decode(value.join('=')) !== null) continue;
    const known = decode(name);
    if (known !== null && Object.hasOwn(properties, known))
      throw invalidField(known, 'is not percent-encoded UTF-8');
  }
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The query schema of a route without parameters; open where platforms or links call it. */
export function queryOf({ query, bytes }: Pick<Route, 'query' | 'bytes'>): TObject {
  return query ?? Type.Object({}, bytes === undefined ? {} : ignoresUnknown('platform'));
}

/** The same route with unknown query parameters ignored. */
export function withOpenQuery(route: Route): Route {
  return { ...route, query: Type.Object(route.query?.properties ?? {}, ignoresUnknown('pages')) };
}
