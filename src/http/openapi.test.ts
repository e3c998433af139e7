import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { SURFACES } from '../test/envelopes.ts';
import { type TestServer, testServer } from '../test/harness.ts';

type Json = { readonly [key: string]: unknown };
type Parameter = { name: string; in: string; required: boolean; schema: Json };
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  security: Record<string, unknown>[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<
    string,
    { description: string; headers: Json; content: Record<string, { schema: Json }> }
  >;
};
type Document = {
  openapi: string;
  info: Json;
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; securitySchemes: Json };
};

let server: TestServer;
before(async () => {
  server = await testServer();
});

for (const { prefix } of SURFACES) {
  describe(`the OpenAPI document of ${prefix}`, () => {
    let document: Document;
    let operations: { path: string; method: string; operation: Operation }[];
    before(async () => {
      const answer = await server.request('GET', `${prefix}/openapi.json`);
      assert.equal(answer.status, 200);
      document = answer.body;
      operations = Object.entries(document.paths).flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
      );
    });

    test('is one of OpenAPI 3.1, its schemas of JSON Schema 2020-12', () => {
      assert.match(document.openapi, /^3\.1\.\d$/);
      assert.deepEqual(Object.keys(document), ['openapi', 'info', 'servers', 'tags', 'paths', 'components']);
      assert.equal(typeof document.info.title, 'string');
      assert.match(document.servers[0]?.url ?? '', new RegExp(`^http://.*${prefix}$`));
      const ajv = new Ajv2020({ strict: false });
      for (const schema of schemasIn(document)) {
        assert.ok(ajv.validateSchema(schema), `${JSON.stringify(schema)}: ${ajv.errorsText(ajv.errors)}`);
      }
    });

    test('has references that lead somewhere, and components that are used', () => {
      const references = [...nodesIn(document)].flatMap(({ $ref }) =>
        typeof $ref === 'string' ? [$ref] : [],
      );
      for (const reference of references) {
        assert.match(reference, /^#\/components\/schemas\/[A-Za-z0-9._-]+$/);
        assert.ok(reference.slice('#/components/schemas/'.length) in document.components.schemas, reference);
      }
      for (const name of Object.keys(document.components.schemas)) {
        assert.ok(references.includes(`#/components/schemas/${name}`), `${name} is used by nothing`);
      }
    });

    test('names every operation once, tells what it answers, and whom', () => {
      const ids = operations.map(({ operation }) => operation.operationId);
      assert.equal(new Set(ids).size, ids.length);
      const tags = document.tags.map(({ name }) => name);
      for (const { path, method, operation } of operations) {
        const at = `${method} ${path}`;
        assert.match(operation.operationId, /^[a-z]+(?:[A-Z][a-z]+)*$/, at);
        assert.ok(operation.summary.length > 3 && !operation.summary.endsWith('.'), at);
        assert.equal(operation.tags.length, 1, at);
        for (const tag of operation.tags) assert.ok(tags.includes(tag), at);
        const statuses = Object.keys(operation.responses);
        assert.ok(statuses.some((status) => status.startsWith('2')) && statuses.includes('500'), at);
        for (const requirement of operation.security) {
          for (const scheme of Object.keys(requirement))
            assert.ok(scheme in document.components.securitySchemes, at);
        }
        if (operation.security.length > 0) assert.ok(statuses.includes('401'), at);
        for (const response of Object.values(operation.responses)) {
          assert.ok(response.description.length > 0, at);
          assert.ok('X-Request-ID' in response.headers, at);
          assert.equal('X-API-Version' in response.headers, prefix === '/developer/v1', at);
        }
      }
    });

    test('declares the parameters of its paths, and only those', () => {
      for (const { path, operation } of operations) {
        const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
        assert.deepEqual(declared.map(({ name }) => name).sort(), named.sort(), path);
        assert.ok(declared.every(({ required }) => required));
        const names = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
        assert.equal(new Set(names).size, names.length, path);
        for (const { schema, required } of operation.parameters) {
          assert.ok(!('default' in schema && required), `${path}: what has a default is not required`);
        }
      }
    });

    test('has examples and defaults that fit their schemas', () => {
      const ajv = new Ajv2020({ strict: false, strictNumbers: true });
      addFormats.default(ajv);
      let checked = 0;
      for (const schema of schemasIn(document)) {
        const { examples, ...own } = schema;
        const values = [
          ...(Array.isArray(examples) ? examples : []),
          ...('default' in own ? [own.default] : []),
        ];
        if (values.length === 0) continue;
        const check = ajv.compile({ ...own, components: document.components });
        for (const value of values) {
          assert.ok(
            check(value),
            `${JSON.stringify(value)} in ${JSON.stringify(own)}: ${ajv.errorsText(check.errors)}`,
          );
          checked += 1;
        }
      }
      assert.ok(checked > 0);
    });

    test('describes what is served: each operation answers, and OPTIONS knows no others', async () => {
      const id = '019a1c5e-8f00-7000-8000-1b2c3d4e5f60';
      for (const [path, item] of Object.entries(document.paths)) {
        const url = `${prefix}${path.replace(/\{\w+\}/g, id)}`;
        const methods = Object.keys(item).map((method) => method.toUpperCase());
        const { headers } = await server.request('OPTIONS', url);
        const all = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
        assert.equal(headers.get('allow'), all.sort().join(', '), path);
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !all.includes(one))) {
          const refused = await server.request(method, url);
          assert.deepEqual([refused.status, refused.headers.get('allow')], [405, all.join(', ')], path);
        }
        for (const [name, { security }] of Object.entries(item)) {
          const method = name.toUpperCase();
          if (security.length === 0 || security.some((one) => Object.keys(one).length === 0)) continue;
          const answer = await server.request(method, url);
          assert.equal(answer.status, 401, `${method} ${path} says that it needs credentials`);
        }
      }
      assert.ok('/openapi.json' in document.paths);
    });
  });
}

/** Every object in a document. */
function* nodesIn(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Json;
  for (const child of Object.values(value)) yield* nodesIn(child);
}

/** Every schema in a document: of components, parameters, headers and bodies, and what is nested in them. */
function* schemasIn(document: Document): Generator<Json> {
  for (const schema of Object.values(document.components.schemas)) yield* subschemas(schema);
  for (const node of nodesIn(document.paths)) {
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
  } = schema;
  for (const group of [properties, [items], anyOf, allOf, oneOf, [additionalProperties]]) {
    for (const child of Object.values(group as object)) {
      if (typeof child === 'object' && child !== null && !Array.isArray(child))
        yield* subschemas(child as Json);
    }
  }
}
