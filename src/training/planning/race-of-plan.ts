import { addDays, daysBetween } from '../../shared/calendar.ts';
import { EVENT_DISTANCE_M, type GoalEvent, type PlanNumbers } from './brief.ts';
import { LEAST_DAYS_OF_RACE_WEEK, TAPER_SHARES } from './limits.ts';

export type PlanRace = {
  readonly event: Exclude<GoalEvent, 'general'>;
  readonly date: string;
  /** Of the week it falls in; above the plan's weeks when it comes after them. */
  readonly week_number: number;
  /** 0 on the first day of its week, 6 on the last. */
  readonly day_of_week: number;
  /** Whole metres. */
  readonly distance_m: number;
  /** Half marathon and marathon are long. */
  readonly length: keyof typeof TAPER_SHARES;
};

/** The race that a plan leads to; null where there is none. A date without a distance is no race. */
export function raceOfPlan({ goal, start_date }: Pick<PlanNumbers, 'goal' | 'start_date'>): PlanRace | null {
  const { event, race_date } = goal;
  if (event === 'general' || race_date === null) return null;
  return raceOn(event, start_date, daysBetween(start_date, race_date));
}

/**
 * What the weeks are laid out towards: the race, or where an event has no date its day would be the last of the plan, so that
 * whoever follows it ends it ready to race. Plans too short to taper in have none.
 */
export function raceToTaperFor(numbers: PlanNumbers): PlanRace | null {
  const race = raceOfPlan(numbers);
  const { event } = numbers.goal;
  if (race !== null || event === 'general') return race;
  const last = raceOn(event, numbers.start_date, numbers.weeks * 7 - 1);
  return numbers.weeks >= LEAST_WEEKS_TO_TAPER[last.length] ? last : null;
}

const LEAST_WEEKS_TO_TAPER = { long: 6, short: 4 } as const;

/** What the sessions of a week prepare for: once the race is over, nothing in particular. */
export function aimOfWeek(numbers: Pick<PlanNumbers, 'goal' | 'start_date'>, week_number: number): GoalEvent {
  const race = raceOfPlan(numbers);
  if (race === null) return numbers.goal.event;
  // Of a week that begins with its race nothing hard is left but what comes after it.
  const last = race.day_of_week < LEAST_DAYS_OF_RACE_WEEK ? race.week_number - 1 : race.week_number;
  return week_number > last ? 'general' : race.event;
}

/** Weeks before a race in which less is run, its own included. */
export function taperWeeksOf({ length }: PlanRace): number {
  return TAPER_SHARES[length].length;
}

function raceOn(event: PlanRace['event'], start_date: string, days: number): PlanRace {
  return {
    event,
    date: addDays(start_date, days),
    week_number: Math.floor(days / 7) + 1,
    day_of_week: days % 7,
    distance_m: Math.round(EVENT_DISTANCE_M[event]),
    length: event === 'half_marathon' || event === 'marathon' ? 'long' : 'short',
  };
}
