import type { Notice } from './notice.ts';

/** Platforms that athletes connect with their consent, and that then call us. A phone that sends its data is none. */
export const CONNECTED_PLATFORMS = ['strava', 'garmin'] as const;
export type PlatformId = (typeof CONNECTED_PLATFORMS)[number];

export const TITLES: Readonly<Record<PlatformId, string>> = { strava: 'Strava', garmin: 'Garmin' };

/** What a platform gave us to act for an athlete: JSON whose members only its provider knows. Stored encrypted. */
export type Credentials = Readonly<Record<string, unknown>>;

export type Grant = {
  readonly provider_user_id: string;
  readonly credentials: Credentials;
  readonly scopes: readonly string[];
};

/** Where to send an athlete who wants to connect, and what to remember until they come back. */
export type Departure = {
  readonly authorize_url: string;
  readonly key: string;
  /** What the exchange will need and nobody else may know; null for nothing. */
  readonly secret: string | null;
};

export type Return = {
  /** As in `Departure`; null where there is none. */
  readonly key: string | null;
  /** Whom the state names; undefined where the platform's return carries no state. */
  readonly user_id: string | undefined;
  readonly outcome:
    | { readonly kind: 'consented'; readonly proof: string; readonly scopes: readonly string[] | null }
    | { readonly kind: 'denied' }
    | { readonly kind: 'malformed' };
};

/** So far, and how to go on: each step is stored with what it brought, so a restart goes on where the last one ended. */
export type BackfillStep = {
  readonly notices: readonly Notice[];
  /** What the next step begins with, JSON; null: there is none. */
  readonly next: unknown | null;
  /** What could not be had, for the athlete: "Garmin gives no more than a month". */
  readonly remark?: string;
};

export type Allowance = {
  readonly limit: number;
  readonly left: number;
  readonly until: Date;
};

/** What is the same for all calls about one athlete. Credentials are good when a call begins. */
export type Session = Grant & { readonly signal: AbortSignal };

/**
 * A platform that workouts come from: its addresses, its wire, its words. It keeps nothing and knows none of our people:
 * connections, inbox and history are the module's. Calls throw `PlatformError` and nothing else.
 */
export type Provider = {
  readonly id: PlatformId;
  /** As in `TITLES`. */
  readonly title: string;
  /** Whether the operator gave it credentials: 503 `not_configured` otherwise. */
  readonly is_configured: boolean;

  /** @param state to be brought back where the platform brings anything; its csrf is the `key` then */
  depart(trip: { callback_url: string; state: string; csrf: string }): Promise<Departure>;
  readReturn(query: Readonly<Record<string, string | undefined>>): Return;
  /** Trades the proof of consent for a grant. @throws PlatformError `insufficient_scope` when it is of no use to us */
  exchange(trip: {
    callback_url: string;
    key: string;
    secret: string | null;
    proof: string;
    scopes: readonly string[] | null;
  }): Promise<Grant>;
  /** The time from which the credentials must be renewed before they are used; null: they last. */
  renewAt(credentials: Credentials): Date | null;
  renew(grant: Grant): Promise<Credentials>;
  /** Ends the consent at the platform. That it has ended already is no error. */
  revoke(session: Session): Promise<void>;
  /** Whether the consent still stands, by asking for nothing else; for what unsigned notices say. */
  stillConsents(session: Session): Promise<boolean>;

  /**
   * Whether what the athlete allows is enough for their workouts to come here. Where it is not, the connection shows as
   * lost until they allow more.
   */
  isOfUse(scopes: readonly string[]): boolean;
  /** Whether what `backfill` asks for comes by posts, some time later. */
  readonly sends_past: boolean;
  /** As the last answer to this process said; null where the platform has said nothing of it, or that is over. */
  allowance(): Allowance | null;

  backfill(
    session: Session,
    range: { from: Date; until: Date },
    cursor: unknown | null,
  ): Promise<BackfillStep>;
  /**
   * Fetches a workout that a notice named. One that the platform shows to its athlete's credentials no more is `activity_deleted`;
   * none for what is not theirs, or cannot be fetched by name.
   */
  fetchActivity(session: Session, external_id: string): Promise<readonly Notice[]>;
  /** Fetches what lies at an address that a notice named. */
  fetchElsewhere(session: Session, place: { what: string; url: string }): Promise<readonly Notice[]>;

  /** What a stored delivery says. @throws UnreadableDelivery when it is none of this platform's */
  readDelivery(body: Uint8Array): Promise<readonly Notice[]>;
};
