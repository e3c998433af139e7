/** The athlete's switches, spelled as the interface spells them (`paticipate_leaderboard` included). */
export const PRIVACY_SETTINGS = [
  'share_activity_in_profile',
  'share_activity_with_coach',
  'share_activity_with_public',
  'share_profile_info',
  'share_race_goal',
  'share_pb',
  'share_pace_data',
  'share_race_history',
  'share_activity_map',
  'share_health_with_coach',
  'share_health_with_api',
  'share_streams_with_api',
  'share_files_with_coach',
  'share_feedback_with_coach',
  'share_feedback_with_api',
  'share_injuries_with_coach',
  'share_availability_with_coach',
  'share_availability_with_api',
  'share_sessions_with_api',
  'paticipate_leaderboard',
] as const;
export type PrivacySetting = (typeof PRIVACY_SETTINGS)[number];

/** `true` always means "share more": the ceiling relies on every switch pointing the same way. */
export type PrivacySettings = Readonly<Record<PrivacySetting, boolean>>;

/**
 * A new athlete: training with the coach, how hard it was and which days they cannot train included, but neither where they run nor the
 * files they upload; nothing of their health, injuries and pain included; and no activity with anybody else.
 */
export const DEFAULT_PRIVACY: PrivacySettings = {
  share_activity_in_profile: false,
  share_activity_with_coach: true,
  share_activity_with_public: false,
  share_profile_info: true,
  share_race_goal: true,
  share_pb: true,
  share_pace_data: true,
  share_race_history: true,
  share_activity_map: false,
  share_health_with_coach: false,
  share_health_with_api: false,
  share_streams_with_api: false,
  share_files_with_coach: false,
  share_feedback_with_coach: true,
  share_feedback_with_api: false,
  share_injuries_with_coach: false,
  share_availability_with_coach: true,
  share_availability_with_api: false,
  share_sessions_with_api: false,
  paticipate_leaderboard: false,
};

/** What an athlete closes for one club below their general settings. A setting is named to be off: nothing here opens any. */
export type Narrowing = Readonly<Partial<Record<PrivacySetting, false>>>;

/** The settings that hold for one club: the narrower of the athlete's general ones and what they close for it. */
export function narrowedTo(settings: PrivacySettings, narrowing: Narrowing): PrivacySettings {
  const narrowed = { ...settings };
  for (const setting of PRIVACY_SETTINGS) if (Object.hasOwn(narrowing, setting)) narrowed[setting] = false;
  return narrowed;
}
