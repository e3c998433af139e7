import type { Finding, FindingCode } from './findings.ts';

/** `invalid` findings (sums, dates, contradictions) are always refused. A `warning` is training judgement, which a coach may overrule. */
export const FINDING_RANKS = ['invalid', 'warning'] as const;
type FindingRank = (typeof FINDING_RANKS)[number];

export const FINDING_UNITS = ['m', 's', 'days', 'count', 's_per_km', 'bpm', 'effort'] as const;
export type FindingUnit = (typeof FINDING_UNITS)[number];

/** The row of a finding in the tables of docs/planning-rules.md: its rank, the unit of its numbers, and its source. */
export type FindingRule = {
  readonly rank: FindingRank;
  readonly unit: FindingUnit | null;
  readonly source: string;
};

const SPECIFIED = 'Ekiden specification';
const invalid = (unit: FindingUnit | null = null): FindingRule => ({
  rank: 'invalid',
  unit,
  source: SPECIFIED,
});
const warning = (unit: FindingUnit, source: string): FindingRule => ({ rank: 'warning', unit, source });

export const FINDING_RULES: Readonly<Record<FindingCode, FindingRule>> = {
  week_missing: invalid(),
  week_unknown: invalid(),
  workout_missing: invalid(),
  workout_twice: invalid(),
  id_repeated: invalid(),
  order_wrong: invalid(),
  day_not_allowed: invalid(),
  date_wrong: invalid(),
  segment_shape: invalid(),
  sum_wrong: invalid('m'),
  time_sum_wrong: invalid('s'),
  number_implausible: invalid(),
  weekly_info_wrong: invalid(),
  race_missing: invalid('m'),
  growth: warning('m', 'Published plans; no trial supports a tenth a week (Buist 2008, Damsted 2019)'),
  long_run_growth: warning('m', 'Frandsen 2025'),
  no_recovery_week: warning('m', 'Published plans'),
  long_run_time: warning('s', 'Daniels'),
  hard_days: warning('count', 'Published plans'),
  hard_days_too_close: warning('days', 'Published plans'),
  hard_share: warning('s', 'Seiler'),
  session_cap: warning('m', 'Daniels'),
  taper_shallow: warning('m', 'Bosquet 2007, Wang 2023'),
  long_run_before_race: warning('days', 'Ekiden specification'),
  race_recovery: warning('m', 'Daniels, Pfitzinger, Hansons'),
  pace_target: warning('s_per_km', 'Daniels'),
  heart_rate_target: warning('bpm', 'Ekiden'),
  effort_target: warning('effort', 'Ekiden'),
};

/** Whether a plan with this finding is refused, whoever wrote it. */
export function isInvalid({ code }: { readonly code: FindingCode }): boolean {
  return FINDING_RULES[code].rank === 'invalid';
}

/** The unit of the finding's numbers; null where it has none. */
export function unitOfFinding({ code, date }: Finding): FindingUnit | null {
  if (code === 'race_recovery' && date !== null) return 'days';
  return FINDING_RULES[code].unit;
}
