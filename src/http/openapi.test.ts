import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { SURFACES } from '../test/envelopes.ts';
import { createApiKey, createOrganization } from '../test/factories.ts';
import { type TestServer, testServer } from '../test/harness.ts';

type Json = { readonly [key: string]: unknown };
type Parameter = {
  name: string;
  in: string;
  required: boolean;
  description: string;
  schema: Json;
  example: unknown;
};
type Media = {
  schema?: Json;
  example?: unknown;
  examples?: Record<string, { summary: string; value: unknown }>;
};
type Response = { description: string; headers: Record<string, Json>; content?: Record<string, Media> };
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters: (Parameter | Reference)[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response | Reference>;
};
type Reference = { $ref: string };
/** Operations by method. Those outside the prefix name their server. */
type PathItem = { servers?: { url: string }[] } & Record<string, Operation>;
type Document = {
  openapi: string;
  info: { title: string; summary: string; description: string; contact: Json; license: Json };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  components: Record<
    'schemas' | 'responses' | 'headers' | 'parameters' | 'securitySchemes',
    Record<string, Json>
  >;
};

let server: TestServer;
before(async () => {
  server = await testServer();
});

for (const { prefix } of SURFACES) {
  describe(`the OpenAPI document of ${prefix}`, () => {
    let document: Document;
    let operations: { at: string; path: string; method: string; operation: Operation }[];
    before(async () => {
      const answer = await server.request('GET', `${prefix}/openapi.json`);
      assert.equal(answer.status, 200);
      document = answer.body;
      operations = Object.entries(document.paths).flatMap(([path, item]) =>
        methodsOf(item).map(([method, operation]) => ({
          at: `${method} ${path}`,
          path,
          method,
          operation,
        })),
      );
    });

    /** A part itself, or the part that it refers to. */
    function found<T extends object>(part: T | Reference): T {
      if (!('$ref' in part)) return part;
      const [, , kind = '', name = ''] = part.$ref.split('/');
      return Reflect.get(Reflect.get(document.components, kind), name);
    }

    function responsesOf({ responses }: Operation): [status: string, response: Response][] {
      return Object.entries(responses).map(([status, response]) => [status, found(response)]);
    }

    test('is one of OpenAPI 3.1, its schemas of JSON Schema 2020-12', () => {
      assert.match(document.openapi, /^3\.1\.\d$/);
      assert.deepEqual(Object.keys(document), [
        'openapi',
        'info',
        'externalDocs',
        'servers',
        'tags',
        'paths',
        'components',
      ]);
      assert.match(document.servers[0]?.url ?? '', new RegExp(`^http://.*${prefix}$`));
      const ajv = new Ajv2020({ strict: false });
      for (const schema of schemasIn(document)) {
        assert.ok(ajv.validateSchema(schema), `${JSON.stringify(schema)}: ${ajv.errorsText(ajv.errors)}`);
        assert.ok(!('errorMessage' in schema), 'words for our own messages are not published');
      }
    });

    test('states the conventions in its introduction, with an example of a page and its cursor', () => {
      const [, section = ''] = /\n## Conventions\n([\s\S]*?)\n## /.exec(document.info.description) ?? [];
      const parts = [...section.matchAll(/^### (.+)$/gm)].map(([, part]) => part);
      assert.deepEqual(parts, ['Envelope', 'Pages', 'Ranges and times', 'Values', 'Requests', 'Entity tags']);
      const [first, next] = [...section.matchAll(/"next_cursor": (\S+)}}/g)].map(([, value]) =>
        JSON.parse(value ?? ''),
      );
      assert.match(first, /^[A-Za-z0-9_-]{32}$/);
      assert.equal(next, null);
      const [, address = '', cursor] = /^GET (\S+)[?&]\S*cursor=([\w-]+)$/m.exec(section) ?? [];
      assert.equal(cursor, first);
      assert.ok(
        address.startsWith(prefix) && (address.slice(prefix.length).split('?')[0] ?? '') in document.paths,
        address,
      );
    });

    test('has references that lead somewhere, and components that are used', () => {
      const references = [...nodesIn(document)].flatMap(({ $ref }) =>
        typeof $ref === 'string' ? [$ref] : [],
      );
      for (const reference of references) {
        assert.match(reference, /^#\/components\/\w+\/[A-Za-z0-9._-]+$/);
        assert.ok(found({ $ref: reference }), reference);
      }
      for (const kind of ['schemas', 'responses', 'headers', 'parameters'] as const) {
        for (const name of Object.keys(document.components[kind])) {
          assert.ok(references.includes(`#/components/${kind}/${name}`), `${name} is used by nothing`);
        }
      }
    });

    test('names and describes every operation, and what it answers to whom', () => {
      const ids = operations.map(({ operation }) => operation.operationId);
      assert.equal(new Set(ids).size, ids.length);
      const tags = document.tags.map(({ name }) => name);
      for (const { at, operation } of operations) {
        assert.match(operation.operationId, /^[a-z]+(?:[A-Z][a-z]+)*$/, at);
        assert.ok(operation.summary.length > 3 && !operation.summary.endsWith('.'), at);
        assert.ok(operation.description.endsWith('.'), at);
        assert.equal(operation.tags.length, 1, at);
        for (const tag of operation.tags) assert.ok(tags.includes(tag), at);
        const statuses = Object.keys(operation.responses);
        assert.ok(statuses.some((status) => /^2|^302$/.test(status)) && statuses.includes('500'), at);
        for (const requirement of operation.security) {
          for (const scheme of Object.keys(requirement))
            assert.ok(scheme in document.components.securitySchemes, at);
        }
        if (operation.security.length > 0) assert.ok(statuses.includes('401'), at);
      }
    });

    test('the document describes a redirect as an address without a body', () => {
      const all = operations.flatMap(({ operation }) => responsesOf(operation));
      for (const [, response] of all.filter(([status]) => status === '302')) {
        assert.ok('Location' in response.headers);
        assert.equal('content' in response, false);
      }
    });

    test('says of every status what it means, with its headers and an example', () => {
      for (const { at, operation } of operations) {
        for (const [status, response] of responsesOf(operation)) {
          const where = `${at} ${status}`;
          assert.ok(response.description.length > 3, where);
          for (const [name, header] of Object.entries(response.headers)) {
            const { description, schema, example } = found(header);
            assert.ok(typeof description === 'string' && description.endsWith('.'), `${where} ${name}`);
            assert.ok(schema !== undefined && example !== undefined, `${where} ${name}`);
          }
          for (const name of ['X-Request-ID', 'X-Content-Type-Options', 'Cache-Control'])
            assert.ok(name in response.headers, `${where} ${name}`);
          assert.equal('X-API-Version' in response.headers, prefix === '/developer/v1', where);
          if (hasNoBody(status) || isFile(response)) continue;
          assert.ok(isShown(response), where);
          if (Number(status) >= 400) assert.deepEqual(codesOf(response), codesShown(response), where);
        }
      }
    });

    test('describes every member of every schema', () => {
      for (const schema of schemasIn(document)) {
        for (const [name, part] of Object.entries(Object(schema.properties))) {
          const { description } = found(Object(part));
          const at = `${name} of ${JSON.stringify(schema).slice(0, 200)}`;
          assert.ok(isNarrowing(schema) || (typeof description === 'string' && description.length > 3), at);
        }
      }
    });

    test('bounds every text and every list, in requests and answers', () => {
      const unbounded = [...schemasIn(document)].filter((schema) => {
        const types = [schema.type].flat();
        const isChosen = 'enum' in schema || 'const' in schema;
        return (
          (types.includes('string') && !isChosen && typeof schema.maxLength !== 'number') ||
          (types.includes('array') && typeof schema.maxItems !== 'number') ||
          takesAnything(schema)
        );
      });
      assert.deepEqual(unbounded, [], 'say maxLength, maxItems, or which words there are');
    });

    test('declares the parameters of its paths, and only those, each with an example', () => {
      for (const { at, path, operation } of operations) {
        const parameters = operation.parameters.map((parameter) => found<Parameter>(parameter));
        const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        const declared = parameters.filter((parameter) => parameter.in === 'path');
        assert.deepEqual(declared.map(({ name }) => name).sort(), named.sort(), path);
        assert.ok(declared.every(({ required }) => required));
        const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
        assert.equal(new Set(names).size, names.length, path);
        for (const { name, schema, required, description, example } of parameters) {
          assert.ok(!('default' in schema && required), `${at}: what has a default is not required`);
          assert.ok(description.endsWith('.') && example !== undefined, `${at} ${name}`);
        }
      }
    });

    test('has examples and defaults that fit their schemas', () => {
      const ajv = new Ajv2020({ strict: false, strictNumbers: true, code: { optimize: false } });
      addFormats.default(ajv);
      // Schemas are added by name, so that the components are processed once.
      const named = (json: unknown): string =>
        JSON.stringify(json).replaceAll('"$ref":"#', '"$ref":"document#');
      ajv.addSchema(JSON.parse(named({ components: document.components })), 'document');
      const checks = new Map<string, ValidateFunction>();
      const assertFits = (schema: Json, values: readonly unknown[], at: string): void => {
        if (values.length === 0) return;
        const { examples: _, ...own } = schema;
        const text = named(own);
        const check = checks.get(text) ?? ajv.compile(JSON.parse(text));
        checks.set(text, check);
        for (const value of values) {
          assert.ok(check(value), `${at}: ${JSON.stringify(value)}: ${ajv.errorsText(check.errors)}`);
        }
      };
      for (const schema of schemasIn(document)) {
        const { examples, ...own } = schema;
        const values = [
          ...(Array.isArray(examples) ? examples : []),
          ...('default' in own ? [own.default] : []),
        ];
        assertFits(schema, values, JSON.stringify(own).slice(0, 300));
      }
      for (const { at, operation } of operations) {
        for (const part of operation.parameters) {
          const { name, schema, example } = found<Parameter>(part);
          assertFits(schema, [example], `${at} ${name}`);
        }
        const medias = [
          ...Object.values(operation.requestBody?.content ?? {}),
          ...responsesOf(operation).flatMap(([, { content = {} }]) => Object.values(content)),
        ];
        for (const media of medias) assertFits(Object(media.schema), valuesOf(media), at);
        for (const [status, { headers }] of responsesOf(operation)) {
          for (const [name, part] of Object.entries(headers)) {
            const { schema, example } = found(part);
            assertFits(Object(schema), [example], `${at} ${status} ${name}`);
          }
        }
      }
    });

    test('describes what platforms post, at the server where it is, with how they are known and what they send', () => {
      const posts = operations.filter(({ operation }) => operation.requestBody && isOfPlatforms(operation));
      const described = posts.map(({ at, path, operation }) => {
        const media = operation.requestBody?.content['application/json'] ?? {};
        assert.ok(media.schema !== undefined && valuesOf(media).length > 1, at);
        const isOutside = document.paths[path]?.servers?.[0]?.url === server.url;
        return [at, isOutside, operation.security.flatMap(Object.keys)];
      });
      const ofApplication = [
        ['post /activities/webhook/strava', false, ['stravaSignature', 'stravaAddressKey']],
        ['post /api/webhooks/garmin/push', true, ['platformKey']],
        ['put /api/webhooks/garmin/push', true, ['platformKey']],
        ['post /api/webhooks/line', true, ['lineSignature']],
        ['post /api/webhooks/telegram', true, ['telegramSecret']],
      ];
      assert.deepEqual(described, prefix === '/api/v1' ? ofApplication : []);
    });

    test('describes what is served: each operation answers, and OPTIONS knows no others', async () => {
      const id = '019a1c5e-8f00-7000-8000-1b2c3d4e5f60';
      const club = prefix === '/developer/v1' ? await createOrganization(server) : null;
      for (const [path, item] of Object.entries(document.paths)) {
        const { servers: [at = { url: `${server.url}${prefix}` }] = [] } = item;
        const url = `${at.url.replace(server.url, '')}${path.replace(/\{\w+\}/g, id)}`;
        // The developer API checks the key first; each address gets a key of its own because of the limits.
        const known = club === null ? {} : { apiKey: (await createApiKey(server, club)).secret };
        const methods = methodsOf(item).map(([method]) => method.toUpperCase());
        const { headers } = await server.request('OPTIONS', url, known);
        const all = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
        assert.equal(headers.get('allow'), all.sort().join(', '), path);
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !all.includes(one))) {
          const refused = await server.request(method, url, known);
          assert.deepEqual([refused.status, refused.headers.get('allow')], [405, all.join(', ')], path);
        }
        for (const [name, { security }] of methodsOf(item)) {
          const method = name.toUpperCase();
          if (security.length === 0 || security.some((one) => Object.keys(one).length === 0)) continue;
          const answer = await server.request(method, url);
          // Without a configured platform the answer is not_configured, whether a key was sent or not.
          const isUnset = answer.body.code === 'not_configured' && item.servers !== undefined;
          assert.ok(answer.status === 401 || isUnset, `${method} ${path} says that it needs credentials`);
        }
      }
      assert.ok('/openapi.json' in document.paths);
    });
  });
}

function methodsOf(item: PathItem): [method: string, operation: Operation][] {
  const { servers: _, ...operations } = item;
  return Object.entries(operations);
}

function valuesOf({ example, examples = {} }: Media): unknown[] {
  return [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
}

/** A schema without type, words or parts accepts any JSON. */
function takesAnything(schema: Json): boolean {
  const says = ['type', 'enum', 'const', '$ref', 'anyOf', 'allOf', 'oneOf', 'properties', 'not'];
  return !says.some((name) => name in schema);
}

function isOfPlatforms({ tags }: Operation): boolean {
  return tags.includes('Webhooks');
}

const hasNoBody = (status: string): boolean => status === '302' || status === '304';

/** Bytes have no example in a document. */
function isFile({ content = {} }: Response): boolean {
  return Object.values(content).some(({ schema }) => schema === undefined);
}

function isShown({ content }: Response): boolean {
  const { example, examples = {} } = content?.['application/json'] ?? content?.['text/event-stream'] ?? {};
  return example !== undefined || Object.keys(examples).length > 0;
}

/** The codes that the schema of a failure lists. */
function codesOf({ content }: Response): unknown[] {
  const { allOf } = Object(content?.['application/json']?.schema);
  return Object(allOf.at(-1)).properties.code.enum.toSorted();
}

/** The codes that its examples show. */
function codesShown({ content }: Response): unknown[] {
  const media = content?.['application/json'];
  const codes = media === undefined ? [] : valuesOf(media).map((value) => Object(value).code);
  return [...new Set(codes)].sort();
}

/** A schema that restricts the values of a member that is described elsewhere. */
function isNarrowing({ properties = {} }: Json): boolean {
  return Object.keys(Object(properties)).join() === 'code' && 'enum' in Object(Object(properties).code);
}

/** Every object in a document. */
function* nodesIn(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Json;
  for (const child of Object.values(value)) yield* nodesIn(child);
}

/** Every schema in a document, including nested ones. */
function* schemasIn(document: Document): Generator<Json> {
  const { schemas, ...others } = document.components;
  for (const schema of Object.values(schemas)) yield* subschemas(schema);
  for (const node of [...nodesIn(document.paths), ...nodesIn(others)]) {
    if (typeof node.schema === 'object' && node.schema !== null) yield* subschemas(node.schema as Json);
  }
}

function* subschemas(schema: Json): Generator<Json> {
  yield schema;
  const {
    properties = {},
    items = [],
    anyOf = [],
    allOf = [],
    oneOf = [],
    additionalProperties = [],
    patternProperties = {},
    propertyNames = [],
  } = schema;
  const alone = [items, additionalProperties, propertyNames];
  for (const group of [properties, patternProperties, alone, anyOf, allOf, oneOf]) {
    for (const child of Object.values(group as object)) {
      if (typeof child === 'object' && child !== null && !Array.isArray(child))
        yield* subschemas(child as Json);
    }
  }
}
