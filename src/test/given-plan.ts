/** A small training plan with everything in it that one can hold, made for an athlete's paces. */
import { addDays, weekdayOf } from '../shared/calendar.ts';
import { newId } from '../shared/ids.ts';
import type { PlanContent, PlannedWorkout, Segment } from '../training/planning/plan.ts';
import { sumsOfWeek } from '../training/planning/weekly-info.ts';

/**
 * Three workouts a week: intervals in sets, a long run by time, and one without distance from the library.
 *
 * @param pace_s_per_km the athlete's threshold pace, from which all that is theirs alone follows
 */
export function givenPlan(start_date: string, weeks: number, pace_s_per_km: number): PlanContent {
  const numbers = Array.from({ length: weeks }, (_, index) => index + 1);
  const workouts = numbers.flatMap((week_number) => {
    const monday = addDays(start_date, (week_number - 1) * 7);
    const at = (days: number) => ({ week_number, ...on(addDays(monday, days)) });
    return [
      { ...at(1), ...intervals(pace_s_per_km) },
      { ...at(3), ...strength() },
      { ...at(6), ...longRun(pace_s_per_km) },
    ];
  });
  return { workouts, weekly_info: Object.fromEntries(numbers.map((week) => [week, weekOf(workouts, week)])) };
}

function on(date: string) {
  return { id: newId(), date, day: weekdayOf(date), phase: 'build' as const };
}

function weekOf(workouts: readonly PlannedWorkout[], week: number): PlanContent['weekly_info'][string] {
  const own = workouts.filter(({ week_number }) => week_number === week);
  return {
    phase: 'build',
    focus: 'First threshold work',
    ...sumsOfWeek(own),
  };
}

type Kind = Omit<PlannedWorkout, 'id' | 'week_number' | 'day' | 'date' | 'phase'>;

function intervals(pace: number): Kind {
  const effort = { type: 'effort', min: 2, max: 3, zone: null } as const;
  const fast = { type: 'pace', min: pace - 3, max: pace + 3, zone: 'threshold' } as const;
  const fourTimes: Segment = {
    kind: 'repeat',
    repeat: {
      times: 4,
      segments: [
        { kind: 'work', distance_m: 400, target: fast, note: `In ${0.4 * pace} s.` },
        { kind: 'recovery', duration_s: 60 },
      ],
    },
  };
  const segments: Segment[] = [
    { kind: 'warmup', duration_s: 900, target: effort },
    { kind: 'repeat', repeat: { times: 3, segments: [fourTimes, { kind: 'recovery', duration_s: 180 }] } },
    { kind: 'cooldown', distance_m: 2000, target: { ...fast, min: null, max: pace + 90, zone: 'easy' } },
  ];
  return {
    workout_type: 'intervals',
    title: '3 × 4 × 400 m',
    description: `Three sets of four, each 400 m in ${0.4 * pace} s.`,
    // Jogging, like the cool-down, at a minute and a half above the threshold pace.
    duration_s: 900 + 12 * (0.4 * pace + 60) + 3 * 180 + 2 * (pace + 90),
    distance_m: 12 * 400 + 2000 + Math.round((900 + 12 * 60 + 3 * 180) / ((pace + 90) / 1000)),
    segments,
    source: 'generated',
  };
}

function longRun(pace: number): Kind {
  const heart_rate = { type: 'heart_rate', min: 128, max: 146, zone: '2' } as const;
  return {
    workout_type: 'long-run',
    title: '90 min easy',
    description: `Easy, around ${pace + 60} s a kilometre.`,
    duration_s: 5400,
    distance_m: Math.round(5400 / ((pace + 60) / 1000)),
    segments: [{ kind: 'work', duration_s: 5400, target: heart_rate }],
    source: 'generated',
  };
}

function strength(): Kind {
  return {
    workout_type: 'strength',
    title: 'Hips and trunk',
    description: 'Slowly.',
    duration_s: 1200,
    distance_m: 0,
    segments: [{ kind: 'work', duration_s: 1200 }],
    source: 'library',
    library_workout_id: newId(),
  };
}
