import { addDays, daysBetween, WEEKDAYS, type Weekday, weekdayOf } from '../../shared/calendar.ts';
import type { DayRange } from '../../shared/day-range.ts';
import type { AskedRace, Injury, Unavailable } from '../planning/constraints.ts';
import { datesOf, isAbout, minutesOn } from './days.ts';
import type { AvailabilityEntry, Told, UpcomingRace } from './told.ts';

export type ToldConstraints = {
  readonly days_off: readonly Weekday[];
  readonly unavailable: readonly Unavailable[];
  readonly injuries: readonly Injury[];
  readonly races: readonly AskedRace[];
};

/** Why something that an athlete told is not in the constraints. */
export const NOT_TAKEN_REASONS = [
  'part_of_day',
  'minutes',
  'travelling',
  'too_many',
  'distance_out_of_bounds',
] as const;
type NotTakenReason = (typeof NOT_TAKEN_REASONS)[number];
export type NotTaken = {
  readonly source: 'availability' | 'injuries' | 'races';
  readonly id: string;
  readonly reason: NotTakenReason;
};

export const CONSTRAINT_ROOM = {
  ranges: 50,
  races: 50,
  words: 200,
  /** How many days before the plan an injury may begin. */
  injury_days: 365,
  distance_m: { minimum: 1_000, maximum: 250_000 },
} as const;

/**
 * Turns what an athlete told about the days of a plan into constraints. `not_taken` names what constraints cannot express: parts of days,
 * minutes, travelling. Days that are ruled out in every week become days off, all others become stretches.
 */
export function constraintsOfTold(
  { entries, injuries, races }: Told & { readonly races: readonly UpcomingRace[] },
  range: DayRange,
): { constraints: ToldConstraints; not_taken: NotTaken[] } {
  const dates = datesOf(range);
  const about = entries.filter((entry) => dates.some((date) => isAbout(entry, date)));
  const days_off = WEEKDAYS.filter((day) => isOffEveryWeek(day, dates, about));
  const stretches = stretchesOf(dates, about, days_off);
  const unavailable = stretches.slice(0, CONSTRAINT_ROOM.ranges);
  const late = stretches.slice(CONSTRAINT_ROOM.ranges);
  const hurt = injuries.filter(({ from, to }) => from <= range.to && (to === null || to >= range.from));
  const raced = races.filter(({ date }) => date >= range.from && date <= range.to);
  const [fitting, odd] = [raced.filter(fits), raced.filter((race) => !fits(race))];
  return {
    constraints: {
      days_off,
      unavailable,
      injuries: hurt.slice(0, CONSTRAINT_ROOM.ranges).map(({ area, from, to, running }) => {
        const earliest = addDays(range.from, -CONSTRAINT_ROOM.injury_days);
        return { area: cut(area), from: from < earliest ? earliest : from, to, running };
      }),
      races: fitting.slice(0, CONSTRAINT_ROOM.races).map(({ date, distance_m, priority, target_time_s }) => ({
        date,
        distance_m: Math.round(distance_m),
        priority,
        target_time_s,
      })),
    },
    not_taken: [
      ...about.flatMap((entry) => notTaken(entry, dates, about, late)),
      ...hurt.slice(CONSTRAINT_ROOM.ranges).map(({ id }) => tooMany('injuries', id)),
      ...fitting.slice(CONSTRAINT_ROOM.races).map(({ id }) => tooMany('races', id)),
      ...odd.map(({ id }): NotTaken => ({ source: 'races', id, reason: 'distance_out_of_bounds' })),
    ],
  };
}

function fits({ distance_m }: UpcomingRace): boolean {
  const { minimum, maximum } = CONSTRAINT_ROOM.distance_m;
  return distance_m >= minimum && distance_m <= maximum;
}

function tooMany(source: NotTaken['source'], id: string): NotTaken {
  return { source, id, reason: 'too_many' };
}

/** Only weekly entries count: a week away does not make any of its days a day off. */
function isOffEveryWeek(
  day: Weekday,
  dates: readonly string[],
  entries: readonly AvailabilityEntry[],
): boolean {
  const weekly = entries.filter(({ weekdays }) => weekdays !== null);
  const own = dates.filter((date) => weekdayOf(date) === day);
  return own.length > 0 && own.every((date) => isRuledOut(date, weekly));
}

function isRuledOut(date: string, entries: readonly AvailabilityEntry[]): boolean {
  return minutesOn(entries.filter((entry) => isAbout(entry, date))) === 0;
}

/** Consecutive days that are ruled out for the same reason. */
function stretchesOf(
  dates: readonly string[],
  entries: readonly AvailabilityEntry[],
  days_off: readonly Weekday[],
): Unavailable[] {
  const dated = entries.filter(({ weekdays }) => weekdays === null);
  const stretches: { from: string; to: string; reason: string | null }[] = [];
  for (const date of dates) {
    const counted = days_off.includes(weekdayOf(date)) ? dated : entries;
    if (!isRuledOut(date, counted)) continue;
    const reason = reasonOn(date, counted);
    const last = stretches.at(-1);
    if (last !== undefined && daysBetween(last.to, date) === 1 && last.reason === reason) last.to = date;
    else stretches.push({ from: date, to: date, reason });
  }
  return stretches;
}

function reasonOn(date: string, entries: readonly AvailabilityEntry[]): string | null {
  const about = entries.filter((entry) => isAbout(entry, date) && entry.kind === 'unavailable');
  const reason = about.find((entry) => entry.reason !== null)?.reason ?? null;
  return reason === null ? null : cut(reason);
}

function cut(words: string): string {
  const characters = [...words];
  const { words: most } = CONSTRAINT_ROOM;
  return characters.length <= most ? words : `${characters.slice(0, most - 1).join('')}…`;
}

function notTaken(
  entry: AvailabilityEntry,
  dates: readonly string[],
  entries: readonly AvailabilityEntry[],
  late: readonly Unavailable[],
): NotTaken[] {
  const own = dates.filter((date) => isAbout(entry, date));
  const source = 'availability' as const;
  if (own.some((date) => late.some(({ from, to }) => date >= from && date <= to)))
    return [tooMany(source, entry.id)];
  if (own.every((date) => isRuledOut(date, entries))) return [];
  const reason = ({ unavailable: 'part_of_day', limited: 'minutes', travelling: 'travelling' } as const)[
    entry.kind
  ];
  return [{ source, id: entry.id, reason }];
}
