import type { UserActor } from '../../src/http/actor.ts';
import type { Database } from '../../src/infra/db/database.ts';
import type { RateLimiter } from '../../src/infra/rate-limit/index.ts';
import { addGroupMember, createGroup } from '../../src/modules/groups/index.ts';
import {
  acceptOffer,
  createOrganization,
  offerMembership,
  putCoach,
  removeMember,
  updateMember,
} from '../../src/modules/organizations/index.ts';
import { USUAL_QUOTAS } from '../../src/shared/quotas.ts';
import { DAY_MS, HOUR_MS } from '../../src/shared/time.ts';
import type { DemoAthlete, DemoClub } from './club.ts';
import { fixed } from './enter-people.ts';
import type { PlayedDays } from './play-days.ts';

const quotas = USUAL_QUOTAS;

type TeamDeps = {
  readonly db: Database;
  readonly days: Pick<PlayedDays, 'eventsAt'>;
  readonly rateLimiter: RateLimiter;
};

/** Founds the organization, appoints coaches, takes up members and sorts them into groups. @returns its id */
export async function enterTeam(
  { db, days, rateLimiter }: TeamDeps,
  club: DemoClub,
  head: UserActor,
  userIdOf: (key: string) => string,
): Promise<string> {
  const { org_name, description, settings, created_at } = club.organization;
  // Without the club tier there is no developer API, whatever the server gives to others.
  const events = days.eventsAt(created_at);
  const founding = {
    db,
    clock: fixed(created_at),
    events,
    rateLimiter,
    quotas,
    defaultOrgTier: 'club',
    organizationCreation: 'coaches',
  } as const;
  const { org_id } = await createOrganization(founding, head, {
    name: org_name,
    description,
    head_coach_user_id: undefined,
    settings,
  });
  for (const { key, role } of club.coaches) {
    if (role !== 'assistant_coach') continue;
    const user_id = userIdOf(key);
    await putCoach({ ...founding, parts: [] }, head, { org_id, user_id, role });
    await acceptOffer({ ...founding, parts: [] }, personOf(user_id), { org_id, role });
  }
  for (const athlete of club.athletes)
    await enterMember({ db, days, rateLimiter }, head, org_id, athlete, userIdOf);
  const joined = new Map(club.athletes.map(({ key, member }) => [key, member.joined_at]));
  for (const { name, description: purpose, color, member_keys } of club.groups) {
    const input = { org_id, name, description: purpose, color };
    const { id } = await createGroup({ db, clock: dayAfter(created_at), quotas }, head, input);
    for (const key of member_keys) {
      const clock = dayAfter(joined.get(key) ?? created_at);
      await addGroupMember({ db, clock }, head, { org_id, group_id: id, user_id: userIdOf(key) });
    }
  }
  return org_id;
}

const personOf = (user_id: string): UserActor => ({ type: 'user', user_id, roles: ['user'] });

const dayAfter = (time: Date) => fixed(new Date(time.getTime() + DAY_MS));

async function enterMember(
  { db, days, rateLimiter }: TeamDeps,
  head: UserActor,
  org_id: string,
  { key, member }: DemoAthlete,
  userIdOf: (key: string) => string,
): Promise<void> {
  const user_id = userIdOf(key);
  const { display_name, member_level, labels, status, coach_key, joined_at, left_at } = member;
  const asked_at = new Date(joined_at.getTime() - HOUR_MS);
  const asking = { db, events: days.eventsAt(asked_at), clock: fixed(asked_at), rateLimiter, quotas };
  const joining = { ...asking, events: days.eventsAt(joined_at), clock: fixed(joined_at) };
  await offerMembership(asking, head, { org_id, user_id, display_name, member_level, labels });
  await acceptOffer({ ...joining, parts: [] }, personOf(user_id), { org_id, role: 'member' });
  await updateMember(
    { db, clock: fixed(new Date(joined_at.getTime() + HOUR_MS)), quotas },
    head,
    { org_id, user_id },
    {
      status: status === 'active' ? undefined : status,
      coach_id: userIdOf(coach_key),
      display_name: undefined,
      member_level: undefined,
      labels: undefined,
    },
  );
  if (left_at === null) return;
  const leaving = { db, events: days.eventsAt(left_at), clock: fixed(left_at) };
  await removeMember(leaving, personOf(user_id), { org_id, user_id });
}
