import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  EVERYTHING_ALLOWED,
  EVERYTHING_SHARED,
  policiesWith,
  settingsWith,
} from '../test/ceiling-sentinels.ts';
import { AUDIENCES } from './audience.ts';
import { activityCeiling, admits } from './ceiling.ts';
import { dailyCeiling } from './daily-ceiling.ts';
import { healthCeiling } from './health-ceiling.ts';
import { PRIVACY_SETTINGS, type PrivacySettings } from './settings.ts';
import { SOURCES, type SourcePolicies } from './source-policy.ts';
import { type WhyHidden, whyHidden } from './why-hidden.ts';

type Input = Parameters<typeof whyHidden>[0];

const anyInput: fc.Arbitrary<Input> = fc
  .tuple(
    fc.array(fc.boolean(), { minLength: PRIVACY_SETTINGS.length, maxLength: PRIVACY_SETTINGS.length }),
    fc.array(fc.boolean(), { minLength: SOURCES.length * 3, maxLength: SOURCES.length * 3 }),
    fc.constantFrom(...AUDIENCES),
  )
  .map(([on, permits, audience]) => ({
    settings: settingsWith((_, index) => on[index] === true),
    policies: policiesWith((_, index) => ({
      show_to_coach: permits[index * 3] === true,
      use_in_ai: permits[index * 3 + 1] === true,
      export: permits[index * 3 + 2] === true,
      keep_days: null,
    })),
    audience,
  }));

const THINGS: readonly ((input: Input) => boolean)[] = [
  (input) => activityCeiling(input).visible,
  (input) => activityCeiling(input).fields.shown.includes('average_pace_s_per_km'),
  (input) => activityCeiling(input).fields.shown.includes('map_polyline'),
  (input) => activityCeiling(input).shows_files,
  (input) => admits(activityCeiling(input), { source: 'strava', private: false, is_race: true }),
  (input) => dailyCeiling(input).parts.shown.includes('pain'),
  (input) => {
    const { parts, sources } = healthCeiling(input);
    return parts.shown.includes('activity') && sources.shown.includes('garmin');
  },
];

function opened({ settings, policies, audience }: Input, causes: readonly WhyHidden[]): Input {
  const on: Record<string, boolean> = { ...settings };
  const allowed: Record<string, object> = { ...policies };
  for (const cause of causes) {
    if (cause.code === 'switch' || cause.code === 'consent') on[cause.setting] = true;
    if (cause.code === 'source_policy')
      allowed[cause.source] = { ...allowed[cause.source], [cause.permission]: true };
  }
  return {
    settings: on as PrivacySettings,
    policies: allowed as unknown as SourcePolicies,
    audience,
  };
}

test('the causes are those whose going makes it show, and each of them is needed for that', () => {
  fc.assert(
    fc.property(anyInput, fc.constantFrom(...THINGS), (input, shows) => {
      const causes = whyHidden(input, shows);
      assert.equal(causes.length === 0, shows(input));
      if (causes.some(({ code }) => code === 'audience')) {
        const all = { ...input, settings: EVERYTHING_SHARED, policies: EVERYTHING_ALLOWED };
        assert.deepEqual([causes.length, shows(all)], [1, false]);
        return;
      }
      assert.equal(shows(opened(input, causes)), true, JSON.stringify(causes));
      for (const setting of causes.filter(({ code }) => code === 'switch' || code === 'consent'))
        assert.equal(
          shows(
            opened(
              input,
              causes.filter((one) => one !== setting),
            ),
          ),
          false,
        );
    }),
  );
});

test('what is on until it is turned off is a switch, and what is off until it is turned on a consent', () => {
  const input = {
    settings: settingsWith(() => false),
    policies: EVERYTHING_ALLOWED,
    audience: 'coach',
  } as const;
  const shows = (one: Input): boolean => activityCeiling(one).fields.shown.includes('map_polyline');
  assert.deepEqual(whyHidden(input, shows), [
    { code: 'switch', setting: 'share_activity_with_coach' },
    { code: 'consent', setting: 'share_activity_map' },
  ]);
});
