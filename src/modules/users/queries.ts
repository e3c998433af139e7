import { isUniqueViolation, type Queryable, type Transaction } from '../../infra/db/database.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import { emailTaken } from './errors.ts';
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  DEFAULT_PREFERENCES,
  type MembershipRole,
  type NotificationSettings,
  type Preferences,
  privacyOf,
  type User,
} from './user.ts';

const COLUMNS =
  rawSql(`u.user_id, email, username, display_name, first_name, last_name, bio, profile_image_url, status,
  membership_role, is_platform_admin, is_verified, preferences, notification_settings, privacy, zones, subscription,
  integrations, gender, birth_year, mbti, next_race, created_at, updated_at, last_login_at,
  (SELECT jsonb_object_agg(c.provider, jsonb_build_object(
     'provider_user_id', c.provider_user_id, 'last_sync_at', c.last_sync_at))
   FROM platform_connections c WHERE c.user_id = u.user_id) AS platforms`);

/** SQL over `users u`: the account is not suspended, closed or pending. Athletes without an active account are shown to nobody else. */
export const ACCOUNT_IS_ACTIVE = "u.status = 'active'";

/** A stored profile may be older than a preference or a notification setting that was added later. */
type UserRow = Omit<User, 'preferences' | 'notification_settings' | 'privacy' | 'platforms'> & {
  preferences: Partial<Preferences>;
  notification_settings: Partial<NotificationSettings>;
  privacy: unknown;
  /** Times as the database writes them into JSON. */
  platforms: Record<string, { provider_user_id: string | null; last_sync_at: string | null }> | null;
};

function toUser(row: UserRow): User {
  return {
    ...row,
    preferences: { ...DEFAULT_PREFERENCES, ...row.preferences },
    notification_settings: { ...DEFAULT_NOTIFICATION_SETTINGS, ...row.notification_settings },
    privacy: privacyOf(row),
    platforms: Object.fromEntries(
      Object.entries(row.platforms ?? {}).map(([provider, { provider_user_id, last_sync_at }]) => [
        provider,
        { provider_user_id, last_sync_at: last_sync_at === null ? null : new Date(last_sync_at) },
      ]),
    ),
  };
}

export async function findUser(db: Queryable, userId: string): Promise<User | null> {
  const row = await db.maybeOne<UserRow>(sql`SELECT ${COLUMNS} FROM users u WHERE user_id = ${userId}`);
  return row && toUser(row);
}

export async function findUsers(db: Queryable, userIds: readonly string[]): Promise<Map<string, User>> {
  const rows = await db.query<UserRow>(
    sql`SELECT ${COLUMNS} FROM users u WHERE user_id = ANY(${userIds}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.user_id, toUser(row)]));
}

/** As `findUser`, but only an active account: others may learn about active users only. */
export async function findActiveUser(db: Queryable, userId: string): Promise<User | null> {
  const row = await db.maybeOne<UserRow>(
    sql`SELECT ${COLUMNS} FROM users u WHERE user_id = ${userId} AND ${rawSql(ACCOUNT_IS_ACTIVE)}`,
  );
  return row && toUser(row);
}

/** Whether anybody but this user has the name, in whatever case. */
export async function isUsernameTaken(db: Queryable, userId: string, username: string): Promise<boolean> {
  const { taken } = await db.one<{ taken: boolean }>(sql`
    SELECT EXISTS (
      SELECT FROM users WHERE lower(username) = lower(${username}) AND user_id <> ${userId}
    ) AS taken`);
  return taken;
}

/** The user with this e-mail address, in whatever case; null when there is none. */
export async function findUserByEmail(db: Queryable, email: string): Promise<User | null> {
  const row = await db.maybeOne<UserRow>(
    sql`SELECT ${COLUMNS} FROM users u WHERE lower(email) = lower(${email})`,
  );
  return row && toUser(row);
}

export type UserRecord = Omit<
  User,
  | 'zones'
  | 'integrations'
  | 'platforms'
  | 'gender'
  | 'birth_year'
  | 'mbti'
  | 'next_race'
  | 'is_platform_admin'
  | 'updated_at'
> & { readonly signup_platform: string | null };

/**
 * Stores a new user; false when the user name is taken. It waits for another transaction that is taking the name.
 *
 * @throws AppError conflict when the e-mail address is registered
 */
export async function insertUser(tx: Transaction, user: UserRecord): Promise<boolean> {
  try {
    const inserted = await tx.execute(sql`
      INSERT INTO users (user_id, email, username, display_name, first_name, last_name, bio, profile_image_url, status,
        membership_role, is_verified, preferences, notification_settings, privacy, subscription, signup_platform,
        created_at, updated_at, last_login_at)
      VALUES (${user.user_id}, ${user.email}, ${user.username}, ${user.display_name}, ${user.first_name},
        ${user.last_name}, ${user.bio}, ${user.profile_image_url}, ${user.status}, ${user.membership_role},
        ${user.is_verified}, ${JSON.stringify(user.preferences)}, ${JSON.stringify(user.notification_settings)},
        ${JSON.stringify(user.privacy)}, ${JSON.stringify(user.subscription)}, ${user.signup_platform},
        ${user.created_at}, ${user.created_at}, ${user.last_login_at})
      ON CONFLICT (lower(username)) DO NOTHING`);
    return inserted === 1;
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) throw emailTaken({ cause: error });
    throw error;
  }
}

export async function recordLogin(tx: Transaction, userId: string, at: Date): Promise<void> {
  await tx.execute(sql`UPDATE users SET last_login_at = ${at} WHERE user_id = ${userId}`);
}

/**
 * Changes a user's address to one that is proven to be theirs.
 *
 * @throws AppError conflict when it is registered
 */
export async function changeEmail(tx: Transaction, userId: string, email: string, now: Date): Promise<void> {
  try {
    await tx.execute(sql`
      UPDATE users SET email = ${email}, is_verified = true, updated_at = ${now} WHERE user_id = ${userId}`);
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) throw emailTaken({ cause: error });
    throw error;
  }
}

export async function markVerified(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.execute(sql`
    UPDATE users SET is_verified = true, updated_at = ${now} WHERE user_id = ${userId} AND NOT is_verified`);
}

/** Used by the sign-up of somebody who has an account already. The same role again is no change of the profile. */
export async function updateMembershipRole(
  tx: Transaction,
  userId: string,
  role: MembershipRole,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    UPDATE users SET membership_role = ${role}, updated_at = ${now}
    WHERE user_id = ${userId} AND membership_role <> ${role}`);
}

/** @returns whether there is such a user */
export async function updatePlatformAdmin(
  db: Queryable,
  change: { email: string; is_platform_admin: boolean; now: Date },
): Promise<boolean> {
  const updated = await db.execute(sql`
    UPDATE users SET is_platform_admin = ${change.is_platform_admin},
      updated_at = CASE WHEN is_platform_admin = ${change.is_platform_admin} THEN updated_at ELSE ${change.now} END
    WHERE lower(email) = lower(${change.email})`);
  return updated === 1;
}
