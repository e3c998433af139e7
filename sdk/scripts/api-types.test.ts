import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { testServer } from '../../src/test/harness.ts';
import { apiTypes } from './api-types.ts';

const CLIENTS = [
  {
    client: 'the SDK',
    document: '/developer/v1/openapi.json',
    file: 'sdk/src/generated/developer-api.ts',
    comments: true,
  },
  {
    client: 'the console',
    document: '/api/v1/openapi.json',
    file: 'console/src/client/generated.ts',
    comments: false,
  },
];

for (const { client, document, file, comments } of CLIENTS) {
  test(`the types of ${client} are those of the document that the server serves`, async () => {
    const server = await testServer();
    const { body } = await server.request('GET', document);
    const written = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
    const same = (await apiTypes(body, { comments })) === written;
    assert.ok(same, `${file} is out of date: run \`npm run sdk\` and commit what it writes.`);
  });
}
