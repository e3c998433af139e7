import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { exampleSimulation } from '../../../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../../../sandbox/recordings/write-fit.ts';
import { sql } from '../../../infra/db/sql.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { signUp, type TestUser, uploadFile } from '../../../test/factories.ts';
import { placesOf } from '../../../test/find-traces.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { takeOut } from '../../../test/personal-archive.ts';
import { MORNING, reportOf, secondsLater } from '../../../test/tell-workouts.ts';
import { findUser } from '../../users/index.ts';
import { packStreams } from '../pack-streams.ts';
import type { IncomingReport } from './activity-record.ts';
import { expireRecords } from './expire-records.ts';
import { storeReports } from './store-reports.ts';

const RUN = writeFit([simulateActivity(exampleSimulation(steadyRun(600), { resolution_s: 5 }))]);
const SOURCE_POLICY = JSON.stringify({
  strava: { use_in_ai: true, export: true, keep_days: 7 },
  upload: { keep_days: 30 },
});
const HOUR_S = 3_600;

describe('what a source lets be kept for some days', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ SOURCE_POLICY, ROLES: 'api' });
  });
  after(() => server.stop());

  const clockIn = (days: number) => ({ now: () => new Date(server.clock.now().getTime() + days * DAY_MS) });
  const expireIn = (days: number, signal = new AbortController().signal) =>
    expireRecords({ ...server.deps, clock: clockIn(days) }, signal);
  const tellIn = async (days: number, { user_id }: TestUser, ...reports: IncomingReport[]) => {
    const user = await findUser(server.deps.db, user_id);
    assert.ok(user);
    const policies = server.deps.sourcePolicies;
    const given = { user, reports, policies, now: clockIn(days).now(), events: server.deps.events };
    return (await server.deps.db.transaction((tx) => storeReports(tx, given))).activity_ids;
  };
  const call = async ({ token }: TestUser, method: string, path: string, body?: unknown) =>
    await server.request(method, `/api/v1/activities${path}`, { token, ...(body ? { body } : {}) });
  const listed = async (person: TestUser) =>
    (await call(person, 'GET', '')).body.data.activities as {
      id: string;
      source: string;
      name: string;
      private: boolean;
    }[];
  const recordsOf = async (person: TestUser, id: string) =>
    (await call(person, 'GET', `/${id}/records`)).body.data.records as { id: string; source: string }[];

  test('goes of everybody, also where a broken record of one keeps theirs', async () => {
    const people = [await signUp(server), await signUp(server)];
    const [broken, behind] = people.toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1));
    assert.ok(broken && behind);
    for (const person of people) {
      const copy = reportOf('strava', `broken-${person.user_id}`);
      await tellIn(0, person, copy, reportOf('garmin', `whole-${person.user_id}`));
    }
    const { db } = server.deps;
    await db.execute(sql`UPDATE activity_records SET told = '7' WHERE user_id = ${broken.user_id}`);
    const told: unknown[][] = [];
    const logger = { ...server.deps.logger, error: (...line: unknown[]) => void told.push(line) };
    await expireRecords({ ...server.deps, logger, clock: clockIn(7.1) }, new AbortController().signal);
    assert.deepEqual(
      told.map(([fields]) => (fields as { user_id: string }).user_id),
      [broken.user_id],
    );
    assert.equal((await listed(behind))[0]?.source, 'garmin');
    await db.execute(sql`DELETE FROM activity_records WHERE user_id = ${broken.user_id}`);
  });

  test('goes then, with its samples, and comes back by no later word; what others tell stays', async () => {
    const person = await signUp(server);
    const streams = packStreams({ time_s: [0, 1], heart_rate_bpm: [100, 101] });
    const marked = { name: 'Zanzibar loop', private: true, is_race: true };
    const copy = reportOf('strava', 'zan-9', marked, streams);
    const alone = { start_time: secondsLater(9 * HOUR_S), name: 'Zanzibar alone' };
    const [id = ''] = await tellIn(0, person, copy, reportOf('garmin', '7', { device_name: 'Forerunner' }));
    const [only = ''] = await tellIn(0, person, reportOf('strava', 'zan-10', alone));
    await tellIn(6, person, reportOf('strava', 'zan-10', { ...alone, calories_kcal: 90 }));
    await expireIn(6.9);
    assert.deepEqual(
      (await listed(person)).map(({ name }) => name),
      ['Zanzibar alone', 'Zanzibar loop'],
    );

    await expireIn(7.1);
    const { id: left, source, name, private: is_private } = (await listed(person))[0] ?? {};
    assert.deepEqual([left, source, name, is_private], [id, 'garmin', 'Morning run', true]);
    assert.equal((await call(person, 'GET', `/${only}`)).status, 404, 'told anew, it was not told first');
    assert.deepEqual((await call(person, 'GET', `/${id}/streams`)).body.data.streams, {});
    assert.deepEqual([...(await placesOf(server, ['zanzibar', 'forerunner']))].toSorted(), [
      'public.activities.device_name',
      'public.activity_records.told',
    ]);
    const before = await placesOf(server, ['zan-9', 'zan-10']);
    assert.deepEqual(
      [...before].toSorted(),
      ['public.activity_records.external_id', 'public.activity_records.key'],
      'a name to know them by',
    );
    const [shown] = await listed(person);
    await expireIn(7.2);
    assert.deepEqual(await listed(person), [shown], 'again it finds nothing');

    assert.deepEqual(await tellIn(8, person, copy, reportOf('strava', 'zan-10', alone)), [null, null]);
    assert.deepEqual(await listed(person), [shown]);
    const unmarked = await call(person, 'PATCH', `/${id}`, { private: false });
    assert.equal(unmarked.status, 200, 'a mark that stayed is the athlete’s now');
    const [anew] = await tellIn(8, person, reportOf('coros', '3', alone));
    assert.ok(anew, 'the athlete did not delete it');
    const then = {
      sport_type: 'other',
      start_time: clockIn(7.1).now(),
      duration_s: 30,
      distance_m: null,
    } as const;
    const [other] = await tellIn(8, person, reportOf('coros', '4', then));
    assert.ok(other, 'nothing is recognised by what has no more to tell');
  });

  test('is said: which activities went, and from which figures have gone', async () => {
    const person = await signUp(server, { preferences: { timezone: 'Asia/Tokyo' } });
    const start = (hours: number) => ({ start_time: secondsLater(hours * HOUR_S) });
    const [only, mixed] = await tellIn(
      0,
      person,
      reportOf('strava', '1', start(1)),
      reportOf('garmin', '2', start(59)),
      reportOf('strava', '2', start(59)),
      // May be shown in other places than Strava's words, which are in nothing that is shown of it.
      reportOf('apple_health', '3', start(300), packStreams({ time_s: [0, 1] })),
      reportOf('strava', '3', start(300)),
    );
    await expireIn(8);
    const said = async (name: string) =>
      (
        await server.deps.db.query<{ data: object }>(sql`
          SELECT data FROM pgboss.job WHERE name = ${name} AND data ->> 'user_id' = ${person.user_id}`)
      ).map(({ data }) => data);
    const { user_id } = person;
    assert.deepEqual(await said('events/activities_removed'), [{ user_id, activity_ids: [only] }]);
    assert.ok(mixed !== only);
    const expired = { user_id, weeks: ['2026-04-27', '2026-05-04'], time_zone: 'Asia/Tokyo' };
    assert.deepEqual(await said('events/figures_expired'), [expired]);
  });

  test('of it only the name is left to take along', async () => {
    const person = await signUp(server);
    await tellIn(0, person, reportOf('strava', '12'));
    await expireIn(8);
    const [record] = (await takeOut(server, person)).records('activity_records.json');
    const { id: _, first_told_at: __, told_at: ___, expired_at, ...rest } = { ...record };
    assert.deepEqual(rest, {
      activity_id: null,
      source: 'strava',
      external_id: '12',
      recording_id: null,
      told: null,
    });
    assert.match(String(expired_at), /^\d{4}-/);
  });

  test('counts from the import, however long ago the workout was, and beyond its deletion', async () => {
    const person = await signUp(server);
    const old = { start_time: new Date('2011-05-01T05:00:00Z') };
    const [id = ''] = await tellIn(0, person, reportOf('strava', '1', old), reportOf('strava', '2'));
    await expireIn(1);
    assert.equal((await listed(person)).length, 2);
    assert.equal((await call(person, 'DELETE', `/${id}`)).status, 200);
    await expireIn(8);
    assert.deepEqual(await listed(person), []);
    const { count } = await server.deps.db.one<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM activity_records
      WHERE user_id = ${person.user_id} AND start_time = expired_at AND distance_m IS NULL`);
    assert.equal(count, 2, 'when and how far a deleted workout was goes too');
    assert.deepEqual(await tellIn(9, person, reportOf('strava', '1', old)), [null]);
  });

  test('is a file, too: it leaves the store, and may be uploaded anew', async () => {
    const person = await signUp(server);
    const uploaded = await uploadFile(server, person, RUN);
    const { id, start_time, duration_s, distance_m } = uploaded.body.data.activities[0];
    const same = { start_time: new Date(start_time), duration_s, distance_m };
    await tellIn(20, person, reportOf('garmin', '7', same));
    const files = async () =>
      (await Array.fromAsync(server.deps.store.list(`uploads/${person.user_id}/`))).length;
    await expireIn(29.9);
    assert.deepEqual([(await recordsOf(person, id)).length, await files()], [2, 1]);
    await expireIn(30.1);
    assert.deepEqual(
      (await recordsOf(person, id)).map(({ source }) => source),
      ['garmin'],
    );
    assert.equal(await files(), 0);
    const anew = await uploadFile(server, person, RUN);
    assert.deepEqual([anew.status, anew.body.data.activities[0].id], [201, id]);
    assert.equal(await files(), 1);
  });

  test('leaves together what the athlete put together', async () => {
    const person = await signUp(server);
    const later = (hours: number) => ({ start_time: secondsLater(hours * HOUR_S) });
    const ids = await tellIn(
      0,
      person,
      ...(['garmin', 'strava', 'coros'] as const).map((source, index) =>
        reportOf(source, '1', later(2 * index)),
      ),
    );
    const [garmin, strava, coros] = ids;
    assert.equal((await call(person, 'POST', `/${strava}/join`, { activity_id: garmin })).status, 200);
    const [first] = (await listed(person)).filter(({ id }) => id !== coros);
    assert.equal((await call(person, 'POST', `/${coros}/join`, { activity_id: first?.id })).status, 200);
    await expireIn(8);
    await tellIn(8, person, reportOf('coros', '1', { ...later(4), calories_kcal: 3 }));
    const [whole, ...others] = await listed(person);
    assert.deepEqual(others, []);
    const left = await recordsOf(person, whole?.id ?? '');
    assert.deepEqual(left.map(({ source }) => source).toSorted(), ['coros', 'garmin']);
  });

  test('of several athletes, in batches; cut off, the next time goes on', async () => {
    const people = [await signUp(server), await signUp(server)];
    const many = Array.from({ length: 201 }, (_, index) =>
      reportOf('strava', `${index}`, { start_time: new Date(MORNING.getTime() - index * DAY_MS) }),
    );
    for (const person of people) await tellIn(0, person, ...many);
    await assert.rejects(expireIn(8, AbortSignal.abort(new Error('time is up'))), /time is up/);
    const totals = async () =>
      await Promise.all(people.map(async (person) => (await call(person, 'GET', '')).body.data.total));
    assert.deepEqual(await totals(), [201, 201]);
    await Promise.all([expireIn(8), expireIn(8)]);
    assert.deepEqual(await totals(), [0, 0]);
  });
});
