import type { Static } from 'typebox';
import { viewAthlete, viewMetrics } from '../../privacy/index.ts';
import { workload } from '../../training/workload.ts';
import { nameUnder } from '../users/index.ts';
import type { AthleteMetrics } from './contract.ts';
import { type FlagFacts, flagsOf } from './flags.ts';
import type { AthleteRow, MetricsRow } from './queries.ts';
import type { View, Week } from './views.ts';

type Wire = Static<typeof AthleteMetrics>;

/** Row to wire, through the ceiling: what it hides is absent and named in `privacy_filtered`. */
export function presentMetrics(
  { athlete: row, metrics: done }: { athlete: AthleteRow; metrics: MetricsRow | null },
  { view, week, now }: { view: View; week: Week; now: Date },
): Wire {
  const { athlete } = viewAthlete(view.athlete, {
    display_name: row.nickname ?? nameUnder(view.athlete, row),
    member_level: row.member_level,
    labels: row.labels,
    status: row.status,
    profile_image_url: row.profile_image_url,
  });
  const metrics = viewMetrics(view.ceiling, {
    last_activity: presentLastActivity(done),
    this_week: {
      week_start: week.monday,
      distance_m: whole(done?.week_distance_m),
      duration_s: whole(done?.week_duration_s),
      activities: done?.week_activities ?? 0,
    },
    last_four_weeks: {
      distance_m: whole(done?.distance_m),
      duration_s: whole(done?.duration_s),
      activities: done?.activities ?? 0,
    },
    load: presentLoad(done),
    flags: flagsOf(factsOf(row, done), now),
  });
  return {
    user_id: row.user_id,
    ...athlete,
    ...metrics,
    has_push_token: row.has_push_token,
    privacy_filtered: view.privacy_filtered,
    // The ceiling cannot say in types that it never hides the roster's own members from coaches.
  } as Wire;
}

function presentLastActivity(row: MetricsRow | null): Wire['last_activity'] {
  if (row === null || row.latest_id === null) return null;
  return {
    id: row.latest_id,
    start_time: row.latest_start_time.toISOString(),
    sport_type: row.latest_sport_type,
    name: row.latest_name,
    distance_m: row.latest_distance_m,
    duration_s: row.latest_duration_s,
  };
}

function presentLoad(row: MetricsRow | null): Wire['load'] {
  if (row === null || row.load === null) return null;
  return workload({ last_7_days: row.acute_load ?? 0, last_28_days: row.load }, 1);
}

function factsOf({ connections }: AthleteRow, done: MetricsRow | null): FlagFacts {
  return {
    last_activity_at: done === null || done.latest_id === null ? null : done.latest_start_time,
    runs: {
      last_7_days_m: done?.acute_run_m ?? 0,
      last_28_days_m: done?.run_m ?? 0,
      has_history: done?.has_run_history ?? false,
    },
    connections: connections ?? [],
  };
}

const whole = (sum: number | null | undefined): number => Math.round(sum ?? 0);
