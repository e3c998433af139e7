import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { internalError, surfaceOf } from './errors.ts';
import { openApiDocument } from './openapi.ts';
import type { Json } from './openapi-components.ts';
import type { Route } from './route.ts';
import type { Surface } from './surface.ts';

/**
 * For tests: checks every answer against its OpenAPI document: a listed status, promised headers of their type and no
 * others, errors in the envelope with a listed code. A violation is answered with 500.
 */
export function checkAnswers(
  app: FastifyInstance,
  surfaces: readonly [Surface, ...Surface[]],
  baseUrl: string,
): void {
  // Compiled when first used: tests start many servers, some of which answer nothing.
  let answers: ReadonlyMap<string, Answers> | undefined;
  app.addHook('onSend', async (request, reply, payload) => {
    answers ??= new Map(surfaces.flatMap((surface) => answersOf(surface, baseUrl)));
    const answer = answers.get(operationOf(request));
    const fault = answer === undefined ? null : faultOf(answer, reply, payload);
    if (fault === null) return payload;
    if (payload instanceof Readable) payload.destroy();
    // An error thrown here would be answered by Fastify and checked in turn.
    reply.code(internalError.status).removeHeader('etag').type('application/json; charset=utf-8');
    const error = internalError({ message: `${request.method} ${request.routeOptions.url}: ${fault}` });
    return JSON.stringify(surfaceOf(surfaces, request.url).envelope.body(error, request.id));
  });
}

type Fits = (value: unknown) => string | null;
type Header = { readonly required: boolean; readonly misfit: Fits };
type Documented = { readonly headers: ReadonlyMap<string, Header>; readonly misfit: Fits };
type Answers = ReadonlyMap<number, Documented>;

function operationOf({ method, routeOptions }: FastifyRequest): string {
  return `${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`;
}

function faultOf(answers: Answers, reply: FastifyReply, payload: unknown): string | null {
  const documented = answers.get(reply.statusCode);
  if (documented === undefined) return `the status ${reply.statusCode} is not documented`;
  const sent = new Map(Object.entries(reply.getHeaders()));
  for (const [name, { required, misfit }] of documented.headers) {
    const value = sent.get(name);
    if (value === undefined && required) return `the header ${name} of ${reply.statusCode} is missing`;
    const why = value === undefined ? null : misfit(value);
    if (why !== null) return `the header ${name} of ${reply.statusCode} is ${value}: ${why}`;
  }
  const unknown = [...sent.keys()].find((name) => COUNTED_ON.test(name) && !documented.headers.has(name));
  if (unknown !== undefined) return `the header ${unknown} of ${reply.statusCode} is not documented`;
  // Successful bodies are checked before serialization, in `serve-route.ts`.
  return reply.statusCode < 400 ? null : documented.misfit(JSON.parse(`${payload}`));
}

/** Headers that clients act on; the others belong to HTTP itself. */
const COUNTED_ON =
  /^(?:x-|ratelimit|retry-after$|etag$|cache-control$|www-authenticate$|location$|link$|allow$)/;

const ajv = new Ajv2020({ strict: false, code: { optimize: false } });
addFormats.default(ajv);

type Documents = [operation: string, Answers][];

/** A surface as it was documented, with its checks. */
const documented: { readonly declared: object; readonly answers: Documents }[] = [];

/** Servers of one process mostly declare the same schema objects: comparing them costs a hundredth of writing the document again. */
function answersOf(surface: Surface, baseUrl: string): Documents {
  const declared = declaredBy(surface);
  const known = documented.find((other) => isDeepStrictEqual(other.declared, declared));
  if (known !== undefined) return known.answers;
  const { paths, components } = openApiDocument(surface, baseUrl);
  const answers = documentedAnswers(surface.prefix, { paths, components });
  documented.push({ declared, answers });
  return answers;
}

/** Without values that each server has of its own. */
function declaredBy({ prefix, headers, envelope, routes, outside = [] }: Surface): object {
  const withoutWork = ({ handler: _handler, limit: _limit, guard, ...declared }: Route) => ({
    ...declared,
    guard: { ...guard, admit: undefined },
  });
  return { prefix, headers, envelope, routes: routes.map(withoutWork), outside: outside.map(withoutWork) };
}

function documentedAnswers(prefix: string, document: Json): Documents {
  // The schema is added by name, so that its components are processed once and not for each reference.
  const name = `document-${documented.length}`;
  const named = (part: unknown): string => JSON.stringify(part).replaceAll('"$ref":"#', `"$ref":"${name}#`);
  ajv.addSchema(JSON.parse(named({ components: document.components })), name);
  const checks = new Map<string, ValidateFunction>();
  const misfitOf = (schema: unknown = true): Fits => {
    const text = named(schema);
    return (value) => {
      const check = checks.get(text) ?? ajv.compile(JSON.parse(text));
      checks.set(text, check);
      return check(value) ? null : ajv.errorsText(check.errors);
    };
  };
  const resolve = (part: unknown): Json => {
    const { $ref } = Object(part);
    if (typeof $ref !== 'string') return Object(part);
    const [kind = '', name = ''] = $ref.split('/').slice(2);
    return Reflect.get(Reflect.get(Object(document.components), kind), name);
  };
  const answersOf = (operation: Json): Answers =>
    new Map(
      Object.entries(Object(operation.responses)).map(([status, part]) => {
        const { headers, content } = resolve(part);
        const known = Object.entries(Object(headers)).map(([name, header]): [string, Header] => {
          const { required, schema } = resolve(header);
          const misfit = misfitOf(schema);
          const isNumber = Object(schema).type === 'integer';
          return [
            name.toLowerCase(),
            { required: required === true, misfit: (value) => misfit(isNumber ? Number(value) : value) },
          ];
        });
        const { schema = true } = Object(Object(content)['application/json']);
        return [Number(status), { headers: new Map(known), misfit: misfitOf(schema) }];
      }),
    );
  return Object.entries(Object(document.paths)).flatMap(([path, item]) =>
    operationsOf(Object(item)).map(([method, operation]): [string, Answers] => [
      `${method.toUpperCase()} ${'servers' in Object(item) ? '' : prefix}${path.replace(/\{(\w+)\}/g, ':$1')}`,
      answersOf(Object(operation)),
    ]),
  );
}

/** An item can name servers beside its operations: those are outside the prefix. */
function operationsOf(item: Json): [method: string, operation: unknown][] {
  return Object.entries(item).filter(([name]) => name !== 'servers');
}
