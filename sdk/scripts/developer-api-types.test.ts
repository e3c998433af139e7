import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { testServer } from '../../src/test/harness.ts';
import { developerApiTypes } from './developer-api-types.ts';

const WRITTEN = new URL('../src/generated/developer-api.ts', import.meta.url);

test('the types of the SDK are those of the document that the server serves', async () => {
  const server = await testServer();
  const { body } = await server.request('GET', '/developer/v1/openapi.json');
  const same = (await developerApiTypes(body)) === (await readFile(WRITTEN, 'utf8'));
  assert.ok(
    same,
    'sdk/src/generated/developer-api.ts is out of date: run `npm run sdk` and commit what it writes.',
  );
});
