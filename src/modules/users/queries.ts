import { isUniqueViolation, type Queryable, type Transaction } from '../../infra/db/database.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import type { PrivacySettings } from '../../privacy/index.ts';
import { emailTaken } from './errors.ts';
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  DEFAULT_PREFERENCES,
  type NotificationSettings,
  type Preferences,
  privacyOf,
  type User,
} from './user.ts';

const COLUMNS =
  rawSql(`user_id, email, username, display_name, first_name, last_name, bio, profile_image_url, status,
  membership_role, is_platform_admin, is_verified, preferences, notification_settings, privacy, zones, subscription,
  created_at, updated_at, last_login_at`);

/**
 * Of `users u`: the account is neither suspended, closed nor still pending. Nobody else is shown an athlete of whom this
 * does not hold.
 */
export const ACCOUNT_IS_ACTIVE = "u.status = 'active'";

/** A stored profile may be older than a preference or notification that the program has since learnt of. */
type UserRow = Omit<User, 'preferences' | 'notification_settings' | 'privacy'> & {
  preferences: Partial<Preferences>;
  notification_settings: Partial<NotificationSettings>;
  privacy: unknown;
};

function toUser(row: UserRow): User {
  return {
    ...row,
    preferences: { ...DEFAULT_PREFERENCES, ...row.preferences },
    notification_settings: { ...DEFAULT_NOTIFICATION_SETTINGS, ...row.notification_settings },
    privacy: privacyOf(row),
  };
}

/** The user with this id; null when there is none. */
export async function findUser(db: Queryable, userId: string): Promise<User | null> {
  const row = await db.maybeOne<UserRow>(sql`SELECT ${COLUMNS} FROM users WHERE user_id = ${userId}`);
  return row && toUser(row);
}

/** The user with this e-mail address, whatever its case; null when there is none. */
export async function findUserByEmail(db: Queryable, email: string): Promise<User | null> {
  const row = await db.maybeOne<UserRow>(
    sql`SELECT ${COLUMNS} FROM users WHERE lower(email) = lower(${email})`,
  );
  return row && toUser(row);
}

export type UserRecord = Omit<User, 'zones' | 'is_platform_admin' | 'updated_at'> & {
  readonly signup_platform: string | null;
};

/**
 * Stores a new user; false when the user name is taken. Waits for a transaction that is just taking it.
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

/** What a person may change of their profile. A text that is null is cleared; maps are merged key by key. */
export type ProfileChanges = {
  readonly display_name?: string | null;
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  readonly bio?: string | null;
  readonly profile_image_url?: string | null;
  readonly preferences?: Partial<Preferences>;
  readonly notification_settings?: Partial<NotificationSettings>;
  readonly privacy?: Partial<PrivacySettings>;
};

/** One statement, so that two changes at once both take effect. @returns whether there is such a user. */
export async function updateProfile(
  db: Queryable,
  userId: string,
  changes: ProfileChanges,
  now: Date,
): Promise<boolean> {
  const updated = await db.execute(sql`
    UPDATE users SET
      display_name = CASE WHEN ${'display_name' in changes}::boolean
        THEN ${changes.display_name ?? null}::text ELSE display_name END,
      first_name = CASE WHEN ${'first_name' in changes}::boolean
        THEN ${changes.first_name ?? null}::text ELSE first_name END,
      last_name = CASE WHEN ${'last_name' in changes}::boolean
        THEN ${changes.last_name ?? null}::text ELSE last_name END,
      bio = CASE WHEN ${'bio' in changes}::boolean
        THEN ${changes.bio ?? null}::text ELSE bio END,
      profile_image_url = CASE WHEN ${'profile_image_url' in changes}::boolean
        THEN ${changes.profile_image_url ?? null}::text ELSE profile_image_url END,
      preferences = preferences || ${JSON.stringify(changes.preferences ?? {})}::jsonb,
      notification_settings = notification_settings || ${JSON.stringify(changes.notification_settings ?? {})}::jsonb,
      privacy = privacy || ${JSON.stringify(changes.privacy ?? {})}::jsonb,
      updated_at = ${now}
    WHERE user_id = ${userId}`);
  return updated === 1;
}

/** Notes that a user signed in. */
export async function recordLogin(tx: Transaction, userId: string, at: Date): Promise<void> {
  await tx.execute(sql`UPDATE users SET last_login_at = ${at} WHERE user_id = ${userId}`);
}

/** @returns whether there is such a user. */
export async function updatePlatformAdmin(
  db: Queryable,
  change: { email: string; is_platform_admin: boolean; now: Date },
): Promise<boolean> {
  const updated = await db.execute(sql`
    UPDATE users SET is_platform_admin = ${change.is_platform_admin}, updated_at = ${change.now}
    WHERE lower(email) = lower(${change.email})`);
  return updated === 1;
}
