import { addDays } from '../../shared/calendar.ts';
import { EVENT_DISTANCE_M, type GoalRace } from '../planning/brief.ts';
import {
  type AskedRace,
  type Constraints,
  type Injury,
  NO_CONSTRAINTS,
  type Unavailable,
} from '../planning/constraints.ts';
import { isPlausibleTime, timesOf } from '../planning/goal-of-race.ts';
import { type PlanFault, planFault } from './plan-fault.ts';

/** An injury that began earlier is a wrong input. */
const DAYS_OF_INJURY = 365;
const IN_EVERY_PLAN = ['easy-run', 'long-run', 'race'] as const;

type Loose<Fields> = {
  readonly [Name in keyof Fields as null extends Fields[Name] ? never : Name]: Fields[Name];
} & {
  readonly [Name in keyof Fields as null extends Fields[Name] ? Name : never]?: Fields[Name] | undefined;
};

type GivenRace = Loose<
  Omit<AskedRace, 'distance_m'> & { readonly event: GoalRace | null; readonly distance_m: number | null }
>;

/** Constraints as they are sent; what is not asked for is null or left out. */
export type GivenConstraints = {
  readonly [Field in Exclude<keyof Constraints, 'unavailable' | 'races' | 'injuries'>]?:
    | Constraints[Field]
    | null;
} & {
  readonly unavailable?: readonly Loose<Unavailable>[] | null;
  readonly races?: readonly GivenRace[] | null;
  readonly injuries?: readonly Loose<Injury>[] | null;
};

type Asked = { readonly constraints: GivenConstraints; readonly start_date: string; readonly weeks: number };

export function constraintFaults({ constraints, start_date, weeks }: Asked): PlanFault[] {
  const end_date = addDays(start_date, 7 * weeks - 1);
  const before = (path: string, date: string, least: string): PlanFault[] =>
    date < least ? [planFault(path, 'day_before_plan', { date, start_date })] : [];
  const after = (path: string, date: string): PlanFault[] =>
    date > end_date ? [planFault(path, 'day_after_plan', { date, end_date })] : [];
  const reversed = (path: string, from: string, to: string): PlanFault[] =>
    to < from ? [planFault(path, 'range_reversed', { from, to })] : [];
  const within = (path: string, date: string) => [...before(path, date, start_date), ...after(path, date)];
  const { exclude, unavailable, races, injuries } = constraints;
  return [
    ...each('exclude', exclude, (kind, at) =>
      IN_EVERY_PLAN.some((one) => one === kind) ? [planFault(at, 'kind_not_excludable', { kind })] : [],
    ),
    ...each('unavailable', unavailable, ({ from, to }, at) => [
      ...within(`${at}.from`, from),
      ...reversed(`${at}.to`, from, to),
    ]),
    ...each('races', races, (race, at) => [...within(`${at}.date`, race.date), ...raceFaults(race, at)]),
    ...each('injuries', injuries, ({ from, to }, at) => {
      const range = to == null ? [] : reversed(`${at}.to`, from, to);
      return [
        ...before(`${at}.from`, from, addDays(start_date, -DAYS_OF_INJURY)),
        ...after(`${at}.from`, from),
        ...range,
        ...(to == null || range.length > 0 ? [] : before(`${at}.to`, to, start_date)),
      ];
    }),
  ];
}

function raceFaults({ event, distance_m, target_time_s }: GivenRace, at: string): PlanFault[] {
  if ((event == null) === (distance_m == null)) return [planFault(at, 'event_or_distance', {})];
  if (target_time_s == null) return [];
  const metres = metresOf({ event, distance_m });
  if (isPlausibleTime(metres, target_time_s)) return [];
  const values = { target_time_s, ...timesOf(metres) };
  return [planFault(`${at}.target_time_s`, 'race_time_implausible', values)];
}

function metresOf({ event, distance_m }: Pick<GivenRace, 'event' | 'distance_m'>): number {
  return event == null ? (distance_m ?? 0) : EVENT_DISTANCE_M[event];
}

function each<Entry>(
  field: keyof Constraints,
  entries: readonly Entry[] | null | undefined,
  faults: (entry: Entry, at: string) => PlanFault[],
): PlanFault[] {
  return (entries ?? []).flatMap((entry, place) => faults(entry, `constraints.${field}.${place}`));
}

/** Completes constraints with defaults for what was left out. */
export function constraintsOf(given: GivenConstraints | null): Constraints {
  const { races, unavailable, injuries, ...rest } = given ?? {};
  return {
    ...NO_CONSTRAINTS,
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null)),
    unavailable: (unavailable ?? []).map(({ from, to, reason }) => ({ from, to, reason: reason ?? null })),
    races: (races ?? []).map(({ date, event, distance_m, priority, target_time_s }) => ({
      date,
      distance_m: metresOf({ event, distance_m }),
      priority,
      target_time_s: target_time_s ?? null,
    })),
    injuries: (injuries ?? []).map(({ area, from, to, running }) => ({
      area,
      from,
      to: to ?? null,
      running,
    })),
  };
}
