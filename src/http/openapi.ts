import type { TObject } from 'typebox';
import Type from 'typebox';
import { type Components, component, hoist, type Json } from './openapi-components.ts';
import { exampleOf } from './openapi-examples.ts';
import { responsesOf } from './openapi-responses.ts';
import { security, securitySchemes } from './openapi-security.ts';
import { ENTITY_TAG_EXAMPLE } from './response-headers.ts';
import { isConditional, type Route, route } from './route.ts';
import type { Surface, Tag } from './surface.ts';
import { MAX_WRITE_KEY_LENGTH, WRITE_KEY, WRITE_KEY_HEADER } from './write-key.ts';

const META: Tag = { name: 'Meta', description: 'The interface itself.' };

export function openApiRoute(surface: Surface, baseUrl: string): Route {
  let json: string | undefined;
  return documentRoute(surface, () => {
    json ??= JSON.stringify(openApiDocument(surface, baseUrl));
    return json;
  });
}

function documentRoute({ title, version, prefix }: Surface, json: () => string): Route {
  return route({
    operation_id: 'getOpenApiDocument',
    method: 'GET',
    path: '/openapi.json',
    guard: { kind: 'open' },
    tag: META.name,
    summary: 'This document',
    description: `What you are reading, as a program reads it: OpenAPI 3.1. Needs no credentials.`,
    responses: {
      200: Type.Object(
        {
          openapi: Type.String({
            pattern: '^3\\.1\\.[0-9]+$',
            maxLength: 10,
            description: 'Version of OpenAPI.',
          }),
        },
        {
          description: 'OpenAPI 3.1, its schemas in JSON Schema 2020-12.',
          additionalProperties: true,
          examples: [{ openapi: '3.1.0', info: { title, version }, servers: [{ url: prefix }], paths: {} }],
        },
      ),
    },
    handler: async () => ({ status: 200, json: json() }),
  });
}

/**
 * OpenAPI 3.1 of a surface, from the schemas that validate requests. Schemas with a `title` become components; errors
 * follow from guard, method, schemas and declaration.
 * @throws Error for a tag without description or a schema without example
 */
export function openApiDocument(surface: Surface, baseUrl: string): Json {
  const { outside = [] } = surface;
  const own = [...surface.routes, documentRoute(surface, () => '')];
  const all = { ...surface, tags: [...surface.tags, META], routes: [...own, ...outside] };
  const components: Components = { schemas: {}, responses: {}, headers: {}, parameters: {} };
  const paths: Record<string, Json> = {};
  const responses = responsesOf(all);
  for (const one of all.routes) {
    const path = one.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...(outside.includes(one) ? { servers: [server(baseUrl)] } : {}),
      ...paths[path],
      [one.method.toLowerCase()]: hoist({ ...operation(one), responses: responses(one) }, components),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: surface.title,
      summary: surface.summary,
      version: surface.version,
      description: surface.description,
      contact: { name: 'The operator of this server', url: baseUrl },
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    externalDocs: { description: 'This document as a page to read', url: `${baseUrl}/docs` },
    servers: [server(`${baseUrl}${surface.prefix}`)],
    tags: tags(all),
    paths,
    components: { ...components, securitySchemes: securitySchemes(surface) },
  };
}

function server(url: string): Json {
  return {
    url,
    description:
      'The server that this document came from: local, staging or production, as its operator runs it.',
    'x-internal': false,
  };
}

function tags({ tags, routes, title }: Surface): Json[] {
  const used = new Set(routes.map(({ tag }) => tag));
  const missing = [...used].filter((tag) => !tags.some(({ name }) => name === tag));
  if (missing.length > 0) throw new Error(`${title} does not say what the tag ${missing.join(', ')} means.`);
  return tags.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description }));
}

function operation(one: Route): Json {
  const body = requestBody(one);
  return {
    operationId: one.operation_id,
    tags: [one.tag],
    summary: one.summary,
    description: described(one),
    security: security(one),
    parameters: [
      ...parameters('path', one.params, one.operation_id),
      ...parameters('query', one.query, one.operation_id),
      ...(isConditional(one) ? [IF_NONE_MATCH] : []),
      ...(one.takes_write_key === true ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body === undefined ? {} : { requestBody: body }),
  };
}

function described({ description, guard }: Route): string {
  const scopes = guard.kind === 'developer_key' ? [guard.scope] : [];
  const needed = scopes.map((scope) => `The key needs the scope \`${scope}\`.`);
  if (guard.kind === 'developer_key_of_any') {
    needed.push(`The key needs one of the scopes ${guard.scopes.map((scope) => `\`${scope}\``).join(', ')}.`);
  }
  return [description, ...needed].filter((part) => part !== undefined).join('\n\n');
}

function parameters(where: 'path' | 'query', schema: TObject | undefined, at: string): Json[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, examples, ...type } = property as Json;
    const isNamed = (schema?.required as readonly string[] | undefined)?.includes(name) === true;
    return {
      name,
      in: where,
      required: where === 'path' || (isNamed && !('default' in type)),
      ...(description === undefined ? {} : { description }),
      schema: type,
      example: exampleOf({ ...type, examples }, `${at} ${name}`),
    };
  });
}

const IF_NONE_MATCH = component('parameters', 'IfNoneMatch', {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` of the answer you have, or several: if it is still the answer, you get 304 without a body.',
  // The characters that Node's parser accepts in a header, and the longest headers together.
  schema: { type: 'string', pattern: '^[\\t\\u0020-\\u007e\\u0080-\\u00ff]*$', maxLength: 16_384 },
  example: ENTITY_TAG_EXAMPLE,
});

const IDEMPOTENCY_KEY = component('parameters', 'IdempotencyKey', {
  name: WRITE_KEY_HEADER,
  in: 'header',
  required: false,
  description:
    'A name that you give to this write, such as a new UUID: sent again with the same request within 30 days, it changes nothing more and is ' +
    'answered with what the first made, as that is now. With another request it is 422.',
  schema: { type: 'string', pattern: WRITE_KEY.source, minLength: 1, maxLength: MAX_WRITE_KEY_LENGTH },
  example: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
});

function requestBody({ file, bytes, body, body_is_optional, operation_id }: Route): Json | undefined {
  if (bytes !== undefined) {
    const { description, schema, examples } = bytes;
    // Without a schema any body is accepted and read later.
    const media = schema === undefined ? {} : { schema, ...(examples === undefined ? {} : { examples }) };
    return { required: true, description, content: { 'application/json': media } };
  }
  if (file !== undefined) {
    const part = {
      type: 'string',
      // For tools that read OpenAPI 3.0 only; since 3.1 the following line says the same.
      format: 'binary',
      contentMediaType: 'application/octet-stream',
      maxLength: file.max_bytes,
      description: file.description,
    };
    const schema = { type: 'object', required: [file.field], properties: { [file.field]: part } };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (body === undefined) return undefined;
  const example = exampleOf(body, `${operation_id} body`);
  return { required: body_is_optional !== true, content: { 'application/json': { schema: body, example } } };
}
