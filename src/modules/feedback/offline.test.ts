import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { DEFAULT_SOURCE_POLICIES } from '../../privacy/index.ts';
import { newId } from '../../shared/ids.ts';
import { createOrganization, signUp, type TestUser } from '../../test/factories.ts';
import {
  type FeedbackStage,
  feedbackStage,
  ofActivity,
  ofWorkout,
  say,
  storeRun,
} from '../../test/feedback-stage.ts';
import type { Given } from '../../test/give-and-die.ts';
import { startTestServer, type TestServer, testServer } from '../../test/harness.ts';
import { lastingDatabase } from '../../test/lasting-database.ts';
import { reportOf } from '../../test/tell-workouts.ts';
import { storeReports } from '../activities/index.ts';
import { findUser } from '../users/index.ts';

describe('feedback from a device that has no network at times', () => {
  let server: TestServer;
  let stage: FeedbackStage;
  let athlete: TestUser;
  before(async () => {
    server = await testServer();
    stage = await feedbackStage(server, await createOrganization(server));
    athlete = stage.athlete;
  });

  const send = async (method: string, address: string, body: object | undefined, key: string) =>
    await server.request(method, address, {
      token: athlete.token,
      headers: { 'idempotency-key': key },
      ...(body === undefined ? {} : { body }),
    });
  const minutesAgo = (minutes: number): string =>
    new Date(server.clock.now().getTime() - minutes * 60_000).toISOString();
  const eventsOf = async (user_id: string): Promise<number> => {
    const { count } = await server.deps.db.one<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM noted_changes WHERE athlete_id = ${user_id} AND kind = 'feedback'`);
    return count;
  };

  test('is taken once with one key, however often it is sent, and answered with what is there now', async () => {
    for (const [method, address] of [
      ['PUT', ofActivity(stage.activity_id)],
      ['PATCH', ofActivity(await storeRun(server, athlete.user_id))],
      ['PUT', ofWorkout(stage)],
      ['PATCH', ofWorkout(stage)],
    ] as const) {
      const key = newId();
      const first = await send(method, address, { rpe: 6 }, key);
      assert.deepEqual([first.status, first.body.data.feedback.rpe], [200, 6]);
      await say(server, athlete, address, { rpe: 8 });
      const again = await send(method, address, { rpe: 6 }, key);
      assert.deepEqual(
        [again.status, again.body.data.feedback.rpe],
        [200, 8],
        `${method}: what was said since stays`,
      );
      const other = await send(method, address, { rpe: 5 }, key);
      assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused']);
      const gone = newId();
      assert.equal((await send('DELETE', address, undefined, gone)).body.data.feedback, null);
      await say(server, athlete, address, { feel: 4 });
      assert.equal((await send('DELETE', address, undefined, gone)).body.data.feedback.feel, 4);
    }
  });

  test('that is sent five times at once is one row and one change', async () => {
    const address = ofActivity(await storeRun(server, athlete.user_id));
    const before_ = await eventsOf(athlete.user_id);
    const key = newId();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send('PUT', address, { rpe: 3 }, key)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(answers.map(({ body }) => body.data.feedback.id)).size, 1);
    const after = await eventsOf(athlete.user_id);
    assert.ok(after - before_ <= 1, 'others may have given positions to it meanwhile');
  });

  test('keeps nothing of a write that was refused: the same key does it later', async () => {
    const key = newId();
    const address = ofWorkout(stage);
    await say(server, athlete, address, { skipped: { reason: 'travel' } }, 'PUT');
    assert.equal((await send('PATCH', address, { rpe: 5 }, key)).status, 409);
    await say(server, athlete, address, { skipped: null });
    assert.equal((await send('PATCH', address, { rpe: 5 }, key)).body.data.feedback.rpe, 5);
  });

  test('changes, when it comes late, only what nobody has said since, and says so', async () => {
    const address = ofActivity(await storeRun(server, athlete.user_id));
    await say(server, athlete, address, { rpe: 8, occurred_at: minutesAgo(5) });
    const late = await say(server, athlete, address, { rpe: 3, note: 'Wind.', occurred_at: minutesAgo(9) });
    assert.deepEqual(late.body.data.ignored, ['rpe']);
    const { rpe, note, rated_at, told_at } = late.body.data.feedback;
    assert.deepEqual([rpe, note, rated_at, told_at].slice(0, 2), [8, 'Wind.']);
    assert.equal(rated_at, told_at);
    const whole = await say(server, athlete, address, { feel: 2, occurred_at: minutesAgo(7) }, 'PUT');
    assert.deepEqual(whole.body.data.ignored, ['rpe'], 'the note was older, and is taken back');
    assert.deepEqual([whole.body.data.feedback.rpe, whole.body.data.feedback.note], [8, null]);
    const gone = await say(server, athlete, address, { occurred_at: minutesAgo(8) }, 'PUT');
    assert.deepEqual(gone.body.data.ignored, ['rpe', 'feel']);
  });

  test('of a clock that is ahead counts as of now, so that it wins over nothing that comes', async () => {
    const address = ofActivity(await storeRun(server, athlete.user_id));
    const { body } = await say(server, athlete, address, { rpe: 9, occurred_at: '2099-01-01T00:00:00Z' });
    assert.ok(Date.parse(body.data.feedback.rated_at) <= server.clock.now().getTime());
    assert.equal((await say(server, athlete, address, { rpe: 2 })).body.data.feedback.rpe, 2);
  });

  test('finds its activity also where that went on as another one meanwhile, with what was said of both', async () => {
    const runner = await signUp(server);
    const tell = async (...reports: Parameters<typeof storeReports>[1]['reports'][number][]) => {
      const user = await findUser(server.deps.db, runner.user_id);
      assert.ok(user);
      const { clock, events } = server.deps;
      const given = { user, reports, policies: DEFAULT_SOURCE_POLICIES, now: clock.now(), events };
      return (await server.deps.db.transaction((tx) => storeReports(tx, given))).activity_ids as string[];
    };
    const [morning, noon] = [new Date('2026-05-01T06:00:00Z'), new Date('2026-05-01T10:00:00Z')];
    const told = { duration_s: 1_800, distance_m: 5_000 };
    const [older = '', younger = ''] = await tell(
      reportOf('garmin', '1', { ...told, start_time: morning }),
      reportOf('garmin', '2', { ...told, start_time: noon }),
    );
    const third = await tell(
      reportOf('garmin', '3', { ...told, start_time: new Date('2026-05-01T14:00:00Z') }),
    );
    await say(server, runner, ofActivity(older), { rpe: 4, note: 'First.', occurred_at: minutesAgo(9) });
    await say(server, runner, ofActivity(younger), { rpe: 7, note: 'Second.', occurred_at: minutesAgo(8) });
    await say(server, runner, ofActivity(older), { feel: 1, occurred_at: minutesAgo(3) });
    const join = async (activity_id: string, other: string) => {
      const answer = await server.request('POST', `/api/v1/activities/${activity_id}/join`, {
        token: runner.token,
        body: { activity_id: other },
      });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body.data.activity.id as string;
    };
    const joined = await join(older, younger);
    const read = async (id: string) =>
      (await server.request('GET', ofActivity(id), { token: runner.token })).body.data?.feedback;
    const both = await read(joined);
    assert.deepEqual([both.rpe, both.feel, both.note], [7, 1, 'First.\nSecond.']);
    const gone = joined === older ? younger : older;
    assert.deepEqual(await read(gone), both);
    // Feedback on that which goes moves to one that had none, and both old ids lead there.
    const last = await join(third[0] ?? '', joined);
    for (const id of [older, younger, last]) {
      const late = await say(server, runner, ofActivity(id), { feel: 5, occurred_at: minutesAgo(2) });
      assert.deepEqual([late.body.data.feedback.activity_id, late.body.data.feedback.feel], [last, 5]);
    }
    const { rows } = await server.deps.db.executeSql('SELECT 1 FROM feedback WHERE user_id = $1', [
      runner.user_id,
    ]);
    assert.equal(rows.length, 1);
    assert.equal(
      (await server.request('DELETE', `/api/v1/activities/${last}`, { token: runner.token })).status,
      200,
    );
    assert.equal((await server.request('GET', ofActivity(older), { token: runner.token })).status, 404);
  });
});

const GIVER = path.join(import.meta.dirname, '../../test/give-and-die.ts');

test('a server that is killed between a write and its answer has it once, when the same is sent again with its key', async (t) => {
  const database = await lastingDatabase();
  t.after(() => database.remove());
  const first = await startTestServer(database.env);
  const athlete = await signUp(first);
  const activity_id = await storeRun(first, athlete.user_id);
  await first.stop();
  const key = newId();
  const body = { rpe: 7, note: 'Killed.' };
  const fingerprint = hash('sha256', `PUT ${ofActivity(activity_id)}\n${JSON.stringify(body)}`);
  const written_at = '2026-07-01T10:01:00.000Z';
  for (const [now, dies_inside] of [
    ['2026-07-01T10:00:00.000Z', true],
    [written_at, false],
    ['2026-07-01T10:02:00.000Z', false],
  ] as const) {
    const { user_id } = athlete;
    const given: Given = { ...body, user_id, activity_id, key, fingerprint, now, dies_inside };
    const args = [database.env.DATA_DIR, database.env.DATABASE_URL ?? '', JSON.stringify(given)];
    const child = spawn(process.execPath, [GIVER, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
    const [, signal] = await once(child, 'close');
    assert.equal(signal, 'SIGKILL', now);
  }
  const second = await startTestServer(database.env);
  t.after(() => second.stop());
  const { email, password } = athlete;
  const signedIn = await second.request('POST', '/api/v1/auth/login', { body: { email, password } });
  const again = await second.request('PUT', ofActivity(activity_id), {
    token: signedIn.body.access_token,
    headers: { 'idempotency-key': key },
    body,
  });
  assert.equal(again.status, 200, JSON.stringify(again.body));
  assert.equal(again.body.data.feedback.note, 'Killed.');
  const rows = await second.deps.db.query<{ rpe: number; updated_at: Date }>(
    sql`SELECT rpe, updated_at FROM feedback WHERE user_id = ${athlete.user_id}`,
  );
  assert.deepEqual(
    rows,
    [{ rpe: 7, updated_at: new Date(written_at) }],
    'of the one killed inside nothing, of the others once',
  );
});
