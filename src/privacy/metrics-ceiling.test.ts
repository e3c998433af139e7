import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { mostPrivate } from '../test/ceiling-sentinels.ts';
import { AUDIENCES, type Audience } from './audience.ts';
import { metricsCeiling, viewMetrics } from './metrics-ceiling.ts';
import { DEFAULT_PRIVACY, PRIVACY_SETTINGS, type PrivacySettings } from './settings.ts';
import { DEFAULT_SOURCE_POLICIES, SOURCES, type SourcePolicies } from './source-policy.ts';

const METRICS = {
  last_activity: { id: 'a' },
  this_week: { distance_m: 1 },
  last_four_weeks: { distance_m: 2 },
  load: { ratio: 1 },
  flags: [
    { flag: 'no_recent_activity' },
    { flag: 'ramp_too_fast' },
    { flag: 'sync_stale', provider: 'garmin' },
    { flag: 'sync_stale', provider: 'strava' },
    { flag: 'token_expired', provider: 'strava' },
  ],
};

const settings = fc.record(
  Object.fromEntries(PRIVACY_SETTINGS.map((name) => [name, fc.boolean()])),
) as unknown as fc.Arbitrary<PrivacySettings>;
const policies = fc.record(
  Object.fromEntries(
    SOURCES.map((source) => [
      source,
      fc.record({
        show_to_coach: fc.boolean(),
        use_in_ai: fc.boolean(),
        export: fc.boolean(),
        keep_days: fc.constant(null),
      }),
    ]),
  ),
) as unknown as fc.Arbitrary<SourcePolicies>;

/** Everything that shows, one line each. */
function shown(
  given: PrivacySettings,
  audience: Audience,
  allowed: SourcePolicies = DEFAULT_SOURCE_POLICIES,
): string[] {
  const { flags, ...rest } = viewMetrics(
    metricsCeiling({ settings: given, policies: allowed, audience }),
    METRICS,
  );
  return [...Object.keys(rest), ...flags.map((flag) => Object.values(flag).join(' '))].sort();
}

const ALL = [
  'last_activity',
  'last_four_weeks',
  'load',
  'no_recent_activity',
  'ramp_too_fast',
  'sync_stale garmin',
  'sync_stale strava',
  'this_week',
  'token_expired strava',
];

describe('the ceiling over metrics', () => {
  test('shows coaches everything, or of training nothing', () => {
    assert.deepEqual(shown(DEFAULT_PRIVACY, 'coach'), ALL);
    const hiding = { ...DEFAULT_PRIVACY, share_activity_with_coach: false };
    assert.deepEqual(shown(hiding, 'coach'), ['token_expired strava']);
    const { fields } = metricsCeiling({
      settings: hiding,
      policies: DEFAULT_SOURCE_POLICIES,
      audience: 'coach',
    });
    assert.deepEqual(fields.hidden, [
      'flags.no_recent_activity',
      'flags.ramp_too_fast',
      'flags.sync_stale',
      'last_activity',
      'last_four_weeks',
      'load',
      'this_week',
    ]);
    for (const audience of AUDIENCES) {
      if (audience !== 'self') assert.equal(shown(hiding, audience).includes('last_activity'), false);
    }
  });

  test('shows no load to whom the paces do not show', () => {
    const hiding = { ...DEFAULT_PRIVACY, share_pace_data: false };
    assert.deepEqual(
      shown(hiding, 'coach'),
      ALL.filter((name) => name !== 'load'),
    );
    assert.deepEqual(shown(hiding, 'self').includes('load'), true);
  });

  test('says nothing of when a platform spoke whose activities coaches do not see', () => {
    const strict = {
      ...DEFAULT_SOURCE_POLICIES,
      strava: { ...DEFAULT_SOURCE_POLICIES.strava, show_to_coach: false },
    };
    const expected = ALL.filter((name) => name !== 'sync_stale strava');
    assert.deepEqual(shown(DEFAULT_PRIVACY, 'coach', strict), expected);
  });

  test('hides from the public how the body does, and a flag that nobody knows from everybody', () => {
    const open = Object.fromEntries(PRIVACY_SETTINGS.map((name) => [name, true])) as PrivacySettings;
    assert.equal(shown(open, 'public').includes('load'), false);
    const ceiling = metricsCeiling({ settings: open, policies: DEFAULT_SOURCE_POLICIES, audience: 'coach' });
    assert.deepEqual(viewMetrics(ceiling, { ...METRICS, flags: [{ flag: 'new' }] }).flags, []);
  });

  test('more privacy or a stricter policy never shows more', () => {
    const audience = fc.constantFrom(...AUDIENCES);
    fc.assert(
      fc.property(settings, settings, policies, audience, (one, other, allowed, seenBy) => {
        const less = new Set(shown(one, seenBy, allowed));
        for (const name of shown(mostPrivate(one, other), seenBy, allowed)) assert.ok(less.has(name), name);
        const most = new Set(shown(one, seenBy, DEFAULT_SOURCE_POLICIES));
        if (seenBy === 'coach') for (const name of less) assert.ok(most.has(name), name);
      }),
    );
  });
});
