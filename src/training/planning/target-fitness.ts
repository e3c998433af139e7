import { daysBetween } from '../../shared/calendar.ts';
import { vdotFromRace } from '../vdot.ts';
import { EVENT_DISTANCE_M, type Goal, type PlanNumbers } from './brief.ts';
import { type PaceRange, type PlanPaces, planPaces, soundVdot } from './paces.ts';
import type { ExperienceLevel } from './plan.ts';

/** The most points of VDOT that a runner of the level gains in eight weeks; half of it after `WEEKS_OF_WHOLE_GAIN` weeks. */
const GAIN: Readonly<Record<ExperienceLevel, number>> = { beginner: 4, intermediate: 1.5, advanced: 0.7 };
const WEEKS_OF_WHOLE_GAIN = 16;
/** A target that is more than this above the present VDOT takes half a year, and the plan says so. */
const AMBITIOUS_FROM = 5;

/** For each race pace that a target time sets, the next faster zone of today, whose fast end limits it. */
const RACE_PACE = {
  '10k': 'interval',
  half_marathon: '10k',
  marathon: 'threshold',
} as const;

/**
 * The VDOT of the target time, in ml/(kg·min); null where the goal names no race or no time.
 *
 * @throws RangeError for a time that is not a positive finite number
 */
export function vdotOfTarget({ event, target_time_s }: Goal): number | null {
  if (event === 'general' || target_time_s === null) return null;
  return vdotFromRace(EVENT_DISTANCE_M[event], target_time_s);
}

/** The plausible VDOT of a runner of the level after so many weeks of training, in ml/(kg·min). */
export function reachableVdot(vdot: number, level: ExperienceLevel, weeks: number): number {
  const early = Math.min(weeks, WEEKS_OF_WHOLE_GAIN);
  return vdot + (GAIN[level] / 8) * (early + (weeks - early) / 2);
}

/**
 * Today's paces with the race pace of the target time, as far as it can be reached by the race and is not faster than today's next faster
 * zone. All other training is at today's fitness. The race pace of 5 km is that of intervals, and stays.
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
  // It is also not slower than the fast end of easy running.
  const wanted = racePace(soundVdot(reached), event);
  const slowest = zones.easy.min;
  const range = wanted.min < limit.min ? limit : wanted.max > slowest ? zones[event] : wanted;
  return { ...today, zones: { ...zones, [event]: range } };
}

function racePace(vdot: number, event: keyof typeof RACE_PACE): PaceRange {
  const { min, max } = planPaces(vdot).zones[event];
  return { min, max };
}

/** Whether the target time needs a fitness far above the present one. */
export function isAmbitious(goal: Goal, present: PlanPaces): boolean {
  const vdot = vdotOfTarget(goal);
  return vdot !== null && vdot - present.vdot > AMBITIOUS_FROM;
}
