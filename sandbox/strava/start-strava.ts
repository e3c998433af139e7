import { type Clock, systemClock } from '../../src/shared/time.ts';
import { type Answer, html, json } from '../kit/answers.ts';
import { button, fieldset, form, hidden, page, paragraph } from '../kit/page.ts';
import { pathOf, type Route, route, startStandIn } from '../kit/stand-in.ts';
import { addActivity, changeActivity, deleteActivity, endGrant } from './act-as-athlete.ts';
import type { ActivityChanges, StravaActivity } from './activity.ts';
import { admit, tooMany } from './admit.ts';
import { invalidToken, notFound, type PlatformRequest, readRequest } from './answers.ts';
import {
  createSubscription,
  deauthorize,
  deleteSubscription,
  giveToken,
  revoke,
  viewSubscriptions,
} from './app-calls.ts';
import { decideAuthorization, showAuthorization } from './ask-consent.ts';
import type { StravaAthlete } from './athlete.ts';
import type { Access, Scope } from './keep-grants.ts';
import type { ActivityInput } from './keep-world.ts';
import { planSeason, type SeasonInput } from './plan-training.ts';
import { type Consent, openPlatform, type Platform } from './platform.ts';
import {
  getActivity,
  getActivityZones,
  getAthlete,
  getLaps,
  getStats,
  getStreams,
  getZones,
  listActivities,
} from './read-calls.ts';
import type { Signing } from './send-events.ts';
import type { StravaOptions } from './settings.ts';

export type StravaSandbox = Awaited<ReturnType<typeof startStrava>>;

/**
 * Starts a Strava on loopback. Nothing of it leaves the machine, and everything is forgotten when it stops. Authorization and tokens are
 * below `/oauth` of its address, everything else below `/api/v3`; a browser finds the athletes at `/`.
 *
 * @param options.port where it listens; any free one by default
 * @param options.clock what its hours, days and tokens follow, the machine's by default
 */
export async function startStrava(
  options: StravaOptions & { readonly port?: number; readonly clock?: Clock } = {},
) {
  const { port, clock = systemClock, ...named } = options;
  const stopping = new AbortController();
  let ahead_ms = 0;
  const now = (): Date => new Date(clock.now().getTime() + ahead_ms);
  const platform = openPlatform(named, now, stopping.signal);
  const { settings, world, grants, counter, subscriptions } = platform;
  const standIn = {
    name: 'Strava',
    port,
    now,
    routes: routesOf(platform),
    read: readRequest,
    notFound: notFound('Resource', 'path').answer,
    errorOf: (status: number) => errorOf(platform, status),
    note: noteOf,
    headersOf: ({ call }: PlatformRoute, status: number) =>
      COUNTED.some((name) => name === call) && status !== 401 ? counter.headers(status === 429) : {},
  };
  const { url, faults, calls, stop } = await startStandIn(standIn, { stopping });
  return {
    url,
    settings,
    now,
    faults,
    requests: calls,
    events: platform.events,
    limits: counter,
    /** The platform's clock goes ahead of the one it was given; what is due then happens. */
    moveClock: (ms: number): void => {
      ahead_ms += ms;
    },
    addAthlete: world.addAthlete,
    /** A past to import, without events. */
    addSeason: (athlete_id: number, season: SeasonInput): StravaActivity[] =>
      planSeason(world.athlete(athlete_id), { until: now(), ...season }).map(({ start, ...input }) =>
        world.add(athlete_id, start, input),
      ),
    addActivity: (athlete_id: number, input?: ActivityInput) => addActivity(platform, athlete_id, input),
    changeActivity: (id: number, changes: ActivityChanges) => changeActivity(platform, id, changes),
    deleteActivity: (id: number): void => deleteActivity(platform, id),
    /** Somebody takes back, in the platform's settings, what they have allowed the app. */
    revokeByAthlete: (athlete_id: number): void => endGrant(platform, athlete_id, 'athlete'),
    activitiesOf: (athlete_id: number): readonly StravaActivity[] => world.activitiesOf(athlete_id),
    /** What the athlete lets the app do now; null: they are not connected. */
    scopesOf: (athlete_id: number): readonly Scope[] | null => {
      const scopes = grants.of(athlete_id)?.scopes;
      return scopes === undefined ? null : [...scopes];
    },
    /** From now on nobody sees a page: this is what they answer. Undefined: the page is back. */
    decideFor: (consent: Consent | undefined): void => {
      platform.consent = consent;
    },
    subscription: subscriptions.current,
    /** Sends the app's webhook whatever a test makes up; text goes as it is. */
    postToApp: (body: unknown, signing?: Signing): void => {
      const subscription = subscriptions.current();
      if (subscription === null) throw new RangeError('The app has not subscribed.');
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      platform.events.send(subscription.callback_url, text, signing);
    },
    stop: async (): Promise<void> => {
      await stop();
      await platform.events.stop();
    },
  };
}

/** Calls with an athlete's token: they count towards the app's limits. */
const COUNTED = [
  'deauthorize',
  'athlete',
  'athlete_zones',
  'athlete_stats',
  'activities',
  'activity',
  'streams',
  'laps',
  'activity_zones',
] as const;
type CountedCall = (typeof COUNTED)[number];
type CallName =
  | CountedCall
  | 'authorize'
  | 'decide'
  | 'token'
  | 'revoke'
  | 'create_subscription'
  | 'view_subscription'
  | 'delete_subscription';
type PlatformRoute = Route<PlatformRequest, CallName>;

const API = '/api/v3';

function routesOf(platform: Platform): PlatformRoute[] {
  type Handle = (platform: Platform, request: PlatformRequest, id: string) => Answer | Promise<Answer>;
  const open = (call: CallName, method: string, path: string, handle: Handle): PlatformRoute =>
    route(call, method, path, (request, id) => handle(platform, request, id));
  const counted = (
    call: CountedCall,
    method: 'GET' | 'POST',
    path: string,
    handle: (platform: Platform, request: PlatformRequest, access: Access, id: string) => Answer,
  ): PlatformRoute => ({
    call,
    methods: [method],
    path: pathOf(path),
    open: (request, id) => {
      const access = admit(platform, request, method === 'GET' ? 'read' : 'write');
      return () => handle(platform, request, access, id);
    },
  });
  return [
    route<PlatformRequest, CallName>(null, 'GET', '/', () => html(200, visitPage(platform))),
    route<PlatformRequest, CallName>(null, 'POST', '/', (request) => visit(platform, request)),
    open('authorize', 'GET', '/oauth/authorize', showAuthorization),
    open('authorize', 'GET', '/oauth/mobile/authorize', showAuthorization),
    open('decide', 'POST', '/oauth/authorize', decideAuthorization),
    open('token', 'POST', '/oauth/token', giveToken),
    open('token', 'POST', `${API}/oauth/token`, giveToken),
    counted('deauthorize', 'POST', '/oauth/deauthorize', deauthorize),
    open('revoke', 'POST', '/oauth/revoke', revoke),
    counted('athlete', 'GET', `${API}/athlete`, getAthlete),
    counted('athlete_zones', 'GET', `${API}/athlete/zones`, getZones),
    counted('activities', 'GET', `${API}/athlete/activities`, listActivities),
    counted('athlete_stats', 'GET', `${API}/athletes/:id/stats`, getStats),
    counted('activity', 'GET', `${API}/activities/:id`, getActivity),
    counted('streams', 'GET', `${API}/activities/:id/streams`, getStreams),
    counted('laps', 'GET', `${API}/activities/:id/laps`, getLaps),
    counted('activity_zones', 'GET', `${API}/activities/:id/zones`, getActivityZones),
    open('create_subscription', 'POST', `${API}/push_subscriptions`, createSubscription),
    open('view_subscription', 'GET', `${API}/push_subscriptions`, viewSubscriptions),
    open('delete_subscription', 'DELETE', `${API}/push_subscriptions/:id`, deleteSubscription),
  ];
}

function errorOf({ settings }: Platform, status: number): Answer {
  if (status === 429) return tooMany(settings).answer;
  if (status === 401) return invalidToken().answer;
  if (status === 404) return notFound('Resource').answer;
  const message = status === 503 ? 'Service Unavailable' : 'Internal Server Error';
  return json(status, { message, errors: [] });
}

const SECRETS = /^(?:client_secret|code|refresh_token|access_token|token|verify_token|state|request)$/;

function noteOf({ parameters, athlete_id }: PlatformRequest) {
  const shown = [...parameters].map(([name, value]) => [name, SECRETS.test(name) ? '(hidden)' : value]);
  return { parameters: Object.fromEntries(shown), who: athlete_id === null ? null : String(athlete_id) };
}

/** What athletes do in the platform's own app, for visitors of a demo. */
function visit(platform: Platform, { parameters }: PlatformRequest): Answer {
  const id = Number(parameters.get('athlete_id'));
  const athlete = platform.world.athletes().find((one) => one.id === id);
  if (athlete !== undefined) act(platform, athlete, parameters.get('action') ?? '');
  return { status: 303, headers: { location: '/' } };
}

function act(platform: Platform, athlete: StravaAthlete, action: string): void {
  if (action === 'run') {
    // A number that follows from the time is another one also after the stand-in has started anew and forgotten this run.
    addActivity(platform, athlete.id, { name: 'Run', id: Math.floor(platform.now().getTime() / 100) });
  } else if (action === 'hide') {
    const newest = newestOf(platform, athlete);
    if (newest !== undefined) changeActivity(platform, newest.id, { visibility: 'only_me' });
  } else if (action === 'revoke') endGrant(platform, athlete.id, 'athlete');
}

function newestOf({ world }: Platform, { id }: StravaAthlete): StravaActivity | undefined {
  return world.activitiesOf(id).sort((a, b) => b.start.getTime() - a.start.getTime())[0];
}

function visitPage(platform: Platform): string {
  const app = platform.settings.app_name;
  const athletes = platform.world.athletes().map((athlete) => {
    const { id, firstname, lastname } = athlete;
    const granted = platform.grants.of(id);
    const newest = newestOf(platform, athlete);
    const is_hidden = newest?.visibility === 'only_me';
    const day = newest?.start.toISOString().slice(0, 10);
    const content = [
      hidden('athlete_id', String(id)),
      paragraph(
        granted === undefined
          ? 'No app may read anything.'
          : `${app} may: ${[...granted.scopes].join(', ')}.`,
      ),
      newest &&
        paragraph(`Newest activity: ${newest.name}, ${day}${is_hidden ? ', visible only to you' : ''}.`),
      button('action', 'run', 'Go for a run'),
      newest && !is_hidden && button('action', 'hide', 'Show the newest to nobody else'),
      granted && button('action', 'revoke', `Let ${app} go`),
    ];
    return form([
      fieldset(
        `${firstname} ${lastname}`,
        content.filter((one) => typeof one === 'string'),
      ),
    ]);
  });
  return page('Athletes', athletes, 'Strava');
}
