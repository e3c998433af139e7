import {
  type AthleteCeiling,
  type Audience,
  athleteCeiling,
  PRIVACY_SETTINGS,
  type PrivacySettings,
} from '../../privacy/index.ts';
import type { Weekday } from '../../shared/calendar.ts';
import type { Language } from '../../shared/languages.ts';
import type { Zones } from './zones.ts';

export const USER_STATUSES = ['active', 'inactive', 'suspended', 'pending', 'deactivated'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

export const MEMBERSHIP_ROLES = ['athlete', 'coach'] as const;
export type MembershipRole = (typeof MEMBERSHIP_ROLES)[number];

/** A user with all data that only they may see. What others see passes `src/privacy` first. */
export type User = {
  readonly user_id: string;
  readonly email: string;
  readonly username: string;
  readonly display_name: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly bio: string | null;
  readonly profile_image_url: string | null;
  readonly status: UserStatus;
  readonly membership_role: MembershipRole;
  readonly is_platform_admin: boolean;
  readonly is_verified: boolean;
  readonly preferences: Preferences;
  readonly notification_settings: NotificationSettings;
  readonly privacy: PrivacySettings;
  readonly zones: Zones;
  readonly subscription: Subscription;
  /**
   * Which platforms are connected: for those that the server connects, by its own knowledge (`setIntegration`), for the others by what
   * the person's app says.
   */
  readonly integrations: Integrations;
  /** The user's ids at platforms, and when each platform last sent something, as far as the server knows. */
  readonly platforms: Readonly<Partial<Record<Provider, PlatformTie>>>;
  readonly gender: Gender | null;
  readonly birth_year: number | null;
  readonly mbti: Mbti | null;
  readonly next_race: NextRace | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly last_login_at: Date | null;
};

export const UNIT_SYSTEMS = ['metric', 'imperial'] as const;
export const COACH_PERSONAS = ['rex', 'joy'] as const;
export type Preferences = {
  readonly language: Language;
  readonly timezone: string;
  readonly unit_system: (typeof UNIT_SYSTEMS)[number];
  readonly coach_persona: (typeof COACH_PERSONAS)[number];
  /** Days on which the athlete wants to train; empty means no preference. */
  readonly workout_days: readonly Weekday[];
  readonly service_lab: boolean;
};

export const DEFAULT_PREFERENCES: Preferences = {
  language: 'en',
  timezone: 'UTC',
  unit_system: 'metric',
  coach_persona: 'rex',
  workout_days: [],
  service_lab: false,
};

export const NOTIFICATION_SETTINGS = [
  'leaderboard_like',
  'new_activity_like',
  'new_activity_comment',
  'new_message',
  'unread_mail',
  'new_follower',
  'ai_coach_notification',
  'email_notification',
  'activity_completed_notification',
  'workout_reminder',
  'weekly_summary',
] as const;
export type NotificationSettings = Readonly<Record<(typeof NOTIFICATION_SETTINGS)[number], boolean>>;

export const DEFAULT_NOTIFICATION_SETTINGS: NotificationSettings = {
  leaderboard_like: true,
  new_activity_like: true,
  new_activity_comment: true,
  new_message: true,
  unread_mail: true,
  new_follower: true,
  ai_coach_notification: true,
  email_notification: true,
  activity_completed_notification: true,
  workout_reminder: true,
  weekly_summary: true,
};

export const PROVIDERS = ['strava', 'garmin', 'apple_health', 'coros'] as const;
export type Provider = (typeof PROVIDERS)[number];
export type Integrations = Readonly<Partial<Record<Provider, boolean>>>;

/** The platforms of which only an app on the phone knows the state; the server knows the state of the others. */
export const TOLD_BY_APPS = ['apple_health', 'coros'] as const satisfies readonly Provider[];
export type ToldIntegrations = Readonly<Partial<Record<(typeof TOLD_BY_APPS)[number], boolean>>>;

type PlatformTie = { readonly provider_user_id: string | null; readonly last_sync_at: Date | null };

export const GENDERS = ['female', 'male', 'non_binary'] as const;
export type Gender = (typeof GENDERS)[number];

/** No runner is older than this. */
export const EARLIEST_BIRTH_YEAR = 1_900;

// biome-ignore format: a table of four by four
export const MBTI_TYPES = [
  'ISTJ', 'ISFJ', 'INFJ', 'INTJ',
  'ISTP', 'ISFP', 'INFP', 'INTP',
  'ESTP', 'ESFP', 'ENFP', 'ENTP',
  'ESTJ', 'ESFJ', 'ENFJ', 'ENTJ',
] as const;
export type Mbti = (typeof MBTI_TYPES)[number];

export type NextRace = {
  readonly name: string;
  /** YYYY-MM-DD, at the place of the race. */
  readonly date: string;
  readonly distance_m: number;
  /** Null when they have no goal time. */
  readonly goal_time_s: number | null;
};

export const SUBSCRIPTION_STATUSES = ['active', 'inactive', 'cancelled', 'expired', 'trialing'] as const;

export type Subscription = {
  readonly tier: string;
  readonly status: (typeof SUBSCRIPTION_STATUSES)[number];
  /** Epoch milliseconds. */
  readonly started_at: number;
  /** Epoch milliseconds; null for one that does not end. */
  readonly expires_at: number | null;
};

/** The connected platforms, always in the same order. */
export function connectedProviders(integrations: Integrations): readonly Provider[] {
  return PROVIDERS.filter((provider) => integrations[provider] === true);
}

/**
 * The privacy settings in a stored profile: of a `User`, or of any row that selects `users.privacy`. Only a stored `true` shares: a
 * setting that is missing or damaged hides.
 */
export function privacyOf(stored: { readonly privacy: unknown }): PrivacySettings {
  const source = typeof stored.privacy === 'object' && stored.privacy !== null ? stored.privacy : {};
  return Object.fromEntries(
    PRIVACY_SETTINGS.map((setting) => [setting, Reflect.get(source, setting) === true]),
  ) as PrivacySettings;
}

type Names = Pick<User, 'display_name' | 'first_name' | 'last_name' | 'username'>;

/** The columns of `users` that determine the name a person is shown by. */
export type NameColumns = Names & { readonly privacy: unknown };

export function shownName(person: NameColumns, audience: Audience): string {
  if (person.display_name !== null) return person.display_name;
  return nameUnder(athleteCeiling({ settings: privacyOf(person), audience }), person);
}

/** The display name, else as much of first and last name as the ceiling shows, else the user name. */
export function nameUnder({ fields }: AthleteCeiling, person: Names): string {
  if (person.display_name !== null) return person.display_name;
  const realName = (['first_name', 'last_name'] as const)
    .filter((name) => fields.shown.includes(name))
    .map((name) => person[name])
    .filter((part) => part !== null);
  return realName.join(' ') || person.username;
}
