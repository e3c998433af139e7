import { weekdayOf } from '../../../shared/calendar.ts';
import { HARD_DAY_FROM_S } from '../../../training/planning/limits.ts';
import { seededChoice } from '../../../training/planning/seeded-choice.ts';
import type { SkeletonWeek } from '../../../training/planning/skeleton.ts';
import type { ZoneName } from '../../../training/planning/zone-names.ts';
import type { PlanBrief } from '../engine/engine.ts';
import { HARD_SHARE } from './filling.ts';
import type { Kit } from './kit.ts';
import { mostOf } from './quality-session.ts';

/** The faster last part of a long run. */
export type FastEnd = { readonly zone: ZoneName; readonly distance_m: number };

type Around = { readonly long_m: number; readonly volume_m: number; readonly hard: number };

/** Of what the week may have of hard running; the rest is for its other hard days. */
const SHARE_OF_HARD = 0.5;

/**
 * Marathoners learn their pace on tired legs, half marathoners theirs: every second long run of build and peak ends with it, for
 * those who are not beginners. No longer than what makes a hard day where another one is beside it.
 */
export function fastEnd(
  brief: PlanBrief,
  kit: Kit,
  week: SkeletonWeek,
  { long_m, volume_m, hard }: Around,
): FastEnd | null {
  const { event } = brief.goal;
  if (event !== 'marathon' && event !== 'half_marathon') return null;
  if (brief.runner.experience_level === 'beginner' || hard < 0.9) return null;
  if (week.phase !== 'build' && week.phase !== 'peak') return null;
  if ((week.number + seededChoice(brief.seed, [7], 2)) % 2 === 0) return null;
  const zone: ZoneName = event === 'marathon' ? 'marathon' : 'half_marathon';
  const pace = kit.secondsAMetre(zone);
  const hard_s = HARD_SHARE * volume_m * kit.secondsAMetre('easy') * SHARE_OF_HARD;
  const most_m = Math.min(
    mostOf(zone, { volume_m, hard_s }, kit),
    long_m * (event === 'marathon' ? 0.5 : 0.3),
  );
  const beside = hasHardBeside(week);
  const metres = Math.floor(Math.min(most_m, beside ? (HARD_DAY_FROM_S - 5) / pace : most_m) / 1_000) * 1_000;
  return metres < 2_000 ? null : { zone, distance_m: metres };
}

/** Whether a hard day is next to the long run, in the week as it repeats itself. */
function hasHardBeside({ days }: SkeletonWeek): boolean {
  const long = days.find(({ role }) => role === 'long');
  if (long === undefined) return true;
  return days.some(({ role, date }) => role === 'quality' && daysApart(date, long.date) < 2);
}

const ORDER = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

function daysApart(one: string, other: string): number {
  const apart = Math.abs(ORDER.indexOf(weekdayOf(one)) - ORDER.indexOf(weekdayOf(other)));
  return Math.min(apart, 7 - apart);
}
