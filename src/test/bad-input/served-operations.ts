import assert from 'node:assert/strict';
import { type Answer, assertErrorAnswer, type SurfaceName } from '../envelopes.ts';
import type { TestServer } from '../harness.ts';

export type Json = { readonly [key: string]: unknown };
export type ServedParameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Json;
};
/** One operation as a stranger reads it in the served document. */
export type ServedOperation = {
  readonly surface: SurfaceName;
  readonly operation_id: string;
  readonly method: string;
  /** Below the surface's prefix, such as `/athletes/{athlete_id}`. */
  readonly path: string;
  readonly title: string;
  readonly parameters: readonly ServedParameter[];
  /** Of a JSON body, its own references resolved. */
  readonly body: Json | undefined;
  /** Anybody may call it. */
  readonly isOpen: boolean;
  readonly responses: ReadonlyMap<number, ServedResponse>;
};
type ServedResponse = { readonly headers: readonly string[]; readonly codes: readonly unknown[] };

/**
 * Every operation below a surface's prefix that its OpenAPI document names, so that a new one is tested without being listed here.
 * What platforms post outside of it is taken as bytes, whatever they are.
 */
export async function servedOperations(server: TestServer, surface: SurfaceName): Promise<ServedOperation[]> {
  const { status, body: document } = await server.request('GET', `${surface}/openapi.json`);
  assert.equal(status, 200);
  const at = (node: unknown): Json => resolved(document, node);
  const below = Object.entries(at(document.paths)).filter(([, item]) => !('servers' in at(item)));
  return below.flatMap(([path, item]) =>
    Object.entries(at(item)).map(([name, node]): ServedOperation => {
      const method = name.toUpperCase();
      const operation = at(node);
      // Platforms' events are taken as the bytes they are.
      const isRead = !listOf(operation.tags).includes('Webhooks');
      const body = isRead ? at(at(at(operation.requestBody).content)['application/json']).schema : undefined;
      return {
        surface,
        operation_id: String(operation.operationId),
        method,
        path,
        title: `${method} ${surface}${path}`,
        parameters: listOf(operation.parameters).map((one) => servedParameter(at(one), at)),
        body: body === undefined ? undefined : at(body),
        isOpen: !isRead || listOf(operation.security).length === 0,
        responses: servedResponses(at(operation.responses), at),
      };
    }),
  );
}

function servedParameter(parameter: Json, at: (node: unknown) => Json): ServedParameter {
  const { name, in: where, required } = parameter as ServedParameter;
  return { name, in: where, required, schema: at(parameter.schema) };
}

function servedResponses(responses: Json, at: (node: unknown) => Json): Map<number, ServedResponse> {
  return new Map(
    Object.entries(responses).map(([status, node]) => {
      const response = at(node);
      const schema = at(at(at(response.content)['application/json']).schema);
      // The envelope with all codes of the surface, narrowed to those of the answer.
      const parts = listOf(schema.allOf).map((part) => at(at(at(part).properties).code).enum);
      const codes = parts.at(-1);
      const headers = Object.keys(at(response.headers)).map((name) => name.toLowerCase());
      return [Number(status), { headers, codes: listOf(codes) }];
    }),
  );
}

/** A node of the document, or what it refers to; nothing where there is none. */
function resolved(document: Json, node: unknown): Json {
  const { $ref, ...own } = Object(node) as Json;
  if (typeof $ref !== 'string') return own;
  const steps = $ref.slice('#/'.length).split('/');
  const target = steps.reduce<unknown>((found, step) => Reflect.get(Object(found), step), document);
  assert.ok(target !== undefined, `${$ref} leads nowhere`);
  return { ...resolved(document, target), ...own };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Of HTTP itself, or on every response: no document lists them. */
const TRANSPORT = [
  ...['connection', 'date', 'keep-alive', 'transfer-encoding'],
  ...['content-encoding', 'content-length', 'content-type', 'vary'],
];
const LIMITS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

/**
 * Holds an answer to the document: its status, its code, its envelope, and exactly the headers that are described.
 *
 * @param beforeKey the request was refused before its key was looked at, so no limit is told
 * @returns the message, of an error
 */
export function assertDocumented(
  operation: ServedOperation,
  answer: Answer | undefined,
  { beforeKey = false }: { beforeKey?: boolean } = {},
): string {
  assert.ok(answer !== undefined, `${operation.title}: there is no answer`);
  const { status, headers, text } = answer;
  const response = operation.responses.get(status);
  assert.ok(response !== undefined, `${operation.title} does not document ${status}: ${text}`);
  assert.ok(status < 500, `${operation.title}: ${text}`);
  const expected = response.headers.filter((name) => !(beforeKey && LIMITS.includes(name)));
  const present = Object.keys(headers).filter((name) => !TRANSPORT.includes(name));
  assert.deepEqual(present.sort(), expected.toSorted(), `${operation.title} ${status}: its headers`);
  if (status < 400) return '';
  const { code, error } = JSON.parse(text);
  assert.ok(response.codes.includes(code), `${operation.title} does not document ${code}: ${error}`);
  assertErrorAnswer(answer, { surface: operation.surface, status, code });
  return error;
}
