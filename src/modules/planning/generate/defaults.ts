import { addDays, daysBetween, WEEKDAYS, type Weekday } from '../../../shared/calendar.ts';
import { mondayOf } from '../../../shared/time.ts';
import { EVENT_DISTANCE_M, type Goal, type GoalEvent } from '../../../training/planning/brief.ts';
import type { ExperienceLevel } from '../../../training/planning/plan.ts';
import type { NextRace } from '../runner/runner.ts';

/** What a request that does not say so means. */

/** As many as coaches usually start somebody of the level with; the weekend for the long run. */
const DAYS_OF_LEVEL: Readonly<Record<ExperienceLevel, readonly Weekday[]>> = {
  beginner: ['tuesday', 'thursday', 'sunday'],
  intermediate: ['tuesday', 'wednesday', 'thursday', 'saturday', 'sunday'],
  advanced: ['tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
};

/** The days asked for, else those that the athlete wants, else those of the level; in the order of the week. */
export function workoutDays(
  asked: readonly Weekday[] | null,
  wanted: readonly Weekday[],
  level: ExperienceLevel,
): readonly Weekday[] {
  const days = asked ?? (wanted.length > 0 ? wanted : DAYS_OF_LEVEL[level]);
  return WEEKDAYS.filter((day) => days.includes(day));
}

/** The Monday after today, in a time zone: on a Monday, that in a week. */
export function nextMonday(now: Date, timeZone: string): string {
  return addDays(mondayOf(now, timeZone).day, 7);
}

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
export function goalOfRace(
  race: NextRace | null,
  start_date: string,
  isPlausible: (event: Exclude<GoalEvent, 'general'>, time_s: number) => boolean,
): Goal {
  const event = race === null ? undefined : eventOf(race.distance_m);
  if (race === null || event === undefined || !isInReach(daysBetween(start_date, race.date)))
    return { event: 'general', race_date: null, target_time_s: null };
  const { date: race_date, goal_time_s } = race;
  const target_time_s = goal_time_s !== null && isPlausible(event, goal_time_s) ? goal_time_s : null;
  return { event, race_date, target_time_s };
}

function eventOf(distance_m: number): keyof typeof EVENT_DISTANCE_M | undefined {
  const events = Object.keys(EVENT_DISTANCE_M) as (keyof typeof EVENT_DISTANCE_M)[];
  return events.find((event) => Math.abs(distance_m / EVENT_DISTANCE_M[event] - 1) <= SAME_DISTANCE);
}
