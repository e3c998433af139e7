import { isHardZone } from '../planning/intensity.ts';
import type { WorkoutType } from '../workout-types.ts';
import type { DoneRun } from './done-run.ts';
import { pacesOfSeconds } from './judge-step.ts';
import type { Extra, StepResult } from './results.ts';
import type { Bounds, PlannedSession } from './steps.ts';

export const WHY_CODES = [
  'work_missing',
  'work_extra',
  'work_short',
  'work_long',
  'work_on_target',
  'work_faster',
  'work_slower',
  'work_heart_rate_above',
  'work_heart_rate_below',
  'recoveries_shorter',
  'recoveries_longer',
  'easy_part_hard',
  'easy_day_hard',
  'whole_shorter',
  'whole_longer',
  'no_change_of_pace',
  'does_not_fit',
  'nothing_to_compare',
  'no_steps',
  'too_many_steps',
] as const;

/** One fact with its numbers; a number that does not belong to the fact is null. */
export type Why = {
  readonly code: (typeof WHY_CODES)[number];
  readonly step_count: number | null;
  readonly of_step_count: number | null;
  /** The mean of the steps, or of the whole: 0.1 is a tenth, positive is more. */
  readonly share: number | null;
  readonly pace_s_per_km: number | null;
  readonly heart_rate_bpm: number | null;
};

export const COMPLIANCE_LEVELS = ['as_planned', 'with_differences', 'another_workout'] as const;

export type Compliance = {
  /** Null where nothing can be told. */
  readonly level: (typeof COMPLIANCE_LEVELS)[number] | null;
  /** How much of the planned work was done, by its length; a longer step counts as done. */
  readonly work_done_share: number | null;
  /** The share of the time of work that was within its target; known from samples only. */
  readonly work_in_target_share: number | null;
  /** The share of the time in motion of an easy day that was faster, or had a higher heart rate, than easy. */
  readonly above_easy_share: number | null;
  readonly why: readonly Why[];
};

/** An athlete who did less than this share of the work did another workout. */
const ANOTHER = 0.5;
/** Up to this share of an easy day above easy is a hill or a moment. */
const EASY_ABOVE = 0.15;
/** A whole within this share is as long as planned; it is the middle of what other tools show in green. */
const WHOLE = 0.15;
const EASY_DAYS: readonly WorkoutType[] = ['easy-run', 'recovery-run', 'long-run'];

const NOTHING = {
  step_count: null,
  of_step_count: null,
  share: null,
  pace_s_per_km: null,
  heart_rate_bpm: null,
};
const REMARKS: ReadonlySet<Why['code']> = new Set(['work_on_target']);

/** The facts that the steps show together, each with its numbers; they are no mark. */
export function judgeSession(input: {
  readonly planned: PlannedSession;
  readonly steps: readonly StepResult[];
  readonly extras: readonly Extra[];
  readonly runs: readonly (DoneRun | null)[];
  readonly separation: number | null;
}): Compliance {
  const { planned, steps, extras, runs } = input;
  const above_easy_share = aboveEasy(planned, steps, runs);
  const easyDay: Why[] =
    above_easy_share !== null && above_easy_share > EASY_ABOVE
      ? [{ ...NOTHING, code: 'easy_day_hard', share: above_easy_share }]
      : [];
  if (steps.every(({ status }) => status === null)) {
    const why = [whyNothing(steps, input.separation), ...easyDay];
    return { level: null, work_done_share: null, work_in_target_share: null, above_easy_share, why };
  }
  const work = steps.filter(({ step }) => step.kind === 'work');
  const work_done_share = doneShare(work);
  const why = [
    ...whyOfWork(work, extras),
    ...whyOfRecoveries(steps),
    ...whyOfEasyParts(planned, steps),
    ...easyDay,
    ...whyOfWhole(steps, extras),
  ];
  const isAsPlanned = why.every(({ code }) => REMARKS.has(code));
  const isAnother = work_done_share !== null && work_done_share < ANOTHER;
  return {
    level: isAnother ? 'another_workout' : isAsPlanned ? 'as_planned' : 'with_differences',
    work_done_share,
    work_in_target_share: inTarget(work),
    above_easy_share,
    why,
  };
}

export function notCompared(isTooLarge: boolean): Compliance {
  const why: Why[] = [{ ...NOTHING, code: isTooLarge ? 'too_many_steps' : 'no_steps' }];
  return { level: null, work_done_share: null, work_in_target_share: null, above_easy_share: null, why };
}

function whyNothing(steps: readonly StepResult[], separation: number | null): Why {
  if (separation === null) return { ...NOTHING, code: 'nothing_to_compare', of_step_count: steps.length };
  const code = separation < 0.1 ? 'no_change_of_pace' : 'does_not_fit';
  return { ...NOTHING, code, of_step_count: steps.length, share: separation };
}

function doneShare(work: readonly StepResult[]): number | null {
  let [planned, done] = [0, 0];
  for (const { step, status, deviation } of work) {
    if (step.about === null) return null;
    planned += step.about.duration_s;
    if (status !== 'missing') done += step.about.duration_s * Math.min(1, 1 + (deviation?.length_share ?? 0));
  }
  return planned === 0 ? null : done / planned;
}

function inTarget(work: readonly StepResult[]): number | null {
  let [within, all] = [0, 0];
  for (const { deviation, reached } of work) {
    if (deviation === null || reached === null || deviation.time_in_target_share === null) continue;
    within += deviation.time_in_target_share * reached.duration_s;
    all += reached.duration_s;
  }
  return all === 0 ? null : within / all;
}

function whyOfWork(work: readonly StepResult[], extras: readonly Extra[]): Why[] {
  const withStatus = (status: string) => work.filter((one) => one.status === status);
  const judged = work.filter(({ deviation }) => deviation?.verdict != null);
  const withVerdict = (verdict: string) => judged.filter(({ deviation }) => deviation?.verdict === verdict);
  const hard = extras.filter(({ is_hard }) => is_hard === true);
  return [
    ...some('work_missing', withStatus('missing'), work.length),
    ...(hard.length === 0
      ? []
      : [{ ...NOTHING, code: 'work_extra' as const, step_count: hard.length, of_step_count: work.length }]),
    ...some('work_short', withStatus('short'), work.length, 'length_share'),
    ...some('work_long', withStatus('long'), work.length, 'length_share'),
    ...some('work_on_target', withVerdict('within'), judged.length),
    ...some('work_faster', withVerdict('faster'), judged.length, 'pace_share'),
    ...some('work_slower', withVerdict('slower'), judged.length, 'pace_share'),
    ...some('work_heart_rate_above', withVerdict('above'), judged.length),
    ...some('work_heart_rate_below', withVerdict('below'), judged.length),
  ];
}

function some(
  code: Why['code'],
  steps: readonly StepResult[],
  of: number,
  share?: 'length_share' | 'pace_share',
): Why[] {
  if (steps.length === 0) return [];
  const mean = (name: 'length_share' | 'pace_share' | 'pace_s_per_km' | 'heart_rate_bpm'): number | null => {
    const values = steps.flatMap(({ deviation }) => deviation?.[name] ?? []);
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  const isOff = code !== 'work_on_target';
  return [
    {
      code,
      step_count: steps.length,
      of_step_count: of,
      share: share === undefined ? null : mean(share),
      pace_s_per_km: isOff && share === 'pace_share' ? mean('pace_s_per_km') : null,
      heart_rate_bpm: isOff && share === undefined ? mean('heart_rate_bpm') : null,
    },
  ];
}

function whyOfRecoveries(steps: readonly StepResult[]): Why[] {
  const recoveries = steps.filter(({ step, status }) => step.kind === 'recovery' && status !== 'merged');
  const withStatus = (status: string) => recoveries.filter((one) => one.status === status);
  return [
    ...some('recoveries_shorter', withStatus('short'), recoveries.length, 'length_share'),
    ...some('recoveries_longer', withStatus('long'), recoveries.length, 'length_share'),
  ];
}

/** The easy parts beside work: warming up, cooling down, and easy running before and after. */
function whyOfEasyParts({ workout_type }: PlannedSession, steps: readonly StepResult[]): Why[] {
  if (EASY_DAYS.includes(workout_type)) return [];
  const easy = steps.filter(
    ({ step }) => step.kind !== 'recovery' && !step.is_hard && step.judged_by !== null,
  );
  const hard = easy.filter(
    ({ deviation }) => deviation?.verdict === 'faster' || deviation?.verdict === 'above',
  );
  const isWork = easy.some(({ step }) => step.kind === 'work');
  return isWork && easy.length === steps.length
    ? []
    : some('easy_part_hard', hard, easy.length, 'pace_share');
}

/** The whole is compared only where each step was found or is surely missing, and all have one measure. */
function whyOfWhole(steps: readonly StepResult[], extras: readonly Extra[]): Why[] {
  let [planned_s, done_s] = [0, 0];
  const counted = new Set<readonly unknown[]>();
  for (const { step, reached, ranges } of steps) {
    if (step.about === null) return [];
    planned_s += step.about.duration_s;
    if (reached !== null && !counted.has(ranges)) done_s += reached.duration_s;
    counted.add(ranges);
  }
  done_s += extras.reduce((sum, { reached }) => sum + reached.duration_s, 0);
  const share = done_s / planned_s - 1;
  if (Math.abs(share) <= WHOLE) return [];
  return [{ ...NOTHING, code: share < 0 ? 'whole_shorter' : 'whole_longer', share }];
}

/** The share of seconds in motion of an easy day that are faster than the fast end of easy, or above its heart rate. */
function aboveEasy(
  { workout_type }: PlannedSession,
  steps: readonly StepResult[],
  runs: readonly (DoneRun | null)[],
): number | null {
  if (!EASY_DAYS.includes(workout_type) || steps.some(({ step }) => isHardZone(step.zone))) return null;
  const limits = steps.flatMap(({ step }) => step.judged_by ?? []);
  const type = limits[0]?.type;
  if (type === undefined || limits.length === 0 || limits.some((one) => one.type !== type)) return null;
  let [above, all] = [0, 0];
  for (const run of runs) {
    const values = run === null ? null : valuesOf(run, type);
    if (values === null) return null;
    for (const value of values) {
      if (value === null) continue;
      all += 1;
      if (isAbove(value, limits)) above += 1;
    }
  }
  return all < 60 ? null : above / all;
}

function valuesOf(run: DoneRun, type: Bounds['type']): readonly (number | null)[] | null {
  if (type === 'heart_rate') return run.heart_rate_bpm;
  return run.metres === null ? null : pacesOfSeconds(run, 0, run.seconds);
}

/** Whether a value is harder than the hardest step allows; a pace has 3 % of tolerance. */
function isAbove(value: number, limits: readonly Bounds[]): boolean {
  const [first] = limits;
  if (first?.type === 'heart_rate') {
    const most = limits.map(({ max }) => max);
    return most.every((max) => max !== null && value > max);
  }
  return limits.every(({ min }) => min !== null && value < min * 0.97);
}
