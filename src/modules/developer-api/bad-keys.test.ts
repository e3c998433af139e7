import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { exchange } from '../../test/bad-input/exchange.ts';
import { HOSTILE_VALUES } from '../../test/bad-input/hostile-headers.ts';
import {
  assertDocumented,
  type ServedOperation,
  servedOperations,
} from '../../test/bad-input/served-operations.ts';
import { badInputStage, changingNothing, requestFor, type Stage } from '../../test/bad-input/stage.ts';

describe('the headers with the key of the developer API', () => {
  const surface = '/developer/v1';
  let stage: Stage;
  let operations: ServedOperation[];
  before(async () => {
    stage = await badInputStage();
    operations = await servedOperations(stage.server, surface);
  });

  /** Headers that carry no key, or not only one. */
  function badCredentials(key: string): string[][] {
    const unknown = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
    const values = [
      ...HOSTILE_VALUES,
      unknown,
      `${key}x`,
      key.slice(0, -1),
      key.slice(1),
      key.toUpperCase(),
      `${key},${key}`,
      `"${key}"`,
      `${key.slice(0, 10)} ${key.slice(10)}`,
      `${key}%00`,
      `ekiden_${'0'.repeat(43)}`,
      'ekiden_',
    ];
    return [
      [],
      ...values.map((value) => [`X-API-Key: ${value}`]),
      ...values.map((value) => [`Authorization: Bearer ${value}`]),
      ...[
        `Basic ${key}`,
        `Token ${key}`,
        `Bearer`,
        `Bearer${key}`,
        `Bearer ${key} ${key}`,
        key,
        `Bearer, ${key}`,
      ].map((value) => [`Authorization: ${value}`]),
      [`X-API-Key: ${key}`, `X-API-Key: ${key}`],
      [`Authorization: Bearer ${key}`, `Authorization: Bearer ${unknown}`],
      [`Authorization: Bearer ${unknown}`, `Authorization: Bearer ${key}`],
      [`Authorization: Bearer ${key}`, `X-API-Key: ${unknown}`],
      [`Authorization: Bearer ${unknown}`, `X-API-Key: ${key}`],
      ['Authorization:', `X-API-Key: ${key}`],
      [`Authorization: Bearer ${key}`, 'X-API-Key:'],
      [`Authorization: Basic eDp5`, `X-API-Key: ${key}`],
      [`X-API-Key: Bearer ${key}`],
      [`Proxy-Authorization: Bearer ${key}`],
      [`Cookie: X-API-Key=${key}`],
    ];
  }

  test('anything but one good key is 401 at every operation, before anything else is looked at', async () => {
    await changingNothing(stage, async () => {
      for (const operation of operations.filter(({ isOpen }) => !isOpen)) {
        const { method, target } = requestFor(stage, operation);
        const lines = badCredentials(stage.apiKey);
        // The query does not pass, nor does the body.
        const at = `${target}${target.includes('?') ? '&' : '?'}limit=x&limit=%zz`;
        const answers = await exchange(
          stage.server.url,
          lines.map((headers) => ({ method, target: at, headers })),
        );
        for (const [index, answer] of answers.entries()) {
          const error = assertDocumented(operation, answer);
          const what = `${operation.title} ${lines[index]?.join(' and ').slice(0, 100)}: ${error}`;
          assert.deepEqual([answer.status, JSON.parse(answer.text).code], [401, 'invalid_key'], what);
          assert.equal(answer.headers['www-authenticate'], 'Bearer');
          assert.ok(!answer.text.includes(stage.apiKey));
        }
      }
    });
  });

  test('a good key is taken in either, however it is spaced', async () => {
    const key = stage.apiKey;
    const lines = [
      [`X-API-Key: ${key}`],
      [`x-api-key:${key}`],
      [`X-Api-Key: \t ${key} \t `],
      [`Authorization: Bearer ${key}`],
      [`authorization: bearer   ${key} `],
      [`AUTHORIZATION:BEARER ${key}`],
      [`Authorization: Bearer ${key}`, `X-API-Key: ${key}`],
    ];
    const target = `${surface}/org`;
    const answers = await exchange(
      stage.server.url,
      lines.map((headers) => ({ method: 'GET', target, headers })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      lines.map(() => 200),
    );
  });

  test('an open operation looks at no key', async () => {
    for (const operation of operations.filter(({ isOpen }) => isOpen)) {
      const { method, target } = requestFor(stage, operation);
      const lines = badCredentials(stage.apiKey);
      const answers = await exchange(
        stage.server.url,
        lines.map((headers) => ({ method, target, headers })),
      );
      for (const answer of answers) {
        assertDocumented(operation, answer);
        assert.equal(answer.status, 200, operation.title);
      }
    }
  });
});
