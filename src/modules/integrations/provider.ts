import type { Notice } from './notice.ts';

/** Platforms that athletes connect with their consent, and that then call us. A phone that sends its data is none of them. */
export const CONNECTED_PLATFORMS = ['strava', 'garmin'] as const;
export type PlatformId = (typeof CONNECTED_PLATFORMS)[number];

export const TITLES: Readonly<Record<PlatformId, string>> = { strava: 'Strava', garmin: 'Garmin' };

/** The credentials that a platform gave us for an athlete: JSON whose members only its provider knows. They are stored encrypted. */
export type Credentials = Readonly<Record<string, unknown>>;

export type Grant = {
  readonly provider_user_id: string;
  readonly credentials: Credentials;
  readonly scopes: readonly string[];
};

/** Where to send an athlete who wants to connect, and what to store until they come back. */
export type Departure = {
  readonly authorize_url: string;
  readonly key: string;
  /** What the exchange needs and nobody else may know; null for nothing. */
  readonly secret: string | null;
};

export type Return = {
  /** As in `Departure`; null where the return has none. */
  readonly key: string | null;
  /** The user that the state names; undefined where the platform's return carries no state. */
  readonly user_id: string | undefined;
  readonly outcome:
    | { readonly kind: 'consented'; readonly proof: string; readonly scopes: readonly string[] | null }
    | { readonly kind: 'denied' }
    | { readonly kind: 'malformed' };
};

/** The result of one step, and how to continue: each step is stored with its result, so that a restart continues after the last one. */
export type BackfillStep = {
  readonly notices: readonly Notice[];
  /** The cursor of the next step, JSON; null at the end. */
  readonly next: unknown | null;
  /** What could not be fetched, for the athlete, such as "Garmin gives no more than a month". */
  readonly remark?: string;
};

export type Allowance = {
  readonly limit: number;
  readonly left: number;
  readonly until: Date;
};

/** What all calls about one athlete share. The credentials are good when a call begins. */
export type Session = Grant & { readonly signal: AbortSignal };

/**
 * A platform that workouts come from: its addresses, formats and terms. It stores nothing and knows no users: the module has
 * connections, inbox and history. Calls throw only `PlatformError`.
 */
export type Provider = {
  readonly id: PlatformId;
  readonly title: string;
  /** Whether the operator gave it credentials; otherwise routes answer 503 `not_configured`. */
  readonly is_configured: boolean;

  /** @param state to be returned where the platform returns anything; its csrf is then the `key` */
  depart(trip: { callback_url: string; state: string; csrf: string }): Promise<Departure>;
  readReturn(query: Readonly<Record<string, string | undefined>>): Return;
  /** Trades the proof of consent for a grant. @throws PlatformError `insufficient_scope` when the permissions are too few */
  exchange(trip: {
    callback_url: string;
    key: string;
    secret: string | null;
    proof: string;
    scopes: readonly string[] | null;
  }): Promise<Grant>;
  /** The time from which the credentials must be renewed before use; null when they do not expire. */
  renewAt(credentials: Credentials): Date | null;
  renew(grant: Grant): Promise<Credentials>;
  /** Ends the consent at the platform. It is no error when it has ended already. */
  revoke(session: Session): Promise<void>;
  /** Whether the consent still stands. It asks for nothing else, and serves to check unverified notices. */
  stillConsents(session: Session): Promise<boolean>;

  /** Whether the permissions are enough for workouts to come. Where not, the connection shows as lost until the athlete allows more. */
  isOfUse(scopes: readonly string[]): boolean;
  /** Whether the platform answers `backfill` by posts, some time later. */
  readonly sends_past: boolean;
  /** As the last answer to this process said; null where the platform has said nothing of it, or its time is over. */
  allowance(): Allowance | null;

  backfill(
    session: Session,
    range: { from: Date; until: Date },
    cursor: unknown | null,
  ): Promise<BackfillStep>;
  /**
   * Fetches a workout that a notice named. The result is `activity_deleted` when the platform does not show it to the athlete's
   * credentials any more, and empty when it is not theirs, or cannot be fetched by name.
   */
  fetchActivity(session: Session, external_id: string): Promise<readonly Notice[]>;
  fetchElsewhere(session: Session, place: { what: string; url: string }): Promise<readonly Notice[]>;

  /** The notices in a stored delivery. @throws UnreadableDelivery when it is none of this platform's */
  readDelivery(body: Uint8Array): Promise<readonly Notice[]>;
};
