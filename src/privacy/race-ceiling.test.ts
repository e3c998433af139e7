import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EVERYTHING_SHARED, mostPrivate, settingsWith } from '../test/ceiling-sentinels.ts';
import { AUDIENCES, type Audience } from './audience.ts';
import { type RacePart, raceCeiling, viewRace } from './race-ceiling.ts';
import { DEFAULT_PRIVACY, PRIVACY_SETTINGS, type PrivacySettings } from './settings.ts';

const ALL: readonly RacePart[] = ['upcoming', 'past', 'best_times'];
const seen = (settings: PrivacySettings, audience: Audience) =>
  raceCeiling({ settings, audience }).parts.shown;

test('an athlete who shares everything shows all races to everybody but the public, and so does a new one', () => {
  for (const settings of [EVERYTHING_SHARED, DEFAULT_PRIVACY])
    for (const audience of AUDIENCES)
      assert.deepEqual(seen(settings, audience), audience === 'public' ? [] : ALL, audience);
});

test('each switch by itself withholds what it names, and nothing from the athlete', () => {
  const without = (setting: keyof PrivacySettings, audience: Audience = 'coach') =>
    ALL.filter((part) => !seen({ ...EVERYTHING_SHARED, [setting]: false }, audience).includes(part));
  assert.deepEqual(without('share_race_goal'), ['upcoming']);
  assert.deepEqual(without('share_race_history'), ['past']);
  assert.deepEqual(without('share_pb'), ['best_times']);
  assert.deepEqual(without('share_pace_data'), ['best_times']);
  for (const setting of PRIVACY_SETTINGS) assert.deepEqual(without(setting, 'self'), []);
});

test('the target of a race that is over goes with the races to come', () => {
  const race = { target_time_s: 2_400, result: 2_500 };
  const view = (off: Partial<PrivacySettings>, is_past: boolean) =>
    viewRace(raceCeiling({ settings: { ...EVERYTHING_SHARED, ...off }, audience: 'coach' }), race, {
      is_past,
    });
  assert.deepEqual(view({}, true), race);
  assert.deepEqual(view({ share_race_goal: false }, true), { ...race, target_time_s: null });
  assert.equal(view({ share_race_goal: false }, false), null);
  assert.equal(view({ share_race_history: false }, true), null);
  assert.deepEqual(view({ share_race_history: false }, false), race);
});

test('more private never shows more, and nobody sees more than a coach', () => {
  const anySettings = fc
    .tuple(...PRIVACY_SETTINGS.map(() => fc.boolean()))
    .map((bits) => settingsWith((_, index) => bits[index] === true));
  fc.assert(
    fc.property(anySettings, anySettings, (a, b) => {
      for (const audience of AUDIENCES) {
        assert.ok(seen(mostPrivate(a, b), audience).every((part) => seen(a, audience).includes(part)));
        if (audience !== 'self')
          assert.ok(seen(a, audience).every((part) => seen(a, 'coach').includes(part)));
      }
    }),
  );
});
