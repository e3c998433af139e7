import type { Finding } from './findings.ts';
import { HARD_TIME_OF_LITTLE_S, MARATHON_PACE_CAP, MOST_HARD_TIME, SESSION_CAPS } from './limits.ts';
import type { CappedIntensity, WorkoutFacts } from './week-facts.ts';
import { finding, type Place, type Rule } from './week-under-check.ts';

const CAPPED = Object.keys(SESSION_CAPS) as readonly CappedIntensity[];

/** How much of a week is hard, and how much of one session. Races are raced whole. */
export const checkIntensity: Rule = ({ number, facts }) => {
  const runs = facts.workouts.filter(({ running, workout }) => running && workout.workout_type !== 'race');
  return [
    ...checkShare(runs, number),
    ...runs.flatMap((one) => {
      const place = { week_number: number, date: one.workout.date };
      return [...checkCaps(one, facts.volume_m, place), ...checkMarathonPace(one, place)];
    }),
  ];
};

function checkShare(runs: readonly WorkoutFacts[], week_number: number): Finding[] {
  const hard_s = runs.reduce((sum, one) => sum + one.hard_s, 0);
  const all_s = runs.reduce((sum, one) => sum + one.duration_s, 0);
  const most = Math.ceil(Math.max(HARD_TIME_OF_LITTLE_S, MOST_HARD_TIME * all_s));
  return hard_s > most ? [finding('hard_share', { week_number }, hard_s, most)] : [];
}

function checkCaps({ capped_m }: WorkoutFacts, volume_m: number, place: Place): Finding[] {
  return CAPPED.flatMap((intensity) => {
    const found = capped_m[intensity];
    const most = sessionCap(intensity, volume_m);
    return found > most ? [finding('session_cap', place, found, most)] : [];
  });
}

/** Metres of an intensity that one session of a week may have. */
function sessionCap(intensity: CappedIntensity, volume_m: number): number {
  const { share, least_m, most_m } = SESSION_CAPS[intensity];
  return Math.ceil(Math.min(most_m, Math.max(least_m, share * volume_m)));
}

function checkMarathonPace({ marathon }: WorkoutFacts, place: Place): Finding[] {
  const { most_m, most_s } = MARATHON_PACE_CAP;
  if (marathon.distance_m > most_m) return [finding('session_cap', place, marathon.distance_m, most_m)];
  return marathon.duration_s > most_s ? [finding('session_cap', place, marathon.duration_s, most_s)] : [];
}
