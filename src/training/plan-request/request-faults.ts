import { addDays, daysBetween, type Weekday } from '../../shared/calendar.ts';
import { daysBeside } from '../constraints/training-days.ts';
import { otherStart } from '../draft-text/draft-start.ts';
import { EVENT_DISTANCE_M, type Goal } from '../planning/brief.ts';
import type { DraftWeek } from '../planning/draft.ts';
import {
  isInReach,
  isPlausibleTime,
  LEAST_DAYS_TO_RACE,
  MOST_DAYS_TO_RACE,
  timesOf,
} from '../planning/goal-of-race.ts';
import { type PlanFault, planFault } from './plan-fault.ts';

/** The faults of a request beyond its schema, before any of its texts is read. */
export function requestFaults({
  goal,
  start_date,
  workout_days,
}: {
  readonly goal: Goal;
  readonly start_date: string;
  readonly workout_days: readonly Weekday[];
}): PlanFault[] {
  return [
    ...raceFaults(goal, start_date),
    ...timeFaults(goal),
    ...(workout_days.length === 0 ? [planFault('workout_days', 'no_training_days', {})] : []),
  ];
}

export function otherDates(draft: string, start_date: string): PlanFault[] {
  const draft_start = otherStart(draft, start_date);
  return draft_start === null
    ? []
    : [planFault('start_date', 'draft_dates_differ', { draft_start, start_date })];
}

/** Days that the draft keeps to and the request does not have are a fault, since one of the two must be a mistake. */
export function otherDays(draft: readonly DraftWeek[] | null, asked: readonly Weekday[]): PlanFault[] {
  const other = daysBeside(draft, asked);
  if (other.length === 0) return [];
  const values = { draft_days: other.join(', '), days: asked.join(', ') };
  return [planFault('workout_days', 'draft_days_differ', values)];
}

function raceFaults({ event, race_date }: Goal, start_date: string): PlanFault[] {
  if (race_date === null) return [];
  const at = 'goal.race_date';
  if (event === 'general') return [planFault(at, 'race_without_event', { race_date })];
  const days = daysBetween(start_date, race_date);
  if (days < 0) return [planFault(at, 'race_before_start', { race_date, start_date })];
  if (isInReach(days)) return [];
  if (days > MOST_DAYS_TO_RACE)
    return [planFault(at, 'race_too_far', { race_date, latest: addDays(start_date, MOST_DAYS_TO_RACE) })];
  return [planFault(at, 'race_too_soon', { race_date, earliest: addDays(start_date, LEAST_DAYS_TO_RACE) })];
}

function timeFaults({ event, target_time_s }: Goal): PlanFault[] {
  if (target_time_s === null) return [];
  const at = 'goal.target_time_s';
  if (event === 'general') return [planFault(at, 'time_without_event', { target_time_s })];
  const metres = EVENT_DISTANCE_M[event];
  if (isPlausibleTime(metres, target_time_s)) return [];
  return [planFault(at, 'time_implausible', { event, target_time_s, ...timesOf(metres) })];
}
