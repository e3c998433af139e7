import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  EVERYTHING_ALLOWED,
  EVERYTHING_SHARED,
  policiesWith,
  settingsWith,
} from '../test/ceiling-sentinels.ts';
import { AUDIENCES, type Audience } from './audience.ts';
import { healthCeiling, viewHealthReport } from './health-ceiling.ts';
import { DEFAULT_PRIVACY, PRIVACY_SETTINGS, type PrivacySettings } from './settings.ts';
import { SOURCES, type SourcePolicies } from './source-policy.ts';

const DAY = Object.freeze({
  activity: { steps: 1 },
  sleep: { duration_s: 2 },
  hrv: { rmssd_ms: 3 },
  heart_rate: { resting_bpm: 4 },
  body_fat: 5,
});
const ALL = ['activity', 'heart_rate', 'hrv', 'sleep'];

function seen(
  settings: PrivacySettings,
  audience: Audience,
  policies: SourcePolicies = EVERYTHING_ALLOWED,
  source: (typeof SOURCES)[number] = 'garmin',
): string[] {
  const ceiling = healthCeiling({ settings, policies, audience });
  return Object.keys(viewHealthReport(ceiling, { ...DAY, source }) ?? {}).sort();
}

test('health is the athlete’s own, and a coach’s or key’s with consent; nobody else’s, whatever is shared', () => {
  for (const audience of AUDIENCES) {
    const expected = ['self', 'coach', 'organization_api'].includes(audience) ? ALL : [];
    assert.deepEqual(seen(EVERYTHING_SHARED, audience), expected, audience);
    assert.deepEqual(seen(DEFAULT_PRIVACY, audience), audience === 'self' ? ALL : [], audience);
  }
  const only = settingsWith((name) => name === 'share_health_with_coach');
  assert.deepEqual(
    seen(only, 'coach'),
    ALL.filter((part) => part !== 'activity'),
  );
  assert.deepEqual(
    seen({ ...EVERYTHING_SHARED, share_health_with_coach: false }, 'coach'),
    [],
    'everything else does not replace the consent',
  );
  for (const consent of ['share_health_with_api', 'share_health_with_coach'] as const)
    assert.deepEqual(seen({ ...EVERYTHING_SHARED, [consent]: false }, 'organization_api'), [], consent);
});

test('what a platform keeps from coaches is kept from them, and not from the athlete', () => {
  const kept = policiesWith((source) => ({
    ...EVERYTHING_ALLOWED[source],
    show_to_coach: source !== 'garmin',
  }));
  assert.deepEqual(seen(EVERYTHING_SHARED, 'coach', kept, 'garmin'), []);
  assert.deepEqual(seen(EVERYTHING_SHARED, 'coach', kept, 'apple_health'), ALL);
  assert.deepEqual(seen(EVERYTHING_SHARED, 'self', kept, 'garmin'), ALL);
});

const anySettings = fc
  .tuple(...PRIVACY_SETTINGS.map(() => fc.boolean()))
  .map((bits) => settingsWith((_, index) => bits[index] === true));
const anyPolicies = fc.tuple(...SOURCES.map(() => fc.boolean())).map((bits) =>
  policiesWith((source, index) => ({
    ...EVERYTHING_ALLOWED[source],
    show_to_coach: bits[index] === true,
  })),
);

test('more private never shows more', () => {
  fc.assert(
    fc.property(
      anySettings,
      anyPolicies,
      fc.constantFrom(...PRIVACY_SETTINGS),
      fc.constantFrom(...SOURCES),
      fc.constantFrom(...AUDIENCES),
      (settings, policies, setting, source, audience) => {
        const before = new Set(seen(settings, audience, policies, source));
        const stricter = policiesWith((one) => ({
          ...policies[one],
          show_to_coach: one !== source && policies[one].show_to_coach,
        }));
        const without = { ...settings, [setting]: false };
        for (const after of [
          seen(without, audience, policies, source),
          seen(settings, audience, stricter, source),
        ]) {
          assert.ok(after.every((part) => before.has(part)));
        }
        if (audience === 'self') assert.deepEqual([...before], ALL);
      },
    ),
  );
});
