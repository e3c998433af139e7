import { daysBetween } from '../../shared/calendar.ts';
import { vdotFromRace } from '../vdot.ts';
import { EVENT_DISTANCE_M, type Goal, type PlanNumbers } from './brief.ts';
import { type PaceRange, type PlanPaces, planPaces, soundVdot } from './paces.ts';
import type { ExperienceLevel } from './plan.ts';

/** Points of VDOT that somebody of the level gains in eight weeks at most; half of it from the seventeenth week on. */
const GAIN: Readonly<Record<ExperienceLevel, number>> = { beginner: 4, intermediate: 1.5, advanced: 0.7 };
const WEEKS_OF_WHOLE_GAIN = 16;
/** More than this above present fitness is a gain of half a year: it wants to be said. */
const AMBITIOUS_FROM = 5;

/** The race paces that a target time sets, and what is today the next faster pace, which none of them is faster than. */
const RACE_PACE = {
  '10k': 'interval',
  half_marathon: '10k',
  marathon: 'threshold',
} as const;

/**
 * The VDOT of the target time, in ml/(kg·min); null where the goal names no race or no time.
 *
 * @throws RangeError for a time that is no positive finite number
 */
export function vdotOfTarget({ event, target_time_s }: Goal): number | null {
  if (event === 'general' || target_time_s === null) return null;
  return vdotFromRace(EVENT_DISTANCE_M[event], target_time_s);
}

/** The VDOT that somebody of the level plausibly has after so many weeks of training, in ml/(kg·min). */
export function reachableVdot(vdot: number, level: ExperienceLevel, weeks: number): number {
  const early = Math.min(weeks, WEEKS_OF_WHOLE_GAIN);
  return vdot + (GAIN[level] / 8) * (early + (weeks - early) / 2);
}

/**
 * Today's paces with race pace as the target time has it, as far as that can be reached by the race and is no faster than what is today
 * the next faster pace. All other training is at today's fitness. The race pace of 5 km is that of intervals, and stays.
 */
export function pacesForGoal(
  today: PlanPaces,
  { goal, start_date, weeks }: Pick<PlanNumbers, 'goal' | 'start_date' | 'weeks'>,
  level: ExperienceLevel,
): PlanPaces {
  const { event, race_date } = goal;
  const target = vdotOfTarget(goal);
  if (target === null || (event !== '10k' && event !== 'half_marathon' && event !== 'marathon')) return today;
  const toRace = race_date === null ? weeks : Math.floor((daysBetween(start_date, race_date) + 1) / 7);
  const reached = Math.min(target, reachableVdot(today.vdot, level, Math.max(0, Math.min(weeks, toRace))));
  const { zones } = today;
  const limit = zones[RACE_PACE[event]];
  // Not slower than the brisk end of easy running, either.
  const wanted = racePace(soundVdot(reached), event);
  const slowest = zones.easy.min;
  const range = wanted.min < limit.min ? limit : wanted.max > slowest ? zones[event] : wanted;
  return { ...today, zones: { ...zones, [event]: range } };
}

function racePace(vdot: number, event: keyof typeof RACE_PACE): PaceRange {
  const { min, max } = planPaces(vdot).zones[event];
  return { min, max };
}

/** Whether the target time asks for far more than the fitness that somebody has. */
export function isAmbitious(goal: Goal, present: PlanPaces): boolean {
  const vdot = vdotOfTarget(goal);
  return vdot !== null && vdot - present.vdot > AMBITIOUS_FROM;
}
