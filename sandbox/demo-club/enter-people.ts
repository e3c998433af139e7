import type { PasswordHasher } from '../../src/infra/crypto/passwords.ts';
import type { Database } from '../../src/infra/db/database.ts';
import { createAccount } from '../../src/modules/accounts/index.ts';
import { addGroupMember, createGroup } from '../../src/modules/groups/index.ts';
import {
  acceptOffer,
  createOrganization,
  offerMembership,
  putCoach,
  removeMember,
  updateMember,
} from '../../src/modules/organizations/index.ts';
import { changeProfile, readZoneChanges } from '../../src/modules/users/index.ts';
import { DAY_MS, HOUR_MS } from '../../src/shared/time.ts';
import { raceTime } from '../../src/training/vdot.ts';
import type { DemoAsked, DemoAthlete, DemoClub, DemoCoach } from './club.ts';
import type { Entering, Team } from './entering.ts';

type DemoPerson = DemoCoach | DemoAthlete | DemoAsked;

/** Makes the accounts of coaches and athletes. @returns their user ids by the club's keys */
export async function enterPeople(
  deps: { readonly db: Database; readonly passwords: PasswordHasher },
  club: DemoClub,
  password: string,
): Promise<Map<string, string>> {
  const userIds = new Map<string, string>();
  for (const person of [...club.coaches, ...club.athletes, ...club.asked]) {
    const time = signUpTime(club, person);
    // Nobody needs to hear of the zones: what has been trained is entered afterwards, reckoned by them.
    const entering = { ...deps, clock: { now: () => time }, events: { emit: async () => {} } };
    userIds.set(person.key, await enterPerson(entering, person, password));
  }
  return userIds;
}

/** When somebody signed up: a week before the club was founded, or in most cases a day before they joined it. */
export function signUpTime(club: DemoClub, person: DemoPerson): Date {
  if ('signed_up_at' in person) return person.signed_up_at;
  if ('role' in person) return new Date(club.organization.created_at.getTime() - 7 * DAY_MS);
  const { signed_up_at, joined_at } = person.member;
  return signed_up_at ?? new Date(joined_at.getTime() - DAY_MS);
}

async function enterPerson(
  deps: Parameters<typeof createAccount>[0] & Parameters<typeof changeProfile>[0],
  person: DemoPerson,
  password: string,
): Promise<string> {
  const { email, username, display_name, first_name, last_name, preferences, bio } = person;
  const membership_role = 'role' in person ? 'coach' : 'athlete';
  const named = { username, display_name, first_name, last_name, preferences };
  const profile = { ...named, membership_role, platform: 'demo' } as const;
  const { user_id } = await createAccount(deps, { email, password, profile });
  const self = { type: 'user', user_id, roles: ['user'] } as const;
  const { privacy, zones } =
    'member' in person ? { privacy: person.privacy, zones: zonesOf(person) } : { privacy: {}, zones: {} };
  await changeProfile(deps, self, user_id, { bio, privacy, zones });
  return user_id;
}

/** As the athlete would have them computed today: they are what plans and workouts of the coming weeks follow. */
function zonesOf({ body, habits }: DemoAthlete): ReturnType<typeof readZoneChanges> {
  return readZoneChanges({
    heartrate: { max_bpm: body.max_heart_rate_bpm, resting_bpm: body.resting_heart_rate_bpm },
    pace: { race: { distance_m: 10_000, time_s: Math.round(raceTime(habits.vdot_to, 10_000)) } },
    vdot: { value: habits.vdot_to },
  });
}

/** Founds the organization, appoints coaches, takes up members and sorts them into groups. */
export async function enterTeam(entering: Entering, head: Team['head']): Promise<Team> {
  const { club, at, userIdOf, actorOf } = entering;
  const { org_name: name, description, settings, created_at } = club.organization;
  // Without the club tier there is no developer API, whatever the server gives to others.
  const usual = { defaultOrgTier: 'club', organizationCreation: 'coaches' } as const;
  const founding = { ...at(created_at), ...usual };
  const founded = { name, description, head_coach_user_id: undefined, settings };
  const { org_id } = await createOrganization(founding, head, founded);
  const team = { org_id, head };
  for (const { key, role } of club.coaches) {
    if (role !== 'assistant_coach') continue;
    await putCoach(founding, head, { org_id, user_id: userIdOf(key), role });
    await acceptOffer(founding, actorOf(key), { org_id, role });
  }
  for (const athlete of club.athletes) await enterMember(entering, team, athlete);
  const joined = new Map(club.athletes.map(({ key, member }) => [key, member.joined_at]));
  const dayAfter = (time: Date) => at(new Date(time.getTime() + DAY_MS));
  for (const { key: _, member_keys, ...group } of club.groups) {
    const { id: group_id } = await createGroup(dayAfter(created_at), head, { org_id, ...group });
    for (const key of member_keys) {
      const adding = dayAfter(joined.get(key) ?? created_at);
      await addGroupMember(adding, head, { org_id, group_id, user_id: userIdOf(key) });
    }
  }
  return team;
}

async function enterMember(
  { at, userIdOf, actorOf }: Entering,
  { org_id, head }: Team,
  { key, member }: DemoAthlete,
): Promise<void> {
  const user_id = userIdOf(key);
  const { display_name, member_level, labels, status, coach_key, joined_at, left_at } = member;
  const hoursFromJoining = (hours: number) => at(new Date(joined_at.getTime() + hours * HOUR_MS));
  const offered = { org_id, user_id, display_name, member_level, labels };
  await offerMembership(hoursFromJoining(-1), head, offered);
  await acceptOffer(at(joined_at), actorOf(key), { org_id, role: 'member' });
  const changes = {
    status: status === 'active' ? undefined : status,
    coach_id: userIdOf(coach_key),
    display_name: undefined,
    member_level: undefined,
    labels: undefined,
  };
  await updateMember(hoursFromJoining(1), head, { org_id, user_id }, changes);
  if (left_at !== null) await removeMember(at(left_at), actorOf(key), { org_id, user_id });
}
