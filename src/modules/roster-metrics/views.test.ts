import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  DEFAULT_SOURCE_POLICIES,
  PRIVACY_SETTINGS,
  type PrivacySettings,
  SOURCES,
  type SourcePolicies,
} from '../../privacy/index.ts';
import { sightOf, viewOf } from './views.ts';

const anySettings = fc.record(
  Object.fromEntries(PRIVACY_SETTINGS.map((name) => [name, fc.boolean()])),
) as unknown as fc.Arbitrary<PrivacySettings>;
const anyPolicies = fc
  .subarray([...SOURCES])
  .map(
    (hidden): SourcePolicies =>
      Object.fromEntries(
        SOURCES.map((source) => [
          source,
          { ...DEFAULT_SOURCE_POLICIES[source], show_to_coach: !hidden.includes(source) },
        ]),
      ) as SourcePolicies,
  );

test('what coaches see at all is what the ceiling decides, whatever the settings and policies', () => {
  fc.assert(
    fc.property(anySettings, anyPolicies, (settings, policies) => {
      const { everything, training, races, sources } = sightOf(policies);
      const { activities } = viewOf(settings, policies).ceiling;
      const shares = (on: object): boolean =>
        Object.keys(on).every((name) => settings[name as keyof PrivacySettings]);
      assert.deepEqual([shares(training), shares(races)], [activities.visible, activities.show_races]);
      assert.equal(shares(everything), activities.visible && activities.show_races);
      if (activities.visible) assert.deepEqual(sources, activities.sources);
    }),
  );
});
