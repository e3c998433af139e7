import { weekdayOf } from '../../../shared/calendar.ts';
import { HARD_DAY_FROM_S } from '../../../training/planning/limits.ts';
import { aimOfWeek, raceToTaperFor } from '../../../training/planning/race-of-plan.ts';
import { seededChoice } from '../../../training/planning/seeded-choice.ts';
import type { SkeletonWeek } from '../../../training/planning/skeleton.ts';
import { roundDown } from '../../../training/planning/weekly-volumes.ts';
import type { ZoneName } from '../../../training/planning/zone-names.ts';
import type { PlanBrief } from '../engine/engine.ts';
import { HARD_SHARE } from './filling.ts';
import type { Kit } from './kit.ts';
import { mostOf } from './quality-session.ts';

/** The faster last part of a long run. */
export type FastEnd = { readonly zone: ZoneName; readonly distance_m: number };

type Around = { readonly long_m: number; readonly volume_m: number; readonly hard: number };

/** Of what the week may have of hard running; the rest is for its other hard days, of which marathoners then have one. */
const SHARE_OF_HARD = { marathon: 0.78, half_marathon: 0.5 };
const SHARE_OF_LONG = { marathon: 0.5, half_marathon: 0.3 };
/** Metres at marathon pace by weeks until the race: the longest is the last one, three weeks before it. */
const MOST_AT_MARATHON_PACE: readonly (readonly [number, number])[] = [
  [4, 14_000],
  [6, 12_000],
  [8, 10_000],
  [Number.POSITIVE_INFINITY, 8_000],
];

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
  const event = aimOfWeek(brief, week.number);
  if (event !== 'marathon' && event !== 'half_marathon') return null;
  if (brief.runner.experience_level === 'beginner' || hard < 0.6) return null;
  if (week.phase !== 'build' && week.phase !== 'peak') return null;
  const weeks = weeksToRace(brief, week);
  if (weeks % 2 === (event === 'marathon' ? 0 : seededChoice(brief.seed, [7], 2))) return null;
  const pace = kit.secondsAMetre(event);
  const hard_s = HARD_SHARE * volume_m * kit.secondsAMetre('easy') * SHARE_OF_HARD[event] * hard;
  const most_m = Math.min(
    mostOf(event, { volume_m, hard_s }, kit),
    long_m * SHARE_OF_LONG[event],
    event === 'marathon' ? (MOST_AT_MARATHON_PACE.find(([until]) => weeks <= until)?.[1] ?? 0) : long_m,
  );
  const allowed_m = hasHardBeside(week) ? (HARD_DAY_FROM_S - 5) / pace : most_m;
  const metres = Math.round(roundDown(Math.min(most_m, allowed_m), kit.units.whole_m));
  return metres < 2_000 ? null : { zone: event, distance_m: metres };
}

/** Until the race, or where it has no date until the end of the plan. */
function weeksToRace(brief: PlanBrief, week: SkeletonWeek): number {
  return (raceToTaperFor(brief)?.week_number ?? brief.weeks) - week.number;
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
