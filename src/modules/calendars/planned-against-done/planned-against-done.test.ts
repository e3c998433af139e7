import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { exampleSimulation } from '../../../../sandbox/recordings/example-simulation.ts';
import type { Session, SessionStep } from '../../../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../../../sandbox/recordings/write-fit.ts';
import { sql } from '../../../infra/db/sql.ts';
import { PRIVACY_SETTINGS } from '../../../privacy/index.ts';
import { addDays } from '../../../shared/calendar.ts';
import { newId } from '../../../shared/ids.ts';
import { eventually } from '../../../test/eventually.ts';
import {
  addMember,
  createOrganization,
  signUp,
  type TestOrganization,
  type TestUser,
  uploadFile,
} from '../../../test/factories.ts';
import { storeRun } from '../../../test/feedback-stage.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { saveQuietPlan } from '../../../test/saved-plans.ts';
import { packStreams, unpackStreams } from '../../activities/pack-streams.ts';

type Step = {
  kind: string;
  status: string | null;
  target: Record<string, unknown>;
  judged_by: Record<string, unknown> | null;
  ranges: { activity_id: string; start_s: number; end_s: number; lap_indexes: number[] }[];
  reached: Record<string, number | null> | null;
  deviation: Record<string, number | string | null> | null;
  confidence: number | null;
};

const EASY = 0.68;
const AT = { work: 0.88, rest: 0.5 };

/** As the quiet plan has it on its third day: 15 min, 3 × 800 m at threshold with 90 s, 15 min. */
function session(times: number, { lap_key = true } = {}): Session {
  const sets = Array.from({ length: times }, (): SessionStep[] => [
    { intensity: 'active', effort: AT.work, end: { distance_m: 800 } },
    { intensity: 'rest', effort: AT.rest, end: { duration_s: 90 } },
  ]);
  return {
    sport: 'run',
    surface: 'road',
    lap_key,
    stops_at_lights: false,
    steps: [
      { intensity: 'warmup', effort: EASY, end: { duration_s: 900 } },
      ...sets.flat(),
      { intensity: 'cooldown', effort: EASY, end: { duration_s: 900 } },
    ],
  };
}

describe('what was planned beside what was done', () => {
  let server: TestServer;
  let club: TestOrganization;
  let today: string;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    today = server.clock.now().toISOString().slice(0, 10);
  });

  /** Somebody who knows their threshold, in a plan whose third day, that of the intervals, was yesterday. */
  async function runner(): Promise<TestUser> {
    const athlete = await addMember(server, club);
    await put(athlete, {
      preferences: { timezone: 'UTC' },
      zones: { pace: { threshold_pace_s_per_km: 255 }, heartrate: { max_bpm: 190 } },
    });
    await share(athlete, {});
    await saveQuietPlan(server, club, { start_date: addDays(today, -3), athlete_ids: [athlete.user_id] });
    return athlete;
  }
  const put = async (athlete: TestUser, body: object): Promise<void> => {
    const { status } = await server.request('PUT', `/api/v1/users/${athlete.user_id}`, {
      token: athlete.token,
      body,
    });
    assert.equal(status, 200);
  };
  const share = (athlete: TestUser, settings: object) =>
    put(athlete, {
      privacy: { ...Object.fromEntries(PRIVACY_SETTINGS.map((name) => [name, true])), ...settings },
    });
  async function record(
    athlete: TestUser,
    of: Session,
    at = 'T07:00:00Z',
    day = addDays(today, -1),
  ): Promise<string> {
    const start = new Date(`${day}${at}`);
    const simulated = simulateActivity(exampleSimulation(of, { start, timezone: 'UTC', seed: at }));
    const { status, body } = await uploadFile(server, athlete, writeFit([simulated]), 'run.fit');
    assert.equal(status, 201, JSON.stringify(body));
    return body.data.activities[0].id;
  }
  const mine = (athlete: TestUser, id: string, token: string | undefined = athlete.token) =>
    server.request('GET', `/api/v1/activities/${id}/planned`, token === '' ? {} : { token });
  const theirs = (athlete: TestUser, id: string, by: TestOrganization = club, token = by.coach.token) =>
    server.request(
      'GET',
      `/api/v1/organizations/${by.org_id}/athletes/${athlete.user_id}/activities/${id}/planned`,
      {
        token,
      },
    );
  const work = (steps: readonly Step[]) => steps.filter(({ kind }) => kind === 'work');

  test('tells of each step target, what was reached and how far off, by the laps of the watch', async () => {
    const athlete = await runner();
    const id = await record(athlete, session(3));
    const { status, body } = await mine(athlete, id);
    assert.equal(status, 200, JSON.stringify(body));
    const { planned, activity_id } = body.data;
    assert.deepEqual(
      [
        activity_id,
        planned.title,
        planned.workout_type,
        planned.method,
        planned.grade_model,
        planned.activity_ids,
      ],
      [id, '3 × 800 m', 'intervals', 'laps', 'minetti_2002', [id]],
    );
    const steps: Step[] = planned.steps;
    assert.deepEqual(
      steps.map(({ kind, status: found }) => `${kind} ${found}`),
      ['warmup matched', ...Array(3).fill(['work matched', 'recovery matched']).flat(), 'cooldown matched'],
    );
    for (const [place, { target, judged_by, reached, deviation, ranges, confidence }] of work(
      steps,
    ).entries()) {
      assert.deepEqual(
        [target.distance_m, target.duration_s, target.type, target.zone],
        [800, null, 'pace', 'threshold'],
      );
      assert.deepEqual(judged_by, { type: 'pace', min: target.min, max: target.max });
      assert.ok(Math.abs((reached?.distance_m ?? 0) - 800) < 12, JSON.stringify(reached));
      assert.ok(Math.abs((reached?.average_pace_s_per_km ?? 0) - 255) < 12, JSON.stringify(reached));
      assert.ok(Math.abs((reached?.grade_adjusted_pace_s_per_km ?? 0) - 255) < 25, JSON.stringify(reached));
      assert.ok((reached?.average_heart_rate_bpm ?? 0) > 140);
      assert.ok(Math.abs(Number(deviation?.length_share)) < 0.02);
      assert.ok(['within', 'faster', 'slower'].includes(String(deviation?.verdict)));
      assert.ok(typeof deviation?.time_in_target_share === 'number');
      assert.deepEqual(
        ranges.map(({ activity_id: of, lap_indexes }) => [of, lap_indexes]),
        [[id, [1 + 2 * place]]],
      );
      assert.ok((confidence ?? 0) > 0.8);
    }
    assert.equal(planned.compliance.work_done_share > 0.97, true);
    assert.notEqual(planned.compliance.level, 'another_workout');
    assert.deepEqual(planned.extras, []);
  });

  test('finds repetitions by changes of speed where laps do not tell, and names the one that is missing', async () => {
    const athlete = await runner();
    const id = await record(athlete, session(2, { lap_key: false }));
    const { planned } = (await mine(athlete, id)).body.data;
    assert.equal(planned.method, 'speed');
    assert.deepEqual(
      work(planned.steps).map(({ status }) => status),
      ['matched', 'matched', 'missing'],
    );
    const missing = planned.compliance.why.find(({ code }: { code: string }) => code === 'work_missing');
    assert.deepEqual([missing.step_count, missing.of_step_count], [1, 3]);
    assert.equal(planned.compliance.level, 'with_differences');
    for (const { ranges, deviation } of work(planned.steps).slice(0, 2)) {
      assert.deepEqual(ranges[0]?.lap_indexes, []);
      assert.ok(Math.abs(Number(deviation?.distance_m)) < 40, JSON.stringify(deviation));
    }
  });

  test('looks for the steps in all recordings that count for the workout together', async () => {
    const athlete = await runner();
    const whole = session(3);
    const [first] = whole.steps;
    assert.ok(first);
    const warmup = await record(athlete, { ...whole, steps: [first] }, 'T06:30:00Z');
    const rest = await record(athlete, { ...whole, steps: whole.steps.slice(1) }, 'T07:00:00Z');
    for (const id of [warmup, rest]) {
      const { planned } = (await mine(athlete, id)).body.data;
      assert.deepEqual([...planned.activity_ids].sort(), [warmup, rest].sort());
      assert.deepEqual(
        planned.steps[0].ranges.map((range: { activity_id: string }) => range.activity_id),
        [warmup],
      );
      assert.deepEqual(
        work(planned.steps).map(({ status, ranges }) => [status, ranges[0]?.activity_id]),
        Array(3).fill(['matched', rest]),
      );
    }
  });

  test('says that nothing was planned of what counts for no workout, and that nothing can be told of what was entered by hand', async () => {
    const athlete = await runner();
    const unplanned = await record(athlete, session(1), 'T07:00:00Z', addDays(today, -30));
    assert.deepEqual((await mine(athlete, unplanned)).body.data, { activity_id: unplanned, planned: null });
    // After it there is no day on which something could be planned.
    const last = await storeRun(server, athlete.user_id, {
      start_time: new Date('9999-12-31T23:59:59.999Z'),
    });
    assert.equal((await mine(athlete, last)).body.data.planned, null);
    await put(athlete, { preferences: { timezone: 'Asia/Taipei' } });
    assert.equal((await theirs(athlete, last)).body.data.planned, null);
    await put(athlete, { preferences: { timezone: 'UTC' } });
    const entered = await server.request('POST', '/api/v1/activities', {
      token: athlete.token,
      body: {
        sport_type: 'run',
        start_time: `${addDays(today, -1)}T07:00:00Z`,
        duration_s: 2_900,
        distance_m: 9_000,
      },
    });
    const id = entered.body.data.activity.id;
    const { planned } = (await mine(athlete, id)).body.data;
    assert.deepEqual([planned.method, planned.compliance.level], [null, null]);
    assert.deepEqual(new Set(planned.steps.map(({ status }: Step) => status)), new Set([null]));
    assert.equal(planned.compliance.why[0].code, 'nothing_to_compare');
  });

  test('shows a coach the same, and notes for the athlete that they looked', async () => {
    const athlete = await runner();
    const id = await record(athlete, session(3));
    const own = (await mine(athlete, id)).body.data;
    const { status, body } = await theirs(athlete, id);
    assert.equal(status, 200, JSON.stringify(body));
    const { privacy_filtered, ...seen } = body.data;
    assert.deepEqual(privacy_filtered, []);
    assert.deepEqual(seen, own);
    const seenBy = async (): Promise<string[]> => {
      const reads = await server.request('GET', '/api/v1/users/me/accesses', { token: athlete.token });
      assert.equal(reads.status, 200, JSON.stringify(reads.body));
      const accesses: { read: { data: string } | null }[] = reads.body.data.accesses;
      return accesses.flatMap(({ read }) => read?.data ?? []).sort();
    };
    const kinds = await eventually(seenBy, (found) => found.length >= 3);
    assert.deepEqual(kinds, ['activities', 'plans', 'streams']);
  });

  test('is computed of nothing that a coach does not see', async () => {
    const athlete = await runner();
    const id = await record(athlete, session(3));
    const answer = async () => (await theirs(athlete, id)).body.data;

    await share(athlete, { share_pace_data: false });
    const timed = await answer();
    assert.ok(timed.privacy_filtered.includes('laps.distance_m'));
    assert.ok(timed.privacy_filtered.includes('streams.distance_m'));
    assert.ok(timed.privacy_filtered.includes('workouts.segments.target.max'));
    for (const step of timed.planned.steps as Step[]) {
      const { average_pace_s_per_km, grade_adjusted_pace_s_per_km, distance_m } = step.reached ?? {};
      assert.deepEqual(
        [average_pace_s_per_km, grade_adjusted_pace_s_per_km, distance_m],
        step.reached ? [null, null, null] : [undefined, undefined, undefined],
      );
      assert.deepEqual([step.target.min, step.target.max, step.judged_by], [null, null, null]);
      assert.equal(step.deviation?.pace_s_per_km ?? null, null);
    }
    assert.equal(
      work(timed.planned.steps).every(({ reached }) => (reached?.average_heart_rate_bpm ?? 0) > 100),
      true,
    );

    // Laps include distances but samples do not, so there is no grade-adjusted pace and no per-second comparison.
    await share(athlete, { share_pb: false });
    const lapped = await answer();
    assert.equal(lapped.planned.method, 'laps');
    for (const { reached, deviation } of work(lapped.planned.steps)) {
      assert.ok((reached?.distance_m ?? 0) > 700);
      assert.equal(reached?.grade_adjusted_pace_s_per_km, null);
      assert.equal(deviation?.time_in_target_share, null);
    }

    await share(athlete, { share_activity_with_coach: false });
    const hidden = await theirs(athlete, id);
    const none = await theirs(athlete, newId());
    assert.deepEqual([hidden.status, hidden.body.error], [404, none.body.error]);
  });

  test('is the same whatever paces are hidden, to the last member', async () => {
    const athlete = await runner();
    const id = await record(athlete, session(3));
    const { db } = server.deps;
    await share(athlete, { share_pace_data: false });
    const before = (await theirs(athlete, id)).body.data;
    assert.equal(work(before.planned.steps).length, 3);
    const row = await db.one<{ laps: { distance_m: number }[]; record_id: string; data: Buffer }>(sql`
      SELECT a.laps, s.record_id, s.data FROM activities a JOIN activity_streams s ON s.record_id = a.streams_of
      WHERE a.id = ${id}`);
    const faster = (values: readonly (number | null)[] = []) => values.map((value) => value && value * 1.3);
    const laps = row.laps.map((lap) => ({ ...lap, distance_m: lap.distance_m * 1.3 }));
    const streams = JSON.parse(await unpackStreams(row.data));
    const data = packStreams({
      ...streams,
      distance_m: faster(streams.distance_m),
      speed_mps: faster(streams.speed_mps),
    });
    await db.execute(sql`UPDATE activities SET laps = ${JSON.stringify(laps)} WHERE id = ${id}`);
    await db.execute(sql`UPDATE activity_streams SET data = ${data} WHERE record_id = ${row.record_id}`);
    await put(athlete, { zones: { pace: { threshold_pace_s_per_km: 330 } } });
    assert.deepEqual((await theirs(athlete, id)).body.data, before);
    await share(athlete, {});
    const shown = (await theirs(athlete, id)).body.data;
    assert.ok(work(shown.planned.steps).some(({ deviation }) => Number(deviation?.length_share) > 0.2));
  });

  test('is of nobody else’s activity, and for nobody without credentials', async () => {
    const athlete = await runner();
    const id = await record(athlete, session(3));
    const stranger = await signUp(server);
    const other = await createOrganization(server);
    const none = await mine(stranger, newId());
    const foreign = await mine(stranger, id);
    assert.deepEqual([foreign.status, foreign.body.error], [404, none.body.error]);
    assert.equal((await mine(athlete, id, '')).status, 401);
    assert.equal((await mine(athlete, '7')).status, 404);
    assert.equal((await theirs(athlete, id, other)).status, 404);
    assert.equal((await theirs(athlete, id, club, athlete.token)).status, 403);
    assert.equal((await theirs(athlete, id, club, other.coach.token)).status, 404);
  });

  test('answers two who ask at once alike', async () => {
    const athlete = await runner();
    const id = await record(athlete, session(3));
    const [one, other] = await Promise.all([mine(athlete, id), mine(athlete, id)]);
    assert.deepEqual([one.status, one.body], [200, other.body]);
  });
});
