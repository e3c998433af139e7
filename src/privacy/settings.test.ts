import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mostPrivate, settingsWith } from '../test/ceiling-sentinels.ts';
import { DEFAULT_PRIVACY, type Narrowing, narrowedTo, PRIVACY_SETTINGS } from './settings.ts';

test('the defaults name every setting once, and share neither map nor health nor injuries, nor anything told of them with programs, nor anything with the public', () => {
  assert.deepEqual(Object.keys(DEFAULT_PRIVACY).sort(), [...PRIVACY_SETTINGS].sort());
  const off = PRIVACY_SETTINGS.filter((setting) => !DEFAULT_PRIVACY[setting]);
  assert.deepEqual(off, [
    'share_activity_in_profile',
    'share_activity_with_public',
    'share_activity_map',
    'share_health_with_coach',
    'share_health_with_api',
    'share_streams_with_api',
    'share_files_with_coach',
    'share_feedback_with_api',
    'share_injuries_with_coach',
    'share_availability_with_api',
    'share_sessions_with_api',
    'paticipate_leaderboard',
  ]);
});

test('of two, a setting stays on only where both have it on', () => {
  const anySettings = fc.tuple(...PRIVACY_SETTINGS.map(() => fc.boolean())).map((bits) => {
    return Object.freeze(settingsWith((_, index) => bits[index] === true));
  });
  fc.assert(
    fc.property(anySettings, anySettings, (a, b) => {
      const both = mostPrivate(a, b);
      for (const setting of PRIVACY_SETTINGS) assert.equal(both[setting], a[setting] && b[setting]);
      assert.deepEqual(mostPrivate(b, a), both);
      assert.deepEqual(mostPrivate(a, a), a);
    }),
  );
});

test('for one club a setting stays on only where it is on in general and not closed there', () => {
  const anySettings = fc.tuple(...PRIVACY_SETTINGS.map(() => fc.boolean())).map((bits) => {
    return Object.freeze(settingsWith((_, index) => bits[index] === true));
  });
  fc.assert(
    fc.property(anySettings, fc.subarray([...PRIVACY_SETTINGS]), (general, closed) => {
      const narrowing: Narrowing = Object.fromEntries(closed.map((setting) => [setting, false]));
      const narrowed = narrowedTo(general, narrowing);
      assert.deepEqual(
        narrowed,
        mostPrivate(
          general,
          settingsWith((setting) => !closed.includes(setting)),
        ),
      );
      assert.deepEqual(narrowedTo(general, {}), general);
    }),
  );
});
