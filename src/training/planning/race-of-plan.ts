import { addDays, daysBetween } from '../../shared/calendar.ts';
import { EVENT_DISTANCE_M, GOAL_RACES, type GoalEvent, type GoalRace, type PlanNumbers } from './brief.ts';
import type { RacePriority } from './constraints.ts';
import { taperDays } from './race-limits.ts';

export type PlanRace = {
  readonly event: GoalRace;
  readonly date: string;
  /** Days from the first day of the plan. */
  readonly at: number;
  readonly week_number: number;
  /** 0 on the first day of its week, 6 on the last. */
  readonly day_of_week: number;
  /** Whole metres. */
  readonly distance_m: number;
  /** `a` and `b` have a taper and a recovery; `c` is part of training. */
  readonly priority: RacePriority;
};

type Asked = Pick<PlanNumbers, 'goal' | 'start_date' | 'constraints'>;

/** The goal race of a plan; null where there is none. A date without a distance is not a race. */
export function raceOfPlan({ goal, start_date }: Pick<PlanNumbers, 'goal' | 'start_date'>): PlanRace | null {
  const { event, race_date } = goal;
  if (event === 'general' || race_date === null) return null;
  return raceOn(start_date, { date: race_date, distance_m: EVENT_DISTANCE_M[event], priority: 'a' });
}

/** All races from the first day of the plan on, in order: the goal race, and those that a coach asked for on other days. */
export function racesOfPlan(numbers: Asked): readonly PlanRace[] {
  const goal = raceOfPlan(numbers);
  const others = numbers.constraints.races
    .filter(({ date }) => date >= numbers.start_date && date !== goal?.date)
    .map((race) => raceOn(numbers.start_date, race));
  return [...(goal === null ? [] : [goal]), ...others].sort((one, other) => one.at - other.at);
}

/**
 * The races around which weeks are laid out, in order. Where an event has no date, the plan ends as if its race were on the day after, so
 * that the runner is ready then; plans that are too short for a taper have no such race.
 */
export function racesToTaperFor(numbers: Asked & Pick<PlanNumbers, 'weeks'>): readonly PlanRace[] {
  const races = racesOfPlan(numbers).filter(({ priority }) => priority !== 'c');
  const { event, race_date } = numbers.goal;
  if (event === 'general' || race_date !== null) return races;
  if (numbers.weeks * 7 < 3 * taperDays(event)) return races;
  const date = addDays(numbers.start_date, numbers.weeks * 7);
  const open = raceOn(numbers.start_date, { date, distance_m: EVENT_DISTANCE_M[event], priority: 'a' });
  return [...races, open].sort((one, other) => one.at - other.at);
}

/** The event that a week prepares for: the next race, or the goal where it has no date; after all races it is general fitness. */
export function aimOfWeek(numbers: Asked, week_number: number): GoalEvent {
  const { event, race_date } = numbers.goal;
  const middle = (week_number - 1) * 7 + 3;
  const next = racesOfPlan(numbers).find(({ at, priority }) => at >= middle && priority !== 'c');
  if (next !== undefined) return next.event;
  return race_date === null ? event : 'general';
}

function raceOn(
  start_date: string,
  race: { readonly date: string; readonly distance_m: number; readonly priority: RacePriority },
): PlanRace {
  const at = daysBetween(start_date, race.date);
  return {
    event: eventOf(race.distance_m),
    date: race.date,
    at,
    week_number: Math.floor(at / 7) + 1,
    day_of_week: ((at % 7) + 7) % 7,
    distance_m: Math.round(race.distance_m),
    priority: race.priority,
  };
}

function eventOf(distance_m: number): GoalRace {
  const off = (event: GoalRace): number => Math.abs(EVENT_DISTANCE_M[event] - distance_m);
  return GOAL_RACES.reduce((best, event) => (off(event) < off(best) ? event : best));
}
