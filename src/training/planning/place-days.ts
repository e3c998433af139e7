import { addDays, daysBetween, WEEKDAYS, type Weekday, weekdayOf } from '../../shared/calendar.ts';
import type { PlanNumbers } from './brief.ts';
import type { PlanRace } from './race-of-plan.ts';
import type { DayRole, SkeletonDay } from './skeleton.ts';
import type { WeekShape } from './week-shapes.ts';

export type WeekToPlace = {
  readonly shape: WeekShape;
  /** Weekdays that are trained on. */
  readonly days: readonly Weekday[];
  readonly long_run_day: Weekday | null;
  /** Days of running, and how many of them are hard. */
  readonly runs: number;
  readonly quality: number;
  readonly race: PlanRace | null;
  /** The last hard day before this week. */
  readonly last_hard: string | null;
};

type Open = { readonly date: string; readonly day: Weekday; readonly to_race: number };

/** Days before and after a race on which nothing hard or long is run; `cross` and `gentle` follow on each other after it. */
const AROUND_RACE = {
  '5k': { hard: 3, long: 3, after_hard: 4, after_long: 3, cross: 0, gentle: 2 },
  '10k': { hard: 3, long: 4, after_hard: 5, after_long: 4, cross: 0, gentle: 3 },
  half_marathon: { hard: 4, long: 6, after_hard: 9, after_long: 7, cross: 1, gentle: 5 },
  marathon: { hard: 4, long: 6, after_hard: 17, after_long: 13, cross: 3, gentle: 9 },
} as const;

/** Where the long run goes when nobody wished: on the weekend, else as late in the week as others like to run long. */
const LONG_RUN_DAYS: readonly Weekday[] = [
  'sunday',
  'saturday',
  'wednesday',
  'thursday',
  'friday',
  'tuesday',
  'monday',
];

/** What each day of a week is for: the race, then the long run, hard days two apart, and the rest around them. */
export function placeDays(numbers: PlanNumbers, week: WeekToPlace): SkeletonDay[] {
  const first = addDays(numbers.start_date, (week.shape.number - 1) * 7);
  const open = openDays(first, week);
  const race = raceDay(first, week.race);
  const long = longRunDay(open, week);
  const hard = qualityDays(open, long, week);
  const roles = new Map<string, DayRole>();
  if (long !== undefined) roles.set(long.date, 'long');
  for (const { date } of hard) roles.set(date, 'quality');
  placeOthers(open, roles, week);
  const days = open.map(({ date, day }): SkeletonDay => ({ date, day, role: roles.get(date) ?? 'easy' }));
  return [...days, ...(race === null ? [] : [race])].sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** The days without that of the race, in order. */
function openDays(first: string, { days, race }: WeekToPlace): Open[] {
  return Array.from({ length: 7 }, (_, index) => addDays(first, index))
    .map((date) => ({ date, day: weekdayOf(date) }))
    .filter(({ date, day }) => days.includes(day) && date !== race?.date)
    .map(({ date, day }) => ({
      date,
      day,
      to_race: race === null ? Infinity : daysBetween(date, race.date),
    }));
}

function raceDay(first: string, race: PlanRace | null): SkeletonDay | null {
  if (race === null) return null;
  const { date } = race;
  const index = daysBetween(first, date);
  return index >= 0 && index < 7 ? { date, day: weekdayOf(date), role: 'race' } : null;
}

function longRunDay(open: readonly Open[], week: WeekToPlace): Open | undefined {
  const { race, long_run_day, shape } = week;
  if (week.runs === 1 && week.quality > 0) return undefined;
  if (isRaceWeek(week) && shape.load === 'taper') return undefined;
  const order = long_run_day === null ? LONG_RUN_DAYS : [long_run_day, ...LONG_RUN_DAYS];
  const wanted = order.map((name) => open.find(({ day }) => day === name)).find((day) => day !== undefined);
  if (wanted === undefined || race === null) return wanted;
  const { long, after_long } = AROUND_RACE[race.event];
  return isClear(wanted.to_race, long, after_long) ? wanted : undefined;
}

function isRaceWeek({ race, shape }: WeekToPlace): boolean {
  return race !== null && race.week_number === shape.number;
}

/** More than so many days before the race, or after it. */
function isClear(to_race: number, before: number, after: number): boolean {
  return to_race >= before || to_race < -after;
}

/**
 * The hard days: two days at least from each other and from the last one, in the week as it repeats itself too, and as far from
 * the long run as can be.
 */
function qualityDays(open: readonly Open[], long: Open | undefined, week: WeekToPlace): readonly Open[] {
  const { race, last_hard, quality, runs } = week;
  const possible = open.filter(({ date, to_race }) => {
    if (date === long?.date) return false;
    if (last_hard !== null && daysBetween(last_hard, date) < 2) return false;
    return (
      race === null || isClear(to_race, AROUND_RACE[race.event].hard, AROUND_RACE[race.event].after_hard)
    );
  });
  const most = Math.min(quality, runs - (long === undefined ? 0 : 1));
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

/** Tuesdays and Thursdays are when clubs run fast; the day after a long run is the worst for it, then the day before. */
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

/** Easy and recovery runs, and what is not running where there are more days than runs: best the day after something hard. */
function placeOthers(open: readonly Open[], roles: Map<string, DayRole>, week: WeekToPlace): void {
  const free = open.filter(({ date }) => !roles.has(date));
  const hard = open.filter(({ date }) => roles.has(date));
  const followsHard = ({ day }: Open): boolean => hard.some((other) => after(other.day, day) === 1);
  const precedesHard = ({ day }: Open): boolean => hard.some((other) => after(day, other.day) === 1);
  const rest = restAfterRace(week);
  const wish = (day: Open): number =>
    (rest(day) ? 8 : 0) +
    (followsHard(day) ? 1 : 0) -
    (precedesHard(day) ? 0.5 : 0) -
    (day.to_race === 1 ? 4 : 0);
  const crossings = Math.max(
    free.length - Math.max(0, week.runs - hard.length),
    Math.min(free.filter(rest).length, free.length - 1),
  );
  const cross = spread(free, hard, Math.max(0, crossings), wish);
  for (const day of free) {
    const gentle = (followsHard(day) && week.runs >= 5) || isGentle(day, week);
    roles.set(day.date, cross.includes(day) ? 'cross' : gentle ? 'recovery' : 'easy');
  }
}

/** The days without running: where they are wished for, and so that runs do not follow on each other more than they must. */
function spread(
  free: readonly Open[],
  hard: readonly Open[],
  count: number,
  wish: (day: Open) => number,
): readonly Open[] {
  let best: { readonly cross: readonly Open[]; readonly worth: number } = { cross: [], worth: -Infinity };
  // Seven days have 128 sets.
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

function restAfterRace({ race }: WeekToPlace): (day: Open) => boolean {
  if (race === null) return () => false;
  return ({ to_race }) => to_race < 0 && -to_race <= AROUND_RACE[race.event].cross;
}

function isGentle({ to_race }: Open, { race }: WeekToPlace): boolean {
  return race !== null && to_race < 0 && -to_race <= AROUND_RACE[race.event].gentle;
}

/** Days from one weekday to the next time it is the other, 0 to 6. */
function after(from: Weekday, until: Weekday): number {
  return (WEEKDAYS.indexOf(until) - WEEKDAYS.indexOf(from) + 7) % 7;
}

function weekdaysApart(one: Weekday, other: Weekday): number {
  return Math.min(after(one, other), after(other, one));
}
