import { breakValue } from './break-value.ts';
import type { Described, DescribedOperation, Json } from './described-operations.ts';
import type { Random } from './random.ts';
import { type Known, validValue } from './valid-values.ts';

/** What is to be expected of the answer. */
export type Intent =
  /** Nothing is wrong with the request by the document. */
  | 'valid'
  /** A body, a parameter or its number is not as the document says. */
  | 'broken'
  /** An id in the path is none. */
  | 'broken_path'
  | 'unreadable_body'
  | 'wrong_media_type'
  | 'wrong_method'
  /** Whoever asks does not say who they are, or nobody is that. */
  | 'nobody'
  /** Whoever asks may not do it, or may not know of it. */
  | 'somebody_else';

export type MadeRequest = {
  readonly operation: DescribedOperation;
  readonly intent: Intent;
  /** What is wrong with it. */
  readonly what: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
};

/** The headers by which one is let in, for each way that an operation names; of a body, where they sign it. */
export type Credentials = (
  schemes: readonly string[],
  body: string | undefined,
  by: 'who_may' | 'somebody_else',
) => Readonly<Record<string, string>> | undefined;

type Sources = { readonly random: Random; readonly known: Known; readonly credentials: Credentials };

const INTENTS: readonly (readonly [share: number, intent: Intent])[] = [
  [0.45, 'valid'],
  [0.76, 'broken'],
  [0.79, 'broken_path'],
  [0.82, 'unreadable_body'],
  [0.84, 'wrong_media_type'],
  [0.87, 'wrong_method'],
  [0.92, 'nobody'],
  [1, 'somebody_else'],
];

/** A request for an operation, made from what the document says of it alone. */
export function makeRequest(operation: DescribedOperation, sources: Sources): MadeRequest {
  const { random } = sources;
  const share = random.next();
  const wanted = INTENTS.find(([most]) => share < most)?.[1] ?? 'valid';
  return (
    request(operation, wanted, sources) ?? request(operation, 'valid', sources, true) ?? never(operation)
  );
}

function never({ operation_id }: DescribedOperation): never {
  throw new Error(`No request for ${operation_id} could be made.`);
}

/** Undefined where an operation has nothing that could be wrong in this way. */
function request(
  operation: DescribedOperation,
  intent: Intent,
  sources: Sources,
  isNeeded = false,
): MadeRequest | undefined {
  const { random } = sources;
  const { in_path, body: described } = operation;
  const body = bodyOf(operation, sources);
  const query = queryOf(operation, sources);
  const path = new Map(
    in_path.map(({ name, schema }) => [name, String(validValue(schema, random, sources.known, name))]),
  );
  const plain: Parts = { path, query, body, media_type: 'application/json', method: operation.method };
  switch (intent) {
    case 'valid':
    case 'somebody_else':
      return made(operation, intent, '', plain, sources);
    case 'broken':
      return broken(operation, plain, sources);
    case 'broken_path': {
      const ids = in_path.filter(({ schema }) => schema.format === 'uuid');
      if (ids.length === 0) return undefined;
      const { name } = random.pick(ids);
      const wrong = random.pick([
        '7',
        'null',
        '019a1c5e-8f00-7000-8000-1b2c3d4e5f6',
        "' OR 1=1--",
        '..;',
        'é',
      ]);
      return made(
        operation,
        intent,
        `${name}: no id`,
        { ...plain, path: new Map([...path, [name, wrong]]) },
        sources,
      );
    }
    case 'unreadable_body': {
      if (described === undefined || operation.takes_any_body) return undefined;
      const text = JSON.stringify(body);
      const wrong = random.pick([
        // Of a body that may be left out nothing is what is left.
        ...(described.required ? [''] : []),
        '{',
        text.slice(0, -1),
        `${text}}`,
        '{"a":1,"a":2}',
        '[]',
        'null',
        '{"__proto__":1}',
      ]);
      return made(operation, intent, 'no JSON of an object', { ...plain, body: wrong, isRaw: true }, sources);
    }
    case 'wrong_media_type': {
      if (described === undefined) return undefined;
      const media_type = random.pick(['text/plain', 'application/xml', 'application/x-www-form-urlencoded']);
      return made(operation, intent, media_type, { ...plain, media_type }, sources);
    }
    case 'wrong_method': {
      // Of whoever brings no key the developer API asks for one first, whatever the method.
      const asksForKey = operation.base_url.endsWith('/developer/v1') && operation.security.length === 0;
      if (asksForKey) return undefined;
      const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
        (one) => !operation.methods.includes(one),
      );
      if (others.length === 0) return undefined;
      const method = random.pick(others);
      return made(operation, intent, method, { ...plain, method, body: undefined }, sources);
    }
    case 'nobody':
      if (operation.security.length === 0 || operation.security.some((one) => one.length === 0))
        return isNeeded ? made(operation, 'valid', '', plain, sources) : undefined;
      return made(operation, intent, 'without good credentials', plain, sources);
  }
}

type Parts = {
  readonly method: string;
  readonly path: ReadonlyMap<string, string>;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly body: unknown;
  readonly isRaw?: boolean;
  readonly media_type: string;
};

function broken(operation: DescribedOperation, plain: Parts, sources: Sources): MadeRequest | undefined {
  const { random } = sources;
  const { body, in_query } = operation;
  const isOfBody =
    body !== undefined && !operation.takes_any_body && (in_query.length === 0 || random.chance(0.8));
  if (isOfBody) {
    for (let tries = 0; tries < 10; tries += 1) {
      const wrong = breakValue(body.schema, plain.body, random);
      if (wrong !== undefined && body.check(wrong.value) !== null)
        return made(operation, 'broken', wrong.what, { ...plain, body: wrong.value }, sources);
    }
  }
  return in_query.length === 0 ? undefined : brokenQuery(operation, plain, sources);
}

function brokenQuery(operation: DescribedOperation, plain: Parts, sources: Sources): MadeRequest | undefined {
  const { random } = sources;
  const { name, schema, required } = random.pick(operation.in_query);
  const others = plain.query.filter(([one]) => one !== name);
  const given = (what: string, ...values: string[]): MadeRequest =>
    made(
      operation,
      'broken',
      `${name}: ${what}`,
      { ...plain, query: [...others, ...values.map((value) => [name, value] as const)] },
      sources,
    );
  if (required && random.chance(0.2)) return given('missing');
  const good = texts(validValue(schema, random, sources.known, name))[0] ?? 'x';
  if (schema.type !== 'array' && random.chance(0.2)) return given('twice', good, good);
  const wrong = wrongText(schema, random);
  return wrong === undefined ? undefined : given(wrong.what, wrong.text);
}

/** Text that a parameter does not take: in a query everything is text. */
function wrongText(schema: Json, random: Random): { text: string; what: string } | undefined {
  const types = [schema.type].flat();
  const ways: { text: string; what: string }[] = [];
  if (types.includes('integer') || types.includes('boolean')) {
    ways.push(...['seven', '1.5', '', '0x10', '1e3', ' 1'].map((text) => ({ text, what: `"${text}"` })));
    for (const edge of [Number(schema.minimum) - 1, Number(schema.maximum) + 1])
      if (!Number.isNaN(edge)) ways.push({ text: String(edge), what: `${edge}, past its edge` });
  }
  if (schema.enum !== undefined) ways.push({ text: 'no such word', what: 'another word' });
  if (schema.format === 'uuid') ways.push({ text: '7', what: 'no id' });
  if (types.includes('string')) ways.push({ text: 'a\0b', what: 'NUL' });
  if (types.includes('string') && Number(schema.maxLength) < 4_000)
    ways.push({ text: 'x'.repeat(Number(schema.maxLength) + 1), what: 'a character too many' });
  return ways.length === 0 ? undefined : random.pick(ways);
}

function bodyOf({ body }: DescribedOperation, { random, known }: Sources): unknown {
  if (body === undefined) return undefined;
  if (body.examples.length > 0 && random.chance(0.35))
    return withKnown(random.pick(body.examples), known, random);
  for (let tries = 0; tries < 20; tries += 1) {
    const value = validValue(body.schema, random, known);
    if (body.check(value) === null) return value;
  }
  return body.examples[0] ?? {};
}

/** An example with ids of what there is. */
function withKnown(value: unknown, known: Known, random: Random, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => withKnown(one, known, random, name.replace(/s$/, '')));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, withKnown(one, known, random, key)]),
    );
  }
  return typeof value === 'string' ? (known(name, random) ?? value) : value;
}

function queryOf({ in_query }: DescribedOperation, { random, known }: Sources): [string, string][] {
  return in_query.flatMap(({ name, schema, required }: Described) => {
    if (!required && random.chance(0.6)) return [];
    return texts(validValue(schema, random, known, name)).map((text): [string, string] => [name, text]);
  });
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

function made(
  operation: DescribedOperation,
  intent: Intent,
  what: string,
  { method, path, query, body, isRaw, media_type }: Parts,
  { random, credentials }: Sources,
): MadeRequest {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path.get(name) ?? ''),
  );
  const pairs = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  const text = body === undefined ? undefined : isRaw === true ? String(body) : JSON.stringify(body);
  const isFile = operation.file_field !== undefined && method === operation.method;
  const [sent, type] = isFile ? [formOf(operation.file_field), FORM_TYPE] : [text, media_type];
  const by = intent === 'somebody_else' ? 'somebody_else' : 'who_may';
  const let_in =
    intent === 'nobody'
      ? random.pick([
          {},
          { authorization: 'Bearer x' },
          { 'x-api-key': 'ekiden_x', authorization: 'Basic eDp5' },
        ])
      : (credentials(operation.security.length === 0 ? [] : random.pick(operation.security), text, by) ?? {});
  return {
    operation,
    intent,
    what,
    method,
    url: `${operation.base_url}${filled}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`,
    headers: { ...let_in, ...(sent === undefined ? {} : { 'content-type': type }) },
    body: sent,
  };
}

const FORM_TYPE = 'multipart/form-data; boundary=b';

/** A form with a file that is no recording. */
function formOf(field: string | undefined): string {
  const head = `Content-Disposition: form-data; name="${field}"; filename="run.gpx"`;
  return `--b\r\n${head}\r\n\r\n<gpx></gpx>\r\n--b--\r\n`;
}

/** The request as somebody can send it again. */
export function asCurl({ method, url, headers, body }: MadeRequest): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const data = body === undefined ? [] : [`--data-binary ${quoted(body)}`];
  return ['curl -i --globoff', `-X ${method}`, quoted(url), ...lines, ...data].join(' ');
}
