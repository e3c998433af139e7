/**
 * All that one club may know of a world, written out from the specification as plainly as it can be: what is not in
 * here, no answer and no archive may depend on. Of the server nothing is imported.
 */
import { type Door, type ExpectedActivity, expectedList } from '../expected-activities.ts';
import { type CoachView, coachView } from './coach-view.ts';
import { expectedPlans } from './expected-plan.ts';
import { type SessionView, sessionViews } from './expected-sessions.ts';
import { AUDIENCES, type Audience, type ToldView, toldView } from './expected-told.ts';
import { everMembers, idsOf, nameOf, shares } from './members.ts';
import type { Membership, Person, World } from './world.ts';

type Json = Readonly<Record<string, unknown>>;

const SOURCES = ['strava', 'garmin', 'apple_health', 'coros', 'upload', 'manual'];

export type ClubView = {
  readonly organization: { readonly id: string; readonly name: string; readonly athlete_count: number };
  readonly tier: string;
  readonly groups: readonly Json[];
  /** In the order of the roster. */
  readonly athletes: readonly Json[];
  /** Of each athlete, by id, newest first. */
  readonly activities: ReadonlyMap<string, readonly ExpectedActivity[]>;
  /** Of each athlete, by id, which columns of samples keys do not get, and which parts of days of health. */
  readonly streams_hidden: ReadonlyMap<string, readonly string[]>;
  readonly health_hidden: ReadonlyMap<string, readonly string[]>;
  /** The same as far as archives may hold them; athletes who share nothing are not in it. */
  readonly exported: ReadonlyMap<string, readonly ExpectedActivity[]>;
  /** Of each athlete, by id, the plans of this club that are active. */
  readonly plans: ReadonlyMap<string, readonly Json[]>;
  /** Whom an export of everybody means, those it leaves out included: by the date of joining, then id. */
  readonly members: readonly string[];
  /** Of everybody who is or was a member, why an export leaves them out; null for who is in it. */
  readonly reasons: ReadonlyMap<string, string | null>;
  /** Whose activities no archive may hold. */
  readonly sources_left_out: readonly string[];
  /** Of those, whose activities nobody of the club sees at all. */
  readonly sources_unseen: readonly string[];
  readonly source_policies: readonly Json[];
  /** What each athlete tells programs, by id. */
  readonly told: ReadonlyMap<string, ToldView>;
  /** By when they begin. */
  readonly sessions: readonly SessionView[];
  readonly coaches: CoachView;
};

export function clubView(world: World, place: number): ClubView {
  const club = world.clubs[place];
  if (club === undefined) throw new Error(`This world has no club ${place}.`);

  const members = everMembers(world, place);
  const athletes = members.filter(
    ({ person, membership }) => membership.history !== 'left' && person.account === 'active',
  );
  const groupIds = ({ groups }: Membership): string[] => groups.map((group) => club.groups[group]?.id ?? '');
  const activities = new Map(athletes.map(({ person }) => [person.id, shown(world, person, 'api')]));
  const told = new Map(
    AUDIENCES.map((audience) => [
      audience,
      new Map(
        athletes.map(({ person, membership }) => {
          const known = { audience, shown: idsOf(activities.get(person.id)) };
          return [person.id, toldView(world, person, membership, known)];
        }),
      ),
    ]),
  );
  const toldTo = (audience: Audience) => told.get(audience) ?? new Map<string, ToldView>();

  return {
    organization: { id: club.id, name: club.name, athlete_count: athletes.length },
    tier: club.tier,
    groups: club.groups
      .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1))
      .map((group) => ({
        id: group.id,
        org_id: club.id,
        name: group.name,
        description: group.description,
        color: group.color,
        member_count: athletes.filter(({ membership }) => groupIds(membership).includes(group.id)).length,
        created_at: group.created_at.toISOString(),
        updated_at: group.created_at.toISOString(),
      })),
    athletes: athletes.map(({ person, membership }) =>
      athleteObject(person, membership, groupIds(membership)),
    ),
    activities,
    streams_hidden: new Map(athletes.map(({ person }) => [person.id, hiddenColumns(person)])),
    health_hidden: new Map(athletes.map(({ person }) => [person.id, hiddenHealth(person)])),
    exported: new Map(
      athletes
        .filter(({ person }) => shares(person, 'share_activity_with_coach'))
        .map(({ person }) => [person.id, shown(world, person, 'export')]),
    ),
    plans: new Map(
      athletes.map(({ person, membership }) => [person.id, expectedPlans(person, membership.plans)]),
    ),
    members: members.filter(({ membership }) => membership.history !== 'left').map(({ person }) => person.id),
    reasons: new Map(members.map(({ person, membership }) => [person.id, whyLeftOut(person, membership)])),
    sources_left_out: SOURCES.filter((source) => {
      const policy = world.policies[source];
      return policy?.show_to_coach === false || policy?.export === false;
    }),
    sources_unseen: SOURCES.filter((source) => world.policies[source]?.show_to_coach === false),
    source_policies: SOURCES.map((source) => ({
      source,
      show_to_coach: world.policies[source]?.show_to_coach !== false,
      use_in_ai: !['strava', 'apple_health'].includes(source),
      export: world.policies[source]?.export !== false,
      keep_days: null,
    })),
    told: toldTo('programs'),
    sessions: sessionViews(club, athletes),
    coaches: coachView(club, { members, athletes, activities, told: toldTo('coaches') }),
  };
}

/** The same club without what its coaches alone know. */
export function keysOnly({ coaches: _coaches, ...view }: ClubView): Omit<ClubView, 'coaches'> {
  return view;
}

function shown(world: World, person: Person, door: Door): ExpectedActivity[] {
  const own = person.activities.map((activity) => ({ ...activity, user_id: person.id }));
  const views = expectedList(own, person.privacy, door, world.policies);
  // A row that the database cannot read would be noticed by whoever may see it.
  return views.map((view) =>
    own.find(({ id }) => id === view.id)?.damaged ? { ...view, damaged: true } : view,
  );
}

const COLUMNS = [
  ...['time_s', 'distance_m', 'latlng', 'altitude_m', 'speed_mps', 'heart_rate_bpm', 'cadence_spm'],
  ...['power_w', 'temperature_c'],
];

/** Programs need a consent for any of it; best efforts follow from distance, speed and position. */
function hiddenColumns(person: Person): string[] {
  if (!shares(person, 'share_streams_with_api')) return COLUMNS;
  const hidesMotion = !shares(person, 'share_pace_data') || !shares(person, 'share_pb');
  const hidden = [
    ...(hidesMotion ? ['distance_m', 'speed_mps'] : []),
    ...(hidesMotion || !shares(person, 'share_activity_map') ? ['latlng'] : []),
  ];
  return COLUMNS.filter((name) => hidden.includes(name));
}

/** Programs see what coaches see, with a consent of its own; what was done on a day is training, too. */
function hiddenHealth(person: Person): string[] {
  if (!shares(person, 'share_health_with_coach') || !shares(person, 'share_health_with_api'))
    return ['activity', 'heart_rate', 'hrv', 'sleep'];
  return shares(person, 'share_activity_with_coach') ? [] : ['activity'];
}

function whyLeftOut(person: Person, membership: Membership): string | null {
  if (membership.history === 'left') return 'left_organization';
  if (person.account !== 'active') return 'account_inactive';
  if (!shares(person, 'share_activity_with_coach')) return 'sharing_disabled';
  return null;
}

function athleteObject(person: Person, membership: Membership, group_ids: readonly string[]): Json {
  const { profile } = person;
  const showsProfile = shares(person, 'share_profile_info');
  const showsPace = shares(person, 'share_pace_data');
  return {
    id: person.id,
    username: profile.username,
    display_name: nameOf(person, membership),
    ...(showsProfile
      ? {
          first_name: profile.first_name,
          last_name: profile.last_name,
          profile_image_url: profile.profile_image_url,
        }
      : {}),
    member_level: membership.member_level,
    labels: membership.labels,
    status: membership.status,
    joined_at: membership.joined_at.toISOString(),
    group_ids,
    timezone: profile.preferences.timezone ?? null,
    unit_system: profile.preferences.unit_system ?? null,
    ...(showsPace ? { zones: profile.zones } : {}),
    connected_providers: ['strava', 'garmin', 'apple_health', 'coros'].filter(
      (provider) => profile.integrations[provider] === true,
    ),
    privacy_filtered: [
      ...(showsProfile ? [] : ['first_name', 'last_name', 'profile_image_url']),
      ...(showsPace ? [] : ['zones']),
    ],
  };
}
