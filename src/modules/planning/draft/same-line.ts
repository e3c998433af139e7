import type { DraftDay, DraftSession } from '../../../training/planning/draft.ts';
import type { PlannedWorkout } from '../../../training/planning/plan.ts';
import { METRES_PER_MILE } from '../../../words/measure-words.ts';
import { readSession } from './read-session.ts';

/** Drafts tell distances to a tenth of a kilometre or mile: what differs by less was not changed. */
export const SAME_M = { metric: 60, imperial: 0.053 * METRES_PER_MILE };
const SAME_S = 30;

/** Whether a line of a draft says of a workout what it is: kind, metres or seconds, and session. */
export function isSameLine(day: DraftDay, workout: PlannedWorkout, units: 'metric' | 'imperial'): boolean {
  const { workout_type, distance_m, duration_s, title } = workout;
  if (day.workout_type !== workout_type) return false;
  if (day.distance_m !== null && Math.abs(day.distance_m - distance_m) > SAME_M[units]) return false;
  if (day.duration_s !== null && Math.abs(day.duration_s - duration_s) > SAME_S) return false;
  const own = readSession(title, workout_type, true);
  // A line that prescribes no session leaves it as it is; but a long run with nothing said of its end is an even one.
  if (day.session === undefined) return own === undefined || workout_type !== 'long-run';
  return isSameSession(day.session, own);
}

/**
 * Whether a line came back in a workout: as above, but of a session a line may leave the intensity open, and no title tells how one
 * recovers.
 */
export function isKept(day: DraftDay, workout: PlannedWorkout, units: 'metric' | 'imperial'): boolean {
  const own = readSession(workout.title, workout.workout_type, true);
  if (day.session === undefined || own === undefined) return isSameLine(day, workout, units);
  const session = { ...day.session, zone: day.session.zone ?? own.zone, rest: own.rest };
  return isSameLine({ ...day, session }, workout, units);
}

/** Both were read from words: sessions that are told alike are read alike. */
function isSameSession(one: DraftSession, other: DraftSession | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
