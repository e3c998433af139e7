const DAY_S = 86_400;

/**
 * How the stand-in behaves where Garmin is configurable, where sources disagree, or where a test wants it otherwise. Times in
 * seconds or days are those of the stand-in's clock; `_ms` are real ones.
 */
export const DEFAULT_SETTINGS = {
  /** False: as after the retirement of OAuth 1.0a; everything signed by it is refused. */
  oauth1: true,
  oauth2: true,
  timestamp_window_s: 600,
  request_token_life_s: 900,
  /** Whether the first leg answers `oauth_callback_confirmed=true`, as the RFC wants it. */
  callback_confirmed: false,
  code_life_s: 600,
  access_token_life_s: DAY_S,
  refresh_token_life_s: 7_775_998,
  /** Whether the token of OAuth 1.0a dies when it is exchanged for those of OAuth 2.0. */
  exchange_ends_oauth1: false,
  unknown_token_status: 403 as 401 | 403,

  permissions_shape: 'object' as 'object' | 'array',
  /** So many calls for the permissions fail with 500 after each consent. */
  permissions_fail_after_consent: 0,
  /** The key of notifications of changed permissions. */
  permissions_key: 'userPermissionsChange' as 'userPermissionsChange' | 'userPermissions',
  /** The method of notifications of changed permissions and of deregistrations. */
  event_method: 'POST' as 'POST' | 'PUT',

  backfill_range_days: 30,
  /** How far before somebody's first connection a backfill may reach. */
  backfill_reach_days: 30,
  /** Days of data that an app may ask for within a minute: 100 with a key for evaluation, 10,000 in production. */
  backfill_days_per_minute: 100,
  /** What is a repetition: exactly the same period, or one that lies within an earlier one as well. */
  backfill_duplicate: 'same' as 'same' | 'covered',
  missing_permission_status: 412 as 403 | 412,
  backfill_delay_s: 5,
  backfill_post_size: 10,
  backfill_post_gap_s: 2,

  send_user_access_token: true,
  /** Whether callback URLs carry a token of their own, bound to user, type and period. */
  pull_token: true,
  /** Whether following a callback URL needs the user's credentials as well. */
  pull_needs_credentials: true,
  pull_token_life_s: DAY_S,

  /** How often a post is tried in all; `Infinity`: until what it carries is no longer kept. */
  attempts: 4,
  /** Between two attempts; the last one doubles from time to time. */
  gaps_s: [60, 300, 1_800] as readonly number[],
  keep_s: 7 * DAY_S,
  keep_files_s: DAY_S,
  answer_within_ms: 30_000,
  /** How many posts are on their way at once. */
  connections: 1,
  duplicate_posts: false,
  /** What is due at the same time is sent last first. */
  reverse_posts: false,

  /** Between two samples of activityDetails; Garmin sends up to one a second. */
  sample_every_s: 1,
  heart_rate_every_s: 15,
};

export type GarminSettings = typeof DEFAULT_SETTINGS;
