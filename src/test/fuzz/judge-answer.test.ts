import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breakValue } from './break-value.ts';
import type { DescribedOperation, Json } from './described-operations.ts';
import { judgeAnswer } from './judge-answer.ts';
import type { Intent } from './make-request.ts';
import { createRandom } from './random.ts';
import { validValue } from './valid-values.ts';

const isText = (value: unknown) => (typeof value === 'string' ? null : 'must be a text');
const LIMIT = {
  required: true,
  isNumber: true,
  check: (value: unknown) => (Number(value) > 0 ? null : 'too small'),
};
const OPERATION: DescribedOperation = {
  operation_id: 'readThing',
  method: 'GET',
  base_url: 'http://127.0.0.1:1/api/v1',
  path: '/things',
  in_path: [],
  in_query: [],
  body: undefined,
  file_field: undefined,
  takes_any_body: false,
  security: [['accessToken']],
  answers: new Map(
    [200, 400, 401, 503].map((status) => [
      status,
      {
        media_type: 'application/json',
        check: status === 200 ? isText : () => null,
        headers: new Map([['x-limit', LIMIT]]),
      },
    ]),
  ),
  methods: ['GET'],
};

const judged = (
  intent: Intent,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): string[] =>
  judgeAnswer(
    { operation: OPERATION, intent, what: '', method: 'GET', url: '', headers: {}, body: undefined },
    {
      status,
      text,
      headers: new Headers({ 'content-type': 'application/json', 'x-limit': '5', ...headers }),
    },
  );

test('an answer as it is documented has no fault, any other has', () => {
  assert.deepEqual(judged('valid', 200, '"a"'), []);
  for (const [fault, found] of [
    [/failed with 500/, judged('valid', 500, '{"code":"internal_error"}')],
    [/failed with 503/, judged('valid', 503, '{"code":"internal_error"}')],
    [/418 is not documented/, judged('valid', 418, '{}')],
    [/not as documented: must be a text/, judged('valid', 200, '5')],
    [/content type is text\/plain/, judged('valid', 200, 'a', { 'content-type': 'text/plain' })],
    [/header x-limit is 0: too small/, judged('valid', 200, '"a"', { 'x-limit': '0' })],
    [/a valid request is refused: limit: must be 5/, judged('valid', 400, '{"error":"limit: must be 5."}')],
    [/answered 200, not 400/, judged('broken', 200, '"a"')],
    [/answered 200, not 415/, judged('wrong_media_type', 200, '"a"')],
    [/answered 200, not 401/, judged('nobody', 200, '"a"')],
    [/answered 200, not 405/, judged('wrong_method', 200, '"a"', { allow: 'GET' })],
    [/Allow is POST/, judged('wrong_method', 405, '{}', { allow: 'POST' })],
  ] as const) {
    assert.ok(
      found.some((one) => fault.test(one)),
      `${fault}: ${JSON.stringify(found)}`,
    );
  }
  assert.deepEqual(judged('valid', 503, '{"code":"not_configured"}'), []);
  assert.deepEqual(judged('broken', 400, '{}'), []);
  assert.deepEqual(judged('wrong_method', 405, '{}', { allow: 'GET, HEAD' }), []);
});

test('the same seed makes the same values, and each way to break one is taken', () => {
  const schema: Json = {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 2, maxLength: 5, pattern: '^[a-z]+$', examples: ['abc'] },
      count: { type: 'integer', minimum: 1, maximum: 9 },
      labels: {
        type: 'array',
        minItems: 1,
        maxItems: 3,
        uniqueItems: true,
        items: { type: 'string', enum: ['a', 'b'] },
      },
    },
  };
  const nothing = () => undefined;
  const made = (seed: number): unknown[] => {
    const random = createRandom(seed);
    return Array.from({ length: 400 }, () => {
      const value = validValue(schema, random, nothing);
      return [value, breakValue(schema, value, random)];
    });
  };
  assert.deepEqual(made(3), made(3));
  assert.notDeepEqual(made(3), made(4));
  const ways = new Set(made(3).map((one) => String(Object((one as unknown[])[1]).what)));
  for (const way of [
    'name: a character too many',
    'name: a character too few',
    'name: null instead of string',
    'count: below the minimum',
    'count: above the maximum',
    'count: a fraction',
    'labels: an item twice',
    'labels: an item too many',
    'the whole: without name',
    'the whole: an unknown member',
  ]) {
    assert.ok(ways.has(way), `${way} is not among ${[...ways].join('; ')}`);
  }
});
