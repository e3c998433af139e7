import { daysBetween } from '../../shared/calendar.ts';
import { raceTime } from '../vdot.ts';
import { ZONE_LIMITS } from '../zones.ts';
import { EVENT_DISTANCE_M, GOAL_RACES, type Goal, type GoalRace } from './brief.ts';

/** The athlete's next race: YYYY-MM-DD, metres, and seconds or null without a target time. */
export type NextRace = {
  readonly date: string;
  readonly distance_m: number;
  readonly goal_time_s: number | null;
};

export const LEAST_DAYS_TO_RACE = 6;
/** Two years; the weeks up to the race are all laid out, and training for one race never takes longer. */
export const MOST_DAYS_TO_RACE = 730;

/** Whether a race that is so many days after the start can be the goal of a plan. */
export function isInReach(days: number): boolean {
  return days >= LEAST_DAYS_TO_RACE && days <= MOST_DAYS_TO_RACE;
}

/** The largest relative difference of distance at which a race still counts as the event. */
const SAME_DISTANCE = 0.03;

/**
 * The athlete's race as the goal of a plan, if a plan can lead to it: it has an event's distance and is neither too soon nor too far. An
 * implausible target time is left out and not refused, since it is not part of the request.
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

/** Whether a human can race this distance in this time. */
export function isPlausibleTime(distance_m: number, time_s: number): boolean {
  const { fastest_s, slowest_s } = timesOf(distance_m);
  return time_s >= fastest_s && time_s <= slowest_s;
}

/** The plausible times of a distance, in seconds, by the limits of VDOT. */
export function timesOf(distance_m: number): { readonly fastest_s: number; readonly slowest_s: number } {
  const { minimum, maximum } = ZONE_LIMITS.vdot;
  return {
    fastest_s: Math.floor(raceTime(maximum, distance_m)),
    slowest_s: Math.ceil(raceTime(minimum, distance_m)),
  };
}
