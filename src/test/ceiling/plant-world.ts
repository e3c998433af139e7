/** Puts a world into a server's database and takes it away again. */
import { generateApiKeySecret, parseApiKeySecret } from '../../infra/crypto/api-key-secret.ts';
import type { Database, Transaction } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';
import { ACTIVITY_COLUMNS } from '../../modules/activities/activity.ts';
import { endMembership, insertMember } from '../../modules/organizations/member-queries.ts';
import { insert } from './insert.ts';
import { plantTold } from './plant-told.ts';
import type { World } from './world.ts';

/** The secrets of all keys, by their ids. */
export type Secrets = ReadonlyMap<string, string>;

/** The ids of a world must be nobody's yet: whoever plants one removes it. */
export async function plantWorld(db: Database, world: World, coach_id: string): Promise<Secrets> {
  const secrets = new Map(
    world.clubs.flatMap(({ keys }) => keys.map(({ id }) => [id, generateApiKeySecret()])),
  );
  await db.transaction(async (tx) => {
    await plantClubs(tx, world, coach_id, secrets);
    await plantPeople(tx, world);
    await plantMemberships(tx, world);
    await plantPlans(tx, world);
    await plantActivities(tx, world);
    await plantTold(tx, world, coach_id);
  });
  return secrets;
}

/** With the exports that its keys have asked for. */
export async function removeWorld(db: Database, { clubs, people }: World): Promise<void> {
  const ids = people.map(({ id }) => id);
  await db.execute(sql`DELETE FROM organizations WHERE org_id = ANY(${clubs.map(({ id }) => id)}::uuid[])`);
  await db.transaction(async (tx) => {
    // In the order in which jobs hold people: one that tells them of an export may be at it.
    await tx.execute(sql`SELECT FROM users WHERE user_id = ANY(${ids}::uuid[]) ORDER BY user_id FOR UPDATE`);
    await tx.execute(sql`DELETE FROM users WHERE user_id = ANY(${ids}::uuid[])`);
  });
}

const LONG_AGO = new Date('2026-01-01T00:00:00Z');

async function plantClubs(
  tx: Transaction,
  { clubs }: World,
  coach_id: string,
  secrets: Secrets,
): Promise<void> {
  const columns = { org_id: 'uuid', org_name: 'text', head_coach_user_id: 'uuid', tier: 'text', ...TIMES };
  await insert(
    tx,
    'organizations',
    columns,
    clubs.map(({ id, name, tier }) => ({
      org_id: id,
      org_name: name,
      head_coach_user_id: coach_id,
      tier,
      ...AT_THE_TIME,
    })),
  );
  await insert(
    tx,
    'groups',
    { id: 'uuid', org_id: 'uuid', name: 'text', description: 'text', color: 'text', ...TIMES },
    clubs.flatMap(({ id, groups }) =>
      groups.map((group) => ({ ...group, org_id: id, updated_at: group.created_at })),
    ),
  );
  const keys = clubs.flatMap((club) =>
    club.keys.map(({ id, scopes, state }) => {
      const secret = parseApiKeySecret(secrets.get(id) ?? '');
      if (secret === null) throw new Error('A secret that was just made cannot be read.');
      return {
        id,
        org_id: club.id,
        name: 'Key',
        prefix: secret.prefix,
        secret_sha256: `\\x${secret.secret_sha256.toString('hex')}`,
        scopes,
        created_by: coach_id,
        created_at: LONG_AGO,
        expires_at: state === 'expired' ? LONG_AGO : null,
        revoked_at: state === 'revoked' ? LONG_AGO : null,
      };
    }),
  );
  await insert(tx, 'api_keys', KEY_COLUMNS, keys);
}

const TIMES = { created_at: 'timestamptz', updated_at: 'timestamptz' };
const AT_THE_TIME = { created_at: LONG_AGO, updated_at: LONG_AGO };
const KEY_COLUMNS = {
  id: 'uuid',
  org_id: 'uuid',
  name: 'text',
  prefix: 'text',
  secret_sha256: 'bytea',
  scopes: 'text[]',
  created_by: 'uuid',
  created_at: 'timestamptz',
  expires_at: 'timestamptz',
  revoked_at: 'timestamptz',
};

const USER_COLUMNS = {
  user_id: 'uuid',
  email: 'text',
  username: 'text',
  display_name: 'text',
  first_name: 'text',
  last_name: 'text',
  bio: 'text',
  profile_image_url: 'text',
  status: 'text',
  is_verified: 'boolean',
  preferences: 'jsonb',
  notification_settings: 'jsonb',
  privacy: 'jsonb',
  zones: 'jsonb',
  integrations: 'jsonb',
  gender: 'text',
  mbti: 'text',
  next_race: 'jsonb',
  subscription: 'jsonb',
  last_login_at: 'timestamptz',
  ...TIMES,
};

async function plantPeople(tx: Transaction, { people }: World): Promise<void> {
  const users = people.map(({ id, account, privacy, profile }) => ({
    user_id: id,
    ...profile,
    status: account,
    privacy,
    notification_settings: {},
    subscription: {},
    ...AT_THE_TIME,
  }));
  await insert(tx, 'users', USER_COLUMNS, users);
  const credentials = people.map(({ id }) => ({ user_id: id, tokens_valid_from: LONG_AGO }));
  await insert(tx, 'user_credentials', { user_id: 'uuid', tokens_valid_from: 'timestamptz' }, credentials);
}

const MEMBER_COLUMNS = {
  org_id: 'uuid',
  user_id: 'uuid',
  display_name: 'text',
  member_level: 'text',
  labels: 'text[]',
  status: 'text',
  joined_at: 'timestamptz',
  left_at: 'timestamptz',
  narrowed_privacy: 'jsonb',
};
const GROUP_MEMBER_COLUMNS = { org_id: 'uuid', group_id: 'uuid', user_id: 'uuid', added_at: 'timestamptz' };

/** The memberships of a world as the tables name them. */
function membershipsOf({ clubs, people }: World) {
  return people.flatMap((person) =>
    person.memberships.flatMap((membership) => {
      const club = clubs[membership.club];
      return club === undefined ? [] : [{ ...membership, club, org_id: club.id, user_id: person.id }];
    }),
  );
}

async function plantMemberships(tx: Transaction, world: World): Promise<void> {
  const members = membershipsOf(world).map((membership) => ({
    ...membership,
    display_name: membership.nickname,
    left_at: membership.history === 'left' ? LONG_AGO : null,
    narrowed_privacy: Object.fromEntries(membership.closed.map((setting) => [setting, false])),
  }));
  const isBack = ({ history }: (typeof members)[number]): boolean => history === 'rejoined';
  await insert(
    tx,
    'organization_members',
    MEMBER_COLUMNS,
    members.filter((member) => !isBack(member)),
  );
  for (const member of members.filter(isBack)) {
    const before = {
      display_name: 'Before',
      member_level: 'before',
      labels: ['before'],
      joined_at: LONG_AGO,
    };
    await insertMember(tx, { ...member, ...before });
    // Closed before leaving: it is still when somebody is back.
    await tx.execute(sql`
      UPDATE organization_members SET narrowed_privacy = ${JSON.stringify(member.narrowed_privacy)}
      WHERE org_id = ${member.org_id} AND user_id = ${member.user_id}`);
    await endMembership(tx, { ...member, left_at: LONG_AGO });
    await insertMember(tx, member);
    await tx.execute(sql`
      UPDATE organization_members SET status = ${member.status}
      WHERE org_id = ${member.org_id} AND user_id = ${member.user_id}`);
  }
  // Whoever leaves leaves all groups.
  const places = members
    .filter(({ history }) => history !== 'left')
    .flatMap(({ org_id, user_id, club, groups }) =>
      groups.flatMap((place, index) => {
        const group = club.groups[place];
        const added_at = new Date(LONG_AGO.getTime() + index);
        return group === undefined ? [] : [{ org_id, user_id, group_id: group.id, added_at }];
      }),
    );
  await insert(tx, 'group_members', GROUP_MEMBER_COLUMNS, places);
}

const PLAN_COLUMNS = { weeks: 'integer', weekly_info: 'json', workouts: 'json', start_date: 'date' };

/** Not as leaving leaves them, which ends all plans: also one that was forgotten must be out of sight. */
async function plantPlans(tx: Transaction, world: World): Promise<void> {
  const plans = membershipsOf(world).flatMap(({ org_id, user_id, plans: own }) =>
    own.map((plan) => ({
      ...plan,
      org_id,
      user_id,
      plan_id: plan.saved_plan_id,
      updated_at: plan.assigned_at,
    })),
  );
  await insert(
    tx,
    'plans',
    { id: 'uuid', org_id: 'uuid', title: 'text', engine: 'text', ...PLAN_COLUMNS, ...TIMES },
    plans.map((plan) => ({ ...plan, id: plan.saved_plan_id, weekly_info: {}, workouts: [], ...AT_THE_TIME })),
  );
  await insert(
    tx,
    'plan_assignments',
    {
      id: 'uuid',
      org_id: 'uuid',
      plan_id: 'uuid',
      user_id: 'uuid',
      ...PLAN_COLUMNS,
      assigned_at: 'timestamptz',
      updated_at: 'timestamptz',
      ended_at: 'timestamptz',
    },
    plans.map((plan) => ({ ...plan, ended_at: plan.ended ? plan.assigned_at : null })),
  );
}

async function plantActivities(tx: Transaction, { people }: World): Promise<void> {
  const activities = people.flatMap((person) =>
    person.activities.map((activity) => ({ ...activity, user_id: person.id })),
  );
  await insert(tx, 'activities', ACTIVITY_COLUMNS, activities);
  const damaged = activities.filter((activity) => activity.damaged).map(({ id }) => id);
  await tx.execute(
    sql`UPDATE activities SET laps = '5', best_efforts = '5' WHERE id = ANY(${damaged}::uuid[])`,
  );
}
