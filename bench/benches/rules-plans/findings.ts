/**
 * The rules of `docs/planning-rules.md` by code, in its order. What is `invalid` is a sum, a date or a contradiction; a `warning` is
 * training judgement.
 */
export const RULES = {
  week_missing: 'invalid',
  week_unknown: 'invalid',
  date_wrong: 'invalid',
  order_wrong: 'invalid',
  id_repeated: 'invalid',
  workout_twice: 'invalid',
  workout_missing: 'invalid',
  day_not_allowed: 'invalid',
  segment_shape: 'invalid',
  sum_wrong: 'invalid',
  time_sum_wrong: 'invalid',
  weekly_info_wrong: 'invalid',
  race_missing: 'invalid',
  constraint_broken: 'invalid',
  field_missing: 'invalid',
  readiness_wrong: 'invalid',
  growth: 'warning',
  long_run_growth: 'warning',
  no_recovery_week: 'warning',
  start_beyond_norms: 'warning',
  peak_beyond_norms: 'warning',
  long_run_short: 'warning',
  long_run_far: 'warning',
  back_to_back_missing: 'warning',
  taper_shallow: 'warning',
  taper_deep: 'warning',
  taper_without_intensity: 'warning',
  long_run_before_race: 'warning',
  hard_before_race: 'warning',
  hard_after_race: 'warning',
  long_run_after_race: 'warning',
  strength_after_race: 'warning',
  race_recovery: 'warning',
  hard_days: 'warning',
  hard_days_too_close: 'warning',
  quality_missing: 'warning',
  key_session_cut: 'warning',
  peak_session_smaller: 'warning',
  session_repeated: 'warning',
  session_cap: 'warning',
  hard_share: 'warning',
  run_too_short: 'warning',
  target_pace_beyond_reach: 'warning',
  long_run_by_days: 'warning',
} as const;
export type Code = keyof typeof RULES;

/** `found` and `allowed` are in the unit of the rule. */
export type Finding = {
  readonly code: Code;
  readonly week?: number;
  readonly date?: string;
  readonly found: number | string;
  readonly allowed: number | string;
};
