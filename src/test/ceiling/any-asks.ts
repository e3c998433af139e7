/** What is asked about a world: everything there is once, and a number of odd questions. */
import fc from 'fast-check';
import { LAST_MOMENT } from './any-value.ts';
import type { Ask, Parameters } from './ask.ts';
import type { Person, Plan, World } from './world.ts';

/** Everything the club has and everything it has not, of several worlds of the same people, by the key that may all. */
export function everyAsk(...worlds: readonly World[]): Ask[] {
  const people = unique(worlds.flatMap((world) => world.people.map(({ id }) => id)));
  const spans = worlds.slice(0, 1).flatMap((world) => world.people.flatMap(spanAsks));
  const activities = unique(
    worlds.flatMap((world) => world.people.flatMap((person) => person.activities.map(({ id }) => id))),
  );
  const plans = unique(worlds.flatMap((world) => plansOf(world).map(({ id }) => id)));
  return [
    { key: 0, to: 'org' },
    { key: 0, to: 'groups' },
    { key: 0, to: 'athletes', query: { limit: '100' } },
    { key: 0, to: 'roster', query: {} },
    ...people.flatMap((id): Ask[] => [
      { key: 0, to: 'athlete', id },
      { key: 0, to: 'activities', athlete_id: id, query: {} },
      { key: 0, to: 'coach', athlete_id: id, query: {} },
      { key: 0, to: 'plans', athlete_id: id, query: {} },
      { key: 0, to: 'health', id },
    ]),
    ...spans,
    ...activities.flatMap((id): Ask[] => [
      { key: 0, to: 'activity', id },
      { key: 0, to: 'streams', id },
    ]),
    ...worlds.flatMap((world) => world.people.flatMap(workoutsOf)),
    ...plans.map((id): Ask => ({ key: 0, to: 'plan', id })),
  ];
}

function workoutsOf({ id: athlete_id, activities }: Person): Ask[] {
  return activities.map(({ id }) => ({ key: 0, to: 'workout', athlete_id, id }));
}

/** From somebody's first activity to the last, both of which are in it. */
function spanAsks(person: Person): Ask[] {
  const { id: athlete_id } = person;
  const starts = startsOf([person]);
  if (starts.length === 0) return [];
  const span = { start_date: String(Math.min(...starts)), end_date: String(Math.max(...starts)) };
  return [
    { key: 0, to: 'activities', athlete_id, query: span },
    { key: 0, to: 'coach', athlete_id, query: { ...span, limit: '2', offset: '1' } },
  ];
}

/** Of every club. */
function plansOf(world: World): readonly Plan[] {
  return world.people.flatMap(({ memberships }) => memberships.flatMap(({ plans }) => plans));
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}

/** An ask as it is drawn, before it is about a world: `who` and `which` are places, counted round and round. */
type Wish = {
  readonly to: Ask['to'];
  readonly key: number;
  readonly who: number;
  readonly which: number;
  readonly spelling: 'as it is' | 'upper case' | 'unknown' | 'no id';
  readonly limit: string | undefined;
  readonly offset: string | undefined;
  readonly start: Edge | undefined;
  readonly end: Edge | undefined;
};
/** The start of an activity, give or take some milliseconds. */
type Edge = { readonly which: number; readonly shift: number };

const mostly = <T>(usual: readonly T[], rare: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...rare) },
  );
const anyEdge = fc.option(fc.record({ which: fc.nat(40), shift: fc.constantFrom(-1, 0, 1) }), {
  nil: undefined,
  freq: 1,
});

const anyWish: fc.Arbitrary<Wish> = fc.record({
  to: mostly<Ask['to']>(
    ['activities', 'activities', 'coach', 'athletes'],
    [
      'org',
      'groups',
      'athlete',
      'activity',
      'exports',
      'plans',
      'plan',
      'roster',
      'workout',
      'streams',
      'health',
    ],
  ),
  key: fc.nat(5),
  who: fc.nat(20),
  which: fc.nat(40),
  spelling: mostly<Wish['spelling']>(['as it is'], ['upper case', 'unknown', 'no id']),
  limit: mostly([undefined, '1', '2', '3', '100'], ['0', '101', '-1', '1.5', '']),
  offset: mostly([undefined, '0', '1', '2', '3', '5', '100'], ['-1', 'x', '']),
  start: anyEdge,
  end: anyEdge,
});

export const anyWishes: fc.Arbitrary<readonly Wish[]> = fc.array(anyWish, {
  maxLength: 30,
  size: 'max',
});

export function asksOf(world: World, wishes: readonly Wish[]): Ask[] {
  return wishes.map((wish) => askOf(world, wish));
}

function askOf(world: World, { to, key, who, which, spelling, limit, offset, start, end }: Wish): Ask {
  const activities = world.people.flatMap((person) => person.activities);
  const plans = plansOf(world);
  const person = world.people[who % (world.people.length || 1)];
  const own = person === undefined ? [] : [person];
  const range =
    to === 'plans' ? {} : { start_date: msText(edgeMs(own, start)), end_date: msText(edgeMs(own, end)) };
  switch (to) {
    case 'org':
    case 'groups':
    case 'exports':
      return { key, to };
    case 'athletes':
    case 'roster':
      return { key, to, query: { limit, offset } };
    case 'athlete':
    case 'health':
      return { key, to, id: spelt(person?.id, spelling) };
    case 'activity':
    case 'streams':
      return { key, to, id: spelt(activities[which % (activities.length || 1)]?.id, spelling) };
    case 'plan':
      return { key, to, id: spelt(plans[which % (plans.length || 1)]?.id, spelling) };
    case 'workout': {
      const id = spelt(activities[which % (activities.length || 1)]?.id, spelling);
      return { key, to, athlete_id: spelt(person?.id, spelling), id };
    }
    case 'plans':
    case 'activities':
    case 'coach':
      return {
        key,
        to,
        athlete_id: spelt(person?.id, spelling),
        query: { ...range, limit, offset },
      };
  }
}

export const NO_ID = 'no-id';
const UNKNOWN = '0196b4a8-0000-7000-8000-000000000000';

function spelt(id: string | undefined, spelling: Wish['spelling']): string {
  if (id === undefined || spelling === 'unknown') return UNKNOWN;
  if (spelling === 'no id') return NO_ID;
  return spelling === 'upper case' ? id.toUpperCase() : id;
}

/** At the border of what the people did, where something either is in the range or is not. */
function edgeMs(people: readonly Person[], edge: Edge | undefined): number | null {
  if (edge === undefined) return null;
  const starts = startsOf(people);
  const start = starts[edge.which % (starts.length || 1)] ?? 0;
  return Math.min(Math.max(start + edge.shift, 0), LAST_MOMENT);
}

function startsOf(people: readonly Person[]): number[] {
  return people.flatMap(({ activities }) => activities.map(({ start_time }) => start_time.getTime()));
}

function msText(ms: number | null): string | undefined {
  return ms === null ? undefined : String(ms);
}

/** Pages of a long list, near its beginning, deep in it, and beyond its end. */
export const anyPages: fc.Arbitrary<readonly Parameters[]> = fc.array(
  fc.record({
    limit: fc.constantFrom('1', '7', '100'),
    offset: fc.oneof(fc.constantFrom(0, 98, 99, 100, 101), fc.nat(400)).map(String),
    start_date: fc.option(
      fc.nat(60).map((ms) => String(LAST_MOMENT - ms)),
      { nil: undefined },
    ),
  }),
  { minLength: 12, maxLength: 20 },
);

/** What an export is asked for, as it is sent. */
export type ExportAsk = {
  readonly start_date?: number | null;
  readonly end_date?: number | null;
  readonly format?: string;
  readonly athlete_ids?: readonly string[] | null;
};

type ExportWish = {
  readonly who: readonly Pick<Wish, 'who' | 'spelling'>[] | null | undefined;
  readonly start: Edge | undefined;
  readonly end: Edge | undefined;
  readonly format: 'csv' | 'json' | 'both' | undefined;
};

export const anyExportWish: fc.Arbitrary<ExportWish> = fc.record({
  who: fc.oneof(
    fc.constantFrom(undefined, null),
    fc.array(
      fc.record({
        who: fc.nat(20),
        spelling: mostly<Wish['spelling']>(['as it is'], ['upper case', 'unknown', 'no id']),
      }),
      { maxLength: 10 },
    ),
  ),
  start: anyEdge,
  end: anyEdge,
  format: mostly<ExportWish['format']>(['both', undefined], ['csv', 'json']),
});

export function exportAskOf(world: World, { who, start, end, format }: ExportWish): ExportAsk {
  return {
    start_date: edgeMs(world.people, start),
    end_date: edgeMs(world.people, end),
    ...(format === undefined ? {} : { format }),
    ...(who === undefined
      ? {}
      : {
          athlete_ids:
            who?.map((one) => spelt(world.people[one.who % (world.people.length || 1)]?.id, one.spelling)) ??
            null,
        }),
  };
}
