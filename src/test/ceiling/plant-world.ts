/** Puts a world into a server's database, in place of what was there of it before. */
import { generateApiKeySecret, parseApiKeySecret } from '../../infra/crypto/api-key-secret.ts';
import type { Database, Transaction } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';
import { insertActivities } from '../../modules/activities/queries.ts';
import { endMembership, insertMember } from '../../modules/organizations/member-queries.ts';
import type { Club, Membership, Person, Plan, World } from './world.ts';

/** The secrets of all keys, by their ids. */
export type Secrets = ReadonlyMap<string, string>;

/** @param options.formerly what is taken away first, the exports of its keys included */
export async function plantWorld(
  db: Database,
  world: World,
  options: { coach_id: string; formerly?: World },
): Promise<Secrets> {
  const gone = [world, options.formerly ?? world];
  const secrets = new Map(
    world.clubs.flatMap(({ keys }) => keys.map(({ id }) => [id, generateApiKeySecret()])),
  );
  await db.transaction(async (tx) => {
    const clubs = gone.flatMap((one) => one.clubs.map(({ id }) => id));
    const people = gone.flatMap((one) => one.people.map(({ id }) => id));
    await tx.execute(sql`DELETE FROM organizations WHERE org_id = ANY(${clubs}::uuid[])`);
    await tx.execute(sql`DELETE FROM users WHERE user_id = ANY(${people}::uuid[])`);
    for (const club of world.clubs) await insertClub(tx, club, options.coach_id, secrets);
    for (const person of world.people) await insertPerson(tx, person, world.clubs);
    const activities = world.people.flatMap((person) =>
      person.activities.map((activity) => ({ ...activity, user_id: person.id })),
    );
    await insertActivities(tx, activities);
    const damaged = activities.filter((activity) => activity.damaged).map(({ id }) => id);
    await tx.execute(
      sql`UPDATE activities SET laps = '5', best_efforts = '5' WHERE id = ANY(${damaged}::uuid[])`,
    );
  });
  return secrets;
}

async function insertClub(tx: Transaction, club: Club, coach_id: string, secrets: Secrets): Promise<void> {
  const { id, name, tier, groups, keys } = club;
  await tx.execute(sql`
    INSERT INTO organizations (org_id, org_name, head_coach_user_id, tier, created_at, updated_at)
    VALUES (${id}, ${name}, ${coach_id}, ${tier}, now(), now())`);
  await tx.execute(sql`
    INSERT INTO groups (id, org_id, name, description, color, created_at, updated_at)
    SELECT g.id, ${id}, name, description, color, created_at, created_at
    FROM json_to_recordset(${JSON.stringify(groups)}::json)
      AS g(id uuid, name text, description text, color text, created_at timestamptz)`);
  const rows = keys.map((key) => {
    const secret = parseApiKeySecret(secrets.get(key.id) ?? '');
    if (secret === null) throw new Error('A secret that was just made cannot be read.');
    return { ...key, prefix: secret.prefix, sha256: secret.secret_sha256.toString('hex') };
  });
  await tx.execute(sql`
    INSERT INTO api_keys (id, org_id, name, prefix, secret_sha256, scopes, created_by, created_at, expires_at, revoked_at)
    SELECT k.id, ${id}, 'Key', prefix, decode(sha256, 'hex'), scopes, ${coach_id}, now() - interval '2 days',
      CASE WHEN state = 'expired' THEN now() - interval '1 day' END, CASE WHEN state = 'revoked' THEN now() END
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS k(id uuid, prefix text, sha256 text, scopes text[], state text)`);
}

async function insertPerson(tx: Transaction, person: Person, clubs: readonly Club[]): Promise<void> {
  const { id, account, privacy, profile, memberships } = person;
  await tx.execute(sql`
    INSERT INTO users (user_id, email, username, display_name, first_name, last_name, bio, profile_image_url, status,
      is_verified, preferences, notification_settings, privacy, zones, subscription, created_at, updated_at, last_login_at)
    VALUES (${id}, ${profile.email}, ${profile.username}, ${profile.display_name}, ${profile.first_name},
      ${profile.last_name}, ${profile.bio}, ${profile.profile_image_url}, ${account}, ${profile.is_verified},
      ${JSON.stringify(profile.preferences)}, '{}', ${JSON.stringify(privacy)}, ${JSON.stringify(profile.zones)}, '{}',
      now(), now(), ${profile.last_login_at})`);
  await tx.execute(sql`
    INSERT INTO user_credentials (user_id, tokens_valid_from) VALUES (${id}, now() - interval '1 day')`);
  for (const membership of memberships) {
    const club = clubs[membership.club];
    if (club !== undefined) await insertMembership(tx, id, club, membership);
  }
}

async function insertMembership(
  tx: Transaction,
  user_id: string,
  club: Club,
  { history, joined_at, nickname, member_level, labels, status, groups, plans }: Membership,
): Promise<void> {
  const member = { org_id: club.id, user_id };
  if (history === 'rejoined') {
    const before = {
      display_name: 'As before',
      member_level: 'before',
      labels: ['before'],
      joined_at: new Date(0),
    };
    await insertMember(tx, { ...member, ...before });
    await endMembership(tx, { ...member, left_at: new Date(1) });
  }
  await insertMember(tx, { ...member, display_name: nickname, member_level, labels, joined_at });
  await tx.execute(sql`
    UPDATE organization_members SET status = ${status} WHERE org_id = ${club.id} AND user_id = ${user_id}`);
  for (const plan of plans) await insertPlan(tx, member, plan);
  // Whoever leaves leaves all groups.
  if (history === 'left') return await endMembership(tx, { ...member, left_at: new Date(1) });
  const joined = groups.flatMap((place) => club.groups[place]?.id ?? []);
  await tx.execute(sql`
    INSERT INTO group_members (org_id, group_id, user_id, added_at)
    SELECT ${club.id}, group_id, ${user_id}, now() + place * interval '1 second'
    FROM unnest(${joined}::uuid[]) WITH ORDINALITY AS g(group_id, place)`);
}

/** Not as leaving leaves them, which ends all plans: also one that was forgotten must be out of sight. */
async function insertPlan(
  tx: Transaction,
  { org_id, user_id }: { org_id: string; user_id: string },
  plan: Plan,
): Promise<void> {
  const { id, saved_plan_id, title, engine, start_date, weeks, assigned_at } = plan;
  const [weekly_info, workouts] = [JSON.stringify(plan.weekly_info), JSON.stringify(plan.workouts)];
  await tx.execute(sql`
    INSERT INTO plans (id, org_id, title, start_date, weeks, weekly_info, workouts, engine, created_at, updated_at)
    VALUES (${saved_plan_id}, ${org_id}, ${title}, ${start_date}, ${weeks}, '{}', '[]', ${engine}, now(), now())`);
  await tx.execute(sql`
    INSERT INTO plan_assignments (id, org_id, plan_id, user_id, start_date, weeks, weekly_info, workouts, assigned_at,
      updated_at, ended_at)
    VALUES (${id}, ${org_id}, ${saved_plan_id}, ${user_id}, ${start_date}, ${weeks}, ${weekly_info}, ${workouts},
      ${assigned_at}, ${assigned_at}, ${plan.ended ? assigned_at : null})`);
}
