import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import { type Constraints, isInjured } from '../../../training/planning/constraints.ts';
import { HARD_TYPES } from '../../../training/planning/limits.ts';
import type { Phase, PlanContent, PlannedWorkout } from '../../../training/planning/plan.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';

/** A day that a model may fill. Its date, size and approximate hardness are those of the rules; its content may be the model's. */
export type OpenDay = {
  readonly base: PlannedWorkout;
  readonly allowed: readonly WorkoutType[];
};

/** A week that the rules have made; `open_days` is empty where a model may decide nothing in it. */
export type WeekToFill = {
  readonly number: number;
  readonly phase: Phase;
  readonly open_days: readonly OpenDay[];
};

/**
 * The weeks of the rules' plan, as a model may fill them. Weeks whose days the coach's draft names stay the coach's. A model does not
 * choose races and library workouts.
 */
export function weeksToFill(plan: PlanContent, brief: PlanBrief): WeekToFill[] {
  const coachs = new Set(
    (brief.draft?.weeks ?? []).filter(({ days }) => days !== null).map(({ number }) => number),
  );
  return Object.entries(plan.weekly_info).map(([key, { phase }]) => {
    const number = Number(key);
    const open = plan.workouts.filter(
      ({ week_number, workout_type, source }) =>
        week_number === number && workout_type !== 'race' && source === 'generated',
    );
    const open_days = coachs.has(number) ? [] : open.map((base) => openDayOf(base, brief.constraints));
    return { number, phase, open_days };
  });
}

/** Types that can replace each other without making the week harder. */
const GROUPS: readonly (readonly WorkoutType[])[] = [
  [...HARD_TYPES].filter((type) => type !== 'race'),
  ['easy-run', 'recovery-run'],
  ['strides', 'easy-run'],
  ['cross-training', 'strength'],
];
/** The types that `speed` excludes whatever their zone. Hills and strides are as fast, but are excluded by their own names. */
const SPEED: readonly WorkoutType[] = ['intervals', 'fartlek'];

function openDayOf(base: PlannedWorkout, constraints: Constraints): OpenDay {
  const { workout_type, date } = base;
  const { exclude } = constraints;
  const noSpeed = isInjured(constraints, date, ['no_speed']);
  const unwanted: readonly string[] = [
    ...exclude,
    ...(noSpeed || exclude.includes('speed') ? SPEED : []),
    ...(noSpeed ? ['hills', 'strides'] : []),
    ...(isInjured(constraints, date, ['no_hills']) ? ['hills'] : []),
  ];
  const group = GROUPS.find((types) => types.includes(workout_type)) ?? [];
  const others = group.filter((type) => type !== workout_type && !unwanted.includes(type));
  return { base, allowed: [workout_type, ...others] };
}

export function isOpen({ open_days }: WeekToFill): boolean {
  return open_days.length > 0;
}

/**
 * The most workouts for which one call asks, if that is one to four weeks. Fewer calls would be cheaper, since each repeats the prompt.
 * But a week is shown only when it is complete, an interrupted answer is lost, and models forget limits in long answers.
 */
const WORKOUTS_A_CALL = 14;
const MOST_WEEKS_A_CALL = 4;

export function piecesOf(weeks: readonly WeekToFill[]): WeekToFill[][] {
  const pieces: WeekToFill[][] = [];
  for (const week of weeks) {
    const piece = pieces.at(-1) ?? [];
    const fits = piece.length < MOST_WEEKS_A_CALL && daysOf([...piece, week]) <= WORKOUTS_A_CALL;
    if (fits && piece.length > 0) piece.push(week);
    else pieces.push([week]);
  }
  return pieces;
}

export function daysOf(weeks: readonly WeekToFill[]): number {
  return weeks.reduce((sum, { open_days }) => sum + open_days.length, 0);
}
