import type { CheckContext, Finding } from './findings.ts';
import {
  HARD_TIME_OF_LITTLE_S,
  MOST_HARD_TIME,
  SESSION_CAPS,
  TYPICAL_WEEK_M,
  WEEKS_LOOKED_BACK,
} from './limits.ts';
import type { CappedIntensity, WeekFacts, WorkoutFacts } from './week-facts.ts';
import { finding, type Place, type Rule } from './week-under-check.ts';

const CAPPED = Object.keys(SESSION_CAPS) as readonly CappedIntensity[];

/** Checks how much of a week and of one workout is hard. Races are excluded. */
export const checkIntensity: Rule = ({ number, facts, before, context }) => {
  const usual_m = usualWeek(facts.volume_m, volumesBefore(before, context), context.runner.experience_level);
  return [
    ...checkShare(facts, before, number),
    ...trainingRuns(facts).flatMap((one) =>
      checkCaps(one, usual_m, { week_number: number, date: one.workout.date }),
    ),
  ];
};

function trainingRuns({ workouts }: WeekFacts): readonly WorkoutFacts[] {
  return workouts.filter(({ running, workout }) => running && workout.workout_type !== 'race');
}

function volumesBefore(before: readonly WeekFacts[], { history }: CheckContext): readonly number[] {
  return [...(history?.weekly_distance_m ?? []), ...before.map(({ volume_m }) => volume_m)];
}

/**
 * The week, in metres, of which the caps of a week are shares: the week itself or the largest of the four before it. Where fewer are
 * known, the typical week of the level is among them.
 */
function usualWeek(volume_m: number, before: readonly number[], level: keyof typeof TYPICAL_WEEK_M): number {
  const lately = before.slice(-WEEKS_LOOKED_BACK);
  const unknown = lately.length < WEEKS_LOOKED_BACK ? TYPICAL_WEEK_M[level] : 0;
  return Math.max(volume_m, unknown, ...lately);
}

function checkShare(facts: WeekFacts, before: readonly WeekFacts[], week_number: number): Finding[] {
  const hard_s = trainingRuns(facts).reduce((sum, one) => sum + one.hard_s, 0);
  const times = [...before.slice(-WEEKS_LOOKED_BACK), facts].map(runningTime);
  const most = Math.ceil(Math.max(HARD_TIME_OF_LITTLE_S, MOST_HARD_TIME * Math.max(...times)));
  return hard_s > most ? [finding('hard_share', { week_number }, hard_s, most)] : [];
}

function runningTime(facts: WeekFacts): number {
  return trainingRuns(facts).reduce((sum, { duration_s }) => sum + duration_s, 0);
}

function checkCaps({ capped_m }: WorkoutFacts, usual_m: number, place: Place): Finding[] {
  return CAPPED.flatMap((intensity) => {
    const found = capped_m[intensity];
    const most = sessionCap(intensity, usual_m);
    return found > most ? [finding('session_cap', place, found, most)] : [];
  });
}

/** The most metres of an intensity in one workout, for a usual week of so many metres. */
export function sessionCap(intensity: CappedIntensity, usual_m: number): number {
  const { share, least_m, most_m } = SESSION_CAPS[intensity];
  return Math.ceil(Math.max(least_m, Math.min(most_m, share * usual_m)));
}
