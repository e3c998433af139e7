import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TestServer } from '../harness.ts';

export type Json = { readonly [key: string]: unknown };
type Check = (value: unknown) => string | null;

/** A value of a request that has a schema: a parameter, or the whole body. */
export type Described = { readonly name: string; readonly required: boolean; readonly schema: Json };

type DescribedHeader = {
  readonly required: boolean;
  readonly isNumber: boolean;
  readonly check: Check;
};
type DescribedAnswer = {
  readonly media_type: string | undefined;
  readonly check: Check;
  readonly headers: ReadonlyMap<string, DescribedHeader>;
};

/** An operation as a program reads it in a served OpenAPI document, without knowing anything of the server behind it. */
export type DescribedOperation = {
  readonly operation_id: string;
  readonly method: string;
  /** Where it is served, such as `http://127.0.0.1:4000/api/v1`. */
  readonly base_url: string;
  readonly path: string;
  readonly in_path: readonly Described[];
  readonly in_query: readonly Described[];
  /** Of JSON; undefined where none is read. */
  readonly body: (Described & { readonly examples: readonly unknown[]; readonly check: Check }) | undefined;
  /** The field of a form in which a file is taken; undefined where none is. */
  readonly file_field: string | undefined;
  /** Posts of platforms are stored as they come and held to nothing. */
  readonly takes_any_body: boolean;
  /** Names of alternatives, any one of which admits; with an empty one nobody has to say who they are. */
  readonly security: readonly (readonly string[])[];
  readonly answers: ReadonlyMap<number, DescribedAnswer>;
  /** Methods that the path has. */
  readonly methods: readonly string[];
};

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** All operations of both served documents. */
export async function describedOperations(server: TestServer): Promise<DescribedOperation[]> {
  const documents = await Promise.all(
    ['/api/v1', '/developer/v1'].map(
      async (prefix) => (await server.request('GET', `${prefix}/openapi.json`)).body as Json,
    ),
  );
  return documents.flatMap(operationsOf);
}

function operationsOf(document: Json): DescribedOperation[] {
  const at = (part: unknown): Json => resolve(document, part);
  const checks = createChecks(document);
  return Object.entries(at(document.paths)).flatMap(([path, node]) => {
    const item = at(node);
    const [{ url }] = (item.servers ?? document.servers) as [{ url: string }];
    const methods = METHODS.filter((method) => method in item);
    return methods.map((method): DescribedOperation => {
      const operation = at(item[method]);
      const parameters = list(operation.parameters).map(at);
      const parametersIn = (where: string): Described[] =>
        parameters
          .filter((one) => one.in === where)
          .map(({ name, required, schema }) => ({
            name: String(name),
            required: required === true,
            schema: expand(schema, at),
          }));
      const requestBody = at(operation.requestBody);
      const content = at(requestBody.content);
      const isPlatforms = list(operation.tags).includes('Webhooks');
      return {
        operation_id: String(operation.operationId),
        method: method.toUpperCase(),
        base_url: url,
        path,
        in_path: parametersIn('path'),
        in_query: parametersIn('query'),
        body: bodyOf(requestBody, { at, checks }),
        file_field: Object.keys(at(at(at(content['multipart/form-data']).schema).properties))[0],
        takes_any_body: isPlatforms,
        security: list(operation.security).map((one) => Object.keys(at(one))),
        answers: new Map(
          Object.entries(at(operation.responses)).map(([status, answer]) => [
            Number(status),
            answerOf(at(answer), { at, checks }),
          ]),
        ),
        methods: methods.map((one) => one.toUpperCase()),
      };
    });
  });
}

type Reading = { readonly at: (part: unknown) => Json; readonly checks: (schema: unknown) => Check };

function bodyOf({ content, required }: Json, { at, checks }: Reading): DescribedOperation['body'] {
  const { schema, example, examples } = at(at(content)['application/json']);
  if (schema === undefined) return undefined;
  const shown = Object.values(at(examples)).map((one) => at(one).value);
  return {
    name: 'body',
    required: required === true,
    schema: expand(schema, at),
    examples: example === undefined ? shown : [example],
    check: checks(schema),
  };
}

function answerOf(answer: Json, { at, checks }: Reading): DescribedAnswer {
  const [[media_type, media] = []] = Object.entries(at(answer.content));
  const headers = Object.entries(at(answer.headers)).map(([name, part]): [string, DescribedHeader] => {
    const { required, schema } = at(part);
    return [
      name.toLowerCase(),
      { required: required === true, isNumber: at(schema).type === 'integer', check: checks(schema) },
    ];
  });
  return { media_type, check: checks(at(media).schema ?? true), headers: new Map(headers) };
}

/** Checks by schema, each compiled when it is first needed and kept by its text. */
function createChecks({ components }: Json): (schema: unknown) => Check {
  const ajv = new Ajv2020({ strict: false, strictNumbers: true });
  addFormats.default(ajv);
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema);
    return (value) => {
      const check =
        compiled.get(text) ?? ajv.compile(schema === true ? {} : { ...Object(schema), components });
      compiled.set(text, check);
      return check(value) ? null : ajv.errorsText(check.errors);
    };
  };
}

/** A part of the document, or what it refers to; nothing where there is none. */
function resolve(document: Json, part: unknown): Json {
  const { $ref, ...own } = Object(part) as Json;
  if (typeof $ref !== 'string') return own;
  const target = $ref
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((found, step) => Reflect.get(Object(found), step), document);
  return { ...resolve(document, target), ...own };
}

/** A schema with all that it refers to in its place. No schema of a request is part of itself. */
function expand(schema: unknown, at: (part: unknown) => Json): Json {
  const whole = at(schema);
  const each = (group: unknown): Json =>
    Object.fromEntries(Object.entries(at(group)).map(([name, one]) => [name, expand(one, at)]));
  const parts: Record<string, unknown> = {};
  if (whole.properties !== undefined) parts.properties = each(whole.properties);
  if (typeof whole.items === 'object') parts.items = expand(whole.items, at);
  if (typeof whole.additionalProperties === 'object')
    parts.additionalProperties = expand(whole.additionalProperties, at);
  if (Array.isArray(whole.anyOf)) parts.anyOf = whole.anyOf.map((one) => expand(one, at));
  return { ...whole, ...parts };
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
