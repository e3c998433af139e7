import { athleteCeiling } from './athlete-ceiling.ts';
import type { Audience } from './audience.ts';
import { type ActivityCeiling, activityCeiling } from './ceiling.ts';
import type { ActivityField, AthleteField } from './fields.ts';
import { namesOf, pick, type Split, split } from './mask.ts';
import type { PrivacySettings } from './settings.ts';
import type { SourcePolicies } from './source-policy.ts';

type GivesAway = { readonly activity: readonly ActivityField[] } | { readonly athlete: AthleteField };

/** Of what each tells something: it shows where all of that shows. Flags are known by their names. */
const GIVES_AWAY = {
  last_activity: {
    activity: ['id', 'start_time', 'sport_type', 'name', 'distance_m', 'duration_s'],
  },
  this_week: { activity: ['start_time', 'distance_m', 'duration_s', 'moving_time_s'] },
  last_four_weeks: { activity: ['start_time', 'distance_m', 'duration_s', 'moving_time_s'] },
  load: { activity: ['start_time', 'training_load'] },
  'flags.no_recent_activity': { activity: ['start_time'] },
  'flags.ramp_too_fast': { activity: ['start_time', 'sport_type', 'distance_m'] },
  // A platform tells of activities: the day it last said something is the day of one, or close.
  'flags.sync_stale': { activity: ['start_time', 'source'] },
  'flags.token_expired': { athlete: 'connected_providers' },
} as const satisfies Record<string, GivesAway>;
type MetricsField = keyof typeof GIVES_AWAY;

/**
 * What one audience may see of an athlete in a roster's overview. It is computed from activities that `activities` shows and
 * from no others: what hides an activity hides what it would add to a sum. The hidden fields are sorted.
 */
export type MetricsCeiling = {
  readonly activities: ActivityCeiling;
  readonly fields: Split<MetricsField>;
};

/** The ceiling over the metrics. Pure; turning a setting or a permission off never shows more. */
export function metricsCeiling(input: {
  settings: PrivacySettings;
  policies: SourcePolicies;
  audience: Audience;
}): MetricsCeiling {
  const activities = activityCeiling(input);
  const athlete = athleteCeiling(input).fields.shown;
  const opens = (of: GivesAway): boolean =>
    'athlete' in of
      ? athlete.includes(of.athlete)
      : of.activity.every((name) => activities.fields.shown.includes(name));
  return {
    activities,
    fields: split([...namesOf(GIVES_AWAY)].sort(), (name) => opens(GIVES_AWAY[name])),
  };
}

type Metrics = Readonly<Record<'last_activity' | 'this_week' | 'last_four_weeks' | 'load', unknown>> & {
  readonly flags: readonly { readonly flag: string; readonly provider?: string }[];
};

/** The metrics as the ceiling's audience sees them: a new object without the hidden ones. A flag nobody knows is hidden. */
export function viewMetrics<M extends Metrics>(
  { fields, activities }: MetricsCeiling,
  metrics: M,
): Partial<Omit<M, 'flags'>> & Pick<M, 'flags'> {
  const flags = metrics.flags.filter(
    ({ flag, provider }) =>
      fields.shown.some((name) => name === `flags.${flag}`) &&
      // Of a platform whose activities are not shown it is not told when there was one.
      (flag !== 'sync_stale' || activities.sources.shown.some((source) => source === provider)),
  );
  return { ...pick(metrics, fields.shown), flags } as unknown as Partial<Omit<M, 'flags'>> & Pick<M, 'flags'>;
}
