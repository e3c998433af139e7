import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type from 'typebox';
import { startToyServer, TOY_TOKEN } from '../test/toy-server.ts';
import { ignoredFields } from './ignored-fields.ts';
import { Shape } from './schemas.ts';
import { ignoresUnknown } from './unknown-names.ts';

test('what an open schema does not know is ignored, by name', () => {
  const open = Type.Object({ a: Type.Optional(Type.Integer()) }, ignoresUnknown('preferences'));
  assert.deepEqual(ignoredFields(open, { a: 1, b: 2, constructor: 3 }), ['b', 'constructor']);
  assert.deepEqual(ignoredFields(open, { a: 1 }), []);
  const noNames = { ['x'.repeat(41)]: 1, 'yuki@example.org': 1, 'e30.e30.c2ln': 1, 'a b': 1, '': 1 };
  assert.deepEqual(ignoredFields(open, noNames), [], 'may be what belongs in no log');
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`f${index}`, 1]));
  assert.equal(ignoredFields(open, many).length, 20);
  assert.deepEqual(ignoredFields(Shape({}), { b: 2 }), [], 'a closed schema lets nothing pass');
  assert.deepEqual(
    ignoredFields(Type.Record(Type.String(), Type.Unknown()), { b: 2 }),
    [],
    'a map knows all',
  );
});

test('the log says at debug which fields were ignored, without what was in them', async () => {
  const server = await startToyServer();
  try {
    const headers = { authorization: `Bearer ${TOY_TOKEN}`, 'content-type': 'application/json' };
    const send = (body: string, path: string) =>
      fetch(`${server.url}/api/v1/${path}`, { method: 'POST', headers, body });
    const lines = (): string[] => server.logs.filter((line) => line.includes('were ignored'));
    assert.equal((await send('{"name":"Toy"}', 'open')).status, 200);
    assert.deepEqual(lines(), []);
    assert.equal((await send('{"nmae":"hunter2","name":"Toy"}', 'open')).status, 200);
    const [line = '{}', ...others] = lines();
    assert.deepEqual(others, []);
    const { level, fields, request_id } = JSON.parse(line);
    assert.deepEqual([level, fields, typeof request_id], [20, ['nmae'], 'string']);
    assert.doesNotMatch(line, /hunter2/);
  } finally {
    await server.close();
  }
});
