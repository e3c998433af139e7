import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { answerOf, assertErrorAnswer } from '../../test/envelopes.ts';
import { signUp, type TestUser } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { naughtyStrings, withNaughtyStrings } from '../../test/naughty-strings.ts';

async function profileOf(server: TestServer, { user_id, token }: TestUser) {
  return (await server.request('GET', `/api/v1/users/${user_id}`, { token })).body.data;
}

/** Fields that lie deeper than those that `src/naughty-texts.test.ts` tries, which covers the fields of all bodies. */
describe('naughty strings within a profile', withNaughtyStrings, () => {
  let strings: string[];
  before(() => {
    const third = process.env.EKIDEN_TEST_ENGINE === 'postgres' ? 1 : 0;
    strings = naughtyStrings().filter((_, index) => index % 3 === third);
    assert.ok(strings.length > 150);
  });

  test('come back byte for byte, or are refused by the name of the field', async () => {
    const server = await testServer();
    const user = await signUp(server);
    const send = (body: unknown) =>
      server.request('PUT', `/api/v1/users/${user.user_id}`, { token: user.token, body });
    const taken = { race: 0, tier: 0 };
    let { next_race, subscription } = await profileOf(server, user);
    for (const text of strings) {
      const [race, tier] = await Promise.all([
        send({ next_race: { name: text, date: '2026-12-20', distance_m: 10_000 } }),
        send({ subscription: { tier: text } }),
      ]);
      const after = await profileOf(server, user);
      if (race.status === 200) taken.race += 1;
      else assert.deepEqual([race.status, race.body.details[0].path], [400, 'next_race.name']);
      assert.equal(after.next_race?.name, race.status === 200 ? text : next_race?.name);
      if (tier.status === 200) taken.tier += 1;
      else assert.deepEqual([tier.status, tier.body.details[0].path], [400, 'subscription.tier']);
      assert.equal(after.subscription.tier, tier.status === 200 ? text : subscription.tier);
      ({ next_race, subscription } = after);
    }
    assert.ok(taken.race > 100 && taken.tier > 100, JSON.stringify(taken));
  });

  test('in words of a list and in user names are refused, or are what they say', async () => {
    const server = await testServer();
    const user = await signUp(server);
    const before = await profileOf(server, user);
    for (const text of strings) {
      const body = { gender: text, mbti: text, next_race: { name: 'Race', date: text, distance_m: 10_000 } };
      const path = `/api/v1/users/${user.user_id}`;
      assert.equal((await server.request('PUT', path, { token: user.token, body })).status, 400);
      const checked = await server.request(
        'GET',
        `/api/v1/users/check-username?username=${encodeURIComponent(text.toWellFormed())}`,
        { token: user.token },
      );
      const fits = /^[A-Za-z0-9_]{3,30}$/.test(text);
      assert.equal(checked.status, fits ? 200 : 400, JSON.stringify(text));
    }
    assert.deepEqual(await profileOf(server, user), before);
  });
});

test('bodies that are no change, as they come over the wire', async () => {
  const server = await testServer();
  const user = await signUp(server);
  const before = await profileOf(server, user);
  const nines = '9'.repeat(400);
  const bodies: [string, string | RegExp][] = [
    ['', /a JSON object is required/],
    ['null', /a JSON object is required/],
    ['[]', /a JSON object is required/],
    ['"text"', /a JSON object is required/],
    ['{', /not valid JSON/],
    ['{"bio":"a","bio":"b"}', /given more than once/],
    ['{"__proto__":{"bio":"x"}}', /may not be called __proto__/],
    ['{"zones":{"__proto__":{"heartrate":null}}}', /may not be called __proto__/],
    ['{"integrations":{"__proto__":{"connected":true}}}', /may not be called __proto__/],
    ['{"preferences":{"\\u005f_proto__":{}}}', /may not be called __proto__/],
    [`{"birth_year":${nines}}`, /too large a number/],
    [`{"zones":{"heartrate":{"max_bpm":${nines}}}}`, /too large a number/],
    [`{"zones":{"vdot":{"value":1e400}}}`, /too large a number/],
    [`{"zones":{"pace":{"race":{"distance_m":1e-400,"time_s":90}}}}`, /from 800 to 100000/],
    [`{"subscription":{"started_at":${nines}}}`, /too large a number/],
    [`{"next_race":{"name":"x","date":"2026-12-20","distance_m":-${nines}}}`, /too large a number/],
    [`{"unknown":${nines}}`, /too large a number/],
    ['{"bio":"a\\u0000b"}', /NUL/],
    ['{"next_race":{"name":"a\\u0000b","date":"2026-12-20","distance_m":10000}}', /NUL/],
    ['{"subscription":{"tier":"\\ud83d"}}', /unpaired surrogate/],
    ['{"display_name":"\\udc00"}', /unpaired surrogate/],
    ['{"integrations":{"\\ud83d":{"connected":true}}}', /unpaired surrogate/],
    [`{"zones":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}`, /nests deeper/],
  ];
  for (const [json, says] of bodies) {
    for (const [method, path] of [
      ['PUT', `/api/v1/users/${user.user_id}`],
      ['PATCH', '/api/v1/users/me/preferences'],
      ['PUT', '/api/v1/users/username'],
    ] as const) {
      const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' };
      const answer = await answerOf(await fetch(`${server.url}${path}`, { method, headers, body: json }));
      const isOther = path.endsWith(user.user_id) === false;
      // Unknown fields of preferences are ignored, unless the text is one that no field may hold.
      if (isOther && answer.status === 200) continue;
      assertErrorAnswer(answer, { surface: '/api/v1', status: 400, code: 'validation_error' });
      if (!isOther) assert.match(JSON.parse(answer.text).error, new RegExp(says), json.slice(0, 100));
    }
  }
  assert.deepEqual(await profileOf(server, user), before);
});
