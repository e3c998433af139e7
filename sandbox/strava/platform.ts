import { countRequests } from './count-requests.ts';
import { keepGrants, type Scope } from './keep-grants.ts';
import { keepWorld } from './keep-world.ts';
import { keepSubscription, sendEvents } from './send-events.ts';
import { completeSettings, type StravaOptions } from './settings.ts';

/** What an app asks somebody for. */
export type Authorization = {
  readonly redirect_uri: string;
  readonly state: string | undefined;
  readonly scopes: readonly Scope[];
};

/** How somebody answers the app who is not asked by a page. */
export type Consent = {
  readonly athlete_id: number;
  readonly decision: 'accept' | 'deny';
  /** Those of the scopes asked for that stay ticked; without it all of them. */
  readonly scopes?: readonly Scope[];
};

/** Everything that the calls of the platform work on. */
export type Platform = ReturnType<typeof openPlatform>;

export function openPlatform(options: StravaOptions, now: () => Date, stopped: AbortSignal) {
  const settings = completeSettings(options);
  return {
    settings,
    now,
    world: keepWorld(),
    grants: keepGrants(settings, now),
    counter: countRequests(settings.limits, now),
    events: sendEvents(settings, now, stopped),
    subscriptions: keepSubscription(settings, now, stopped),
    /** What apps have asked for and nobody has decided yet. */
    asked: new Map<string, Authorization>(),
    consent: undefined as Consent | undefined,
  };
}
