import { randomBytes } from 'node:crypto';

/** Calls allowed to an app in a quarter of an hour and in a day, of all kinds and of those that only read. */
export type RateLimits = Readonly<Record<'short' | 'daily' | 'read_short' | 'read_daily', number>>;

/** What the platform grants; that reading gets half of it in the larger tier too is inferred. */
const TIERS = {
  standard: { short: 200, daily: 2_000, read_short: 100, read_daily: 1_000 },
  extended: { short: 400, daily: 4_000, read_short: 200, read_daily: 2_000 },
} as const satisfies Record<string, RateLimits>;

/** Where sources disagree or are silent: each switch covers one of the ways the platform may have. */
const WAYS = {
  /** Reports of a token without the scope differ. */
  missing_scope_status: 401 as 401 | 403,
  /** Two bodies of 429 have been seen. */
  rate_limit_body: 'current' as 'current' | 'of_2018',
  /** Under which name an event tells of another sport. */
  sport_update_key: 'type' as 'type' | 'sport_type',
  /** What a deauthorization calls itself. */
  deauthorization_aspect: 'update' as 'update' | 'delete',
  /** Whether the app hears of a revocation that it has asked for itself. */
  event_after_own_revocation: true,
  /** Whether events carry X-Strava-Signature. */
  signs_events: false,
  /** Whether the token's answer names the scopes as well. */
  scope_in_token_answer: false,
  /** Whether `read` is granted although nobody asked for it. */
  always_grants_read: true,
  /** Whether an access token ends when a younger one is given out. */
  younger_token_ends_older: false,
  /** Whether pages are cut before what the token may not see is left out, so that they may be short or empty. */
  short_pages: false,
  /** Whether a list with `after` begins with the oldest. */
  after_is_oldest_first: true,
  /** Whether streams hold `distance` although it was not asked for. */
  always_sends_distance: true,
  /** Whether an app may send people back to the machine that it runs on. */
  loopback_redirects: true,
};

/** The rest as the platform has it. */
const USUAL = {
  client_id: 99_001,
  app_name: 'Ekiden',
  /** Apps send people back to this host and those below it. */
  callback_domain: 'ekiden.example.org',
  /** How many athletes may be connected at a time; null: any number. */
  athlete_limit: null as number | null,
  code_lifetime_s: 600,
  access_token_lifetime_s: 21_600,
  /** A refresh gives the token there is while it lives longer than this. */
  keeps_token_above_s: 3_600,
  /** How long the app may take over the handshake, and over an event. */
  handshake_limit_ms: 2_000,
  event_limit_ms: 2_000,
  /** Between the attempts at one event, of which there is one more than delays. */
  event_delays_ms: [120_000, 120_000] as readonly number[],
  /** How many events are under way at a time; with 1 they set out in their order. */
  parallel_events: 1,
};

export type StravaSettings = Readonly<typeof USUAL> & {
  readonly client_secret: string;
  readonly limits: RateLimits;
  readonly ways: Readonly<typeof WAYS>;
};

export type StravaOptions = Partial<Omit<StravaSettings, 'limits' | 'ways'>> & {
  readonly limits?: keyof typeof TIERS | RateLimits;
  readonly ways?: Partial<StravaSettings['ways']>;
};

export function completeSettings(options: StravaOptions): StravaSettings {
  const { limits = 'standard', ways, ...rest } = options;
  return {
    ...USUAL,
    client_secret: randomBytes(20).toString('hex'),
    ...rest,
    limits: typeof limits === 'string' ? TIERS[limits] : limits,
    ways: { ...WAYS, ...ways },
  };
}
