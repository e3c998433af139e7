/** What is asked about a world: everything there is once, and a number of odd questions. */
import fc from 'fast-check';
import { cursorOf } from '../../shared/page-cursor.ts';
import { toldAsks } from './any-told-asks.ts';
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
    { key: 0, to: 'athletes', query: { limit: '2', cursor: '' } },
    { key: 0, to: 'everybody', query: {} },
    { key: 0, to: 'everybody', query: { limit: '3', cursor: '' } },
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
    ...toldAsks(worlds).map((what): Ask => ({ key: 0, to: 'told', what })),
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
  const [first, last] = [Math.min(...starts), Math.max(...starts)];
  const span = { start_date: String(first), end_date: String(last) };
  return [
    { key: 0, to: 'activities', athlete_id, query: span },
    { key: 0, to: 'activities', athlete_id, query: { ...span, limit: '2', cursor: '' } },
    { key: 0, to: 'coach', athlete_id, query: { from: isoText(first), to: isoText(last), limit: '2' } },
  ];
}

/** Of every club. */
function plansOf(world: World): readonly Plan[] {
  return world.people.flatMap(({ memberships }) => memberships.flatMap(({ plans }) => plans));
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}

export type Spelling = 'as it is' | 'upper case' | 'unknown' | 'no id';

/** An ask as it is drawn, before it is about a world: `who` and `which` are places, counted round and round. */
type Wish = {
  readonly to: Ask['to'];
  readonly key: number;
  readonly who: number;
  readonly which: number;
  readonly spelling: Spelling;
  readonly limit: string | undefined;
  readonly offset: string | undefined;
  /** As the start of a list, after an activity, hidden or not, or something that is no place. */
  readonly cursor: 'first' | 'none' | number | undefined;
  readonly named: 'as specified' | 'from and to' | 'both';
  readonly start: Edge | undefined;
  readonly end: Edge | undefined;
};
/** The start of an activity, give or take some milliseconds. */
export type Edge = { readonly which: number; readonly shift: number };

export const mostlyOf = <T>(usual: readonly T[], rare: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...rare) },
  );
export const anyEdge = fc.option(fc.record({ which: fc.nat(40), shift: fc.constantFrom(-1, 0, 1) }), {
  nil: undefined,
  freq: 2,
});

const anyWish: fc.Arbitrary<Wish> = fc.record({
  to: mostlyOf<Ask['to']>(
    ['activities', 'activities', 'coach', 'athletes', 'everybody', 'told'],
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
  spelling: mostlyOf<Spelling>(['as it is'], ['upper case', 'unknown', 'no id']),
  limit: mostlyOf([undefined, '1', '2', '3', '100'], ['0', '101', '-1', '1.5', '']),
  offset: mostlyOf([undefined, '0', '1', '2', '3', '5', '100'], ['-1', 'x', '']),
  cursor: fc.oneof(
    fc.constantFrom(undefined, undefined, 'first' as const),
    fc.nat(40),
    mostlyOf<Wish['cursor']>(['first'], ['none']),
  ),
  named: mostlyOf<Wish['named']>(['as specified', 'from and to'], ['both']),
  start: anyEdge,
  end: anyEdge,
});

export const anyWishes: fc.Arbitrary<readonly Wish[]> = fc.array(anyWish, {
  maxLength: 30,
  size: 'max',
});

export function asksOf(world: World, constraints: readonly Wish[]): Ask[] {
  return constraints.map((wish) => askOf(world, wish));
}

function askOf(world: World, wish: Wish): Ask {
  const { to, key, who, which, spelling, limit } = wish;
  const activities = world.people.flatMap((person) => person.activities);
  const plans = plansOf(world);
  const person = world.people[who % (world.people.length || 1)];
  const own = person === undefined ? [] : [person];
  // Beside a cursor an offset is sent now and then, which is refused.
  const cursor = cursorText(world, wish.cursor);
  const offset = cursor === undefined || wish.who % 8 === 0 ? wish.offset : undefined;
  switch (to) {
    case 'told': {
      const all = toldAsks([world]);
      const what = all[(which * who) % all.length] ?? { to: 'sessions' };
      return { key, to, what: 'id' in what ? { ...what, id: spelt(what.id, spelling) } : what };
    }
    case 'org':
    case 'groups':
    case 'exports':
      return { key, to };
    case 'athletes':
      return { key, to, query: { limit, offset, cursor } };
    case 'roster':
      return { key, to, query: { limit, offset: wish.offset } };
    case 'everybody':
      return { key, to, query: { ...rangeOf(world.people, wish), limit, offset, cursor } };
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
      return { key, to, athlete_id: spelt(person?.id, spelling), query: { limit, offset, cursor } };
    case 'activities': {
      const query = { ...rangeOf(own, wish), limit, offset, cursor };
      return { key, to, athlete_id: spelt(person?.id, spelling), query };
    }
    case 'coach': {
      const query = { ...rangeOf(own, { ...wish, named: 'from and to' }), limit, cursor };
      return { key, to, athlete_id: spelt(person?.id, spelling), query };
    }
  }
}

function rangeOf(people: readonly Person[], { named, start, end }: Wish): Parameters {
  const [from_ms, to_ms] = [edgeMs(people, start), edgeMs(people, end)];
  const specified = { start_date: msText(from_ms), end_date: msText(to_ms) };
  const ours = { from: isoText(from_ms), to: isoText(to_ms) };
  if (named === 'both') return { ...specified, ...ours };
  return named === 'as specified' ? specified : ours;
}

/** A place in a list, be the activity of whomever and hidden or not. */
function cursorText(world: World, wished: Wish['cursor']): string | undefined {
  if (wished === undefined) return undefined;
  if (wished === 'first') return '';
  const activities = world.people.flatMap((person) => person.activities);
  const activity = wished === 'none' ? undefined : activities[wished % (activities.length || 1)];
  return activity === undefined ? 'nowhere' : placeText(activity);
}

function placeText({ start_time, id }: Person['activities'][number]): string {
  return cursorOf({ at: start_time, id });
}

export const NO_ID = 'no-id';
const UNKNOWN = '0196b4a8-0000-7000-8000-000000000000';

export function spelt(id: string | undefined, spelling: Spelling): string {
  if (id === undefined || spelling === 'unknown') return UNKNOWN;
  if (spelling === 'no id') return NO_ID;
  return spelling === 'upper case' ? id.toUpperCase() : id;
}

/** At the border of what the people did, where something either is in the range or is not. */
export function edgeMs(people: readonly Person[], edge: Edge | undefined): number | null {
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

function isoText(ms: number | null): string | undefined {
  return ms === null ? undefined : new Date(ms).toISOString();
}

/** Of a long list: how much of it, by offset and after which activity, and from which start on. */
type PageWish = {
  readonly limit: string;
  readonly offset: number;
  readonly which: number;
  readonly start_ms: number | null;
};

/** Pages of a long list, near its beginning, deep in it, and beyond its end. */
export const anyPages: fc.Arbitrary<readonly PageWish[]> = fc.array(
  fc.record({
    limit: fc.constantFrom('1', '7', '100'),
    offset: fc.oneof(fc.constantFrom(0, 98, 99, 100, 101), fc.nat(400)),
    which: fc.nat(400),
    start_ms: fc.option(fc.nat(60).map((ms) => LAST_MOMENT - ms)),
  }),
  { minLength: 12, maxLength: 20 },
);

/** The same page by each way there is. */
export function pageAsks(
  { id: athlete_id, activities }: Person,
  { limit, offset, which, start_ms }: PageWish,
): Ask[] {
  const activity = activities[which % (activities.length || 1)];
  const cursor = activity && placeText(activity);
  const [start_date, from] = [msText(start_ms), isoText(start_ms)];
  return [
    { key: 0, to: 'activities', athlete_id, query: { limit, start_date, offset: String(offset) } },
    { key: 0, to: 'activities', athlete_id, query: { limit, from, cursor: cursor ?? '' } },
    { key: 0, to: 'coach', athlete_id, query: { limit, from, cursor } },
    { key: 0, to: 'everybody', query: { limit, start_date, cursor: cursor ?? '' } },
  ];
}
