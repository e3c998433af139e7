/** A server between a Strava and a Garmin on loopback, and people who connect them. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { GarminSettings } from '../../sandbox/garmin/settings.ts';
import { type GarminStandIn, startGarmin } from '../../sandbox/garmin/start-garmin.ts';
import { PERMISSIONS, type Permission, SUMMARY_TYPE_NAMES } from '../../sandbox/garmin/summary-types.ts';
import type { Scope } from '../../sandbox/strava/keep-grants.ts';
import type { StravaOptions } from '../../sandbox/strava/settings.ts';
import { type StravaSandbox, startStrava } from '../../sandbox/strava/start-strava.ts';
import { atEnd } from './at-end.ts';
import type { TestUser } from './factories.ts';
import { freePort } from './free-port.ts';
import { startTestServer, type TestResponse, type TestServer } from './harness.ts';

export type PlatformName = 'strava' | 'garmin';

export type PlatformStage = {
  readonly server: TestServer;
  readonly strava: StravaSandbox;
  readonly garmin: GarminStandIn;
  /** The settings of the server, for another one beside it. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
};

const GARMIN_APP = {
  client_id: 'garmin-consumer-key',
  client_secret: 'garmin-consumer-secret',
  x_api_key: 'garmin-push-key-0123456789',
} as const;
export const STRAVA_VERIFY_TOKEN = 'strava-verify-token-0123456789';

/**
 * Starts all three; the caller stops them. The platforms' clocks are the server's. Garmin posts all it has to the server by
 * itself unless `deliver` says otherwise; to Strava the server has to be subscribed, as an operator does it.
 */
export async function startPlatformServer(
  options: {
    env?: Readonly<Record<string, string>>;
    strava?: StravaOptions;
    garmin?: Partial<GarminSettings>;
    deliver?: 'by_itself' | 'by_hand';
  } = {},
): Promise<PlatformStage> {
  const PORT = String(await freePort());
  const base = `http://127.0.0.1:${PORT}`;
  let server: TestServer | undefined;
  const clock = { now: () => server?.clock.now() ?? new Date() };
  const strava = await startStrava({ ...options.strava, clock });
  const url = `${base}/api/webhooks/garmin/push`;
  const callback_url = `${base}/api/v1/garmin/oauth/callback`;
  const types = [...SUMMARY_TYPE_NAMES, 'deregistrations', 'userPermissionsChange'];
  const endpoints = Object.fromEntries(types.map((type) => [type, { url }]));
  const garmin = await startGarmin({
    port: 0,
    apps: [{ ...GARMIN_APP, callback_url, endpoints }],
    clock,
    settings: options.garmin ?? {},
    deliver: options.deliver ?? 'by_itself',
  });
  const env = { PORT, ...stravaEnv(strava), ...garminEnv(garmin), ...options.env };
  server = await startTestServer(env);
  const running = server;
  return {
    server: running,
    strava,
    garmin,
    env,
    stop: async () => {
      await running.stop();
      await Promise.all([strava.stop(), garmin.stop()]);
    },
  };
}

let shared: Promise<PlatformStage> | undefined;

atEnd(async () => {
  await (await shared)?.stop();
});

/** All three as they are by default, for the tests of a process that leave clock, faults and consents as they found them. */
export function platformServer(): Promise<PlatformStage> {
  shared ??= startPlatformServer();
  return shared;
}

/** The settings with which a server connects to this stand-in. */
function stravaEnv({ url, settings }: StravaSandbox): Record<string, string> {
  return {
    STRAVA_CLIENT_ID: String(settings.client_id),
    STRAVA_CLIENT_SECRET: settings.client_secret,
    STRAVA_WEBHOOK_VERIFY_TOKEN: STRAVA_VERIFY_TOKEN,
    STRAVA_WEB_URL: url,
    STRAVA_API_URL: url,
  };
}

function garminEnv({ url }: GarminStandIn): Record<string, string> {
  return {
    GARMIN_CONSUMER_KEY: GARMIN_APP.client_id,
    GARMIN_CONSUMER_SECRET: GARMIN_APP.client_secret,
    GARMIN_PUSH_API_KEY: GARMIN_APP.x_api_key,
    GARMIN_WEB_URL: url,
    GARMIN_OAUTH_URL: url,
    GARMIN_API_URL: url,
    GARMIN_TOKEN_URL: url,
  };
}

/** The consent page that a person is sent to who wants to connect a platform, by way of the start page, as a browser goes. */
export async function authorizeUrl(
  { server }: Pick<PlatformStage, 'server'>,
  user: TestUser,
  platform: PlatformName,
  return_url?: string,
): Promise<string> {
  const query = return_url === undefined ? '' : `?${new URLSearchParams({ return_url })}`;
  const path = `/api/v1/${platform}/oauth/authorize-url${query}`;
  const answer = await server.request('GET', path, { token: user.token });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return await setOut(answer.body.data.authorize_url);
}

/** The cookies that a browser holds that has set out, by what the platform will bring back with it. */
const held = new Map<string, string>();
const broughtBack = (address: string): string => {
  const { searchParams } = new URL(address, 'http://localhost');
  return searchParams.get('state') ?? searchParams.get('oauth_token') ?? '';
};

/** Opens a start page and goes on from it. @returns the address of the consent page */
export async function setOut(start_url: string): Promise<string> {
  const page = await fetch(start_url);
  const text = await page.text();
  assert.equal(page.status, 200, text);
  const [, link = ''] = /<a href="([^"]+)">/.exec(text) ?? [];
  const going = await fetch(new URL(link.replaceAll('&amp;', '&'), start_url), {
    headers: { cookie: pairOf(page) },
    redirect: 'manual',
  });
  const location = going.headers.get('location');
  assert.ok(going.status === 302 && location !== null, `${going.status}: ${await going.text()}`);
  held.set(broughtBack(location), pairOf(going));
  return location;
}

const pairOf = ({ headers }: Response): string => headers.get('set-cookie')?.split(';')[0] ?? '';

/** What the browser that set out sends with a callback. */
export function cookieFor(callback: string): { cookie: string } | Record<string, never> {
  const cookie = held.get(broughtBack(callback));
  return cookie === undefined ? {} : { cookie };
}

/** Comes back from a platform in the browser that set out. */
export function comeBack(server: TestServer, callback: string): Promise<TestResponse> {
  return server.request('GET', callback, { headers: cookieFor(callback) });
}

/** Opens a consent page that answers by itself. @returns the callback that the platform sends a browser to, path and query */
export async function consentAt(authorize_url: string): Promise<string> {
  const page = await fetch(authorize_url, { redirect: 'manual' });
  const location = page.headers.get('location');
  assert.ok([302, 303].includes(page.status) && location !== null, `${page.status}: ${await page.text()}`);
  const { pathname, search } = new URL(location);
  return `${pathname}${search}`;
}

/** What an app gets to know in the end. */
export function resultOf({ status, headers }: TestResponse): Readonly<Record<string, string>> {
  const location = headers.get('location') ?? '';
  assert.equal(status, 302, location);
  return Object.fromEntries(new URL(location).searchParams);
}

/** Connects Strava as a new athlete, or as one who is there. @returns who it is there, and where the browser ended */
export async function connectStrava(
  stage: PlatformStage,
  user: TestUser,
  options: { athlete_id?: number; scopes?: readonly Scope[]; return_url?: string } = {},
): Promise<{ athlete_id: number; result: Readonly<Record<string, string>> }> {
  const { strava, server } = stage;
  const { athlete_id = strava.addAthlete().id, scopes, return_url } = options;
  const page = await authorizeUrl(stage, user, 'strava', return_url);
  strava.decideFor({ athlete_id, decision: 'accept', ...(scopes === undefined ? {} : { scopes }) });
  try {
    const result = resultOf(await comeBack(server, await consentAt(page)));
    return { athlete_id, result };
  } finally {
    strava.decideFor(undefined);
  }
}

/** The same with Garmin, all permissions given unless they are named. */
export async function connectGarmin(
  stage: PlatformStage,
  user: TestUser,
  options: { user_id?: string; permissions?: readonly Permission[]; return_url?: string } = {},
): Promise<{ garmin_user_id: string; result: Readonly<Record<string, string>> }> {
  const { garmin, server } = stage;
  const { user_id = garmin.addPerson({ name: randomUUID() }).user_id, permissions = PERMISSIONS } = options;
  const page = await authorizeUrl(stage, user, 'garmin', options.return_url);
  garmin.consentBy({ decision: 'accept', user_id, permissions });
  try {
    const result = resultOf(await comeBack(server, await consentAt(page)));
    return { garmin_user_id: user_id, result };
  } finally {
    garmin.consentBy(null);
  }
}
