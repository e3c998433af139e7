import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_SOURCE_POLICIES, mayBeTold, parseSourcePolicy, SOURCES } from './source-policy.ts';

test('what the setting leaves out keeps its default, and the defaults stay as they are', () => {
  const before = structuredClone(DEFAULT_SOURCE_POLICIES);
  assert.deepEqual(parseSourcePolicy(undefined), before);
  assert.deepEqual(parseSourcePolicy('{}'), before);
  const policies = parseSourcePolicy('{"strava": {"show_to_coach": false, "keep_days": 7}, "upload": {}}');
  assert.deepEqual(policies, { ...before, strava: { ...before.strava, show_to_coach: false, keep_days: 7 } });
  assert.deepEqual(DEFAULT_SOURCE_POLICIES, before);
  assert.equal(parseSourcePolicy('{"garmin": {"keep_days": null}}').garmin.keep_days, null);
});

test('every rule of every source can be set', () => {
  const strictest = { show_to_coach: false, use_in_ai: false, export: false, keep_days: 1 };
  const all = Object.fromEntries(SOURCES.map((source) => [source, strictest]));
  assert.deepEqual(parseSourcePolicy(JSON.stringify(all)), all);
});

const WRONG: readonly (readonly [json: string, message: RegExp])[] = [
  ['', /^must be valid JSON$/],
  ['{"strava": ', /^must be valid JSON$/],
  ['[]', /^must be an object, not \[\]$/],
  ['null', /^must be an object, not null$/],
  ['"strava"', /^must be an object, not "strava"$/],
  [
    '{"Strava": {}}',
    /^"Strava" is not a source; known are strava, garmin, apple_health, coros, upload, manual$/,
  ],
  ['{"__proto__": {"export": true}}', /^"__proto__" is not a source/],
  ['{"constructor": {}}', /^"constructor" is not a source/],
  ['{"garmin": true}', /^garmin must be an object, not true$/],
  [
    '{"garmin": {"exports": true}}',
    /^"garmin.exports" is not a rule; known are show_to_coach, use_in_ai, export, keep_/,
  ],
  ['{"garmin": {"__proto__": {}}}', /^"garmin.__proto__" is not a rule/],
  ['{"garmin": {"export": "false"}}', /^garmin\.export must be true or false, not "false"$/],
  ['{"garmin": {"use_in_ai": null}}', /^garmin\.use_in_ai must be true or false, not null$/],
  ['{"coros": {"keep_days": 0}}', /^coros\.keep_days must be null or a whole number from 1 to 36500, not 0$/],
  ['{"coros": {"keep_days": 1.5}}', /^coros\.keep_days must be null or a whole number/],
  ['{"coros": {"keep_days": "7"}}', /^coros\.keep_days must be null or a whole number .* not "7"$/],
  ['{"coros": {"keep_days": 1e99}}', /^coros\.keep_days must be null or a whole number/],
  ['{"coros": {"keep_days": false}}', /^coros\.keep_days must be null or a whole number/],
];

test('figures are told by way of others only where nothing speaks against it', () => {
  const told = SOURCES.filter((source) => mayBeTold(DEFAULT_SOURCE_POLICIES[source]));
  assert.deepEqual(told, ['garmin', 'coros', 'upload', 'manual']);
  const { garmin } = DEFAULT_SOURCE_POLICIES;
  for (const rule of [{ show_to_coach: false }, { use_in_ai: false }, { export: false }, { keep_days: 400 }])
    assert.equal(mayBeTold({ ...garmin, ...rule }), false);
});

test('a wrong setting is refused in one line that names the entry and what would be right', () => {
  for (const [json, message] of WRONG) assert.throws(() => parseSourcePolicy(json), { message }, json);
  const long = '\n'.repeat(1e6);
  for (const value of [{ [long]: {} }, { garmin: { [long]: 1 } }, { garmin: { export: long } }]) {
    assert.throws(() => parseSourcePolicy(JSON.stringify(value)), { message: /^.{10,150}$/ });
  }
});

test('any text is either read or refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      try {
        assert.deepEqual(Object.keys(parseSourcePolicy(text)), [...SOURCES]);
      } catch (error) {
        assert.ok(error instanceof Error && /^(.* must be |.* is not a |must be )/.test(error.message));
      }
    }),
  );
});
