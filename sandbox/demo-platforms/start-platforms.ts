import { randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/shared/time.ts';
import type { DemoAthlete, DemoClub } from '../demo-club/club.ts';
import { type GarminStandIn, startGarmin } from '../garmin/start-garmin.ts';
import { SUMMARY_TYPE_NAMES } from '../garmin/summary-types.ts';
import { poolSwim } from '../recordings/plan-session.ts';
import { type StravaSandbox, startStrava } from '../strava/start-strava.ts';

/** A little more than what a server brings over after a consent. */
const PAST_DAYS = 70;
/** What began so short a while before the club was made may not have ended then. */
const STILL_OUT_MS = 4 * HOUR_MS;

export type DemoPast = {
  readonly club: DemoClub;
  /** Who has accounts at the platforms as well. */
  readonly athlete: DemoAthlete;
  /** When the club was made: nothing of the past is younger. */
  readonly until: Date;
};

type Reach = {
  readonly port: number;
  /** Where people reach the server, and where the platform does: on loopback. */
  readonly base_url: string;
  readonly own_url: string;
};

/** A platform, and the settings with which a server connects to it. */
type Played<T> = { readonly sandbox: T; readonly env: Readonly<Record<string, string>> };
export type DemoStrava = Played<StravaSandbox>;
export type DemoGarmin = Played<GarminStandIn>;

/**
 * A Strava where the athlete of the demo has uploaded what their watch recorded, and a swim that is nobody's business. Its
 * numbers are the same at each start, so that what was imported before is known again.
 */
export async function startDemoStrava({ port, base_url }: Reach, past: DemoPast): Promise<DemoStrava> {
  const { athlete, until } = past;
  const sandbox = await startStrava({
    port,
    callback_domain: new URL(base_url).hostname,
    limits: 'extended',
    // It shares the process with the server that it asks, which may be busy with its own start.
    handshake_limit_ms: 60_000,
  });
  const { id } = sandbox.addAthlete({
    firstname: athlete.first_name,
    lastname: athlete.last_name,
    timezone: athlete.preferences.timezone,
    home: athlete.home,
    device_name: athlete.device.name,
  });
  for (const { simulation, is_race } of pastOf(past)) {
    sandbox.addActivity(id, {
      id: stravaNumber(simulation.start),
      name: simulation.name,
      start: simulation.start,
      simulation,
      ...(is_race ? { workout_type: 1 } : {}),
    });
  }
  const swim_at = noonBefore(until);
  sandbox.addActivity(id, {
    id: stravaNumber(swim_at),
    name: 'Swim, seen by nobody else',
    start: swim_at,
    session: poolSwim({ sets: 5, set_m: 200, rest_s: 30, pool_length_m: 25 }),
    visibility: 'only_me',
  });
  const other = sandbox.addAthlete();
  sandbox.addSeason(other.id, { weeks: 8, until });
  return {
    sandbox,
    env: {
      STRAVA_CLIENT_ID: String(sandbox.settings.client_id),
      STRAVA_CLIENT_SECRET: sandbox.settings.client_secret,
      STRAVA_WEBHOOK_VERIFY_TOKEN: newSecret(),
      STRAVA_WEB_URL: sandbox.url,
      STRAVA_API_URL: sandbox.url,
    },
  };
}

/** A Garmin that the athlete's watch has told of all they did: what the club has of them came from there. */
export async function startDemoGarmin(
  { port, base_url, own_url }: Reach,
  past: DemoPast,
): Promise<DemoGarmin> {
  const { athlete } = past;
  const [client_id, client_secret, x_api_key] = ['ekiden', newSecret(), newSecret()];
  const url = `${own_url}/api/webhooks/garmin/push`;
  const types = [...SUMMARY_TYPE_NAMES, 'deregistrations', 'userPermissionsChange'];
  const sandbox = await startGarmin({
    port,
    seed: 'demo',
    apps: [
      {
        client_id,
        client_secret,
        callback_url: `${base_url}/api/v1/garmin/oauth/callback`,
        x_api_key,
        endpoints: Object.fromEntries(types.map((type) => [type, { url }])),
      },
    ],
    // An app in production, at a Garmin that goes back further than a month.
    settings: {
      backfill_reach_days: PAST_DAYS,
      backfill_days_per_minute: 10_000,
      backfill_delay_s: 1,
      backfill_post_gap_s: 0,
    },
  });
  const { user_id } = sandbox.addPerson({
    name: `${athlete.first_name} ${athlete.last_name}`,
    timezone: athlete.preferences.timezone,
    home: athlete.home,
    activities_per_day: 0,
  });
  sandbox.addPast(
    user_id,
    pastOf(past).map(({ number, simulation }) => ({ activity_id: Number(number), simulation })),
  );
  sandbox.addPerson({ name: 'Ida Brandt' });
  return {
    sandbox,
    env: {
      GARMIN_CONSUMER_KEY: client_id,
      GARMIN_CONSUMER_SECRET: client_secret,
      GARMIN_PUSH_API_KEY: x_api_key,
      GARMIN_WEB_URL: sandbox.url,
      GARMIN_OAUTH_URL: sandbox.url,
      GARMIN_API_URL: sandbox.url,
      GARMIN_TOKEN_URL: sandbox.url,
    },
  };
}

function pastOf({ club, athlete, until }: DemoPast) {
  const ended = until.getTime();
  return [...club.workouts(athlete)].filter(({ simulation: { start } }) => {
    const began = start.getTime();
    return began >= ended - PAST_DAYS * DAY_MS && began <= ended - STILL_OUT_MS;
  });
}

/** Three days before, when nobody of the club is out. */
function noonBefore(until: Date): Date {
  return new Date(Math.floor(until.getTime() / DAY_MS - 3) * DAY_MS + 12 * HOUR_MS + 30 * MINUTE_MS);
}

/** By the tenth of a second: eleven digits, as theirs have, and not those of anything else of the athlete. */
function stravaNumber(start: Date): number {
  return Math.floor(start.getTime() / 100);
}

const newSecret = (): string => randomBytes(24).toString('base64url');
