import { addDays, WEEKDAYS, type Weekday, weekdayOf } from '../../shared/calendar.ts';
import type { Constraints, Excluded } from '../planning/constraints.ts';

export const CONTRADICTION_REASONS = [
  'differ',
  'longRunOnDayOff',
  'longRunOnOtherDay',
  'tooFewDays',
  'noDaysLeft',
  'runAboveWeek',
  'firstAboveMost',
  'firstBeyondRuns',
  'nothingInFirstWeek',
  'raceWhileUnavailable',
  'raceWhileInjured',
  'racesOnOneDay',
  'timeWithoutHardWork',
] as const;
export type ContradictionReason = (typeof CONTRADICTION_REASONS)[number];

/** Everything that can contradict something: constraints and other fields of a request. */
type Asked = Constraints & {
  readonly workout_days: readonly Weekday[];
  readonly race_date: string;
  readonly target_time_s: number;
};
type Field = keyof Asked;

export type Said<Who> = { readonly who: Who; readonly asked: Partial<Asked> };

/**
 * Who asks for it, in which field, and at which place in its list, such as `.2`. `who` is null for the weeks of the plan, which nobody
 * asks for.
 */
export type SaidAt<Who> = {
  readonly who: Who | null;
  readonly field: Field | 'weeks';
  readonly place: string;
};

export type Contradiction<Who> = {
  readonly why: ContradictionReason;
  readonly one: SaidAt<Who>;
  readonly other: SaidAt<Who>;
};

/** The places of the two contradicting entries within their lists, empty for fields that are no lists; null where nothing contradicts. */
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

function isUnfit(date: string, injury: Constraints['injuries'][number]): boolean {
  return (injury.running === 'none' || injury.running === 'easy_only') && isWithin(date, injury);
}

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

export function contradictionsIn<Who>(
  said: readonly Said<Who>[],
  plan: { readonly start_date: string; readonly weeks: number },
): Contradiction<Who>[] {
  const inPairs = PAIRS.flatMap((table) => firstOf(table, said));
  return inPairs.length > 0 ? inPairs : togetherIn(said, plan);
}

function firstOf<Who>({ one, other, why, clash }: Pair, said: readonly Said<Who>[]): Contradiction<Who>[] {
  for (const first of said)
    for (const second of said) {
      const places = clash(first.asked, second.asked);
      if (places === null) continue;
      return [
        {
          why,
          one: { who: first.who, field: one, place: places[0] },
          other: { who: second.who, field: other, place: places[1] },
        },
      ];
    }
  return [];
}

/** Contradictions that arise only from all requests together: too few days left, and a first week that cannot hold its distance. */
function togetherIn<Who>(
  said: readonly Said<Who>[],
  { start_date, weeks }: { readonly start_date: string; readonly weeks: number },
): Contradiction<Who>[] {
  const all = <Of extends Field>(field: Of) => said.filter(({ asked }) => (asked[field] ?? null) !== null);
  const one = <Of extends Field>(field: Of) => all(field)[0]?.asked[field] ?? null;
  const by = (field: Field): SaidAt<Who> => ({ who: all(field)[0]?.who ?? null, field, place: '' });
  const [off] = all('days_off');
  const days_off = all('days_off').flatMap(({ asked }) => asked.days_off ?? []);
  const open = one('workout_days') ?? WEEKDAYS;
  const left = open.filter((day) => !days_off.includes(day));
  const days = one('workout_days') === null ? WEEKS : by('workout_days');
  if (left.length === 0 && off !== undefined)
    return [{ why: 'noDaysLeft', one: days, other: by('days_off') }];
  const count = one('days_per_week');
  if (count !== null && count > left.length && off !== undefined)
    return [{ why: 'tooFewDays', one: by('days_off'), other: by('days_per_week') }];
  const away = all('unavailable');
  const first = one('first_week_distance_m');
  if (away.length === 0 && first === null) return [];
  const dates = Array.from({ length: weeks * 7 }, (_, place) => addDays(start_date, place)).filter((date) =>
    left.includes(weekdayOf(date)),
  );
  const isAway = (date: string): boolean =>
    away.some(({ asked }) => asked.unavailable?.some((range) => isWithin(date, range)));
  if (away.length > 0 && dates.every(isAway))
    return [{ why: 'noDaysLeft', one: WEEKS, other: by('unavailable') }];
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
  const of_first = by('first_week_distance_m');
  const [block] = blocks;
  if (free.length === 0 && block !== undefined)
    return [{ why: 'nothingInFirstWeek', one: of_first, other: by(block.field) }];
  const longest = one('longest_run_m');
  const runs = Math.min(free.length, count ?? WEEKDAYS.length);
  if (longest === null || first <= longest * runs) return [];
  return [{ why: 'firstBeyondRuns', one: of_first, other: by('longest_run_m') }];
}

const WEEKS: SaidAt<never> = { who: null, field: 'weeks', place: '' };
