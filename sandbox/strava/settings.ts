import { randomBytes } from 'node:crypto';

/** Calls allowed to an app in a quarter of an hour and in a day, of all kinds and of those that only read. */
export type RateLimits = {
  readonly short: number;
  readonly daily: number;
  readonly read_short: number;
  readonly read_daily: number;
};

/** What the platform grants; that reading gets half of it in the larger tier too is inferred. */
const TIERS = {
  standard: { short: 200, daily: 2_000, read_short: 100, read_daily: 1_000 },
  extended: { short: 400, daily: 4_000, read_short: 200, read_daily: 2_000 },
} as const satisfies Record<string, RateLimits>;

/** Where sources disagree or are silent: each switch covers one of the ways the platform may have. */
type UncertainWays = {
  /** Reports of a token without the scope differ. */
  readonly missing_scope_status: 401 | 403;
  /** Two bodies of 429 have been seen. */
  readonly rate_limit_body: 'current' | 'of_2018';
  /** Under which name an event tells of another sport. */
  readonly sport_update_key: 'type' | 'sport_type';
  /** What a deauthorization calls itself. */
  readonly deauthorization_aspect: 'update' | 'delete';
  /** Whether the app hears of a revocation that it has asked for itself. */
  readonly event_after_own_revocation: boolean;
  /** Whether events carry X-Strava-Signature. */
  readonly signs_events: boolean;
  /** Whether the token's answer names the scopes as well. */
  readonly scope_in_token_answer: boolean;
  /** Whether `read` is granted although nobody asked for it. */
  readonly always_grants_read: boolean;
  /** Whether an access token ends when a younger one is given out. */
  readonly younger_token_ends_older: boolean;
  /** Whether pages are cut before what the token may not see is left out, so that they may be short or empty. */
  readonly short_pages: boolean;
  /** Whether a list with `after` begins with the oldest. */
  readonly after_is_oldest_first: boolean;
  /** Whether streams hold `distance` although it was not asked for. */
  readonly always_sends_distance: boolean;
  /** Whether an app may send people back to the machine that it runs on. */
  readonly loopback_redirects: boolean;
};

export type StravaSettings = {
  readonly client_id: number;
  readonly client_secret: string;
  readonly app_name: string;
  /** Apps send people back to this host and those below it. */
  readonly callback_domain: string;
  readonly limits: RateLimits;
  /** How many athletes may be connected at a time; null: any number. */
  readonly athlete_limit: number | null;
  readonly code_lifetime_s: number;
  readonly access_token_lifetime_s: number;
  /** A refresh gives the token there is while it lives longer than this. */
  readonly keeps_token_above_s: number;
  /** How long the app may take over the handshake, and over an event. */
  readonly handshake_limit_ms: number;
  readonly event_limit_ms: number;
  /** Between the attempts at one event, of which there is one more than delays. */
  readonly event_delays_ms: readonly number[];
  /** How many events are under way at a time; with 1 they set out in their order. */
  readonly parallel_events: number;
  readonly ways: UncertainWays;
};

export type StravaOptions = Partial<Omit<StravaSettings, 'limits' | 'ways'>> & {
  readonly limits?: keyof typeof TIERS | RateLimits;
  readonly ways?: Partial<UncertainWays>;
};

const WAYS: UncertainWays = {
  missing_scope_status: 401,
  rate_limit_body: 'current',
  sport_update_key: 'type',
  deauthorization_aspect: 'update',
  event_after_own_revocation: true,
  signs_events: false,
  scope_in_token_answer: false,
  always_grants_read: true,
  younger_token_ends_older: false,
  short_pages: false,
  after_is_oldest_first: true,
  always_sends_distance: true,
  loopback_redirects: true,
};

/** The settings that were not named: as the platform has them. */
export function completeSettings(options: StravaOptions): StravaSettings {
  const { limits = 'standard', ways, ...rest } = options;
  return {
    client_id: 99_001,
    client_secret: randomBytes(20).toString('hex'),
    app_name: 'Ekiden',
    callback_domain: 'ekiden.example.org',
    athlete_limit: null,
    code_lifetime_s: 600,
    access_token_lifetime_s: 21_600,
    keeps_token_above_s: 3_600,
    handshake_limit_ms: 2_000,
    event_limit_ms: 2_000,
    event_delays_ms: [120_000, 120_000],
    parallel_events: 1,
    ...rest,
    limits: typeof limits === 'string' ? TIERS[limits] : limits,
    ways: { ...WAYS, ...ways },
  };
}
