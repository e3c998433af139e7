import { daysBetween } from '../../shared/calendar.ts';
import { raceTime } from '../vdot.ts';
import { ZONE_LIMITS } from '../zones.ts';
import { EVENT_DISTANCE_M, GOAL_RACES, type Goal, type GoalRace } from './brief.ts';

/** The race that somebody trains for: YYYY-MM-DD, metres, and seconds or null where they have no time in mind. */
export type NextRace = {
  readonly date: string;
  readonly distance_m: number;
  readonly goal_time_s: number | null;
};

/** A plan needs so many days before a race. */
export const LEAST_DAYS_TO_RACE = 6;
/** Two years: nobody trains for one race for longer, and the weeks up to it are all laid out. */
export const MOST_DAYS_TO_RACE = 730;

/** Whether a race is so many days after the start that a plan can lead to it. */
export function isInReach(days: number): boolean {
  return days >= LEAST_DAYS_TO_RACE && days <= MOST_DAYS_TO_RACE;
}

/** A race of a distance so close to an event is that event. */
const SAME_DISTANCE = 0.03;

/**
 * The race that the athlete trains for, as far as a plan can lead to it: of an event's distance, neither too soon nor too
 * far. A time in mind that is not to be had is left out, since nobody asked for it here.
 */
export function goalOfRace(race: NextRace | null, start_date: string): Goal {
  const event = race === null ? undefined : eventOf(race.distance_m);
  if (race === null || event === undefined || !isInReach(daysBetween(start_date, race.date)))
    return { event: 'general', race_date: null, target_time_s: null };
  const { date: race_date, goal_time_s } = race;
  const isPlausible = goal_time_s !== null && isPlausibleTime(EVENT_DISTANCE_M[event], goal_time_s);
  return { event, race_date, target_time_s: isPlausible ? goal_time_s : null };
}

function eventOf(distance_m: number): GoalRace | undefined {
  return GOAL_RACES.find((event) => Math.abs(distance_m / EVENT_DISTANCE_M[event] - 1) <= SAME_DISTANCE);
}

/** Whether anybody races so many metres in this many seconds. */
export function isPlausibleTime(distance_m: number, time_s: number): boolean {
  const { fastest_s, slowest_s } = timesOf(distance_m);
  return time_s >= fastest_s && time_s <= slowest_s;
}

/** Seconds, of the VDOTs that there are: the best of the world are near 85. */
export function timesOf(distance_m: number): { readonly fastest_s: number; readonly slowest_s: number } {
  const { minimum, maximum } = ZONE_LIMITS.vdot;
  return {
    fastest_s: Math.floor(raceTime(maximum, distance_m)),
    slowest_s: Math.ceil(raceTime(minimum, distance_m)),
  };
}
