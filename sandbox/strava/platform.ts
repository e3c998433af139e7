import type { RequestCounter } from './count-requests.ts';
import type { Grants, Scope } from './keep-grants.ts';
import type { Subscriptions } from './keep-subscription.ts';
import type { World } from './keep-world.ts';
import type { EventSender } from './send-events.ts';
import type { StravaSettings } from './settings.ts';

/** How somebody answers the app who is not asked by a page. */
export type Consent = {
  readonly athlete_id: number;
  readonly decision: 'accept' | 'deny';
  /** Those of the scopes asked for that stay ticked; without it all of them. */
  readonly scopes?: readonly Scope[];
};

/** Everything that the calls of the platform work on. */
export type Platform = {
  readonly settings: StravaSettings;
  readonly now: () => Date;
  readonly world: World;
  readonly grants: Grants;
  readonly counter: RequestCounter;
  readonly events: EventSender;
  readonly subscriptions: Subscriptions;
  /** What apps have asked for and nobody has decided yet. */
  readonly asked: Map<string, Authorization>;
  readonly consent: () => Consent | undefined;
};

/** What an app asks somebody for. */
export type Authorization = {
  readonly redirect_uri: string;
  readonly state: string | undefined;
  readonly scopes: readonly Scope[];
};
