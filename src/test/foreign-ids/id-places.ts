import type { RawRequest } from '../bad-input/exchange.ts';
import type { Json, ServedOperation, ServedParameter } from '../bad-input/served-operations.ts';
import { requestFor, type Stage } from '../bad-input/stage.ts';

/** A place in an operation's request where an id stands, or all those of its path together. */
export type IdPlace = {
  readonly operation: ServedOperation;
  readonly in: 'path' | 'query' | 'body';
  /** By which tests call it. */
  readonly name: string;
  /** Of the ids: what a parameter or member is called; of a list, what stands in it. */
  readonly names: readonly string[];
  readonly parameter?: ServedParameter;
  /** The part of a body with the id in its place. */
  readonly within?: (id: string) => unknown;
};
export type Ids = Readonly<Record<string, string>>;

/** Every place that an operation's schemas tell of: ids are UUIDs, or are called so. */
export function idPlaces(operation: ServedOperation): IdPlace[] {
  const { parameters, body } = operation;
  const inAddress = parameters.flatMap((parameter): IdPlace[] => {
    const { name, in: where, schema } = parameter;
    return where !== 'header' && isId(name, schema)
      ? [{ operation, in: where, name, names: [name], parameter }]
      : [];
  });
  const inPath = inAddress.filter((place) => place.in === 'path').map(({ name }) => name);
  return [
    ...inAddress,
    ...(inPath.length < 2
      ? []
      : [{ operation, in: 'path', name: inPath.join(' and '), names: inPath } as const]),
    ...bodyPlaces(body).map(
      ({ name, within }): IdPlace => ({ operation, in: 'body', name, names: [name], within }),
    ),
  ];
}

type BodyPlace = { readonly name: string; within(id: string): unknown };

function bodyPlaces({ properties = {} }: Json = {}): BodyPlace[] {
  return Object.entries(properties as Record<string, Json>).flatMap(([member, schema]) =>
    placesIn(member, schema).map(({ name, within }) => ({
      name,
      within: (id: string) => ({ [member]: within(id) }),
    })),
  );
}

function placesIn(name: string, schema: Json): BodyPlace[] {
  if (typeof schema.items === 'object') {
    return placesIn(name.replace(/s$/, ''), schema.items as Json).map((place) => ({
      name: place.name,
      within: (id) => [place.within(id)],
    }));
  }
  if (schema.properties !== undefined) {
    // With what the object needs beside the id, so that only the id is wrong.
    const needed = listOf(schema.required).length === 0 ? {} : goodBody(schema, {});
    return bodyPlaces(schema).map((place) => ({
      name: place.name,
      within: (id) => ({ ...needed, ...Object(place.within(id)) }),
    }));
  }
  return isId(name, schema) ? [{ name, within: (id) => id }] : [];
}

function isId(name: string, { format }: Json): boolean {
  return format === 'uuid' || /(?:^|_)id$/.test(name);
}

/** A request of whom the header tells, with which nothing is wrong but the ids. */
export function requestWithIds(place: IdPlace, ids: Ids, stage: Stage, header: string): RawRequest {
  const { operation, parameter, within } = place;
  const [id = ''] = Object.values(ids);
  const { surface, body } = operation;
  const asked: Stage = {
    ...stage,
    ids: { ...stage.ids, ...(place.in === 'path' ? ids : {}) },
    credentials: { ...stage.credentials, [surface]: header },
  };
  const request = requestFor(asked, operation, {
    ...(parameter?.in === 'query' ? { parameter, query: `${parameter.name}=${id}` } : {}),
    headers: body === undefined ? [] : ['Content-Type: application/json'],
  });
  if (body === undefined) return request;
  return { ...request, body: JSON.stringify({ ...goodBody(body, stage.ids), ...Object(within?.(id)) }) };
}

/** What a schema shows as a whole, or else what it requires, as it shows it; with ids of what is there. */
export function goodBody({ required = [], properties = {}, examples }: Json, ids: Ids): Json {
  const members = properties as Record<string, Json>;
  const [whole] = listOf(examples);
  const names = whole === undefined ? (required as string[]) : Object.keys(Object(whole));
  const shown = Object(whole) as Json;
  return Object.fromEntries(
    names.map((name) => {
      // What is shown together goes together.
      const together = name in shown ? { examples: [shown[name]] } : {};
      return [name, goodValue(name, { ...members[name], ...together }, ids)];
    }),
  );
}

function goodValue(name: string, schema: Json, ids: Ids): unknown {
  if (isId(name, schema) && ids[name] !== undefined) return ids[name];
  const [shown] = [...listOf(schema.examples), ...listOf(schema.enum)];
  if (shown !== undefined) return shown;
  if (schema.properties !== undefined) return goodBody(schema, ids);
  throw new Error(`What is a good "${name}"? Its schema shows none.`);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
