/** For the tests of the ceiling: an activity whose every value says where it was planted, so that leaks can be named. */
import {
  type Activity,
  type ActivityCeiling,
  type ActivityFlags,
  type BestEffort,
  type Lap,
  viewActivity,
  viewStreams,
} from '../privacy/ceiling.ts';
import { ACTIVITY_FIELDS, BEST_EFFORT_FIELDS, LAP_FIELDS, STREAM_COLUMNS } from '../privacy/fields.ts';
import { PRIVACY_SETTINGS, type PrivacySetting, type PrivacySettings } from '../privacy/settings.ts';
import { SOURCES, type Source, type SourcePolicies, type SourcePolicy } from '../privacy/source-policy.ts';

const mark = (path: string): string => `<${path}>`;

function marked<Shape>(names: readonly string[], prefix = ''): Shape {
  return Object.fromEntries([...names, 'unclassified'].map((name) => [name, mark(prefix + name)])) as Shape;
}

/** Frozen to the bottom: a view that touches its input throws. */
export function sentinelActivity(flags: ActivityFlags): Activity {
  const lap = Object.freeze(marked<Lap>(Object.keys(LAP_FIELDS), 'laps.'));
  const effort = Object.freeze(marked<BestEffort>(BEST_EFFORT_FIELDS, 'best_efforts.'));
  return Object.freeze({
    ...marked<Activity>(Object.keys(ACTIVITY_FIELDS)),
    ...flags,
    start_latlng: Object.freeze([mark('start_latlng'), mark('start_latlng')]),
    laps: Object.freeze([lap, lap]),
    best_efforts: Object.freeze([effort]),
  });
}

const SENTINEL_STREAMS = Object.freeze(
  marked<Record<keyof typeof STREAM_COLUMNS, string>>(Object.keys(STREAM_COLUMNS), 'streams.'),
);

/** Where every value comes from that is found anywhere in the text of what the audience gets. */
export function seen(ceiling: ActivityCeiling, flags: ActivityFlags): Set<string> {
  const view = viewActivity(ceiling, sentinelActivity(flags));
  const text = JSON.stringify([view?.activity, viewStreams(ceiling, flags, SENTINEL_STREAMS)?.streams]);
  return new Set([...text.matchAll(/<([\w.]+)>/g)].map((match) => match[1] ?? ''));
}

/** Every path that `seen` can find in an activity that is shown whole. */
export const ALL_PATHS: readonly string[] = [
  ...Object.keys(ACTIVITY_FIELDS).filter(
    (name) => !['source', 'is_race', 'laps', 'best_efforts'].includes(name),
  ),
  ...Object.keys(LAP_FIELDS).map((name) => `laps.${name}`),
  ...BEST_EFFORT_FIELDS.map((name) => `best_efforts.${name}`),
  ...Object.keys(STREAM_COLUMNS).map((name) => `streams.${name}`),
];

export function settingsWith(isOn: (setting: PrivacySetting, index: number) => boolean): PrivacySettings {
  const entries = PRIVACY_SETTINGS.map((setting, index) => [setting, isOn(setting, index)] as const);
  return Object.fromEntries(entries) as Record<PrivacySetting, boolean>;
}

export const EVERYTHING_SHARED = settingsWith(() => true);

export function policiesWith(policyOf: (source: Source, index: number) => SourcePolicy): SourcePolicies {
  const entries = SOURCES.map((source, index) => [source, policyOf(source, index)] as const);
  return Object.fromEntries(entries) as Record<Source, SourcePolicy>;
}

export const EVERYTHING_ALLOWED = policiesWith(() => ({
  show_to_coach: true,
  use_in_ai: true,
  export: true,
  keep_days: null,
}));

/** The settings under which nothing shows that either would hide. */
export function mostPrivate(a: PrivacySettings, b: PrivacySettings): PrivacySettings {
  const both = { ...a };
  for (const setting of PRIVACY_SETTINGS) both[setting] = a[setting] && b[setting];
  return both;
}
