import { isUniqueViolation, type Queryable, type Transaction } from '../../infra/db/database.ts';
import { joinSql, rawSql, type Sql, sql } from '../../infra/db/sql.ts';
import type { PrivacySettings } from '../../privacy/index.ts';
import { usernameOfAnother } from './errors.ts';
import {
  DEFAULT_PREFERENCES,
  type Gender,
  type Mbti,
  type NextRace,
  type NotificationSettings,
  type Preferences,
  type Provider,
  type Subscription,
  type ToldIntegrations,
  type UserStatus,
} from './user.ts';
import type { Zones } from './zones.ts';

/**
 * What a person may change of their profile. Null clears a value. Maps are merged key by key, but the next race is replaced as a whole.
 */
export type ProfileChanges = {
  readonly display_name?: string | null;
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  readonly bio?: string | null;
  readonly profile_image_url?: string | null;
  readonly gender?: Gender | null;
  readonly birth_year?: number | null;
  readonly mbti?: Mbti | null;
  readonly next_race?: NextRace | null;
  readonly preferences?: Partial<Preferences>;
  readonly notification_settings?: Partial<NotificationSettings>;
  readonly privacy?: Partial<PrivacySettings>;
  readonly integrations?: ToldIntegrations;
  readonly subscription?: Partial<Subscription>;
  readonly zones?: ZoneChanges;
};

/** Each kind that is given replaces the stored one; null deletes it. */
export type ZoneChanges = { readonly [Kind in keyof Zones]: Zones[Kind] | null };

/** Columns with a single value, with their SQL type. */
const VALUES = {
  display_name: 'text',
  first_name: 'text',
  last_name: 'text',
  bio: 'text',
  profile_image_url: 'text',
  gender: 'text',
  birth_year: 'smallint',
  mbti: 'text',
  next_race: 'jsonb',
} as const satisfies { readonly [Name in keyof ProfileChanges]?: string };

const MAPS = [
  'preferences',
  'notification_settings',
  'privacy',
  'integrations',
  'subscription',
] as const satisfies readonly (keyof ProfileChanges)[];

/**
 * One statement, so that two changes at once both take effect. A change to equal values leaves `updated_at` as it is.
 *
 * @returns whether there is such a user.
 */
export async function updateProfile(
  db: Queryable,
  userId: string,
  changes: ProfileChanges,
  now: Date,
): Promise<boolean> {
  const columns = newValues(changes);
  const old = joinSql(
    columns.map(({ column }) => column),
    ', ',
  );
  const given = joinSql(
    columns.map(({ value }) => value),
    ', ',
  );
  const updated = await db.execute(sql`
    UPDATE users SET (${old}, updated_at) =
      (${given}, CASE WHEN (${old}) IS NOT DISTINCT FROM (${given}) THEN updated_at ELSE ${now} END)
    WHERE user_id = ${userId}`);
  return updated === 1;
}

/** New values for every column, changed or not: the SQL text is always the same, so that it is prepared once. */
function newValues(changes: ProfileChanges): { readonly column: Sql; readonly value: Sql }[] {
  const { next_race, zones = {} } = changes;
  const values = { ...changes, next_race: next_race == null ? next_race : JSON.stringify(next_race) };
  const kinds = Object.entries(zones);
  const cleared = kinds.filter(([, value]) => value === null).map(([kind]) => kind);
  const given = Object.fromEntries(kinds.filter(([, value]) => value !== null));
  return [
    ...(Object.keys(VALUES) as (keyof typeof VALUES)[]).map((name) => {
      const [column, type, value] = [rawSql(name), rawSql(VALUES[name]), values[name]];
      return {
        column,
        value: sql`CASE WHEN ${value !== undefined}::boolean THEN ${value ?? null}::${type} ELSE ${column} END`,
      };
    }),
    ...MAPS.map((name) => ({
      column: rawSql(name),
      value: sql`${rawSql(name)} || ${JSON.stringify(changes[name] ?? {})}::jsonb`,
    })),
    // A kind of zones that is not set is absent, not null.
    {
      column: rawSql('zones'),
      value: sql`(zones || ${JSON.stringify(given)}::jsonb) - ${cleared}::text[]`,
    },
  ];
}

/** @returns all of them as they are now; null when there is no such user */
export async function updatePreferences(
  db: Queryable,
  userId: string,
  changes: Partial<Preferences>,
  now: Date,
): Promise<Preferences | null> {
  const given = JSON.stringify(changes);
  const row = await db.maybeOne<{ preferences: Partial<Preferences> }>(sql`
    UPDATE users SET preferences = preferences || ${given}::jsonb,
      updated_at = CASE WHEN preferences || ${given}::jsonb = preferences THEN updated_at ELSE ${now} END
    WHERE user_id = ${userId}
    RETURNING preferences`);
  return row && { ...DEFAULT_PREFERENCES, ...row.preferences };
}

/**
 * Of two who take a name at once, one gets it. Setting the same name again is no change. All changes take turns: two people who each
 * want the name that the other gives up would deadlock.
 *
 * @returns whether there is such a user
 * @throws AppError conflict when somebody else has the name, in whatever case
 */
export async function updateUsername(
  tx: Transaction,
  userId: string,
  username: string,
  now: Date,
): Promise<boolean> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('users.username'), 0)`);
  try {
    const updated = await tx.execute(sql`
      UPDATE users SET username = ${username},
        updated_at = CASE WHEN username = ${username} THEN updated_at ELSE ${now} END
      WHERE user_id = ${userId}`);
    return updated === 1;
  } catch (error) {
    if (isUniqueViolation(error, 'users_username_key')) throw usernameOfAnother({ cause: error });
    throw error;
  }
}

/** @returns the id, the status before, and the address as it is stored; null when there is no such user */
export async function updateStatus(
  db: Queryable,
  change: { email: string; status: UserStatus; now: Date },
): Promise<{ user_id: string; email: string; previous_status: UserStatus } | null> {
  // The row is locked before it is read: of two changes at once, the later one sees the result of the earlier one.
  return await db.maybeOne(sql`
    WITH before AS (
      SELECT user_id, email, status FROM users WHERE lower(email) = lower(${change.email}) FOR UPDATE
    )
    UPDATE users u SET status = ${change.status},
      updated_at = CASE WHEN before.status = ${change.status} THEN u.updated_at ELSE ${change.now} END
    FROM before WHERE u.user_id = before.user_id
    RETURNING u.user_id, before.email, before.status AS previous_status`);
}

type IntegrationChange = {
  readonly provider: Provider;
  readonly is_connected: boolean;
  readonly now: Date;
};

/** Stores in a profile whether a platform is connected, as the server knows it. */
export async function setIntegration(
  tx: Transaction,
  { user_id, ...change }: IntegrationChange & { readonly user_id: string },
): Promise<void> {
  await setIntegrations(tx, { ...change, user_ids: [user_id] });
}

export async function setIntegrations(
  tx: Transaction,
  { user_ids, provider, is_connected, now }: IntegrationChange & { readonly user_ids: readonly string[] },
): Promise<void> {
  const integrations = JSON.stringify({ [provider]: is_connected });
  await tx.execute(sql`
    UPDATE users u SET integrations = u.integrations || ${integrations}::jsonb, updated_at = ${now}
    FROM (
      SELECT user_id FROM users WHERE user_id = ANY(${user_ids}::uuid[]) AND NOT integrations @> ${integrations}::jsonb
      ORDER BY user_id FOR NO KEY UPDATE
    ) AS changed
    WHERE u.user_id = changed.user_id`);
}
