import type { Static } from 'typebox';
import type { UserProfile } from './contract.ts';
import type { User } from './user.ts';

/** The whole profile, as only its owner and platform admins see it. */
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
      strava: { connected: false },
      garmin: { connected: false },
      apple_health: { connected: false },
      coros: { connected: false },
    },
    notification_settings: presentNotificationSettings(user.notification_settings),
    privacy: { ...user.privacy },
    zones: { ...user.zones },
  };
}

function presentPreferences(preferences: User['preferences']): Static<typeof UserProfile>['preferences'] {
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
    new_follower: settings.new_follower,
    ai_coach_notification: settings.ai_coach_notification,
    email_notification: settings.email_notification,
    activity_completed_notification: settings.activity_completed_notification,
    workout_reminder: settings.workout_reminder,
    weekly_summary: settings.weekly_summary,
  };
}
