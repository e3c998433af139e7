import { addDays, WEEKDAYS, type Weekday, weekdayOf } from '../../../shared/calendar.ts';
import type { Constraints, Excluded } from '../../../training/planning/constraints.ts';
import type { ContradictionReason, PlanFault } from '../engine/faults.ts';
import type { Wish } from '../instructions/read-wishes.ts';
import { planFault } from '../words/fault-words.ts';
import { quotedLine } from '../words/quoted-line.ts';

/** Everything that a wish can contradict: constraints, and what else a request says. */
type Asked = Constraints & {
  readonly workout_days: readonly Weekday[];
  readonly race_date: string;
  readonly target_time_s: number;
};
type Field = keyof Asked;

/** One who says something: fields of the request, or a sentence. */
type Said = { readonly wish: Pick<Wish, 'from' | 'text'>; readonly asked: Partial<Asked> };

/** The numbers of a request that contradictions depend on. */
export type RequestSaid = {
  readonly start_date: string;
  readonly weeks: number;
  /** Null where nobody asked for just these. */
  readonly workout_days: readonly Weekday[] | null;
  readonly race_date: string | null;
  readonly target_time_s: number | null;
};

/** What contradicts: the places of the two within their lists, empty where they are none; null where nothing does. */
type Clash = readonly [one: string, other: string] | null;
type Pair = {
  readonly one: Field;
  readonly other: Field;
  readonly why: ContradictionReason;
  readonly clash: (one: Partial<Asked>, other: Partial<Asked>) => Clash;
};

function pair<One extends Field, Other extends Field>(
  one: One,
  other: Other,
  why: ContradictionReason,
  clash: (one: NonNullable<Asked[One]>, other: NonNullable<Asked[Other]>) => Clash | boolean,
): Pair {
  return {
    one,
    other,
    why,
    clash: (first, second) => {
      const [a, b] = [first[one] ?? null, second[other] ?? null];
      if (a === null || b === null) return null;
      const found = clash(a as NonNullable<Asked[One]>, b as NonNullable<Asked[Other]>);
      return typeof found === 'boolean' ? (found ? ['', ''] : null) : found;
    },
  };
}

const HARD: readonly Excluded[] = ['tempo', 'intervals', 'race-pace', 'fartlek'];

/** Each two that can contradict each other. */
const PAIRS: readonly Pair[] = [
  pair('long_run_day', 'long_run_day', 'differ', (one, other) => one !== other),
  pair('days_per_week', 'days_per_week', 'differ', (one, other) => one !== other),
  pair('max_weekly_distance_m', 'max_weekly_distance_m', 'differ', (one, other) => one !== other),
  pair('first_week_distance_m', 'first_week_distance_m', 'differ', (one, other) => one !== other),
  pair('longest_run_m', 'longest_run_m', 'differ', (one, other) => one !== other),
  pair('days_off', 'long_run_day', 'longRunOnDayOff', (off, day) => off.includes(day)),
  pair('workout_days', 'long_run_day', 'longRunOnOtherDay', (days, day) => !days.includes(day)),
  pair('workout_days', 'days_per_week', 'tooFewDays', (days, count) => count > days.length),
  pair('longest_run_m', 'max_weekly_distance_m', 'runAboveWeek', (run, week) => run > week),
  pair('first_week_distance_m', 'max_weekly_distance_m', 'firstAboveMost', (first, most) => first > most),
  pair('races', 'unavailable', 'raceWhileUnavailable', (races, ranges) =>
    between(races, ranges, ({ date }, range) => isWithin(date, range)),
  ),
  pair('races', 'injuries', 'raceWhileInjured', (races, injuries) =>
    between(races, injuries, ({ date }, injury) => isUnfit(date, injury)),
  ),
  pair('races', 'races', 'racesOnOneDay', (races, others) =>
    between(races, others, (one, other) => one !== other && one.date === other.date),
  ),
  pair('race_date', 'races', 'racesOnOneDay', (date, races) =>
    between([date], races, (day, race) => day === race.date, ''),
  ),
  pair('race_date', 'unavailable', 'raceWhileUnavailable', (date, ranges) =>
    between([date], ranges, isWithin, ''),
  ),
  pair('race_date', 'injuries', 'raceWhileInjured', (date, injuries) =>
    between([date], injuries, isUnfit, ''),
  ),
  pair('target_time_s', 'exclude', 'timeWithoutHardWork', (_time, exclude) =>
    HARD.every((kind) => exclude.includes(kind)),
  ),
];

type Range = { readonly from: string; readonly to: string | null };

function isWithin(date: string, { from, to }: Range): boolean {
  return date >= from && (to === null || date <= to);
}

/** Nobody races who may run nothing, or easily at the most. */
function isUnfit(date: string, injury: Constraints['injuries'][number]): boolean {
  return (injury.running === 'none' || injury.running === 'easy_only') && isWithin(date, injury);
}

/** The first of one list that clashes with one of the other, by their places. */
function between<One, Other>(
  ones: readonly One[],
  others: readonly Other[],
  clashes: (one: One, other: Other) => boolean,
  of_one?: '',
): Clash {
  for (const [place, one] of ones.entries()) {
    const at = others.findIndex((other) => clashes(one, other));
    if (at >= 0) return [of_one ?? `.${place}`, `.${at}`];
  }
  return null;
}

/** What cannot be held together, each two once and by name: of the wishes among themselves, and with the request. */
export function contradictionsIn(wishes: readonly Wish[], request: RequestSaid): PlanFault[] {
  const { workout_days, race_date, target_time_s } = request;
  const said: readonly Said[] = [
    {
      wish: { from: 'fields', text: null },
      asked: {
        ...(workout_days === null ? {} : { workout_days }),
        ...(race_date === null ? {} : { race_date }),
        ...(target_time_s === null ? {} : { target_time_s }),
      },
    },
    ...wishes.map((wish) => ({ wish, asked: wish.constraints })),
  ];
  const inPairs = PAIRS.flatMap((table) => firstOf(table, said));
  return inPairs.length > 0 ? inPairs : togetherIn(said, request);
}

/** One fault for each line of the table: whoever mends it is told of the next. */
function firstOf({ one, other, why, clash }: Pair, said: readonly Said[]): PlanFault[] {
  for (const first of said)
    for (const second of said) {
      const places = clash(first.asked, second.asked);
      if (places === null) continue;
      return [fault(why, named(first, one, places[0]), named(second, other, places[1]))];
    }
  return [];
}

/** What only all of them together rule out: days that are left, and what the first of them can hold. */
function togetherIn(said: readonly Said[], { start_date, weeks }: RequestSaid): PlanFault[] {
  const all = <Of extends Field>(field: Of) => said.filter(({ asked }) => (asked[field] ?? null) !== null);
  const one = <Of extends Field>(field: Of) => all(field)[0]?.asked[field] ?? null;
  const [off] = all('days_off');
  const days_off = all('days_off').flatMap(({ asked }) => asked.days_off ?? []);
  const open = one('workout_days') ?? WEEKDAYS;
  const left = open.filter((day) => !days_off.includes(day));
  const days = one('workout_days') === null ? null : named(all('workout_days')[0], 'workout_days');
  if (left.length === 0 && off !== undefined)
    return [fault('noDaysLeft', days ?? WEEKS, named(off, 'days_off'))];
  const count = one('days_per_week');
  if (count !== null && count > left.length && off !== undefined)
    return [fault('tooFewDays', named(off, 'days_off'), named(all('days_per_week')[0], 'days_per_week'))];
  const dates = Array.from({ length: weeks * 7 }, (_, place) => addDays(start_date, place)).filter((date) =>
    left.includes(weekdayOf(date)),
  );
  const away = all('unavailable');
  const isAway = (date: string): boolean =>
    away.some(({ asked }) => asked.unavailable?.some((range) => isWithin(date, range)));
  if (away.length > 0 && dates.every(isAway))
    return [fault('noDaysLeft', WEEKS, named(away[0], 'unavailable'))];
  const first = one('first_week_distance_m');
  if (first === null) return [];
  const blocks = said.flatMap(({ asked }) => [
    ...(asked.unavailable ?? []).map((range) => ({ range, field: 'unavailable' as const })),
    ...(asked.injuries ?? [])
      .filter(({ running }) => running === 'none')
      .map((range) => ({ range, field: 'injuries' as const })),
  ]);
  const free = dates
    .filter((date) => date < addDays(start_date, 7))
    .filter((date) => !blocks.some(({ range }) => isWithin(date, range)));
  const of_first = named(all('first_week_distance_m')[0], 'first_week_distance_m');
  const [block] = blocks;
  if (free.length === 0 && block !== undefined)
    return [fault('nothingInFirstWeek', of_first, named(all(block.field)[0], block.field))];
  const longest = one('longest_run_m');
  const runs = Math.min(free.length, count ?? WEEKDAYS.length);
  if (longest === null || first <= longest * runs) return [];
  return [fault('firstBeyondRuns', of_first, named(all('longest_run_m')[0], 'longest_run_m'))];
}

/** As people are told of it, and the member of the request. */
type Named = { readonly name: string; readonly path: string };

const WEEKS: Named = { name: 'weeks', path: 'weeks' };
const PATHS: Readonly<Partial<Record<Field, string>>> = {
  workout_days: 'workout_days',
  race_date: 'goal.race_date',
  target_time_s: 'goal.target_time_s',
};

function named(said: Said | undefined, field: Field, place = ''): Named {
  const path = `${PATHS[field] ?? `constraints.${field}`}${place}`;
  if (said === undefined || said.wish.from === 'fields' || said.wish.text === null)
    return { name: path, path };
  return { name: `“${quotedLine(said.wish.text)}”`, path: said.wish.from };
}

function fault(why: ContradictionReason, one: Named, other: Named): PlanFault {
  return planFault(other.path, 'constraints_contradict', { one: one.name, other: other.name, why });
}
