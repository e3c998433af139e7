import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { signUp, type TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { takeOut } from '../../../test/personal-archive.ts';
import { holdUser } from '../../users/index.ts';
import { expireHealth } from './expire-health.ts';
import { storeHealthDays } from './store-health-days.ts';

const HRV = { rmssd_ms: 48, highest_5_min_rmssd_ms: 71, sdnn_ms: null };
const SOURCE_POLICY = JSON.stringify({ garmin: { keep_days: 7 }, apple_health: { keep_days: 30 } });

describe('health of a source that may be kept for some days', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ SOURCE_POLICY, ROLES: 'api' });
  });
  after(() => server.stop());

  const nowIn = (days: number) => new Date(server.clock.now().getTime() + days * DAY_MS);
  const expireIn = (days: number, signal = new AbortController().signal) =>
    expireHealth({ ...server.deps, clock: { now: () => nowIn(days) } }, signal);
  const dayAgo = (days: number) => nowIn(-days).toISOString().slice(0, 10);
  const tellIn = (days: number, { user_id }: TestUser, source: 'garmin' | 'coros', ...told: string[]) =>
    server.deps.db.transaction(async (tx) => {
      assert.ok(await holdUser(tx, user_id));
      const reports = told.map((day) => ({ source, day, hrv: HRV }));
      await storeHealthDays(tx, { user_id, reports, now: nowIn(days) });
    });
  const daysOf = async ({ token }: TestUser) =>
    (await server.request('GET', '/api/v1/health/daily', { token })).body.data.days as { day: string }[];
  const namesOf = async (person: TestUser) => (await daysOf(person)).map(({ day }) => day);
  const sync = async ({ token }: TestUser, ...dates: Date[]) => {
    const heart_rate_samples = dates.map((date) => ({ date: date.toISOString(), value: 61 }));
    const body = { heart_rate_samples };
    const answer = await server.request('POST', '/api/v1/apple-health/sync', { token, body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };
  const samplesOf = async ({ user_id }: TestUser) =>
    (await server.deps.db.query(sql`SELECT FROM health_samples WHERE user_id = ${user_id}`)).length;

  test('goes so long after it was first told, and no later word brings it back', async () => {
    // The other person signs up first and is looked at first, but their days must not count for the person.
    const [other, person] = [await signUp(server), await signUp(server)];
    await tellIn(0, other, 'garmin', dayAgo(5));
    await tellIn(3, other, 'garmin', dayAgo(1));
    await tellIn(0, person, 'garmin', dayAgo(1), dayAgo(2));
    await tellIn(3, person, 'garmin', dayAgo(3));
    await tellIn(3, person, 'coros', dayAgo(2));
    await tellIn(6, person, 'garmin', dayAgo(1));
    await expireIn(6.9);
    assert.deepEqual(await namesOf(person), [dayAgo(1), dayAgo(2), dayAgo(3)]);
    await expireIn(7.1);
    assert.deepEqual([await namesOf(other), await namesOf(person)], [[dayAgo(1)], [dayAgo(2), dayAgo(3)]]);
    await tellIn(8, person, 'garmin', dayAgo(1), dayAgo(2), dayAgo(4));
    await expireIn(8);
    assert.deepEqual(
      await namesOf(person),
      [dayAgo(2), dayAgo(3), dayAgo(4)],
      'a new day from the import on',
    );
    const kept = (await takeOut(server, person)).records('health_days.json');
    assert.deepEqual(
      kept.map(({ day, source }) => `${day} ${source}`).toSorted(),
      [`${dayAgo(2)} coros`, `${dayAgo(3)} garmin`, `${dayAgo(4)} garmin`].toSorted(),
    );
  });

  test('goes with what a phone measured, which a phone that sends it again does not bring back', async () => {
    const [person, other] = [await signUp(server), await signUp(server)];
    const [then, earlier] = [nowIn(-2), nowIn(-20)];
    await sync(person, then, earlier);
    await sync(other, then);
    await expireIn(29);
    assert.deepEqual([await samplesOf(person), (await daysOf(person)).length], [2, 2]);
    await assert.rejects(expireIn(31, AbortSignal.abort(new Error('time is up'))), /time is up/);
    await Promise.all([expireIn(31), expireIn(31)]);
    assert.deepEqual([await samplesOf(person), await daysOf(person)], [0, []]);
    assert.equal(await samplesOf(other), 0);
    await sync(person, then, earlier, nowIn(-10));
    assert.equal(await samplesOf(person), 1);
    assert.deepEqual(await namesOf(person), [dayAgo(10)]);
  });
});
