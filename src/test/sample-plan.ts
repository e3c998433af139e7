import { addDays, WEEKDAYS, weekdayOf } from '../shared/calendar.ts';
import { withSums } from '../training/planning/adapt-plan.ts';
import { NO_CONSTRAINTS } from '../training/planning/constraints.ts';
import type { CheckContext, Finding, FindingCode } from '../training/planning/findings.ts';
import { planPaces, type Runner, targetOf } from '../training/planning/paces.ts';
import type { Phase, PlanContent, PlannedWorkout, Segment } from '../training/planning/plan.ts';
import { weeklyInfoOf } from '../training/planning/weekly-info.ts';
import type { ZoneName } from '../training/planning/zone-names.ts';
import type { WorkoutType } from '../training/workout-types.ts';

/** Races 10 km in about 45 minutes. */
export const SAMPLE_RUNNER: Runner = {
  paces: planPaces(45),
  heart_rates: { recovery: { min: 105, max: 125 }, easy: { min: 126, max: 148 } },
  experience_level: 'intermediate',
};

/** Eight weeks from a Monday towards a 10 km race on their last day, on four days a week. */
export const SAMPLE_CONTEXT: CheckContext = {
  weeks: 8,
  start_date: '2026-08-03',
  goal: { event: '10k', race_date: '2026-09-27', target_time_s: null },
  workout_days: ['tuesday', 'thursday', 'saturday', 'sunday'],
  runner: SAMPLE_RUNNER,
  history: {
    weekly_distance_m: [30, 28, 31, 30, 29, 30, 31, 30].map((km) => km * 1_000),
    longest_run_m: 11_000,
  },
  constraints: NO_CONSTRAINTS,
};

const WEEKS: readonly (readonly [phase: Phase, volume_km: number, long_km: number])[] = [
  ['base', 30, 11],
  ['base', 32, 12],
  ['build', 34, 12],
  ['recovery', 26, 9],
  ['build', 34, 12],
  ['build', 36, 13],
  ['peak', 34, 8],
  ['taper', 17, 8],
];

export function stretch(
  kind: Exclude<Segment['kind'], 'repeat'>,
  zone: ZoneName,
  distance_m: number,
  runner: Runner = SAMPLE_RUNNER,
): Segment {
  return { kind, distance_m, target: targetOf(zone, runner) };
}

/** A workout of the sample's plan, with its sums. */
export function sampleWorkout(
  week_number: number,
  weekday: (typeof WEEKDAYS)[number],
  workout_type: WorkoutType,
  segments: readonly Segment[],
  runner: Runner = SAMPLE_RUNNER,
): PlannedWorkout {
  const date = addDays(SAMPLE_CONTEXT.start_date, (week_number - 1) * 7 + WEEKDAYS.indexOf(weekday));
  const workout: PlannedWorkout = {
    id: `${week_number}-${weekday}`,
    week_number,
    day: weekdayOf(date),
    date,
    phase: WEEKS[week_number - 1]?.[0] ?? 'base',
    workout_type,
    title: workout_type,
    description: '',
    duration_s: 0,
    distance_m: 0,
    segments,
    source: 'generated',
  };
  return withSums(workout, runner);
}

function tempo(volume_km: number): Segment[] {
  return [
    stretch('warmup', 'easy', 2_000),
    stretch('work', 'threshold', volume_km * 90),
    stretch('cooldown', 'easy', 1_000),
  ];
}

function workoutsOfWeek(week: number, volume_km: number, long_km: number): PlannedWorkout[] {
  const hard = sampleWorkout(week, 'thursday', 'tempo', tempo(volume_km));
  if (week === WEEKS.length) {
    return [
      sampleWorkout(week, 'tuesday', 'easy-run', [stretch('work', 'easy', 5_500)]),
      hard,
      sampleWorkout(week, 'saturday', 'recovery-run', [stretch('work', 'recovery', 3_000)]),
      sampleWorkout(week, 'sunday', 'race', [
        stretch('warmup', 'easy', 1_500),
        stretch('work', '10k', 10_000),
      ]),
    ];
  }
  const rest_m = (volume_km - long_km) * 1_000 - hard.distance_m;
  return [
    sampleWorkout(week, 'tuesday', 'easy-run', [stretch('work', 'easy', Math.ceil(rest_m / 2))]),
    hard,
    sampleWorkout(week, 'saturday', 'strides', [
      stretch('warmup', 'easy', Math.floor(rest_m / 2) - 900),
      {
        kind: 'repeat',
        repeat: {
          times: 6,
          segments: [stretch('work', 'repetition', 80), stretch('recovery', 'recovery', 70)],
        },
      },
    ]),
    sampleWorkout(week, 'sunday', 'long-run', [stretch('work', 'easy', long_km * 1_000)]),
  ];
}

/** A plan for the sample's runner that breaks no rule. */
export function samplePlan(): PlanContent {
  const workouts = WEEKS.flatMap(([, volume_km, long_km], index) =>
    workoutsOfWeek(index + 1, volume_km, long_km),
  );
  return planOf(workouts);
}

/** Workouts with their week totals. */
export function planOf(workouts: readonly PlannedWorkout[]): PlanContent {
  const weeks = WEEKS.map(([phase], index) => [String(index + 1), { phase, focus: 'Run.' }] as const);
  return { workouts, weekly_info: weeklyInfoOf(workouts, Object.fromEntries(weeks)) };
}

type Day = PlannedWorkout['day'];
export type DayOfPlan = readonly [
  week_number: number,
  day: Day,
  workout_type: WorkoutType,
  ...segments: readonly Segment[],
];

/** The sample's plan with other workouts on some of its days, all sums right. */
export function withWorkouts(...changes: readonly DayOfPlan[]): PlanContent {
  return planOf(
    samplePlan().workouts.map((one) => {
      const change = changes.find(([week, day]) => week === one.week_number && day === one.day);
      if (change === undefined) return one;
      const [week, day, workout_type, ...segments] = change;
      return sampleWorkout(week, day, workout_type, segments);
    }),
  );
}

/** The sample's plan with one workout changed and nothing else, so that sums and totals may be wrong. */
export function withOnly(date: string, change: (workout: PlannedWorkout) => PlannedWorkout): PlanContent {
  const plan = samplePlan();
  return { ...plan, workouts: plan.workouts.map((one) => (one.date === date ? change(one) : one)) };
}

/** So many weeks from the first. */
export function firstWeeks({ workouts, weekly_info }: PlanContent, weeks: number): PlanContent {
  return {
    workouts: workouts.filter(({ week_number }) => week_number <= weeks),
    weekly_info: Object.fromEntries(Object.entries(weekly_info).filter(([key]) => Number(key) <= weeks)),
  };
}

/** A finding as tests write it down. */
export type Told = readonly [
  code: FindingCode,
  week: number,
  date: string | null,
  found: number | null,
  allowed: number | null,
];

export function told({ code, week_number, date, found, allowed }: Finding): Told {
  return [code, week_number, date, found, allowed];
}
