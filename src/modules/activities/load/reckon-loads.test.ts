import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { exampleSimulation } from '../../../../sandbox/recordings/example-simulation.ts';
import { race, steadyRun } from '../../../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../../../sandbox/recordings/write-fit.ts';
import { sql } from '../../../infra/db/sql.ts';
import { DEFAULT_SOURCE_POLICIES } from '../../../privacy/index.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts';
import { eventually } from '../../../test/eventually.ts';
import { signUp, type TestUser, uploadFile } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { reportOf } from '../../../test/tell-workouts.ts';
import { findUser } from '../../users/index.ts';
import type { IncomingReport } from '../records/activity-record.ts';
import { storeReports } from '../records/store-reports.ts';
import { askToReckon, reckonLoads } from './reckon-loads.ts';

const policies = DEFAULT_SOURCE_POLICIES;
/** The worked example: 45 min at 150, threshold 170, rest 50, maximum 190. */
const HEART = {
  heartrate: { method: 'heart_rate_reserve', max_bpm: 190, resting_bpm: 50, threshold_bpm: 170 },
};
const EXAMPLE = { duration_s: 2_700, distance_m: 9_000, average_heart_rate_bpm: 150 };

describe('load and VDOT of activities', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  const daysAgo = (days: number): Date => new Date(server.clock.now().getTime() - days * DAY_MS);
  const setZones = async ({ user_id, token }: TestUser, zones: object): Promise<void> => {
    const { status } = await server.request('PUT', `/api/v1/users/${user_id}`, { token, body: { zones } });
    assert.equal(status, 200);
  };
  const tell = async ({ user_id }: TestUser, ...reports: IncomingReport[]): Promise<void> => {
    const user = await findUser(server.deps.db, user_id);
    assert.ok(user);
    const now = server.clock.now();
    await server.deps.db.transaction((tx) =>
      storeReports(tx, { user, reports, policies, now, events: server.deps.events }),
    );
  };
  /** Load and VDOT by the platform's ids. */
  const reckoned = async ({ token }: TestUser): Promise<Record<string, [number | null, number | null]>> => {
    const { body } = await server.request('GET', '/api/v1/activities', { token });
    return Object.fromEntries(
      body.data.activities.map((one: Record<string, unknown>) => [
        one.external_id,
        [one.training_load, one.vdot],
      ]),
    );
  };

  test('are reckoned when a platform tells of a workout, by the zones of that day', async () => {
    const person = await signUp(server);
    await setZones(person, { ...HEART, vdot: { value: 50 } });
    await tell(
      person,
      reportOf('garmin', 'easy', { ...EXAMPLE, start_time: daysAgo(3) }),
      reportOf('garmin', 'ride', { ...EXAMPLE, start_time: daysAgo(4), sport_type: 'ride' }),
      reportOf('garmin', 'race', {
        start_time: daysAgo(5),
        duration_s: 1_260,
        distance_m: 5_000,
        is_race: true,
      }),
      reportOf('garmin', 'gym', { start_time: daysAgo(6), sport_type: 'yoga', distance_m: null }),
    );
    const { race: run, ...others } = await reckoned(person);
    assert.deepEqual(others, { easy: [47.5, null], ride: [47.5, null], gym: [null, null] });
    // Without a heart rate by pace: T of VDOT 50 is 4:15 a kilometre, and this was 4:12.
    assert.deepEqual(run, [35.8, 47]);
    await tell(person, reportOf('garmin', 'easy', { ...EXAMPLE, start_time: daysAgo(3), name: 'Easy' }));
    assert.deepEqual((await reckoned(person)).easy, [47.5, null]);
  });

  test('are reckoned by zones that change while a workout is on its way', async () => {
    const person = await signUp(server);
    const user = await findUser(server.deps.db, person.user_id);
    assert.ok(user);
    await setZones(person, HEART);
    const reports = [reportOf('garmin', 'late', { ...EXAMPLE, start_time: daysAgo(400) })];
    const now = server.clock.now();
    await server.deps.db.transaction((tx) =>
      storeReports(tx, { user, reports, policies, now, events: server.deps.events }),
    );
    assert.deepEqual((await reckoned(person)).late, [47.5, null]);
  });

  test('follow a change of zones for a year back, again without effect, and go with the zones', async () => {
    const person = await signUp(server);
    await tell(
      person,
      reportOf('garmin', 'new', { ...EXAMPLE, start_time: daysAgo(3) }),
      reportOf('garmin', 'older', { ...EXAMPLE, start_time: daysAgo(364) }),
      reportOf('garmin', 'old', { ...EXAMPLE, start_time: daysAgo(366) }),
    );
    assert.deepEqual(Object.values(await reckoned(person)), [
      [null, null],
      [null, null],
      [null, null],
    ]);
    await setZones(person, HEART);
    const isReckoned = (found: Awaited<ReturnType<typeof reckoned>>) => found.new?.[0] != null;
    assert.deepEqual(await eventually(() => reckoned(person), isReckoned), {
      new: [47.5, null],
      older: [47.5, null],
      old: [null, null],
    });
    const texts = async () => (await server.request('GET', '/api/v1/activities', person)).body.data;
    const before = await texts();
    server.clock.advance(HOUR_MS);
    await reckonLoads(server.deps, person, new AbortController().signal);
    server.clock.reset();
    assert.deepEqual(await texts(), before, 'also when they were last changed');
    await setZones(person, { heartrate: null });
    await eventually(
      () => reckoned(person),
      (now) => !isReckoned(now),
    );
  });

  test('are reckoned anew once however often zones change while that waits, by the last of them', async () => {
    const [person, other] = [await signUp(server), await signUp(server)];
    await tell(person, reportOf('garmin', 'run', { ...EXAMPLE, start_time: daysAgo(3) }));
    const waiting = await server.deps.db.transaction(async (tx) => {
      const deps = { ...server.deps, db: { transaction: <T>(run: (of: typeof tx) => T) => run(tx) } };
      for (const { user_id } of [person, person, other, person]) await askToReckon(deps, { user_id });
      return await tx.query<{ user_id: string; jobs: number }>(sql`
        SELECT data ->> 'user_id' AS user_id, count(*)::int AS jobs FROM pgboss.job
        WHERE name = 'activities.reckon-loads' AND state = 'created'
          AND data ->> 'user_id' = ANY (${[person.user_id, other.user_id]}::text[]) GROUP BY 1`);
    });
    assert.deepEqual(
      new Set(waiting.map(({ user_id, jobs }) => `${user_id} ${jobs}`)),
      new Set([`${person.user_id} 1`, `${other.user_id} 1`]),
    );
    for (const threshold_bpm of [150, 160, 170])
      await setZones(person, { heartrate: { ...HEART.heartrate, threshold_bpm } });
    await eventually(
      () => reckoned(person),
      (found) => found.run?.[0] === 47.5,
    );
  });

  test('of more activities than a batch are all reckoned', async () => {
    const person = await signUp(server);
    const many = Array.from({ length: 205 }, (_, index) =>
      reportOf('garmin', `${index}`, { ...EXAMPLE, start_time: daysAgo(1 + index) }),
    );
    await tell(person, ...many);
    await setZones(person, HEART);
    const sumOfAll = async (): Promise<number> => {
      const { body } = await server.request(
        'GET',
        `/api/v1/athletes/me/load?from=${dayOf(daysAgo(300))}`,
        person,
      );
      return body.data.days.reduce((sum: number, { load }: { load: number }) => sum + load, 0);
    };
    await eventually(sumOfAll, (sum) => Math.abs(sum - 205 * 47.5) < 0.1);
  });

  test('come from the samples of a recording, and are the athlete’s own', async () => {
    const recording = simulateActivity(exampleSimulation(steadyRun(4_000), { resolution_s: 5 }));
    const [one, other] = [await signUp(server), await signUp(server)];
    await setZones(one, HEART);
    await setZones(other, { heartrate: { threshold_bpm: 150 } });
    const loads = [one, other].map(async (person) => {
      const { status, body } = await uploadFile(server, person, writeFit([recording]));
      assert.equal(status, 201);
      const [{ training_load, vdot }] = body.data.activities;
      assert.equal(vdot, null, 'an easy run');
      return training_load;
    });
    const [own, others] = await Promise.all(loads);
    assert.ok(own > 5 && own < 40, `${own}`);
    assert.ok(others > own, 'for who has a lower threshold it was harder');
  });

  test('a run that its athlete calls a race shows its VDOT, and one that is none any more does not', async () => {
    const person = await signUp(server);
    const recording = simulateActivity(
      exampleSimulation(race({ distance_m: 5_000, vdot: 50, form: 1 }), { resolution_s: 5 }),
    );
    const { body } = await uploadFile(server, person, writeFit([recording]));
    const [{ id, vdot }] = body.data.activities;
    assert.equal(vdot, null);
    const mark = async (is_race: boolean) => {
      const { token } = person;
      const answer = await server.request('PATCH', `/api/v1/activities/${id}`, { token, body: { is_race } });
      assert.equal(answer.status, 200);
      const read = await server.request('GET', `/api/v1/activities/${id}`, { token });
      assert.equal(answer.body.data.activity.vdot, read.body.data.activity.vdot);
      return read.body.data.activity.vdot;
    };
    const shown = await mark(true);
    assert.ok(Math.abs(shown - 50) < 1, `${shown}`);
    assert.equal(await mark(false), null);
  });
});

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
