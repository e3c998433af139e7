import { vdotFromRace } from '../vdot.ts';
import { EVENT_DISTANCE_M, type Goal } from './brief.ts';
import { type PlanPaces, planPaces, soundVdot } from './paces.ts';

/**
 * So many points below the target somebody trains of whom nothing else is known. Daniels' Running Formula: one trains at the fitness
 * that one has, and not at that of the goal, and gains about a point in four to six weeks of training. Two points are what a
 * usual plan of eight to twelve weeks brings, and less than that is no plan's to promise.
 */
const VDOT_BELOW_TARGET = 2;
/** More than this above present fitness is a gain of half a year: it wants to be said. */
const AMBITIOUS_FROM = 5;

/**
 * The VDOT of the target time, in ml/(kg·min); null where the goal names no race or no time.
 *
 * @throws RangeError for a time that is no positive finite number
 */
export function vdotOfTarget({ event, target_time_s }: Goal): number | null {
  if (event === 'general' || target_time_s === null) return null;
  return vdotFromRace(EVENT_DISTANCE_M[event], target_time_s);
}

/** What somebody trains at who is on the way to the target time and of whom no pace is known; null without such a time. */
export function pacesTowards(goal: Goal): PlanPaces | null {
  const vdot = vdotOfTarget(goal);
  return vdot === null ? null : planPaces(soundVdot(vdot - VDOT_BELOW_TARGET));
}

/** Whether the target time asks for far more than the fitness that somebody has. */
export function isAmbitious(goal: Goal, present: PlanPaces): boolean {
  const vdot = vdotOfTarget(goal);
  return vdot !== null && vdot - present.vdot > AMBITIOUS_FROM;
}
