import { isDeepStrictEqual } from 'node:util';
import type { TObject } from 'typebox';
import Type from 'typebox';
import {
  type ErrorDefinition,
  featureNotEnabled,
  forbidden,
  notFound,
  rateLimited,
  unauthenticated,
  validationError,
} from '../shared/errors.ts';
import { internalError } from './errors.ts';
import { type Guard, invalidKey, keyExpired, keyRevoked, missingScope } from './guard.ts';
import { payloadTooLarge, unsupportedMediaType } from './read-body.ts';
import { responseHeaders } from './response-headers.ts';
import { isConditional, type Route, route } from './route.ts';
import type { Surface } from './surface.ts';

type Json = Record<string, unknown>;

/** The route that serves a surface's own OpenAPI document, which is made once from the same schemas that validate. */
export function openApiRoute(surface: Surface, baseUrl: string): Route {
  const declared: Route = route({
    operation_id: 'getOpenApiDocument',
    method: 'GET',
    path: '/openapi.json',
    guard: { kind: 'open' },
    tag: 'Meta',
    summary: 'This document',
    responses: { 200: Type.Object({}, { description: 'OpenAPI 3.1' }) },
    handler: async () => ({ status: 200, json }),
  });
  const json = JSON.stringify(
    openApiDocument({ ...surface, routes: [...surface.routes, declared] }, baseUrl),
  );
  return declared;
}

/** OpenAPI 3.1 of a surface. Schemas with a `title` become components; errors follow from guard, schemas and declaration. */
function openApiDocument(surface: Surface, baseUrl: string): Json {
  const components: Json = {};
  const paths: Record<string, Json> = {};
  for (const route of surface.routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: hoist(operation(route, surface), components),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: surface.title,
      version: surface.version,
      description: surface.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${baseUrl}${surface.prefix}` }],
    tags: [...new Set(surface.routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { schemas: components, securitySchemes: securitySchemes(surface) },
  };
}

function operation(route: Route, surface: Surface): Json {
  const body = requestBody(route);
  return {
    operationId: route.operation_id,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    security: security(route.guard),
    parameters: [
      ...parameters('path', route.params),
      ...parameters('query', route.query),
      ...(isConditional(route) ? [IF_NONE_MATCH] : []),
    ],
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      ...successes(route, surface),
      ...(isConditional(route) ? notModified(route, surface) : {}),
      ...failures(route, surface),
    },
  };
}

function parameters(where: 'path' | 'query', schema: TObject | undefined): Json[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...type } = property as Json;
    return {
      name,
      in: where,
      required:
        where === 'path' || (schema?.required as readonly string[] | undefined)?.includes(name) === true,
      ...(description === undefined ? {} : { description }),
      schema: type,
    };
  });
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` of the answer you have, or several: if it is still the answer, you get 304 without a body.',
  schema: { type: 'string' },
  example: '"pZGm1Av0IEBKARczz7exkN"',
};

function notModified(route: Route, surface: Surface): Json {
  return {
    304: {
      description: 'Nothing has changed since the answer that `If-None-Match` names.',
      headers: responseHeaders(surface, route, 304),
    },
  };
}

function requestBody(route: Route): Json | undefined {
  if (route.file !== undefined) {
    const file = {
      type: 'string',
      contentMediaType: 'application/octet-stream',
      description: route.file.description,
    };
    const schema = { type: 'object', required: [route.file.field], properties: { [route.file.field]: file } };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  return route.body && { required: true, content: { 'application/json': { schema: route.body } } };
}

function successes(route: Route, surface: Surface): Json {
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, schema]) => {
      const { description } = schema as Json;
      const content = { 'application/json': { schema } };
      const headers = responseHeaders(surface, route, Number(status));
      return [status, { description: description ?? 'Success.', headers, content }];
    }),
  );
}

/** One response a status, its schema naming every code that can come with it. */
function failures(route: Route, surface: Surface): Json {
  const byStatus = Map.groupBy([...expectedErrors(route), ...(route.errors ?? [])], ({ status }) => status);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, definitions]) => {
        const codes = [...new Set(definitions.map(({ code }) => code))];
        const schema = surface.envelope.schema(codes, status === 400);
        const description = [...new Set(definitions.map(({ message }) => message))].join(' ');
        return [
          status,
          {
            description,
            headers: responseHeaders(surface, route, status),
            content: { 'application/json': { schema } },
          },
        ];
      }),
  );
}

function expectedErrors(route: Route): ErrorDefinition[] {
  const errors: ErrorDefinition[] = [validationError, internalError];
  if (route.params !== undefined) errors.push(notFound);
  // A write that takes no body can be sent one all the same.
  if (route.method !== 'GET') errors.push(payloadTooLarge, unsupportedMediaType);
  if (route.file !== undefined) errors.push(rateLimited);
  if (route.guard.kind === 'developer_key') {
    errors.push(invalidKey, keyRevoked, keyExpired, missingScope, featureNotEnabled, rateLimited);
  } else if (route.guard.kind !== 'open') errors.push(unauthenticated, forbidden);
  return errors;
}

/** Alternatives: any one of them admits. */
function security(guard: Guard): Json[] {
  switch (guard.kind) {
    case 'open':
      return [];
    case 'anyone':
      return [{}, { accessToken: [] }, { apiKeyBearer: [] }];
    case 'user':
      return [{ accessToken: [] }];
    case 'app_or_user':
      return [{ appKey: [] }, { accessToken: [] }];
    case 'user_or_key':
      return [{ accessToken: [] }, { apiKeyBearer: [] }];
    case 'developer_key':
      return [{ apiKeyBearer: [] }, { apiKeyHeader: [] }];
  }
}

const SECURITY_SCHEMES = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'From sign-up, log-in or refresh.',
  },
  appKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: "One of the server's APP_KEYS." },
  apiKeyBearer: { type: 'http', scheme: 'bearer', description: "An organization's API key (`ekiden_…`)." },
  apiKeyHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The same key in its own header.',
  },
} as const;

function securitySchemes(surface: Surface): Json {
  const used = new Set(surface.routes.flatMap(({ guard }) => security(guard).flatMap(Object.keys)));
  return Object.fromEntries(Object.entries(SECURITY_SCHEMES).filter(([name]) => used.has(name)));
}

/** Moves every schema that has a `title` into the components and leaves a reference. */
function hoist(value: unknown, components: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => hoist(item, components));
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, hoist(child, components)]),
  );
  const { title, ...schema } = copy;
  if (typeof title !== 'string' || !('type' in copy || 'anyOf' in copy)) return copy;
  const known = components[title];
  if (known !== undefined && !isDeepStrictEqual(known, schema)) {
    throw new Error(`Two schemas are called ${title}: give one another title.`);
  }
  components[title] = schema;
  return { $ref: `#/components/schemas/${title}` };
}
