import type { Transaction } from '../../infra/db/database.ts';
import { DEFAULT_PRIVACY } from '../../privacy/index.ts';
import { newId } from '../../shared/ids.ts';
import { checkPreferences } from './check-preferences.ts';
import { usernameTaken } from './errors.ts';
import { insertUser, type UserRecord } from './queries.ts';
import { usernameCandidates, usernameStem } from './suggest-username.ts';
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  DEFAULT_PREFERENCES,
  type MembershipRole,
  type NotificationSettings,
  type Preferences,
  type User,
} from './user.ts';

export type NewUser = {
  readonly email: string;
  /** Whether the address is proven to be theirs. */
  readonly is_verified: boolean;
  readonly now: Date;
  /** When left out, it is made from the e-mail address. */
  readonly username?: string | undefined;
  readonly display_name?: string | null | undefined;
  readonly first_name?: string | null | undefined;
  readonly last_name?: string | null | undefined;
  readonly membership_role?: MembershipRole | undefined;
  readonly preferences?: Partial<Preferences> | undefined;
  readonly notification_settings?: Partial<NotificationSettings> | undefined;
  readonly platform?: string | undefined;
};

const EMPTY_PROFILE = {
  zones: {},
  integrations: {},
  platforms: {},
  gender: null,
  birth_year: null,
  mbti: null,
  next_race: null,
} as const satisfies Partial<User>;

/**
 * Stores a new user, with the defaults for fields that are left out. Signing up counts as the first sign-in.
 *
 * @throws AppError conflict when the e-mail address or the given user name is taken; validation_error for an unknown time zone. The
 *   transaction must then be rolled back.
 */
export async function createUser(tx: Transaction, input: NewUser): Promise<User> {
  if (input.preferences !== undefined) checkPreferences(input.preferences, 'preferences.');
  const record = newRecord(input);
  const candidates =
    input.username === undefined ? usernameCandidates(usernameStem(input.email)) : [input.username];
  for (const username of candidates) {
    if (await insertUser(tx, { ...record, username })) {
      const { signup_platform: _, ...user } = record;
      return { ...user, ...EMPTY_PROFILE, username, is_platform_admin: false, updated_at: input.now };
    }
  }
  if (input.username !== undefined) throw usernameTaken();
  throw new Error('No free user name was found among the candidates.');
}

function newRecord(input: NewUser): Omit<UserRecord, 'username'> {
  return {
    user_id: newId(),
    email: input.email,
    display_name: input.display_name ?? null,
    first_name: input.first_name ?? null,
    last_name: input.last_name ?? null,
    bio: null,
    profile_image_url: null,
    status: 'active',
    membership_role: input.membership_role ?? 'athlete',
    is_verified: input.is_verified,
    preferences: { ...DEFAULT_PREFERENCES, ...input.preferences },
    notification_settings: { ...DEFAULT_NOTIFICATION_SETTINGS, ...input.notification_settings },
    privacy: DEFAULT_PRIVACY,
    subscription: { tier: 'free', status: 'active', started_at: input.now.getTime(), expires_at: null },
    signup_platform: input.platform ?? null,
    created_at: input.now,
    last_login_at: input.now,
  };
}
