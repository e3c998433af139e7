import fc from 'fast-check';
import type { RawRequest } from './exchange.ts';
import { HOSTILE_BODIES, type HostileBody } from './hostile-bodies.ts';
import { HOSTILE_VALUES, LONG_VALUES, NEUTRAL_HEADERS } from './hostile-headers.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import type { Json, ServedOperation, ServedParameter } from './served-operations.ts';
import { goodValueOf, type Stage } from './stage.ts';

/** Requests for an operation that are partly right, partly hostile and partly noise, put together anew each time. */
export function randomRequest(stage: Stage, operation: ServedOperation): fc.Arbitrary<RawRequest> {
  const { surface, method, path, parameters, body } = operation;
  const inPath = parameters.filter((one) => one.in === 'path');
  const inQuery = parameters.filter((one) => one.in === 'query');
  return fc
    .record({
      segments: fc.tuple(...inPath.map((one) => segment(stage, one))),
      query: fc.tuple(...inQuery.map((one) => given(stage, one))),
      noise: rarely(fc.array(fc.tuple(urlText, urlText), { maxLength: 3 })).map((some) => some ?? []),
      credentials: credentials(stage, operation),
      headers: rarely(fc.array(header, { maxLength: 3 })).map((some) => some ?? []),
      sent:
        body === undefined
          ? rarely(hostileBody)
          : fc.oneof({ weight: 6, arbitrary: jsonBody(stage, body) }, { weight: 1, arbitrary: hostileBody }),
    })
    .map(({ segments, query, noise, credentials: key, headers, sent }) => {
      const values = new Map(inPath.map(({ name }, index) => [name, segments[index] ?? '']));
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '');
      const pairs = [...query.flat(), ...noise.map(([name, value]) => `${name}=${value}`)];
      return {
        method,
        target: `${surface}${filled}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`,
        headers: [...key, ...headers, ...(sent?.headers ?? [])],
        ...(sent?.body === undefined ? {} : { body: sent.body }),
      };
    });
}

type Sent = Pick<HostileBody, 'headers' | 'body'>;

function rarely<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
}

const urlText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS.filter((text) => text.length < 500)),
  fc.string({ unit: 'binary', maxLength: 8 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.stringMatching(/^[\x21\x22\x24-\x2e\x30-\x3e\x40-\x7e]{0,8}$/),
);

/** Never empty, which would be another address; nor a slash, which is none in a parameter either. */
function segment(stage: Stage, { name }: ServedParameter): fc.Arbitrary<string> {
  const good = stage.ids[name] ?? '';
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(good, good.toUpperCase()) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 2, arbitrary: urlText.filter((text) => text !== '') },
  );
}

/** A parameter as it may be given: not at all, once, or several times. */
function given(stage: Stage, parameter: ServedParameter): fc.Arbitrary<readonly string[]> {
  const value = fc.oneof(
    { weight: 6, arbitrary: fc.constant(goodValueOf(stage, parameter)) },
    { weight: 1, arbitrary: fc.integer().map(String) },
    { weight: 2, arbitrary: urlText },
  );
  const name = fc.oneof(
    { weight: 8, arbitrary: fc.constant(parameter.name) },
    { weight: 1, arbitrary: fc.constantFrom(`${parameter.name}[]`, parameter.name.toUpperCase()) },
  );
  const pair = fc.tuple(name, value).map(([left, right]) => `${left}=${right}`);
  return fc.oneof(
    { weight: parameter.required ? 1 : 4, arbitrary: fc.constant([]) },
    { weight: 8, arbitrary: pair.map((one) => [one]) },
    { weight: 1, arbitrary: fc.array(pair, { minLength: 2, maxLength: 3 }) },
  );
}

function credentials(stage: Stage, { surface }: ServedOperation): fc.Arbitrary<readonly string[]> {
  return fc.oneof(
    { weight: 30, arbitrary: fc.constant([stage.credentials[surface]]) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        [],
        [`Authorization: Bearer ${stage.apiKey}`],
        ['X-API-Key: x', stage.credentials[surface]],
        [stage.credentials['/api/v1'], stage.credentials['/developer/v1']],
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...HOSTILE_VALUES).map((value) => [`Authorization: Bearer ${value}`]),
    },
  );
}

const header = fc
  .tuple(
    fc.constantFrom(...NEUTRAL_HEADERS, 'Content-Encoding', 'Host', 'Expect', 'Upgrade', 'TE', 'X-A'),
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...HOSTILE_VALUES) },
      {
        weight: 2,
        arbitrary: fc
          .string({ unit: 'binary-ascii', maxLength: 10 })
          .map((text) => text.replace(/[\r\n]/g, '')),
      },
      { weight: 1, arbitrary: fc.constantFrom(...LONG_VALUES) },
    ),
  )
  .map(([name, value]) => `${name}: ${value}`);

const hostileBody: fc.Arbitrary<Sent> = fc.oneof(
  fc.constantFrom(...HOSTILE_BODIES),
  fc.uint8Array({ maxLength: 50 }).map((body) => ({ headers: ['Content-Type: application/json'], body })),
  fc.json().map((body) => ({ headers: ['Content-Type: application/json'], body })),
);

/** JSON that mostly fits, whole or cut short. */
function jsonBody(stage: Stage, schema: Json): fc.Arbitrary<Sent> {
  return fc.tuple(anyValue(stage, schema), rarely(fc.nat())).map(([value, cut]) => {
    const text = JSON.stringify(value) ?? '';
    const body = cut === undefined ? text : text.slice(0, cut % (text.length + 1));
    return { headers: ['Content-Type: application/json'], body };
  });
}

function anyValue(stage: Stage, schema: Json, depth = 0): fc.Arbitrary<unknown> {
  const fitting = fittingValue(stage, schema, depth);
  return depth === 0
    ? fitting
    : fc.oneof({ weight: 20, arbitrary: fitting }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) });
}

function fittingValue(stage: Stage, schema: Json, depth: number): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const types = [schema.type].flat().filter((type) => type !== undefined);
  if (types.length === 0) return fc.jsonValue({ maxDepth: 2 });
  return fc.oneof(...types.map((type) => ofType(stage, String(type), schema, depth)));
}

function ofType(stage: Stage, type: string, schema: Json, depth: number): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return objectOf(stage, schema, depth);
    case 'array':
      return fc.array(anyValue(stage, (schema.items ?? {}) as Json, depth + 1), { maxLength: 4 });
    case 'string':
      return textOf(stage, schema);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    default:
      return fc.constant(null);
  }
}

function numberOf({ minimum, maximum }: Json): fc.Arbitrary<number> {
  const min = Number(minimum ?? 0);
  const within = fc
    .maxSafeInteger()
    .map((value) => Math.max(min, Math.min(Number(maximum ?? value), Math.abs(value))));
  return fc.oneof(
    { weight: 8, arbitrary: within },
    { weight: 1, arbitrary: fc.constantFrom(-1, -0, 0.5, min - 1, Number(maximum ?? 1) + 1, 2 ** 53, 1e300) },
  );
}

function objectOf(stage: Stage, schema: Json, depth: number): fc.Arbitrary<object> {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>).map(
    ([name, field]) => [name, anyValue(stage, field, depth + 1)] as const,
  );
  const known = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  const unknown = fc.dictionary(fc.string({ unit: 'binary', maxLength: 5 }), fc.jsonValue({ maxDepth: 1 }), {
    maxKeys: 2,
  });
  return fc.tuple(known, rarely(unknown)).map(([some, others]) => ({ ...some, ...others }));
}

function textOf(stage: Stage, { format, maxLength, examples }: Json): fc.Arbitrary<string> {
  const most = Math.min(Number(maxLength ?? 50), 50);
  const [example = 'a'] = Array.isArray(examples) ? examples.map(String) : [];
  const good = format === 'uuid' ? fc.constantFrom(...Object.values(stage.ids)) : fc.constant(example);
  return fc.oneof(
    { weight: 6, arbitrary: good },
    { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: most }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: most + 1 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('2026-07-01T06:30:00Z', 'a@example.org', 'https://example.org/'),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', ' ', '\0', '\ud83d', '\u200b', '\u{FEFF}', 'x'.repeat(3_000)),
    },
  );
}
