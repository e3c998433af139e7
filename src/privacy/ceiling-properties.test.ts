import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  ALL_PATHS,
  mostPrivate,
  policiesWith,
  seen,
  sentinelActivity,
  settingsWith,
} from '../test/ceiling-sentinels.ts';
import { AUDIENCES, type Audience } from './audience.ts';
import { type ActivityFlags, activityCeiling, admits, viewActivity } from './ceiling.ts';
import { type Narrowing, narrowedTo, PRIVACY_SETTINGS, type PrivacySettings } from './settings.ts';
import { SOURCES, type SourcePolicies } from './source-policy.ts';

const PERMISSIONS = ['show_to_coach', 'use_in_ai', 'export'] as const;

const anySettings = fc.tuple(...PRIVACY_SETTINGS.map(() => fc.boolean())).map((bits) => {
  return settingsWith((_, index) => bits[index] === true);
});
const anyPolicies = fc
  .array(fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()), {
    minLength: SOURCES.length,
    maxLength: SOURCES.length,
  })
  .map((bits) => policiesWith((_, index) => policyOf(bits[index] ?? [false, false, false])));
const anyNarrowing = fc
  .subarray([...PRIVACY_SETTINGS])
  .map((closed): Narrowing => Object.fromEntries(closed.map((setting) => [setting, false])));
const anyFlags: fc.Arbitrary<ActivityFlags> = fc.record({
  source: fc.constantFrom(...SOURCES),
  private: fc.boolean(),
  is_race: fc.boolean(),
});
const anyCase = fc.record({ settings: anySettings, policies: anyPolicies, flags: anyFlags });
type Case = { settings: PrivacySettings; policies: SourcePolicies; flags: ActivityFlags };

function policyOf([show_to_coach, use_in_ai, exportable]: readonly [boolean, boolean, boolean]) {
  return { show_to_coach, use_in_ai, export: exportable, keep_days: null };
}

function seenBy(audience: Audience, { settings, policies, flags }: Case): Set<string> {
  return seen(activityCeiling({ settings, policies, audience }), flags);
}

function assertWithin(narrow: Set<string>, wide: Set<string>, what: string): void {
  assert.deepEqual([...narrow.difference(wide)], [], what);
}

test('more private never shows more, to anybody', () => {
  fc.assert(
    fc.property(
      anyCase,
      anySettings,
      anyNarrowing,
      fc.constantFrom(...PERMISSIONS),
      fc.constantFrom(...SOURCES),
      (base, other, narrowing, permission, source) => {
        const stricter: Record<string, Case> = {
          'another athlete’s settings as well': { ...base, settings: mostPrivate(base.settings, other) },
          'closed for a club': { ...base, settings: narrowedTo(base.settings, narrowing) },
          'marked private': { ...base, flags: { ...base.flags, private: true } },
          'marked a race': { ...base, flags: { ...base.flags, is_race: true } },
          'a permission less': {
            ...base,
            policies: { ...base.policies, [source]: { ...base.policies[source], [permission]: false } },
          },
        };
        for (const setting of PRIVACY_SETTINGS) {
          stricter[`without ${setting}`] = { ...base, settings: { ...base.settings, [setting]: false } };
        }
        for (const audience of AUDIENCES) {
          const before = seenBy(audience, base);
          for (const [what, after] of Object.entries(stricter)) {
            assertWithin(seenBy(audience, after), before, `${audience}: ${what}`);
          }
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('each audience sees at most what the one above it sees', () => {
  const above = [
    ['coach', 'self'],
    ['organization_api', 'coach'],
    ['export', 'organization_api'],
    ['ai', 'coach'],
    ['public', 'export'],
    ['public', 'coach'],
  ] as const;
  fc.assert(
    fc.property(anyCase, (one) => {
      for (const [narrow, wide] of above) {
        assertWithin(seenBy(narrow, one), seenBy(wide, one), `${narrow} within ${wide}`);
      }
    }),
  );
});

test('the athlete sees everything, unchanged', () => {
  fc.assert(
    fc.property(anyCase, (one) => {
      assert.deepEqual([...seenBy('self', one)].sort(), [...ALL_PATHS].sort());
      const view = viewActivity(activityCeiling({ ...one, audience: 'self' }), sentinelActivity(one.flags));
      assert.deepEqual(view?.privacy_filtered, []);
      assert.equal(view?.activity.source, one.flags.source);
      assert.equal(view?.activity.is_race, one.flags.is_race);
    }),
  );
});

test('every value that is shown stands under its own name', () => {
  fc.assert(
    fc.property(anyCase, fc.constantFrom(...AUDIENCES), (one, audience) => {
      const original = sentinelActivity(one.flags);
      const { activity = {} } = viewActivity(activityCeiling({ ...one, audience }), original) ?? {};
      const { laps, best_efforts, ...values } = activity;
      assert.deepEqual(
        values,
        Object.fromEntries(Object.keys(values).map((name) => [name, Reflect.get(original, name)])),
      );
      for (const lap of laps ?? []) {
        for (const [name, value] of Object.entries(lap)) assert.equal(value, `<laps.${name}>`);
      }
      for (const effort of best_efforts ?? []) {
        for (const [name, value] of Object.entries(effort)) assert.equal(value, `<best_efforts.${name}>`);
      }
    }),
  );
});

test('members from nowhere, inherited ones included, never pass', () => {
  const extra = fc.dictionary(
    fc.string().map((name) => `x_${name}`),
    fc.constant('<smuggled>'),
  );
  fc.assert(
    fc.property(anyCase, extra, (one, extras) => {
      const activity = Object.assign(Object.create({ ...extras, vdot: '<smuggled>' }), extras, {
        ...sentinelActivity(one.flags),
        laps: [Object.assign(Object.create({ duration_s: '<smuggled>' }), extras)],
      });
      for (const audience of AUDIENCES) {
        const view = viewActivity(activityCeiling({ ...one, audience }), activity);
        assert.equal(JSON.stringify(view)?.includes('smuggled') ?? false, false);
      }
    }),
  );
});

/** The rules once more, written the other way round: from the name of a thing to the reasons for withholding it. */
function modelAdmits(audience: Audience, { settings, policies, flags }: Case): boolean {
  if (audience === 'self') return true;
  const policy = policies[flags.source];
  if (!settings.share_activity_with_coach || !policy.show_to_coach || flags.private) return false;
  if (flags.is_race && !settings.share_race_history) return false;
  if (audience === 'ai') return policy.use_in_ai;
  if (audience === 'export') return policy.export;
  if (audience === 'public') {
    return policy.export && settings.share_activity_with_public && settings.share_activity_in_profile;
  }
  return true;
}

function modelShows(audience: Audience, settings: PrivacySettings, path: string): boolean {
  if (audience === 'self') return true;
  const tellsSpeed =
    /speed|pace|vdot|training_load|best_efforts|laps\.distance|streams\.(distance|latlng)/.test(path);
  const tellsPlace = /latlng|map/.test(path);
  const tellsHealth = /heart_rate|power|calories|training_load/.test(path);
  if (tellsSpeed && !settings.share_pace_data) return false;
  const isProgram = audience !== 'coach' && audience !== 'ai';
  if (path.startsWith('streams') && isProgram && !settings.share_streams_with_api) return false;
  if (/^best_efforts|streams\.(distance|speed|latlng)/.test(path) && !settings.share_pb) return false;
  if (tellsPlace && (!settings.share_activity_map || audience === 'ai')) return false;
  return !(tellsHealth && audience === 'public');
}

const MATTERING: readonly string[] = [
  ...['share_activity_in_profile', 'share_activity_with_coach', 'share_activity_with_public'],
  ...['share_pb', 'share_pace_data', 'share_race_history', 'share_activity_map', 'share_streams_with_api'],
];

test('a naive model agrees on all settings, audiences, permissions and flags', () => {
  const permissionBits = (bits: number) => policyOf([(bits & 1) > 0, (bits & 2) > 0, (bits & 4) > 0]);
  // Six sources hold eight combinations of permissions in two goes.
  const bothPolicies = [0, 2].map((first) => policiesWith((_, index) => permissionBits(first + index)));
  const allFlags = SOURCES.flatMap((source) =>
    [0, 1, 2, 3].map((bits) => ({ source, private: bits % 2 > 0, is_race: bits > 1 })),
  );
  let admitted = 0;
  // All combinations of what matters; of the rest it is only ever all or nothing.
  for (let bits = 0; bits < 2 ** (MATTERING.length + 1); bits++) {
    const settings = settingsWith((setting) => (bits & (1 << (MATTERING.indexOf(setting) + 1))) > 0);
    for (const audience of AUDIENCES) {
      const expected = ALL_PATHS.filter((path) => modelShows(audience, settings, path)).sort();
      for (const policies of bothPolicies) {
        const ceiling = activityCeiling({ settings, policies, audience });
        const passing = allFlags.filter((flags) => admits(ceiling, flags));
        assert.deepEqual(
          passing,
          allFlags.filter((flags) => modelAdmits(audience, { settings, policies, flags })),
        );
        const [one] = passing;
        if (one) assert.deepEqual([...seen(ceiling, one)].sort(), expected, `${audience} ${bits}`);
        admitted += passing.length;
      }
    }
  }
  assert.ok(admitted > 0);
});
