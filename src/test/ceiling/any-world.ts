/** Worlds of every kind: what differs matters to the ceiling, or is thought not to. */
import fc from 'fast-check';
import type { PlainPolicies, PlainPrivacy } from '../expected-activities.ts';
import { anyActivity } from '../random-activities.ts';
import { anyPlan } from './any-plan.ts';
import { anyName, anyProfile, anyText } from './any-profile.ts';
import {
  anyAttendedOf,
  anyAvailability,
  anyClubSession,
  anyPlannedSaid,
  anyRaces,
  anySaid,
  anyTalk,
} from './any-told.ts';
import { anyMoment, anyMomentOfNow, LAST_MOMENT, maybe, mostly, record } from './any-value.ts';
import type { Race } from './told.ts';
import type { Activity, Club, Group, Key, Membership, Person, World } from './world.ts';

/** Never made smaller: two that are made alike would be one. */
const anyId = fc.noShrink(fc.uuid({ version: 7 }));

export const SETTINGS = [
  'share_activity_in_profile',
  'share_activity_with_coach',
  'share_activity_with_public',
  'share_profile_info',
  'share_race_goal',
  'share_pb',
  'share_pace_data',
  'share_race_history',
  'share_activity_map',
  'share_health_with_coach',
  'share_health_with_api',
  'share_streams_with_api',
  'share_files_with_coach',
  'share_feedback_with_coach',
  'share_feedback_with_api',
  'share_injuries_with_coach',
  'share_availability_with_coach',
  'share_availability_with_api',
  'share_sessions_with_api',
  'paticipate_leaderboard',
] as const;
/** Those that take something away from a club, and not everything. */
export const WITHHOLDING = [
  'share_profile_info',
  'share_race_goal',
  'share_pb',
  'share_pace_data',
  'share_race_history',
  'share_activity_map',
] as const;

/** Those that what athletes tell from day to day, and their races, need. */
const TELLING = [
  'share_feedback_with_coach',
  'share_feedback_with_api',
  'share_injuries_with_coach',
  'share_availability_with_coach',
  'share_availability_with_api',
  'share_sessions_with_api',
  'share_race_goal',
  'share_race_history',
] as const;

const allBut = (off: readonly string[], value: unknown): PlainPrivacy =>
  Object.fromEntries(
    SETTINGS.flatMap((name) => {
      if (!off.includes(name)) return [[name, true]];
      return value === undefined ? [] : [[name, value]];
    }),
  );
/** Off in every way there is: said so, not said, or damaged. */
const anyOff = mostly<unknown>(false, undefined, null, 'true', 1);
const anyPrivacy: fc.Arbitrary<PlainPrivacy> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.subarray([...WITHHOLDING]), anyOff).map((off) => allBut(...off)) },
  { weight: 4, arbitrary: fc.tuple(fc.subarray([...TELLING]), anyOff).map((off) => allBut(...off)) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...SETTINGS), anyOff).map(([one, value]) => allBut([one], value)),
  },
  { weight: 1, arbitrary: fc.tuple(fc.subarray([...SETTINGS]), anyOff).map((off) => allBut(...off)) },
);

/** As anybody's: private ones and races are as common as others, and many start at the same moment. */
export const anyWorldActivity: fc.Arbitrary<Activity> = fc
  .tuple(
    fc.noShrink(anyActivity('')),
    record({
      id: anyId,
      external_id: maybe(anyId),
      private: mostly(false, true),
      is_race: mostly(false, true),
      source: fc.constantFrom(
        'upload',
        'manual',
        'garmin',
        'coros',
        'apple_health',
        'strava',
        'strava' as const,
      ),
      said: anySaid,
      talks: fc.tuple(fc.option(anyTalk, { freq: 2 }), fc.option(anyTalk, { freq: 2 })),
    }),
    fc.option(fc.oneof(anyMoment, anyMomentOfNow), { freq: 4 }),
  )
  .map(([body, chosen, moment]) => ({
    ...body,
    ...chosen,
    ...(moment === null ? {} : { start_time: moment }),
  }));

/** What is closed for one club alone: mostly nothing, or little. */
const anyClosed: fc.Arbitrary<readonly string[]> = fc.oneof(
  { weight: 4, arbitrary: fc.constant([]) },
  { weight: 2, arbitrary: fc.constantFrom(...SETTINGS).map((one) => [one]) },
  { weight: 2, arbitrary: fc.subarray([...WITHHOLDING]) },
  { weight: 1, arbitrary: fc.subarray([...TELLING]) },
  { weight: 1, arbitrary: fc.subarray([...SETTINGS]) },
);

const MAX_GROUPS = 3;
export const SESSIONS = 2;

export const anyMembership = (club: number): fc.Arbitrary<Membership> =>
  record({
    club: fc.constant(club),
    history: mostly('member', 'left', 'rejoined'),
    joined_at: fc.oneof(anyMoment, anyMomentOfNow),
    nickname: fc.option(anyName, { freq: 2 }),
    member_level: maybe(fc.constantFrom('beginner', '=2')),
    labels: fc.subarray(['trail', '=cmd', 'a "b"']),
    status: mostly('active', 'inactive', 'suspended'),
    closed: anyClosed,
    groups: fc.shuffledSubarray([...Array(MAX_GROUPS).keys()]),
    plans: fc.array(anyPlan, { maxLength: 3 }),
    said: anyPlannedSaid,
    attended: anyAttendedOf(SESSIONS),
    conversation: fc.option(anyTalk, { freq: 2 }),
  });

export const anyAccount = mostly('active', 'suspended', 'deactivated', 'inactive', 'pending');

const CLUBS = 2;

/** Mostly of the first club, which is the one that looks. */
export const anyPerson: fc.Arbitrary<Person> = fc
  .record({
    id: anyId,
    account: mostly('active', 'active', 'suspended', 'deactivated', 'inactive', 'pending'),
    privacy: anyPrivacy,
    profile: anyProfile,
    first: fc.option(anyMembership(0), { freq: 5 }),
    second: fc.option(anyMembership(1), { freq: 2 }),
    activities: fc.array(anyWorldActivity, { maxLength: 8, size: 'max' }),
    availability: anyAvailability,
    races: anyRaces,
  })
  .map(({ first, second, profile, races, ...person }) => ({
    ...person,
    races: linked(races, person.activities),
    profile: {
      ...profile,
      username: `u_${person.id.replaceAll('-', '').slice(-28)}`,
      email: `${person.id}@example.org`,
    },
    memberships: [first, second].filter((membership) => membership !== null),
  }));

/** No recording is that of two races. */
function linked(
  races: readonly (Omit<Race, 'activity_id'> & { readonly link: number | null })[],
  activities: readonly Activity[],
): Race[] {
  const links = races.map(({ link }) => link);
  return races.map(({ link, ...race }, place) => {
    const isFirst = link !== null && links.indexOf(link) === place;
    return { ...race, activity_id: isFirst ? (activities[link]?.id ?? null) : null };
  });
}

const SCOPES = [
  'org:read',
  'athletes:read',
  'activities:read',
  'plans:read',
  'groups:read',
  'exports:create',
  'exports:read',
  'streams:read',
  'metrics:read',
  'availability:read',
  'feedback:read',
  'sessions:read',
  'read',
  'admin',
] as const;

const anyKey: fc.Arbitrary<Key> = record({
  id: anyId,
  scopes: fc.oneof(
    fc.subarray([...SCOPES], { minLength: 1 }),
    fc.constantFrom(...SCOPES).map((scope) => [scope]),
  ),
  state: fc.oneof(
    { weight: 6, arbitrary: fc.constant('live' as const) },
    { weight: 1, arbitrary: fc.constantFrom('revoked' as const, 'expired' as const) },
  ),
});

const anyGroup: fc.Arbitrary<Group> = record({
  id: anyId,
  name: anyName,
  description: anyText,
  color: maybe(fc.constantFrom('#1f6feb', '#FFFFFF')),
  created_at: anyMoment,
});

const anyClub: fc.Arbitrary<Club> = fc
  .record({
    id: anyId,
    name: anyName,
    tier: fc.oneof(
      { weight: 12, arbitrary: fc.constant('club' as const) },
      { weight: 1, arbitrary: fc.constantFrom('coach' as const, 'free' as const) },
    ),
    groups: fc.array(anyGroup, { minLength: MAX_GROUPS, maxLength: MAX_GROUPS }),
    sessions: fc.array(anyClubSession(MAX_GROUPS), { minLength: SESSIONS, maxLength: SESSIONS }),
    first_key: anyId,
    keys: fc.array(anyKey, { minLength: 1, maxLength: 3 }),
  })
  .map(({ first_key, keys, ...club }) => ({
    ...club,
    name: `${club.name} ${club.id}`,
    groups: club.groups.map((group) => ({ ...group, name: `${group.name} ${group.id}` })),
    keys: [{ id: first_key, scopes: ['admin'], state: 'live' as const }, ...keys],
  }));

const SOURCES = ['strava', 'garmin', 'apple_health', 'coros', 'upload', 'manual'] as const;

export const anyPolicies: fc.Arbitrary<PlainPolicies> = record(
  Object.fromEntries(
    SOURCES.map((source) => [source, record({ show_to_coach: mostly(true, false), export: fc.boolean() })]),
  ) as Record<string, fc.Arbitrary<PlainPolicies[string]>>,
);

export const anyWorld = (policies: PlainPolicies): fc.Arbitrary<World> =>
  record({
    policies: fc.constant(policies),
    clubs: fc.array(anyClub, { minLength: CLUBS, maxLength: CLUBS }),
    people: fc.array(anyPerson, { minLength: 1, maxLength: 9, size: 'max' }),
  });

/** A world whose first club may use the API. */
export const anyOpenWorld = (policies: PlainPolicies): fc.Arbitrary<World> =>
  anyWorld(policies).map(({ clubs: [club, ...others], ...world }) => {
    if (club === undefined) throw new Error('Every world has a first club.');
    return { ...world, clubs: [{ ...club, tier: 'club' }, ...others] };
  });

const LONG = { minLength: 250, maxLength: 350, size: 'max' } as const;

/** A member of the first club with a page or several of activities, each of a few kinds and times. */
export const anyLongAthlete: fc.Arbitrary<Person> = fc
  .record({
    person: anyPerson,
    membership: anyMembership(0),
    privacy: fc.subarray([...WITHHOLDING]).map((off) => allBut(off, false)),
    body: fc.noShrink(anyWorldActivity),
    differences: fc.array(
      record({
        id: anyId,
        private: mostly(false, true),
        is_race: mostly(false, true),
        source: fc.constantFrom('strava' as const, 'garmin' as const),
        start_time: fc.nat(60).map((ms) => new Date(LAST_MOMENT - ms)),
      }),
      LONG,
    ),
  })
  .map(({ person, membership, privacy, body, differences }) => ({
    ...person,
    account: 'active',
    privacy,
    memberships: [{ ...membership, history: 'member' }],
    races: person.races.map((race) => ({ ...race, activity_id: null })),
    activities: differences.map((difference) => ({
      ...body,
      external_id: null,
      said: null,
      talks: [null, null],
      ...difference,
    })),
  }));
