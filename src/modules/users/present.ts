import type { Static } from 'typebox';
import { athleteCeiling, viewAthlete } from '../../privacy/index.ts';
import { isoOrNull } from '../../shared/time.ts';
import type { IntegrationStatus } from './contract/person.ts';
import type { UserProfile } from './contract/profile.ts';
import type { PublicProfile } from './contract/public-profile.ts';
import { presentZones } from './present-zones.ts';
import { connectedProviders, type NextRace, type Provider, privacyOf, shownName, type User } from './user.ts';

export function presentProfile(user: User): Static<typeof UserProfile> {
  return {
    user_id: user.user_id,
    email: user.email,
    username: user.username,
    display_name: user.display_name,
    first_name: user.first_name,
    last_name: user.last_name,
    bio: user.bio,
    profile_image_url: user.profile_image_url,
    status: user.status,
    membership_role: user.membership_role,
    is_verified: user.is_verified,
    created_at: user.created_at.getTime(),
    updated_at: user.updated_at.getTime(),
    last_login_at: user.last_login_at?.getTime() ?? null,
    preferences: presentPreferences(user.preferences),
    subscription: {
      tier: user.subscription.tier,
      status: user.subscription.status,
      started_at: user.subscription.started_at,
      expires_at: user.subscription.expires_at,
    },
    integrations: {
      strava: presentIntegration(user, 'strava'),
      garmin: presentIntegration(user, 'garmin'),
      apple_health: presentIntegration(user, 'apple_health'),
      coros: presentIntegration(user, 'coros'),
    },
    notification_settings: presentNotificationSettings(user.notification_settings),
    privacy: { ...user.privacy },
    zones: presentZones(user.zones),
    gender: user.gender,
    birth_year: user.birth_year,
    mbti: user.mbti,
    next_race: user.next_race && presentNextRace(user.next_race),
  };
}

/** A person's public profile, through the ceiling: hidden fields are absent. */
export function presentPublicProfile(user: User): PublicProfile {
  const ceiling = athleteCeiling({ settings: privacyOf(user), audience: 'public' });
  const { athlete } = viewAthlete(ceiling, {
    id: user.user_id,
    username: user.username,
    display_name: shownName(user, 'public'),
    created_at: user.created_at.getTime(),
    profile_image_url: user.profile_image_url,
    bio: user.bio,
  });
  const { id, ...shown } = athlete;
  // The types cannot express that the ceiling never hides these four.
  return { user_id: id, ...shown } as PublicProfile;
}

/** What the specification calls the id at a platform, besides `provider_user_id`, which every platform has. */
const ID_NAMES: Partial<Record<Provider, 'athlete_id' | 'user_id'>> = {
  strava: 'athlete_id',
  garmin: 'user_id',
};

function presentIntegration(
  { integrations, platforms }: User,
  provider: Provider,
): Static<typeof IntegrationStatus> {
  if (!connectedProviders(integrations).includes(provider)) return { connected: false };
  const { provider_user_id = null, last_sync_at = null } = platforms[provider] ?? {};
  const id_name = ID_NAMES[provider];
  return {
    connected: true,
    ...(id_name !== undefined && provider_user_id !== null && { [id_name]: provider_user_id }),
    provider_user_id,
    last_sync_at: isoOrNull(last_sync_at),
  };
}

function presentNextRace(race: NextRace): NextRace {
  return { name: race.name, date: race.date, distance_m: race.distance_m, goal_time_s: race.goal_time_s };
}

export function presentPreferences(
  preferences: User['preferences'],
): Static<typeof UserProfile>['preferences'] {
  return {
    language: preferences.language,
    timezone: preferences.timezone,
    unit_system: preferences.unit_system,
    coach_persona: preferences.coach_persona,
    workout_days: [...preferences.workout_days],
    service_lab: preferences.service_lab,
  };
}

function presentNotificationSettings(
  settings: User['notification_settings'],
): Static<typeof UserProfile>['notification_settings'] {
  return {
    leaderboard_like: settings.leaderboard_like,
    new_activity_like: settings.new_activity_like,
    new_activity_comment: settings.new_activity_comment,
    new_message: settings.new_message,
    unread_mail: settings.unread_mail,
    new_follower: settings.new_follower,
    ai_coach_notification: settings.ai_coach_notification,
    email_notification: settings.email_notification,
    activity_completed_notification: settings.activity_completed_notification,
    workout_reminder: settings.workout_reminder,
    weekly_summary: settings.weekly_summary,
  };
}
