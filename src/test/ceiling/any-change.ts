/** Changes of a world, seen or unseen: whether one can be seen is for the model to say. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { anyName, anyProfile } from './any-profile.ts';
import { anyAttendedOf, anyAvailability, anyPlannedSaid, anyTalk } from './any-told.ts';
import { anyAccount, anyMembership, anyPerson, anyWorldActivity, SESSIONS, SETTINGS } from './any-world.ts';
import { clubView, keysOnly } from './club-view.ts';
import { withPaces } from './paces-of-plans.ts';
import type { Activity, Membership, Person, World } from './world.ts';

/** Numbers name a person or an activity by its place, counted round and round. */
export type Change =
  | { readonly kind: 'add activity'; readonly who: number; readonly activity: Activity }
  | { readonly kind: 'remove activity'; readonly who: number; readonly which: number }
  | {
      readonly kind: 'alter activity';
      readonly who: number;
      readonly which: number;
      readonly part: keyof typeof PARTS;
      readonly from: Activity;
    }
  | { readonly kind: 'damage activity'; readonly who: number; readonly which: number }
  | {
      readonly kind: 'privacy';
      readonly who: number;
      readonly setting: string;
      readonly value: unknown;
    }
  | {
      readonly kind: 'closed for a club';
      readonly who: number;
      readonly club: 0 | 1;
      readonly setting: string;
      readonly is_closed: boolean;
    }
  | {
      readonly kind: 'profile';
      readonly who: number;
      readonly part: keyof Person['profile'];
      readonly from: Person['profile'];
    }
  | { readonly kind: 'paces of plans'; readonly who: number; readonly by: number }
  | { readonly kind: 'days'; readonly who: number; readonly from: Partial<Person['availability']> }
  | { readonly kind: 'races'; readonly who: number; readonly from: Person['races'] }
  | {
      readonly kind: 'told a club';
      readonly who: number;
      readonly club: 0 | 1;
      readonly from: Partial<Pick<Membership, 'said' | 'attended' | 'conversation'>>;
    }
  | { readonly kind: 'account'; readonly who: number; readonly account: string }
  | { readonly kind: 'other club'; readonly who: number; readonly membership: Membership | null }
  | { readonly kind: 'own club'; readonly who: number; readonly membership: Membership | null }
  | { readonly kind: 'other club itself'; readonly name: string }
  | { readonly kind: 'add person'; readonly person: Person }
  | { readonly kind: 'remove person'; readonly who: number };

const PARTS = {
  map: ['start_latlng', 'map_polyline'],
  pace: ['average_speed_mps', 'max_speed_mps', 'training_load', 'vdot'],
  best_efforts: ['best_efforts'],
  laps: ['laps'],
  said: ['said'],
  pain: [],
  talks: ['talks'],
  everything: [],
} as const satisfies Record<string, readonly (keyof Activity)[]>;

const who = fc.nat(20);
const which = fc.nat(20);
const record = <T>(members: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record(members, { noNullPrototype: true }) as fc.Arbitrary<T>;

/** Days alone, injuries alone, or both. */
const anyDays: fc.Arbitrary<Partial<Person['availability']>> = anyAvailability.chain(
  ({ entries, injuries }) => fc.constantFrom({ entries }, { injuries }, { entries, injuries }),
);

const maybeMembership = (club: number): fc.Arbitrary<Membership | null> => fc.option(anyMembership(club));

export const anyChange: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 5,
    arbitrary: record({ kind: fc.constant('add activity' as const), who, activity: anyWorldActivity }),
  },
  { weight: 4, arbitrary: record({ kind: fc.constant('remove activity' as const), who, which }) },
  {
    weight: 8,
    arbitrary: record({
      kind: fc.constant('alter activity' as const),
      who,
      which,
      part: fc.constantFrom(...(Object.keys(PARTS) as (keyof typeof PARTS)[])),
      from: anyWorldActivity,
    }),
  },
  { weight: 3, arbitrary: record({ kind: fc.constant('damage activity' as const), who, which }) },
  {
    weight: 6,
    arbitrary: record({
      kind: fc.constant('privacy' as const),
      who,
      setting: fc.constantFrom(...SETTINGS),
      value: fc.constantFrom<unknown>(true, false, null),
    }),
  },
  {
    weight: 6,
    arbitrary: record({
      kind: fc.constant('closed for a club' as const),
      who,
      club: fc.constantFrom(0 as const, 1 as const),
      setting: fc.constantFrom(...SETTINGS),
      is_closed: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: record({
      kind: fc.constant('profile' as const),
      who,
      part: fc.constantFrom(
        'email',
        'display_name',
        'first_name',
        'last_name',
        'bio',
        'profile_image_url',
        'is_verified',
        'last_login_at',
        'preferences',
        'zones',
        'integrations',
        'gender',
        'mbti',
        'next_race',
      ),
      from: fc
        .tuple(anyProfile, fc.noShrink(fc.uuid()))
        .map(([profile, id]) => ({ ...profile, username: `v_${id}`, email: `${id}@example.org` })),
    }),
  },
  {
    weight: 4,
    arbitrary: record({
      kind: fc.constant('paces of plans' as const),
      who,
      by: fc.integer({ min: 1, max: 9 }),
    }),
  },
  { weight: 4, arbitrary: record({ kind: fc.constant('days' as const), who, from: anyDays }) },
  {
    weight: 4,
    arbitrary: record({
      kind: fc.constant('races' as const),
      who,
      from: anyPerson.map(({ races }) => races.map((race) => ({ ...race, activity_id: null }))),
    }),
  },
  {
    weight: 8,
    arbitrary: record({
      kind: fc.constant('told a club' as const),
      who,
      club: fc.constantFrom(0 as const, 1 as const),
      from: fc.oneof(
        anyPlannedSaid.map((said) => ({ said })),
        anyAttendedOf(SESSIONS).map((attended) => ({ attended })),
        fc.option(anyTalk).map((conversation) => ({ conversation })),
      ),
    }),
  },
  { weight: 2, arbitrary: record({ kind: fc.constant('account' as const), who, account: anyAccount }) },
  {
    weight: 2,
    arbitrary: record({ kind: fc.constant('other club' as const), who, membership: maybeMembership(1) }),
  },
  {
    weight: 2,
    arbitrary: record({ kind: fc.constant('own club' as const), who, membership: maybeMembership(0) }),
  },
  { weight: 1, arbitrary: record({ kind: fc.constant('other club itself' as const), name: anyName }) },
  { weight: 2, arbitrary: record({ kind: fc.constant('add person' as const), person: anyPerson }) },
  { weight: 1, arbitrary: record({ kind: fc.constant('remove person' as const), who }) },
);

function changed(world: World, change: Change): World {
  if (change.kind === 'add person') return { ...world, people: [...world.people, change.person] };
  if (change.kind === 'other club itself') {
    const [own, ...others] = world.clubs;
    const renamed = others.map((club) => ({ ...club, name: `${change.name} ${club.id}`, groups: [] }));
    return { ...world, clubs: own === undefined ? [] : [own, ...renamed] };
  }
  const place = change.who % (world.people.length || 1);
  const people = world.people.flatMap((person, index) => {
    if (index !== place) return [person];
    return change.kind === 'remove person' ? [] : [changedPerson(person, change)];
  });
  return { ...world, people };
}

type PersonalChange = Exclude<Change, { kind: 'add person' | 'remove person' | 'other club itself' }>;

function changedPerson(person: Person, change: PersonalChange): Person {
  switch (change.kind) {
    case 'add activity':
      return { ...person, activities: [...person.activities, change.activity] };
    case 'remove activity':
      return changedActivity(person, change.which, () => []);
    case 'alter activity':
      return changedActivity(person, change.which, (activity) => [altered(activity, change)]);
    case 'damage activity':
      return changedActivity(person, change.which, (activity) => [{ ...activity, damaged: true }]);
    case 'privacy':
      return { ...person, privacy: { ...person.privacy, [change.setting]: change.value } };
    case 'closed for a club':
      return closedFor(person, change);
    case 'profile':
      return { ...person, profile: { ...person.profile, [change.part]: change.from[change.part] } };
    case 'paces of plans':
      return withPaces(person, change.by);
    case 'days':
      return { ...person, availability: { ...person.availability, ...change.from } };
    case 'races':
      return { ...person, races: change.from };
    case 'told a club':
      return {
        ...person,
        memberships: person.memberships.map((membership) =>
          membership.club === change.club ? { ...membership, ...change.from } : membership,
        ),
      };
    case 'account':
      return { ...person, account: change.account };
    case 'other club':
      return withMembership(person, 1, change.membership);
    case 'own club':
      return withMembership(person, 0, change.membership);
  }
}

function closedFor(
  person: Person,
  { club, setting, is_closed }: Extract<Change, { kind: 'closed for a club' }>,
): Person {
  const memberships = person.memberships.map((membership) => {
    const others = membership.closed.filter((name) => name !== setting);
    const closed = is_closed ? [...others, setting] : others;
    return membership.club === club ? { ...membership, closed } : membership;
  });
  return { ...person, memberships };
}

function withMembership(person: Person, place: number, membership: Membership | null): Person {
  const others = person.memberships.filter(({ club }) => club !== place);
  return { ...person, memberships: membership === null ? others : [...others, membership] };
}

function changedActivity(
  person: Person,
  which: number,
  become: (activity: Activity) => readonly Activity[],
): Person {
  const place = which % (person.activities.length || 1);
  const activities = person.activities.flatMap((one, index) => (index === place ? become(one) : [one]));
  return { ...person, activities };
}

/** The lap members that give pace away change in place: the other members may be seen. */
function altered(activity: Activity, { part, from }: Extract<Change, { kind: 'alter activity' }>): Activity {
  if (part === 'everything') return { ...from, id: activity.id };
  if (part === 'pain') {
    const { said } = activity;
    return said === null ? activity : { ...activity, said: { ...said, pain: from.said?.pain ?? null } };
  }
  if (part === 'laps') {
    const { distance_m, average_speed_mps, max_speed_mps } = from;
    return {
      ...activity,
      laps: activity.laps.map((lap) => ({ ...lap, distance_m, average_speed_mps, max_speed_mps })),
    };
  }
  return { ...activity, ...Object.fromEntries(PARTS[part].map((name) => [name, from[name]])) };
}

/** Who of the first club looks: its coaches and keys, or its keys alone, which see less. */
export type Lookers = 'everybody' | 'keys';

/** The world after those of the changes that they cannot see, and which they were. */
export function changedOutOfSight(
  world: World,
  changes: readonly Change[],
  lookers: Lookers,
): { after: World; unseen: readonly Change['kind'][] } {
  const viewOf = (one: World): unknown => {
    const whole = clubView(one, 0);
    return lookers === 'keys' ? keysOnly(whole) : whole;
  };
  const view = viewOf(world);
  let after = world;
  const unseen: Change['kind'][] = [];
  for (const change of changes) {
    const candidate = changed(after, change);
    if (isDeepStrictEqual(candidate, after) || !isDeepStrictEqual(viewOf(candidate), view)) continue;
    after = candidate;
    unseen.push(change.kind);
  }
  return { after, unseen };
}
