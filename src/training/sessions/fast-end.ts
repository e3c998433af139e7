import { daysBetween } from '../../shared/calendar.ts';
import { LEAST_DAYS_BETWEEN_HARD } from '../planning/limits.ts';
import { aimOfWeek } from '../planning/race-of-plan.ts';
import { seededChoice } from '../planning/seeded-choice.ts';
import { roundDown } from '../planning/weekly-volumes.ts';
import type { ZoneName } from '../planning/zone-names.ts';
import { mostOf } from './quality-session.ts';
import type { Amount, SegmentBuilder } from './segment-builder.ts';
import { allows, nextRace, type Planning } from './week-to-plan.ts';

export type FastEnd = { readonly zone: ZoneName; readonly amount: Amount };

/** The time of a fast end that does not make the long run a hard day. */
export const SHORT_END_S = 8.25 * 60;
/** The most of the end, as a share of the week's hard running and of the long run. */
const END_OF_HARD = { marathon: 0.6, half_marathon: 0.45 };
const END_OF_LONG = { marathon: 0.5, half_marathon: 0.3 };
/** Metres at marathon pace: the last such run is the longest, three weeks before the race, and each earlier one is shorter. */
const AT_MARATHON_PACE_M = { last: 14_000, less_each_week: 1_000, least: 8_000 };

/**
 * The end of a long run at race pace, for marathons and half marathons: every second long run of build and peak has one, except for
 * beginners. There is none where a hard day is next to the long run.
 */
export function racePaceEnd(
  planning: Planning,
  { usual_m, hard_s }: { readonly usual_m: number; readonly hard_s: number },
): FastEnd | null {
  const { brief, builder, week } = planning;
  const event = aimOfWeek(brief, week.number);
  if (event !== 'marathon' && event !== 'half_marathon') return null;
  if (week.phase !== 'build' && week.phase !== 'peak') return null;
  if (!mayEndFast(planning)) return null;
  const weeks = (nextRace(planning)?.week_number ?? brief.weeks) - week.number;
  if (weeks % 2 === (event === 'marathon' ? 0 : seededChoice(brief.seed, [7], 2))) return null;
  if (isBesideHard(planning)) return null;
  const { last, less_each_week, least } = AT_MARATHON_PACE_M;
  const most_m = Math.min(
    mostOf(event, { usual_m, hard_s: hard_s * END_OF_HARD[event] }, builder),
    week.long_run_m * END_OF_LONG[event],
    event === 'marathon' ? Math.max(least, last - less_each_week * Math.max(0, weeks - 3)) : usual_m,
  );
  const end = { zone: event, amount: { distance_m: Math.round(roundDown(most_m, builder.units.whole_m)) } };
  return secondsOf(builder, end) < SHORT_END_S ? null : end;
}

/** A fast end as the second hard part of a week, too short to make its day a hard one. */
export function shortEnd(planning: Planning, left_s: number): FastEnd | null {
  if (!mayEndFast(planning) || left_s < SHORT_END_S) return null;
  return { zone: 'marathon', amount: { duration_s: SHORT_END_S } };
}

function mayEndFast({ brief, week }: Planning): boolean {
  const long = week.days.find(({ role }) => role === 'long');
  const { exclude } = brief.constraints;
  if (long === undefined || brief.runner.experience_level === 'beginner') return false;
  if (exclude.includes('tempo') && exclude.includes('race-pace')) return false;
  return allows(brief.constraints, long.date);
}

function isBesideHard({ skeleton, week }: Planning): boolean {
  const long = week.days.find(({ role }) => role === 'long');
  if (long === undefined) return true;
  const near = skeleton.slice(Math.max(0, week.number - 2), week.number + 1).flatMap(({ days }) => days);
  return near.some(
    ({ role, date }) =>
      (role === 'quality' || role === 'race') &&
      Math.abs(daysBetween(date, long.date)) < LEAST_DAYS_BETWEEN_HARD,
  );
}

export function secondsOf(builder: SegmentBuilder, { zone, amount }: FastEnd): number {
  return builder.measure([builder.stretch('work', zone, amount)]).duration_s;
}
