import type { PasswordHasher } from '../../src/infra/crypto/passwords.ts';
import type { Database } from '../../src/infra/db/database.ts';
import { createAccount } from '../../src/modules/accounts/index.ts';
import { changeProfile, readZoneChanges } from '../../src/modules/users/index.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { raceTime } from '../../src/training/vdot.ts';
import type { DemoAsked, DemoAthlete, DemoClub, DemoCoach } from './club.ts';

type DemoPerson = DemoCoach | DemoAthlete | DemoAsked;

/** Makes the accounts of coaches and athletes. @returns their user ids by the club's keys */
export async function enterPeople(
  deps: { db: Database; passwords: PasswordHasher },
  club: DemoClub,
  password: string,
): Promise<Map<string, string>> {
  const userIds = new Map<string, string>();
  for (const person of [...club.coaches, ...club.athletes, ...club.asked]) {
    userIds.set(
      person.key,
      await enterPerson({ ...deps, clock: fixed(signUpTime(club, person)) }, person, password),
    );
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

/** A clock that stands at a time of the club's past. */
export function fixed(time: Date): { now: () => Date } {
  return { now: () => time };
}

async function enterPerson(
  deps: { db: Database; passwords: PasswordHasher; clock: { now: () => Date } },
  person: DemoPerson,
  password: string,
): Promise<string> {
  const { email, username, display_name, first_name, last_name, preferences, bio } = person;
  const isAthlete = 'member' in person;
  const { user_id } = await createAccount(deps, {
    email,
    password,
    profile: {
      username,
      display_name,
      first_name,
      last_name,
      preferences,
      membership_role: 'role' in person ? 'coach' : 'athlete',
      platform: 'demo',
    },
  });
  const self = { type: 'user', user_id, roles: ['user'] } as const;
  const { privacy, zones } = isAthlete
    ? { privacy: person.privacy, zones: zonesOf(person) }
    : { privacy: {}, zones: {} };
  // Nobody needs to hear of the zones: what has been trained is entered afterwards, reckoned by them.
  const events = { emit: () => Promise.resolve() };
  await changeProfile({ ...deps, events }, self, user_id, { bio, privacy, zones });
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
