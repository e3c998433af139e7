import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { steadyRun } from '../../../sandbox/recordings/plan-session.ts';
import { sql } from '../../infra/db/sql.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { eventually } from '../../test/eventually.ts';
import { signUp, type TestUser } from '../../test/factories.ts';
import { startTestServer, type TestServer } from '../../test/harness.ts';
import { lastingDatabase } from '../../test/lasting-database.ts';
import {
  connectGarmin,
  connectStrava,
  type PlatformName,
  type PlatformStage,
  STRAVA_VERIFY_TOKEN,
  startPlatformServer,
} from '../../test/platforms.ts';
import { app } from '../../test/strava-app.ts';
import { callbackAddress } from './providers/strava/callback-key.ts';

type Workout = {
  id: string;
  name: string;
  private: boolean;
  source: string;
  start_time: string;
  duration_s: number;
  distance_m: number;
  laps: unknown[];
};
type Connection = {
  connected: boolean;
  last_sync_at: string | null;
  backfill: { state: string; imported: number; remark: string | null } | null;
};

/** The time limit of a handshake has its own test; here a busy machine would exceed it. */
const STRAVA = { event_delays_ms: [20, 20], limits: 'extended', handshake_limit_ms: 30_000 } as const;

/** Registers the server's address at Strava, as an operator does. */
async function subscribeTo({ server, strava }: PlatformStage): Promise<void> {
  const body = new URLSearchParams({
    ...app(strava),
    callback_url: callbackAddress(server.url, server.deps.secretBox),
    verify_token: STRAVA_VERIFY_TOKEN,
  });
  const answer = await fetch(`${strava.url}/api/v3/push_subscriptions`, { method: 'POST', body });
  assert.equal(answer.status, 201, await answer.text());
}

async function workoutsOf(server: TestServer, { token }: TestUser): Promise<Workout[]> {
  return (await server.request('GET', '/api/v1/activities?limit=100', { token })).body.data.activities;
}

async function connectionOf(
  server: TestServer,
  { token }: TestUser,
  platform: PlatformName,
): Promise<Connection> {
  const { body } = await server.request('GET', '/api/v1/integrations', { token });
  const found = body.data.integrations.find(({ provider }: { provider: string }) => provider === platform);
  assert.ok(found, `${platform} is not listed`);
  return found;
}

async function backfilled(server: TestServer, user: TestUser, platform: PlatformName): Promise<Connection> {
  return await eventually(
    () => connectionOf(server, user, platform),
    ({ backfill }) => backfill?.state === 'done',
  );
}

/** Advances the clock, for the server, the platforms and the waiting jobs. */
async function passTime(server: TestServer, ms: number): Promise<void> {
  server.clock.advance(ms);
  await hurry(server);
}

/** Makes jobs that wait for a time run now. */
async function hurry(server: TestServer): Promise<void> {
  await server.deps.db.execute(sql`
    UPDATE pgboss.job SET start_after = now() WHERE name IN ('integrations.fetches', 'integrations.backfill')
      AND state IN ('created', 'retry')`);
}

describe('from a consent to the last workout, with a Strava and a Garmin on loopback', () => {
  let lasting: Awaited<ReturnType<typeof lastingDatabase>>;
  let stage: PlatformStage;
  let server: TestServer;
  before(async () => {
    lasting = await lastingDatabase();
    stage = await startPlatformServer({
      env: lasting.env,
      strava: STRAVA,
      garmin: {
        backfill_delay_s: 0,
        backfill_post_gap_s: 0,
        backfill_days_per_minute: 10_000,
        sample_every_s: 60,
        heart_rate_every_s: 3_600,
      },
    });
    server = stage.server;
    await subscribeTo(stage);
  });
  after(async () => {
    await stage.stop();
    await lasting.remove();
  });

  const workouts = (user: TestUser): Promise<Workout[]> => workoutsOf(server, user);
  const named = async (user: TestUser, name: string): Promise<Workout | undefined> =>
    (await workouts(user)).find((one) => one.name === name);
  const told = async ({ user_id }: TestUser): Promise<number> => {
    const { count } = await server.deps.db.one<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM notifications WHERE user_id = ${user_id} AND type = 'connection_lost'`);
    return count;
  };

  test('Strava: the past, then what is new, changed, hidden and deleted, until the athlete takes consent back there', async () => {
    const { strava } = stage;
    const user = await signUp(server);
    const { id } = strava.addAthlete();
    const past = strava.addSeason(id, { weeks: 1, per_week: 4, resolution_s: 60 });
    await connectStrava(stage, user, { athlete_id: id });
    const { backfill, last_sync_at } = await backfilled(server, user, 'strava');
    assert.deepEqual([backfill?.imported, (await workouts(user)).length], [past.length, past.length]);
    assert.notEqual(last_sync_at, null);
    const hidden = past.filter(({ visibility }) => visibility === 'only_me').length;
    assert.equal((await workouts(user)).filter((one) => one.private).length, hidden);

    const run = strava.addActivity(id, { name: 'Tempo', resolution_s: 60 });
    const first = await eventually(
      () => named(user, 'Tempo'),
      (one) => one !== undefined,
    );
    assert.deepEqual([first?.source, first?.private], ['strava', false]);
    assert.ok((first?.laps.length ?? 0) > 0, 'whole, not in outline');
    const streams = await server.request('GET', `/api/v1/activities/${first?.id}/streams`, {
      token: user.token,
    });
    assert.ok(streams.body.data.streams.heart_rate_bpm.length > 0);
    strava.changeActivity(run.id, { name: 'Tempo in the rain' });
    await eventually(
      () => named(user, 'Tempo in the rain'),
      (one) => one !== undefined,
    );
    strava.changeActivity(run.id, { visibility: 'only_me' });
    await eventually(
      () => named(user, 'Tempo in the rain'),
      (one) => one?.private === true,
    );
    strava.changeActivity(run.id, { visibility: 'everyone' });
    await eventually(
      () => named(user, 'Tempo in the rain'),
      (one) => one?.private === false,
    );
    strava.deleteActivity(run.id);
    await eventually(
      () => workouts(user),
      (all) => all.length === past.length,
    );

    strava.revokeByAthlete(id);
    await eventually(
      () => connectionOf(server, user, 'strava'),
      ({ connected }) => !connected,
    );
    await eventually(
      () => told(user),
      (count) => count === 1,
    );
    assert.equal((await workouts(user)).length, past.length, 'what came stays');
    await strava.events.settled();
  });

  test('Strava: to who unticks what is Only You a workout that becomes so is gone, and back when it no longer is', async () => {
    const { strava } = stage;
    const user = await signUp(server);
    const { id } = strava.addAthlete();
    const manual = { distance_m: 5_000, duration_s: 1_500 };
    const run = strava.addActivity(id, { name: 'Seen', manual });
    const yesterday = new Date(server.clock.now().getTime() - DAY_MS);
    strava.addActivity(id, { name: 'Unseen', start: yesterday, visibility: 'only_me', manual });
    const { result } = await connectStrava(stage, user, {
      athlete_id: id,
      scopes: ['read', 'activity:read'],
    });
    assert.equal(result.status, 'success', JSON.stringify(result));
    const { backfill } = await backfilled(server, user, 'strava');
    assert.match(backfill?.remark ?? '', /only you can see on Strava stay there/);
    const names = async (): Promise<string[]> => (await workouts(user)).map(({ name }) => name);
    assert.deepEqual(await names(), ['Seen']);

    strava.changeActivity(run.id, { visibility: 'only_me' });
    await eventually(names, (all) => all.length === 0);
    strava.changeActivity(run.id, { visibility: 'everyone' });
    await eventually(names, (all) => all.includes('Seen'));
  });

  test('Strava: whatever answers in its place, in the end the workout is here', async () => {
    const { strava } = stage;
    const user = await signUp(server);
    const { id } = strava.addAthlete();
    await connectStrava(stage, user, { athlete_id: id });
    await backfilled(server, user, 'strava');
    // The other answers fail the same way; the provider's tests cover them all.
    strava.faults.add('activity', { kind: 'half', times: 1 });
    strava.faults.add('activity', { kind: 'says', body: '[]', times: 1 });
    strava.addActivity(id, { name: 'At last', resolution_s: 60 });
    const attempts = async (): Promise<number> =>
      (
        await server.deps.db.maybeOne<{ attempts: number }>(
          sql`SELECT attempts FROM platform_fetches WHERE user_id = ${user.user_id} AND words > words_done`,
        )
      )?.attempts ?? 0;
    // A failure is counted a moment before its job waits for the next attempt, so hurrying only once could come too early.
    const soon = async <T>(look: () => Promise<T>): Promise<T> => {
      await hurry(server);
      return await look();
    };
    for (const failures of [1, 2]) {
      await eventually(
        () => soon(attempts),
        (count) => count === failures,
      );
      server.clock.advance(10 * MINUTE_MS);
    }
    await eventually(
      () => soon(() => named(user, 'At last')),
      (one) => one !== undefined,
    );
  });

  test('Garmin: the past by posts, the details of a run, its days, until the athlete lets go there', async () => {
    const { garmin } = stage;
    const user = await signUp(server);
    const { garmin_user_id } = await connectGarmin(stage, user);
    const { backfill } = await backfilled(server, user, 'garmin');
    assert.match(backfill?.remark ?? '', /Garmin gives nothing from before/);
    const past = await eventually(
      () => workouts(user),
      (all) => all.length >= 3,
    );
    assert.ok(past.every(({ source }) => source === 'garmin'));
    const isCounted = async (): Promise<boolean> => {
      const { imported } = (await connectionOf(server, user, 'garmin')).backfill ?? {};
      return imported === (await workouts(user)).length;
    };
    await eventually(isCounted, (is) => is);
    garmin.recordActivity(garmin_user_id, { name: 'Along the canal' });
    const run = await eventually(
      () => named(user, 'Along the canal'),
      (one) => one !== undefined && one.laps.length > 0,
    );
    const streams = await server.request('GET', `/api/v1/activities/${run?.id}/streams`, {
      token: user.token,
    });
    assert.ok(streams.body.data.streams.heart_rate_bpm.length > 0);
    const day = new Date(server.clock.now().getTime() - DAY_MS).toISOString().slice(0, 10);
    garmin.syncDay(garmin_user_id, day);
    const days = async (): Promise<{ day: string; activity: { steps: number } | null }[]> =>
      (await server.request('GET', `/api/v1/health/daily?from=${day}&to=${day}`, { token: user.token })).body
        .data.days;
    const [own] = await eventually(days, (all) => all[0]?.activity != null);
    assert.ok((own?.activity?.steps ?? 0) > 0);
    garmin.revoke(garmin_user_id, 'garmin-consumer-key');
    await eventually(
      () => connectionOf(server, user, 'garmin'),
      ({ connected }) => !connected,
    );
    await eventually(
      () => told(user),
      (count) => count === 1,
    );
  });

  test('the same runs on both platforms are there once, whichever comes first', async () => {
    const { garmin, strava } = stage;
    const user = await signUp(server);
    const { id } = strava.addAthlete({ timezone: 'Europe/Berlin' });
    const permissions = ['ACTIVITY_EXPORT'] as const;
    const { garmin_user_id } = await connectGarmin(stage, user, { permissions });
    await connectStrava(stage, user, { athlete_id: id });
    await backfilled(server, user, 'strava');
    const [yesterday, today] = [26, 2].map((h) => new Date(server.clock.now().getTime() - h * HOUR_MS));
    const session = steadyRun(5_000);
    garmin.recordActivity(garmin_user_id, {
      name: 'First on the watch',
      session,
      ...(yesterday && { start: yesterday }),
    });
    const [first] = await eventually(
      () => workouts(user),
      (all) => (all[0]?.laps.length ?? 0) > 0,
    );
    assert.ok(first);
    const manual = { distance_m: first.distance_m, duration_s: first.duration_s };
    strava.addActivity(id, {
      name: 'Second',
      start: new Date(first.start_time),
      manual,
      description: 'Said on Strava',
    });
    strava.addActivity(id, { name: 'First on Strava', ...(today && { start: today }), manual });
    await eventually(
      () => workouts(user),
      (all) => all.length === 2,
    );
    garmin.recordActivity(garmin_user_id, { name: 'Second', session, ...(today && { start: today }) });
    const all = await eventually(
      () => workouts(user),
      (found) => found.every(({ laps }) => laps.length > 0),
    );
    const sources = async ({ id: activity_id }: Workout): Promise<string[]> =>
      (
        await server.deps.db.query<{ source: string }>(
          sql`SELECT source FROM activity_records WHERE activity_id = ${activity_id} ORDER BY source`,
        )
      ).map(({ source }) => source);
    assert.deepEqual(await Promise.all(all.map(sources)), [
      ['garmin', 'strava'],
      ['garmin', 'strava'],
    ]);
  });

  test('a limit in the middle of the past is waited for until the next quarter of the hour', async () => {
    const { strava } = stage;
    const user = await signUp(server);
    const { id } = strava.addAthlete();
    const past = strava.addSeason(id, { weeks: 1, per_week: 4, resolution_s: 60 });
    strava.faults.add('activity', { kind: 'status', status: 429, skip: 1, times: 1 });
    await connectStrava(stage, user, { athlete_id: id });
    await eventually(
      () => connectionOf(server, user, 'strava'),
      ({ backfill }) => backfill?.state === 'waiting' && backfill.imported === past.length,
    );
    const { not_before } = await server.deps.db.one<{ not_before: Date }>(
      sql`SELECT not_before FROM backfills WHERE user_id = ${user.user_id}`,
    );
    const wait_ms = not_before.getTime() - server.clock.now().getTime();
    assert.ok(wait_ms > 0 && wait_ms <= 15 * MINUTE_MS + 2_000);
    assert.equal(Math.floor(not_before.getTime() / MINUTE_MS) % 15, 0);
    await passTime(server, wait_ms);
    await backfilled(server, user, 'strava');
  });

  test('a server that stops in the middle of the past goes on after its start, with tokens that have expired meanwhile', async (t) => {
    const { strava } = stage;
    const user = await signUp(server);
    const { id } = strava.addAthlete();
    const past = strava.addSeason(id, { weeks: 1, per_week: 4, resolution_s: 60 });
    strava.faults.add('streams', { kind: 'status', status: 503, skip: 1 });
    await connectStrava(stage, user, { athlete_id: id });
    await eventually(
      () => connectionOf(server, user, 'strava'),
      ({ backfill }) => backfill?.state === 'waiting' && backfill.imported === past.length,
    );
    await server.stop();
    strava.faults.clear();
    strava.requests.forget();
    const again = await startTestServer(stage.env);
    t.after(() => again.stop());
    strava.moveClock(7 * HOUR_MS);
    const passed_ms = server.clock.now().getTime() - again.clock.now().getTime();
    await passTime(again, passed_ms + 7 * HOUR_MS);
    await backfilled(again, user, 'strava');
    assert.equal((await workoutsOf(again, user)).length, past.length);
    const calls = strava.requests.list().map(({ call }) => call);
    assert.equal(calls.filter((call) => call === 'token').length, 1, 'renewed once');
    assert.ok(!calls.includes('activities'), 'what was listed before is not listed again');
  });
});
