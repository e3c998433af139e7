import { addDays, daysBetween, WEEKDAYS, type Weekday, weekdayOf } from '../../shared/calendar.ts';
import type { GoalRace, PlanNumbers } from './brief.ts';
import type { DayLimits } from './day-limits.ts';
import { MOST_HARD_DAYS } from './limits.ts';
import type { ExperienceLevel } from './plan.ts';
import { DAYS_AROUND } from './race-limits.ts';
import type { PlanRace } from './race-of-plan.ts';
import type { DayRole, PlacedDay } from './skeleton.ts';
import type { WeekShape } from './week-shapes.ts';

export type WeekToPlace = {
  readonly shape: WeekShape;
  readonly level: ExperienceLevel;
  readonly days: readonly Weekday[];
  readonly long_run_day: Weekday | undefined;
  readonly limits: (date: string) => DayLimits;
  /** The number of days with running, and how many of them are hard. */
  readonly runs: number;
  readonly quality: number;
  readonly races: readonly PlanRace[];
  readonly last_hard: string | null;
};

type Open = {
  readonly date: string;
  readonly day: Weekday;
  readonly race: PlanRace | null;
  readonly to_race: number;
  readonly limits: DayLimits;
};

/** Days after a race without running, where other days remain to run on. */
const CROSS_AFTER: Readonly<Record<GoalRace, number>> = {
  '5k': 0,
  '10k': 0,
  half_marathon: 1,
  marathon: 3,
  '50k': 3,
  '100k': 4,
};
/** The last hard workout is at least this many days before the race. */
const LAST_HARD_BEFORE = 3;

/** Gives each day of a week its role: first the race, then the long run, then hard days two days apart, then the others. */
export function placeDays(numbers: PlanNumbers, week: WeekToPlace): PlacedDay[] {
  const first = addDays(numbers.start_date, (week.shape.number - 1) * 7);
  const open = openDays(first, week);
  const races = week.races.filter(({ week_number }) => week_number === week.shape.number);
  const long = longRunDay(open, week);
  const hard = qualityDays(open, long, week);
  const roles = new Map<string, DayRole>();
  if (long !== undefined) roles.set(long.date, 'long');
  for (const { date } of hard) roles.set(date, 'quality');
  placeOthers(open, roles, week);
  const days = open.map(({ date, day }): PlacedDay => ({ date, day, role: roles.get(date) ?? 'easy' }));
  const raced = races.map(({ date }): PlacedDay => ({ date, day: weekdayOf(date), role: 'race' }));
  return [...days, ...raced].sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** The days on which anything may be planned, without those of races, in order. */
function openDays(first: string, { days, races, limits }: WeekToPlace): Open[] {
  return Array.from({ length: 7 }, (_, index) => addDays(first, index)).flatMap((date): Open[] => {
    const day = weekdayOf(date);
    const own = limits(date);
    if (!days.includes(day) || !own.workout || races.some((race) => race.date === date)) return [];
    const race = closestRace(races, date);
    const to_race = race === null ? Number.POSITIVE_INFINITY : daysBetween(date, race.date);
    return [{ date, day, race, to_race, limits: own }];
  });
}

function closestRace(races: readonly PlanRace[], date: string): PlanRace | null {
  const away = (race: PlanRace): number => Math.abs(daysBetween(date, race.date));
  return races
    .filter(({ priority }) => priority !== 'c')
    .reduce<PlanRace | null>((best, race) => (best === null || away(race) < away(best) ? race : best), null);
}

/** The long run is on its own day or not at all: on another day it would be too close to the next one. */
function longRunDay(open: readonly Open[], week: WeekToPlace): Open | undefined {
  if (week.runs === 1 && week.quality > 0) return undefined;
  return open.find(({ day, limits }) => day === week.long_run_day && limits.long && limits.run);
}

/**
 * The hard days: at least two days from each other and from the last one, also across the end of the week, and as far from the long run
 * as possible.
 */
function qualityDays(open: readonly Open[], long: Open | undefined, week: WeekToPlace): readonly Open[] {
  const { last_hard, quality, runs, level } = week;
  const possible = open.filter(({ date, day, to_race, limits }) => {
    if (date === long?.date || !limits.hard || !limits.run) return false;
    if (last_hard !== null && daysBetween(last_hard, date) < 2) return false;
    // A long run is hard for beginners.
    if (level === 'beginner' && long !== undefined && weekdaysApart(day, long.day) < 2) return false;
    return to_race < 0 || to_race >= LAST_HARD_BEFORE;
  });
  const raced = week.races.filter(({ week_number }) => week_number === week.shape.number).length;
  const most = Math.min(quality, MOST_HARD_DAYS[level] - raced, runs - (long === undefined ? 0 : 1));
  for (let count = most; count > 0; count--) {
    const best = choicesOf(possible, count)
      .map((chosen) => ({ chosen, worth: worthOf(chosen, long) }))
      .filter(({ worth }) => worth > Number.NEGATIVE_INFINITY)
      .reduce<{ chosen: readonly Open[]; worth: number } | null>(
        (found, next) => (found === null || next.worth > found.worth ? next : found),
        null,
      );
    if (best !== null) return best.chosen;
  }
  return [];
}

function choicesOf(days: readonly Open[], count: number): readonly (readonly Open[])[] {
  if (count === 1) return days.map((day) => [day]);
  return days.flatMap((one, index) => days.slice(index + 1).map((other) => [one, other]));
}

/** Prefers Tuesdays and Thursdays, when clubs run fast. The day after a long run is the worst choice, then the day before it. */
function worthOf(chosen: readonly Open[], long: Open | undefined): number {
  let worth = 0;
  const [one, other] = chosen;
  if (one !== undefined && other !== undefined) {
    const apart = weekdaysApart(one.day, other.day);
    if (apart < 2) return Number.NEGATIVE_INFINITY;
    worth += Math.min(apart, 3) / 4;
  }
  for (const { day } of chosen) {
    if (long !== undefined) {
      if (after(long.day, day) === 1) worth -= 3;
      if (after(day, long.day) === 1) worth -= 2;
    }
    worth += { tuesday: 0.6, wednesday: 0.5, thursday: 0.5 }[day as string] ?? 0;
  }
  return worth;
}

/** Places the other runs and, where there are more days than runs, training other than running; the latter best after a hard day. */
function placeOthers(open: readonly Open[], roles: Map<string, DayRole>, week: WeekToPlace): void {
  const free = open.filter(({ date, limits }) => !roles.has(date) && limits.run);
  const hard = open.filter(({ date }) => roles.has(date));
  const followsHard = ({ day }: Open): boolean => hard.some((other) => after(other.day, day) === 1);
  const precedesHard = ({ day }: Open): boolean => hard.some((other) => after(day, other.day) === 1);
  const rest = ({ race, to_race }: Open): boolean =>
    race !== null && to_race < 0 && -to_race <= CROSS_AFTER[race.event];
  const wish = (day: Open): number =>
    (rest(day) ? 8 : 0) +
    (followsHard(day) ? 1 : 0) -
    (precedesHard(day) ? 0.5 : 0) -
    (day.to_race === 1 ? 4 : 0);
  const crossings = Math.max(
    free.length - Math.max(0, week.runs - hard.length),
    Math.min(free.filter(rest).length, Math.max(0, free.length - 1)),
  );
  const cross = spread(free, hard, Math.max(0, crossings), wish);
  for (const day of free) {
    const gentle = (followsHard(day) && week.runs >= 5) || isGentle(day);
    roles.set(day.date, cross.includes(day) ? 'cross' : gentle ? 'recovery' : 'easy');
  }
  for (const { date, limits } of open) if (!limits.run) roles.set(date, 'cross');
}

/** Chooses the days without running: where they are preferred, and so that few runs are on consecutive days. */
function spread(
  free: readonly Open[],
  hard: readonly Open[],
  count: number,
  wish: (day: Open) => number,
): readonly Open[] {
  let best: { readonly cross: readonly Open[]; readonly worth: number } = { cross: [], worth: -Infinity };
  // All sets of days are tried; seven days have 128.
  for (let set = 0; set < 2 ** free.length; set++) {
    const cross = free.filter((_, index) => (set >> index) % 2 === 1);
    if (cross.length !== count) continue;
    const runs = [...hard, ...free.filter((day) => !cross.includes(day))];
    const pairs = runs.filter((one) => runs.some((other) => after(one.day, other.day) === 1)).length;
    const worth = cross.reduce((sum, day) => sum + wish(day), 0) - 1.5 * pairs;
    if (worth > best.worth) best = { cross, worth };
  }
  return best.cross;
}

function isGentle({ race, to_race }: Open): boolean {
  return race !== null && to_race < 0 && -to_race <= DAYS_AROUND[race.event].easy_only_after;
}

/** Days from one weekday to the next occurrence of the other, 0 to 6. */
function after(from: Weekday, until: Weekday): number {
  return (WEEKDAYS.indexOf(until) - WEEKDAYS.indexOf(from) + 7) % 7;
}

function weekdaysApart(one: Weekday, other: Weekday): number {
  return Math.min(after(one, other), after(other, one));
}
