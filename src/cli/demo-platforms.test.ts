import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseConfig } from '../config.ts';
import { startDemoStage, walkConsent } from '../test/demo-stage.ts';
import { eventually } from '../test/eventually.ts';
import { signUp, type TestUser } from '../test/factories.ts';
import type { TestServer } from '../test/harness.ts';
import type { PlatformName } from '../test/platforms.ts';
import { type PlayedPlatforms, portsToPlay } from './demo-platforms.ts';

/** @returns the address where the browser ends */
async function consent(
  server: TestServer,
  user: TestUser,
  platform: PlatformName,
  boxes?: Parameters<typeof walkConsent>[2],
): Promise<string> {
  const return_url = encodeURIComponent(`${server.url}/connected`);
  const path = `/api/v1/${platform}/oauth/authorize-url?return_url=${return_url}`;
  const answer = await server.request('GET', path, { token: user.token });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return await walkConsent(server, answer.body.data.authorize_url, boxes);
}

test('a visitor of the demo connects both platforms, has each workout once and what is new at once', async (t) => {
  const { server, played, club, athlete } = await startDemoStage(t);
  const user = await signUp(server);
  const get = async (path: string) => (await server.request('GET', path, { token: user.token })).body.data;
  type Workout = { source: string; external_id: string; name: string; private: boolean };
  const workouts = async (): Promise<Workout[]> => (await get('/api/v1/activities?limit=100')).activities;
  const there = club.workouts(athlete);
  const recorded = [...there].map(({ number }) => number);

  const garmin = await consent(server, user, 'garmin', {
    tick: [['permission', 'HISTORICAL_DATA_EXPORT']],
    untick: ['HEALTH_EXPORT'],
  });
  assert.match(garmin, /\/connected\?provider=garmin&status=success/);
  // Both imports may still be running when the demo begins.
  const from_garmin = await eventually(workouts, (found) => found.length >= recorded.length - 1);
  for (const { source, external_id } of from_garmin) {
    assert.equal(source, 'garmin');
    assert.ok(recorded.includes(external_id), 'numbered as the club has it');
  }

  const strava = await consent(server, user, 'strava');
  assert.match(strava, /\/connected\?provider=strava&status=success/);
  await eventually(
    async () => (await get('/api/v1/integrations')).integrations,
    (found: { backfill: { state: string } }[]) => found.every(({ backfill }) => backfill.state === 'done'),
  );
  const of = (all: readonly Workout[], platform: string) => all.filter(({ source }) => source === platform);
  // An activity that Strava reported first becomes Garmin's when Garmin reports it too.
  const both = await eventually(workouts, (found) => of(found, 'strava').length === 1);
  assert.deepEqual(
    of(both, 'strava').map((one) => one.private),
    [true],
  );
  assert.ok(of(both, 'garmin').length <= recorded.length, 'each of them once');

  await act(played.garmin_url, { action: 'run', user_id: await firstOf(played.garmin_url, 'user_id') });
  await act(played.strava_url, { action: 'run', athlete_id: await firstOf(played.strava_url, 'athlete_id') });
  await eventually(
    workouts,
    (found) =>
      of(found, 'strava').length === 2 &&
      of(found, 'garmin').some(({ external_id }) => !recorded.includes(external_id)),
  );

  // After a restart the played platforms know no users.
  await played.meet(server);
  const lost: { connected: boolean }[] = (await get('/api/v1/integrations')).integrations;
  assert.deepEqual(
    lost.map(({ connected }) => connected),
    [false, false],
  );
});

async function firstOf(url: PlayedPlatforms['garmin_url'], name: string): Promise<string> {
  const page = await (await fetch(url ?? assert.fail())).text();
  return new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? assert.fail(page);
}

async function act(url: PlayedPlatforms['garmin_url'], fields: Record<string, string>): Promise<void> {
  const answer = await fetch(url ?? assert.fail(), { method: 'POST', body: new URLSearchParams(fields) });
  assert.equal(answer.status, 200);
}

test('a platform is played where the environment names no real one and the server is reached on this machine', () => {
  const real = { STRAVA_CLIENT_ID: '1', STRAVA_CLIENT_SECRET: 'a-secret' };
  const garmin = [{ setting: 'DEMO_GARMIN_PORT', port: 4002 }];
  const both = [{ setting: 'DEMO_STRAVA_PORT', port: 4001 }, ...garmin];
  assert.deepEqual(portsToPlay(parseConfig({})), both);
  assert.deepEqual(portsToPlay(parseConfig({ HOST: '0.0.0.0' })), both);
  assert.deepEqual(portsToPlay(parseConfig(real)), garmin);
  assert.deepEqual(portsToPlay(parseConfig({ HOST: '192.0.2.1' })), []);
});
