/**
 * All that one club may know of a world, written out from the specification as plainly as it can be: what is not in
 * here, no answer and no archive may depend on. Of the server nothing is imported.
 */
import { type Door, type ExpectedActivity, expectedList } from '../expected-activities.ts';
import { expectedPlans } from './expected-plan.ts';
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
};

export function clubView(world: World, place: number): ClubView {
  const club = world.clubs[place];
  if (club === undefined) throw new Error(`This world has no club ${place}.`);

  const members = everMembers(world, place);
  const athletes = members.filter(
    ({ person, membership }) => membership.history !== 'left' && person.account === 'active',
  );
  const groupIds = ({ groups }: Membership): string[] => groups.map((group) => club.groups[group]?.id ?? '');

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
    activities: new Map(athletes.map(({ person }) => [person.id, shown(world, person, 'api')])),
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
  };
}

function shares(person: Person, setting: string): boolean {
  return person.privacy[setting] === true;
}

/** Who is in the club or was: by the date of joining, then id. */
function everMembers(world: World, place: number): { person: Person; membership: Membership }[] {
  return world.people
    .flatMap((person) => {
      const membership = person.memberships.find(({ club }) => club === place);
      return membership === undefined ? [] : [{ person, membership }];
    })
    .sort(
      (a, b) =>
        a.membership.joined_at.getTime() - b.membership.joined_at.getTime() ||
        (a.person.id < b.person.id ? -1 : 1),
    );
}

function shown(world: World, person: Person, door: Door): ExpectedActivity[] {
  const own = person.activities.map((activity) => ({ ...activity, user_id: person.id }));
  const views = expectedList(own, person.privacy, door, world.policies);
  // A row that the database cannot read would be noticed by whoever may see it.
  return views.map((view) =>
    own.find(({ id }) => id === view.id)?.damaged ? { ...view, damaged: true } : view,
  );
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
  const realName = [profile.first_name, profile.last_name].filter((name) => name !== null).join(' ');
  const ownName = profile.display_name ?? ((showsProfile && realName) || profile.username);
  return {
    id: person.id,
    username: profile.username,
    display_name: membership.nickname ?? ownName,
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
