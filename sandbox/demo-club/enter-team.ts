import type { UserActor } from '../../src/http/actor.ts';
import type { Database } from '../../src/infra/db/database.ts';
import type { Events } from '../../src/infra/events/index.ts';
import { addGroupMember, createGroup } from '../../src/modules/groups/index.ts';
import {
  addMember,
  createOrganization,
  putCoach,
  removeMember,
  updateMember,
} from '../../src/modules/organizations/index.ts';
import { DAY_MS, HOUR_MS } from '../../src/shared/time.ts';
import type { DemoAthlete, DemoClub } from './club.ts';
import { fixed } from './enter-people.ts';

/** What happened to the club long ago is nobody's news. */
const events: Events = { emit: async () => undefined };

/** Founds the organization, appoints coaches, takes up members and sorts them into groups. @returns its id */
export async function enterTeam(
  { db }: { db: Database },
  club: DemoClub,
  head: UserActor,
  userIdOf: (key: string) => string,
): Promise<string> {
  const { org_name, description, settings, created_at } = club.organization;
  // Without the club tier there is no developer API, whatever the server gives to others.
  const founding = { db, clock: fixed(created_at), defaultOrgTier: 'club' } as const;
  const { org_id } = await createOrganization(founding, head, {
    name: org_name,
    description,
    head_coach_user_id: undefined,
    settings,
  });
  for (const { key, role } of club.coaches) {
    if (role === 'assistant_coach') await putCoach(founding, head, { org_id, user_id: userIdOf(key), role });
  }
  for (const athlete of club.athletes) await enterMember(db, head, org_id, athlete, userIdOf);
  const later = fixed(
    new Date(Math.max(...club.athletes.map(({ member }) => member.joined_at.getTime())) + DAY_MS),
  );
  for (const { name, description: purpose, color, member_keys } of club.groups) {
    const input = { org_id, name, description: purpose, color };
    const { id } = await createGroup({ db, clock: later }, head, input);
    for (const key of member_keys) {
      await addGroupMember({ db, clock: later }, head, { org_id, group_id: id, user_id: userIdOf(key) });
    }
  }
  return org_id;
}

async function enterMember(
  db: Database,
  head: UserActor,
  org_id: string,
  { key, member }: DemoAthlete,
  userIdOf: (key: string) => string,
): Promise<void> {
  const user_id = userIdOf(key);
  const { display_name, member_level, labels, status, coach_key, joined_at, left_at } = member;
  await addMember({ db, events, clock: fixed(joined_at) }, head, {
    org_id,
    user_id,
    display_name,
    member_level,
    labels,
  });
  await updateMember(
    { db, clock: fixed(new Date(joined_at.getTime() + HOUR_MS)) },
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
  if (left_at !== null) await removeMember({ db, events, clock: fixed(left_at) }, head, { org_id, user_id });
}
