import { createServer } from 'node:http';
import { type Clock, systemClock } from '../../src/shared/time.ts';
import { listen } from '../loopback/listen.ts';
import { addActivity, changeActivity, deleteActivity, revokeByAthlete } from './act-as-athlete.ts';
import type { ActivityChanges, StravaActivity } from './activity.ts';
import { addSeason, type SeasonInput } from './add-season.ts';
import type { StravaAthlete } from './athlete.ts';
import { countRequests, type RequestCounter } from './count-requests.ts';
import { keepGrants, type Scope } from './keep-grants.ts';
import { keepLog, type RequestLog } from './keep-log.ts';
import { keepSubscription, type Subscription } from './keep-subscription.ts';
import { keepWorld } from './keep-world.ts';
import type { ActivityInput } from './make-activity.ts';
import { type Faults, planFaults } from './plan-faults.ts';
import type { Consent, Platform } from './platform.ts';
import { type EventSender, type Signing, sendEvents } from './send-events.ts';
import { serve } from './serve.ts';
import { completeSettings, type StravaOptions, type StravaSettings } from './settings.ts';
import { answerVisit } from './visit-page.ts';

export type StravaSandbox = {
  /** Authorization and tokens are below `/oauth` there, everything else below `/api/v3`; a browser finds the athletes at `/`. */
  readonly url: string;
  readonly settings: StravaSettings;
  now(): Date;
  /** The platform's clock goes ahead of the one it was given; what is due then happens. */
  moveClock(ms: number): void;
  addAthlete(named?: Partial<StravaAthlete> & { readonly seed?: string }): StravaAthlete;
  /** A past to import, without events. */
  addSeason(athlete_id: number, season: SeasonInput): StravaActivity[];
  addActivity(athlete_id: number, input?: ActivityInput): StravaActivity;
  changeActivity(id: number, changes: ActivityChanges): StravaActivity;
  deleteActivity(id: number): void;
  revokeByAthlete(athlete_id: number): void;
  activitiesOf(athlete_id: number): readonly StravaActivity[];
  /** What the athlete lets the app do now; null: they are not connected. */
  scopesOf(athlete_id: number): readonly Scope[] | null;
  /** From now on nobody sees a page: this is what they answer. Undefined: the page is back. */
  decideFor(consent: Consent | undefined): void;
  subscription(): Subscription | null;
  /** Sends the app's webhook whatever a test makes up; text goes as it is. */
  postToApp(body: unknown, signing?: Signing): void;
  readonly events: Pick<EventSender, 'hold' | 'release' | 'deliveries' | 'settled'>;
  readonly faults: Pick<Faults, 'add' | 'clear'>;
  readonly limits: Pick<RequestCounter, 'use' | 'usage'>;
  readonly requests: Pick<RequestLog, 'list' | 'forget'>;
  stop(): Promise<void>;
};

/**
 * Starts a Strava on loopback. Nothing of it leaves the machine, and everything is forgotten when it stops.
 *
 * @param options.port where it listens; any free one by default
 * @param options.clock what its hours, days and tokens follow, the machine's by default
 */
export async function startStrava(
  options: StravaOptions & { readonly port?: number; readonly clock?: Clock } = {},
): Promise<StravaSandbox> {
  const { port = 0, clock = systemClock, ...named } = options;
  const settings = completeSettings(named);
  let ahead_ms = 0;
  let consent: Consent | undefined;
  const now = (): Date => new Date(clock.now().getTime() + ahead_ms);
  const platform: Platform = {
    settings,
    now,
    world: keepWorld(),
    grants: keepGrants(settings, now),
    counter: countRequests(settings.limits, now),
    events: sendEvents(settings, now),
    subscriptions: keepSubscription(settings, now),
    asked: new Map(),
    consent: () => consent,
  };
  const [faults, log, stopped] = [planFaults(), keepLog(), new AbortController()];
  const service = { platform, faults, log, stopped: stopped.signal };
  const server = createServer((request, response) => {
    const answered =
      request.url === '/' ? answerVisit(platform, request, response) : serve(service, request, response);
    answered.catch((error: unknown) => {
      // A fault of the stand-in's own, unless whoever asked went away in the middle.
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(`The stand-in for Strava has failed: ${String(error)}`);
    });
  });
  const { url, close } = await listen(server, port);
  return {
    url,
    settings,
    now,
    moveClock: (ms) => {
      ahead_ms += ms;
      platform.events.catchUp();
    },
    ...people(platform),
    decideFor: (decided) => {
      consent = decided;
    },
    subscription: () => platform.subscriptions.current(),
    postToApp: (body, signing) => {
      const subscription = platform.subscriptions.current();
      if (subscription === null) throw new RangeError('The app has not subscribed.');
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      platform.events.send(subscription.callback_url, text, signing);
    },
    events: platform.events,
    faults,
    limits: platform.counter,
    requests: log,
    stop: async () => {
      stopped.abort();
      platform.events.stop();
      platform.subscriptions.stop();
      await close();
    },
  };
}

type People = Pick<
  StravaSandbox,
  | 'addAthlete'
  | 'addSeason'
  | 'addActivity'
  | 'changeActivity'
  | 'deleteActivity'
  | 'revokeByAthlete'
  | 'activitiesOf'
  | 'scopesOf'
>;

function people(platform: Platform): People {
  const { world, grants } = platform;
  return {
    addAthlete: (named) => world.addAthlete(named),
    addSeason: (athlete_id, season) => addSeason(platform, athlete_id, season),
    addActivity: (athlete_id, input) => addActivity(platform, athlete_id, input),
    changeActivity: (id, changes) => changeActivity(platform, id, changes),
    deleteActivity: (id) => deleteActivity(platform, id),
    revokeByAthlete: (athlete_id) => revokeByAthlete(platform, athlete_id),
    activitiesOf: (athlete_id) => world.activitiesOf(athlete_id),
    scopesOf: (athlete_id) => {
      const grant = grants.of(athlete_id);
      return grant === undefined ? null : [...grant.scopes];
    },
  };
}
