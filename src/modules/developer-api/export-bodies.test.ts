import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { exchange } from '../../test/bad-input/exchange.ts';
import { badInputStage, changingNothing, type Stage } from '../../test/bad-input/stage.ts';
import { type Answer, assertErrorAnswer } from '../../test/envelopes.ts';
import { createApiKey } from '../../test/factories.ts';

const DATE =
  'must be epoch milliseconds (UTC), a whole number from 0 to 253402300799999, or an ISO 8601 time that ends in Z or an offset, ' +
  'such as 2026-07-01T06:30:00Z or 2026-07-01T14:30:00+08:00';
const FORMAT = 'format: must be one of csv, json, both.';
const TOO_LARGE = 'is too large a number to be read exactly.';
const A = '019a1c5e-8f00-7000-8000-1b2c3d4e5f60';
const times = (count: number, item: string): string =>
  `[${Array.from({ length: count }, () => item).join(',')}]`;

/** JSON as it is sent, and the whole of what is said of it. */
const REFUSED: readonly (readonly [json: string, error: string])[] = [
  ['{"formats":"csv"}', 'formats: is not a field of this request. Did you mean format?'],
  ['{"Format":"csv"}', 'Format: is not a field of this request. Did you mean format?'],
  ['{"":1}', '"": is not a field of this request; the nearest is format.'],
  [
    '{"constructor":{"prototype":{"format":"csv"}}}',
    'constructor: is not a field of this request; the nearest is format.',
  ],
  ['{"prototype":{}}', 'prototype: is not a field of this request; the nearest is start_date.'],
  ['{"toString":1}', 'toString: is not a field of this request; the nearest is format.'],
  ['{"hasOwnProperty":null}', 'hasOwnProperty: is not a field of this request; the nearest is start_date.'],
  ['{"__proto__":{"format":"csv"}}', 'body: a field may not be called __proto__.'],
  [
    '{"export_type":"org_activities"}',
    'export_type: is not a field of this request; the nearest is start_date.',
  ],
  ['{"params":{"format":"csv"}}', 'params: is not a field of this request; the nearest is format.'],
  ['{"api_key_id":"x"}', 'api_key_id: is not a field of this request; the nearest is athlete_ids.'],
  ['{"format":"csv","format":"csv"}', 'format: is given more than once: send it once.'],
  ['{"format":"csv","forma\\u0074":"json"}', 'format: is given more than once: send it once.'],

  ['{"format":"pdf"}', FORMAT],
  ['{"format":"CSV"}', FORMAT],
  ['{"format":"csv "}', FORMAT],
  ['{"format":""}', FORMAT],
  ['{"format":"csv,json"}', FORMAT],
  ['{"format":null}', FORMAT],
  ['{"format":["csv"]}', FORMAT],
  ['{"format":{"csv":true}}', FORMAT],
  ['{"format":true}', FORMAT],

  ['{"start_date":-1}', `start_date: ${DATE}.`],
  ['{"start_date":1.5}', `start_date: ${DATE}.`],
  ['{"start_date":1e-3}', `start_date: ${DATE}.`],
  ['{"start_date":253402300800000}', `start_date: ${DATE}.`],
  ['{"start_date":-62135596800000}', `start_date: ${DATE}.`],
  ['{"start_date":"0"}', `start_date: ${DATE}.`],
  ['{"start_date":""}', `start_date: ${DATE}.`],
  ['{"start_date":"2026-07-01"}', `start_date: ${DATE}.`],
  ['{"start_date":"2026-07-01T06:30:00"}', `start_date: ${DATE}.`],
  ['{"start_date":"2026-02-30T06:30:00Z"}', `start_date: ${DATE}.`],
  ['{"start_date":"1969-12-31T23:59:59Z"}', `start_date: ${DATE}.`],
  ['{"start_date":true}', `start_date: ${DATE}, not a boolean.`],
  ['{"start_date":[0]}', `start_date: ${DATE}, not an array.`],
  ['{"end_date":{"$gt":0}}', `end_date: ${DATE}, not an object.`],
  ['{"end_date":9007199254740991}', `end_date: ${DATE}.`],
  ['{"end_date":9007199254740993}', `end_date: ${TOO_LARGE}`],
  ['{"end_date":1e400}', `end_date: ${TOO_LARGE}`],
  [`{"end_date":${'9'.repeat(400)}}`, `end_date: ${TOO_LARGE}`],
  ['{"end_date":NaN}', 'The body is not valid JSON.'],
  ['{"end_date":Infinity}', 'The body is not valid JSON.'],
  ['{"end_date":+1}', 'The body is not valid JSON.'],
  ['{"end_date":01}', 'The body is not valid JSON: see line 1, column 14.'],
  ['{"end_date":0x10}', 'The body is not valid JSON: see line 1, column 14.'],
  ['{"start_date":2,"end_date":1}', 'start_date: must not be after end_date.'],

  ['{"athlete_ids":[]}', 'athlete_ids: must not be empty.'],
  ['{"athlete_ids":"x"}', 'athlete_ids: must be an array or null, not a string.'],
  ['{"athlete_ids":{"0":"x"}}', 'athlete_ids: must be an array or null, not an object.'],
  ['{"athlete_ids":[null]}', 'athlete_ids.0: must be a string, not null.'],
  ['{"athlete_ids":["x",7]}', 'athlete_ids.1: must be a string, not a number.'],
  [`{"athlete_ids":["${A}",{"id":"${A}"}]}`, 'athlete_ids.1: must be a string, not an object.'],
  [`{"athlete_ids":[["${A}"]]}`, 'athlete_ids.0: must be a string, not an array.'],
  [`{"athlete_ids":["${'x'.repeat(101)}"]}`, 'athlete_ids.0: must have at most 100 characters.'],
  ['{"athlete_ids":["a\\u0000"]}', 'athlete_ids.0: contains a NUL character.'],
  ['{"athlete_ids":["\\ud83d"]}', 'athlete_ids.0: contains an unpaired surrogate: it is not valid Unicode.'],
  [`{"athlete_ids":${times(10_001, '"x"')}}`, 'athlete_ids: must have at most 10,000 items.'],
  [`{"athlete_ids":${times(100_000, '"x"')}}`, 'athlete_ids: must have at most 10,000 items.'],
  [`{"athlete_ids":${times(100_000, 'null')}}`, 'athlete_ids: must have at most 10,000 items.'],
  [`{"athlete_ids":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'athlete_ids: nests deeper than 64 levels.'],
];

/** Odd, but of one meaning, and allowed by JSON. */
const TAKEN: readonly (readonly [json: string, params: object])[] = [
  ['{"start_date":-0}', { start_date: 0 }],
  ['{"start_date":1e3}', { start_date: 1_000 }],
  ['{"start_date":1.0,"end_date":10E-1}', { start_date: 1, end_date: 1 }],
  ['{"start_date":253402300799999}', { start_date: 253_402_300_799_999 }],
  ['{"start_date":null,"end_date":null,"athlete_ids":null}', {}],
  ['\u{FEFF}{"format":"csv"}', { format: 'csv' }],
  ['\r\n\t {\n"forma\\u0074" :\t"\\u0063sv" } \n', { format: 'csv' }],
  ['{"athlete_ids":["constructor","__proto__"," "]}', { athlete_ids: ['constructor', '__proto__', ' '] }],
  [`{"athlete_ids":["${A}","${A.toUpperCase()}","${A}"]}`, { athlete_ids: [A] }],
  ['{"athlete_ids":["é","e\\u0301"]}', { athlete_ids: ['é', 'e\u0301'] }],
];

describe('the body of POST /exports', () => {
  let stage: Stage;
  let key: { id: string; secret: string };
  before(async () => {
    stage = await badInputStage();
    key = await createApiKey(stage.server, stage.club, { scopes: ['exports:create'] });
    await stage.server.deps.db.execute(sql`UPDATE api_keys SET exports_per_hour = 1 WHERE id = ${key.id}`);
  });

  const post = (bodies: readonly (string | Uint8Array)[], secret = key.secret): Promise<Answer[]> => {
    const headers = [`X-API-Key: ${secret}`, 'Content-Type: application/json'];
    const target = '/developer/v1/exports';
    return exchange(
      stage.server.url,
      bodies.map((body) => ({ method: 'POST', target, headers, body })),
    );
  };
  const invalid = { surface: '/developer/v1', status: 400, code: 'validation_error' } as const;

  test('is refused by the name of what is wrong, and in words that say what is right', async () => {
    await changingNothing(stage, async () => {
      const answers = await post(REFUSED.map(([json]) => json));
      for (const [index, [json, error]] of REFUSED.entries()) {
        assert.equal(assertErrorAnswer(answers[index], invalid).error, error, json.slice(0, 100));
      }
    });
  });

  test('is refused when it is cut short, wherever that is', async () => {
    const whole = Buffer.from(`{"start_date":1,"end_date":20,"format":"both","athlete_ids":["${A}","朝"]}`);
    await changingNothing(stage, async () => {
      const answers = await post(
        Array.from({ length: whole.length - 1 }, (_, end) => whole.subarray(0, end + 1)),
      );
      for (const answer of answers) {
        assert.match(
          String(assertErrorAnswer(answer, invalid).error),
          /^The body is not valid (?:JSON|UTF-8)/,
        );
      }
    });
  });

  test('leaves what the key may still create as it was, until one is accepted', async () => {
    const [refused, accepted, another] = await post(['{"format":"pdf"}', '{}', '{}']);
    assertErrorAnswer(refused, invalid);
    assert.equal(accepted?.status, 202);
    assertErrorAnswer(another, { surface: '/developer/v1', status: 429, code: 'rate_limited' });
    // The limit comes before the body.
    const [malformed] = await post(['{']);
    assertErrorAnswer(malformed, { surface: '/developer/v1', status: 429, code: 'rate_limited' });
  });

  test('is taken in every way that JSON has to write it', async () => {
    const unset = { start_date: null, end_date: null, format: 'both', athlete_ids: null };
    const answers = await post(
      TAKEN.map(([json]) => json),
      stage.apiKey,
    );
    for (const [index, [json, params]] of TAKEN.entries()) {
      assert.equal(answers[index]?.status, 202, `${json}: ${answers[index]?.text}`);
      const { actor_type, api_key_id, ...asked } = JSON.parse(answers[index]?.text ?? '').data.export.params;
      assert.deepEqual(asked, { ...unset, ...params }, json);
    }
  });
});
