import type { Schemas } from '../../client/api.ts';

export type Setting = keyof Schemas['PrivacySettings'];

/** The switches in the order in which they are shown, by whom they are about. */
export const GROUPS = [
  {
    name: 'clubs',
    settings: [
      'share_activity_with_coach',
      'share_pace_data',
      'share_activity_map',
      'share_pb',
      'share_race_history',
      'share_race_goal',
      'share_profile_info',
      'share_feedback_with_coach',
      'share_injuries_with_coach',
      'share_availability_with_coach',
      'share_health_with_coach',
      'share_files_with_coach',
    ],
  },
  {
    name: 'programs',
    settings: [
      'share_streams_with_api',
      'share_feedback_with_api',
      'share_availability_with_api',
      'share_sessions_with_api',
      'share_health_with_api',
    ],
  },
  {
    name: 'beyond',
    settings: ['share_activity_in_profile', 'share_activity_with_public', 'paticipate_leaderboard'],
  },
] as const satisfies readonly { readonly name: string; readonly settings: readonly Setting[] }[];
