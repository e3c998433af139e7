import { daysBetween } from '../../shared/calendar.ts';
import type { PlanBrief } from '../plan-request/plan-brief.ts';
import { type Constraints, isInjured } from '../planning/constraints.ts';
import { CAP_OF_ZONE } from '../planning/limits.ts';
import type { Phase } from '../planning/plan.ts';
import { taperDays } from '../planning/race-limits.ts';
import type { PlanRace } from '../planning/race-of-plan.ts';
import type { SkeletonWeek } from '../planning/skeleton.ts';
import type { WorkoutType } from '../workout-types.ts';
import type { Session } from './choose-session.ts';
import type { Recipe } from './recipes.ts';
import type { SegmentBuilder } from './segment-builder.ts';

/** The last weeks before the taper, in which sessions are the largest of their type. */
const PEAK_WEEKS = 4;

export type DoneWeek = {
  readonly volume_m: number;
  readonly sessions: readonly (Session & { readonly date: string })[];
};

export type Planning = {
  readonly brief: PlanBrief;
  readonly builder: SegmentBuilder;
  readonly skeleton: readonly SkeletonWeek[];
  readonly races: readonly PlanRace[];
  readonly before: readonly DoneWeek[];
  readonly week: SkeletonWeek;
  /** The metres that the week was planned to have. */
  readonly meant_m: number;
  readonly most_sessions: number;
};

/** Whether a week is in the taper for a race that has a date. */
export function isTapered({ goal, constraints }: PlanBrief, { phase }: SkeletonWeek): boolean {
  return phase === 'taper' && (goal.race_date !== null || constraints.races.length > 0);
}

export function nextRace({ races, week }: Planning): PlanRace | undefined {
  return races.find(({ at }) => at >= (week.number - 1) * 7);
}

/** Whether a day is in the last weeks before the taper for the goal. */
export function isPeak({ brief, races }: Pick<Planning, 'brief' | 'races'>, date: string): boolean {
  const race = races.find((one) => one.date === brief.goal.race_date) ?? races.at(-1);
  if (race === undefined) return false;
  const toTaper = race.at - taperDays(race.event) - daysBetween(brief.start_date, date);
  return toTaper > 0 && toTaper <= PEAK_WEEKS * 7;
}

/** Whether the injuries allow hard running on a day. */
export function allows(constraints: Constraints, date: string): boolean {
  return !isInjured(constraints, date, ['none', 'easy_only', 'no_speed']);
}

export function phaseOf({ skeleton, week }: Planning): Phase {
  if (week.phase !== 'recovery') return week.phase;
  const before = skeleton.slice(0, week.number - 1).findLast(({ phase }) => phase !== 'recovery')?.phase;
  return before === undefined || before === 'taper' ? 'recovery' : before;
}

/** The types that are faster than threshold pace. */
const SPEED: readonly WorkoutType[] = ['intervals', 'hills', 'fartlek'];

/** Whether the coach or an injury excludes a recipe. */
export function isForbidden(constraints: Constraints, date: string, { type, zone }: Recipe): boolean {
  const { exclude } = constraints;
  if (exclude.includes(type)) return true;
  if (type === 'hills' && isInjured(constraints, date, ['no_hills'])) return true;
  const cap = CAP_OF_ZONE[zone];
  return exclude.includes('speed') && (SPEED.includes(type) || cap === 'interval' || cap === 'repetition');
}
