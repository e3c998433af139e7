import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Queryable } from '../../../infra/db/database.ts';
import { type Sql, sql } from '../../../infra/db/sql.ts';
import { newId } from '../../../shared/ids.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts';
import { eventually } from '../../../test/eventually.ts';
import { signUp, type TestUser } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import {
  letMinutesPass,
  summarizeDue,
  summarizeNow,
  tellWorkouts,
} from '../../../test/summarize-workouts.ts';
import { reportOf } from '../../../test/tell-workouts.ts';
import type { IncomingReport } from '../../activities/index.ts';
import { findLastRuns } from './queries.ts';

type Summary = {
  activity_id: string;
  summary_text: string;
  persona: string;
  language: string;
  created_at: number;
  engine: string;
};

/** Words take turns by the day. */
const turnOf = (start: Date): number => Math.floor(start.getTime() / DAY_MS) % 3;
const BEGINNINGS = ['Run:', 'Run done:', 'In the books: run,'];
const FIGURES = '10 km, 50 min, 5:00 /km. Heart rate 151 bpm on average.';
const REMARKS = [
  'Done. On to the next one.',
  'Another run in the legs. Keep going.',
  'That is that. See you at the next.',
];
const RACES = [
  'A race. Recover before you judge it.',
  'Raced. Rest now, analyse later.',
  'That was a race. Take easy days after it.',
];
const RACE = [
  '10 km race in 51:40, 5:10 /km on average.',
  '10 km race: 51:40, 5:10 /km on average.',
  'The 10 km race took 51:40, 5:10 /km on average.',
];
const textOf = (start: Date, { figures = FIGURES, remarks = REMARKS } = {}): string =>
  `${BEGINNINGS[turnOf(start)]} ${figures} ${remarks[turnOf(start)]}`;

describe('summaries of activities', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  const ago = (ms: number) => new Date(Math.floor((server.clock.now().getTime() - ms) / 1_000) * 1_000);
  const run = (
    source: 'garmin' | 'strava' | 'coros',
    id: string,
    start_time: Date,
    more = {},
  ): IncomingReport =>
    reportOf(source, id, {
      start_time,
      duration_s: 3_100,
      moving_time_s: 3_000,
      distance_m: 10_000,
      average_heart_rate_bpm: 151.4,
      ...more,
    });
  const read = async (person: TestUser, activity_id: string): Promise<Summary[]> => {
    const path = `/api/v1/notifications/ai-summary?activity_id=${activity_id}`;
    const { status, body } = await server.request('GET', path, { token: person.token });
    assert.deepEqual([status, body.status], [200, 'ok']);
    return body.data.summaries;
  };
  const texts = async (person: TestUser, id: string) =>
    (await read(person, id)).map(({ summary_text }) => summary_text);
  const change = async ({ token }: TestUser, path: string, body: object) => {
    const { status } = await server.request('PATCH', `/api/v1${path}`, { token, body });
    assert.equal(status, 200);
  };
  const told = async ({ user_id }: TestUser) =>
    await server.deps.db.query<{ subject: string; message: string }>(sql`
      SELECT subject, message FROM notifications WHERE user_id = ${user_id} AND type = 'activity_summary'
      ORDER BY created_at`);
  const waiting = async ({ user_id }: TestUser) => {
    const { count } = await server.deps.db.one<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM pgboss.job
      WHERE name = 'summaries.activities' AND data ->> 'user_id' = ${user_id} AND state < 'active'`);
    return count;
  };
  const emitted = async ({ user_id }: TestUser) => {
    const { count } = await server.deps.db.one<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM pgboss.job
      WHERE name = 'events/activities_stored' AND data ->> 'user_id' = ${user_id}`);
    return count;
  };

  test('a workout that has just come is summed up within half a minute, and its athlete told', async () => {
    const person = await signUp(server);
    const start = ago(2 * HOUR_MS);
    const [id = ''] = await tellWorkouts(server, person, run('garmin', '1', start));
    assert.deepEqual(await read(person, id), []);
    await eventually(
      () => waiting(person),
      (count) => count === 1,
    );
    await letMinutesPass(server, person);
    const brought_forward = await server.deps.db.execute(sql`
      UPDATE pgboss.job SET start_after = now()
      WHERE name = 'summaries.activities' AND data ->> 'user_id' = ${person.user_id}
        AND start_after < now() + interval '20 seconds'`);
    assert.equal(brought_forward, 1, 'it would have waited for less than 20 seconds');
    const [summary = assert.fail()] = await eventuallyRead(() => read(person, id));
    const { created_at, ...rest } = summary;
    const text = textOf(start);
    const said = { activity_id: id, summary_text: text, persona: 'rex', language: 'en', engine: 'rules' };
    assert.deepEqual(rest, said);
    assert.ok(Math.abs(created_at - server.clock.now().getTime()) < HOUR_MS);
    assert.deepEqual(await eventuallyRead(() => told(person)), [{ subject: id, message: text }]);
  });

  const eventuallyRead = async <T>(look: () => Promise<T[]>): Promise<T[]> => {
    await eventually(look, (found) => found.length > 0);
    return await look();
  };

  test('what several tell of one workout is one summary; what is told later changes it, and nobody hears of it again', async () => {
    const person = await signUp(server);
    const start = ago(3 * HOUR_MS);
    const [id = ''] = await tellWorkouts(server, person, run('garmin', '1', start), run('coros', '9', start));
    await summarizeNow(server, person);
    await Promise.all([summarizeNow(server, person), summarizeNow(server, person)]);
    const [first = assert.fail()] = await read(person, id);
    assert.equal((await read(person, id)).length, 1);
    await eventuallyRead(() => told(person));

    await tellWorkouts(server, person, run('garmin', '1', start, { elevation_gain_m: 80 }));
    const climb = textOf(start, { figures: FIGURES.replace('Heart', '80 m of climbing, heart') });
    const [now = assert.fail()] = await read(person, id);
    assert.deepEqual([now.summary_text, now.engine], [climb, 'rules'], 'at once');
    assert.equal(now.created_at, first.created_at);
    await summarizeNow(server, person);
    const [anew = assert.fail()] = await read(person, id);
    assert.equal(anew.summary_text, climb);
    const stored = await server.deps.db.query<{ summary_text: string }>(
      sql`SELECT summary_text FROM activity_summaries WHERE activity_id = ${id}`,
    );
    assert.deepEqual(stored, [{ summary_text: climb }]);
    assert.ok(anew.created_at >= first.created_at);
    assert.equal((await told(person)).length, 1);
  });

  test('a workout that has come a moment ago waits for its own seconds, whatever else is written', async () => {
    const person = await signUp(server);
    const [earlier = ''] = await tellWorkouts(server, person, run('garmin', '1', ago(5 * HOUR_MS)));
    await letMinutesPass(server, person);
    const [young = ''] = await tellWorkouts(server, person, run('garmin', '2', ago(2 * HOUR_MS)));
    await summarizeDue(server, person);
    assert.deepEqual([(await read(person, earlier)).length, (await read(person, young)).length], [1, 0]);
  });

  test('two jobs at once write one, and tell of it once', async () => {
    const person = await signUp(server);
    const [id = ''] = await tellWorkouts(server, person, run('garmin', '1', ago(HOUR_MS)));
    await Promise.all(Array.from({ length: 4 }, () => summarizeNow(server, person)));
    assert.equal((await read(person, id)).length, 1);
    const { count } = await server.deps.db.one<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM pgboss.job
      WHERE name = 'events/activity_summarized' AND data ->> 'activity_id' = ${id}`);
    assert.equal(count, 1);
  });

  test('of a history that comes at once nobody is told, but for its last days', async () => {
    const person = await signUp(server);
    const history = (from: number, count: number) =>
      Array.from({ length: count }, (_, day) => run('garmin', `${from + day}`, ago((from + day) * DAY_MS)));
    const old = await tellWorkouts(server, person, ...history(5, 60));
    assert.equal(await emitted(person), 0);
    const [today = '', before = ''] = await tellWorkouts(server, person, ...history(0, 2));
    assert.equal(await emitted(person), 1);
    await summarizeNow(server, person);
    assert.equal((await read(person, today)).length, 1);
    assert.equal((await read(person, before)).length, 1);
    for (const id of old.slice(0, 3)) assert.deepEqual(await read(person, id), []);
  });

  test('more than are written at once are all written', async () => {
    const person = await signUp(server);
    const many = Array.from({ length: 23 }, (_, hour) => run('garmin', `${hour}`, ago(hour * 2 * HOUR_MS)));
    const ids = await tellWorkouts(server, person, ...many);
    await summarizeNow(server, person);
    const { count } = await server.deps.db.one<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM activity_summaries WHERE user_id = ${person.user_id}`,
    );
    assert.deepEqual([count, new Set(ids).size], [23, 23]);
    await eventually(
      () => told(person),
      (all) => all.length === 23,
    );
  });

  test('in the language, the units and the manner of its athlete', async () => {
    const person = await signUp(server);
    const preferences = { language: 'ja', coach_persona: 'joy', unit_system: 'imperial' };
    await server.request('PUT', `/api/v1/users/${person.user_id}`, {
      token: person.token,
      body: { preferences },
    });
    const start = ago(HOUR_MS);
    const [id = ''] = await tellWorkouts(server, person, run('garmin', '1', start, { elevation_gain_m: 80 }));
    await summarizeNow(server, person);
    const [summary = assert.fail()] = await read(person, id);
    assert.deepEqual([summary.language, summary.persona], ['ja', 'joy']);
    const turns = [
      'ランニング 6.2 マイル、50 分、平均ペース 8:03 /mi でした。登りは 262 フィート、平均心拍は 151 bpm でした。' +
        'お疲れさまでした。また前へ進みましたね！',
      '今回のランニングは 6.2 マイル、50 分、平均ペース 8:03 /mi でした。登りは 262 フィート、平均心拍は 151 bpm でした。' +
        '今回も走れましたね、素敵です！',
      'ランニングを終えましたね。6.2 マイル、50 分、平均ペース 8:03 /mi です。登りは 262 フィート、平均心拍は 151 bpm でした。' +
        '良いランでした。これからも楽しみましょう！',
    ];
    assert.equal(summary.summary_text, turns[turnOf(start)]);
  });

  describe('greet who comes back after a break', () => {
    const textAfter = async (person: TestUser, ...earlier: IncomingReport[]): Promise<string> => {
      if (earlier.length > 0) await tellWorkouts(server, person, ...earlier);
      const [id = ''] = await tellWorkouts(server, person, run('garmin', 'now', ago(HOUR_MS)));
      await summarizeNow(server, person);
      return (await texts(person, id))[0] ?? assert.fail();
    };
    const break_of = /(?:First run in|The last run was|That ends a break of) (.+?)(?: ago)?\. /;

    for (const [days, span] of [
      [20, '19 days'],
      [36, '5 weeks'],
      [185, '6 months'],
      [1_100, '3 years'],
    ] as const)
      test(`of ${span}`, async () => {
        const text = await textAfter(
          await signUp(server),
          run('garmin', '1', ago((days + 100) * DAY_MS)),
          run('garmin', '2', ago(days * DAY_MS)),
        );
        assert.equal(break_of.exec(text)?.[1], span, text);
      });

    test('from running: what else was done meanwhile is none, and neither are others’ runs', async () => {
      const [person, other] = [await signUp(server), await signUp(server)];
      await tellWorkouts(server, other, run('garmin', '1', ago(40 * DAY_MS)));
      const rides = Array.from({ length: 12 }, (_, week) =>
        run('garmin', `ride ${week}`, ago((2 + week * 7) * DAY_MS), { sport_type: 'ride' }),
      );
      const treadmill = run('garmin', '1', ago(75 * DAY_MS), { sport_type: 'treadmill_run' });
      assert.equal(break_of.exec(await textAfter(person, ...rides, treadmill))?.[1], '2 months');
    });

    test('and nobody else: the first run that is known is no return', async () => {
      const person = await signUp(server);
      assert.doesNotMatch(await textAfter(person), break_of);
      const [id = ''] = await tellWorkouts(server, person, run('garmin', 'next', ago(HOUR_MS / 60)));
      await summarizeNow(server, person);
      assert.doesNotMatch((await texts(person, id))[0] ?? '', break_of);
    });

    test('also several at once, each by the runs before itself', async () => {
      const person = await signUp(server);
      await tellWorkouts(server, person, run('garmin', '0', ago(400 * DAY_MS)));
      const [swim = '', first = '', second = ''] = await tellWorkouts(
        server,
        person,
        run('garmin', '1', ago(40 * HOUR_MS), { sport_type: 'swim' }),
        run('garmin', '2', ago(30 * HOUR_MS)),
        run('garmin', '3', ago(2 * HOUR_MS)),
      );
      await summarizeNow(server, person);
      const spans = await Promise.all(
        [swim, first, second].map(async (id) => break_of.exec((await texts(person, id))[0] ?? '')?.[1]),
      );
      assert.deepEqual(spans, [undefined, '13 months', undefined]);
    });

    test('and not by a run that is deleted', async () => {
      const person = await signUp(server);
      const [gone = ''] = await tellWorkouts(server, person, run('garmin', '1', ago(50 * DAY_MS)));
      const { status } = await server.request('DELETE', `/api/v1/activities/${gone}`, {
        token: person.token,
      });
      assert.equal(status, 200);
      const text = await textAfter(person, run('garmin', '2', ago(90 * DAY_MS)));
      assert.equal(break_of.exec(text)?.[1], '2 months');
    });

    test('by the index alone, however long their history is', async () => {
      const person = await signUp(server);
      const { user_id } = person;
      await tellWorkouts(server, person, run('garmin', '1', ago(50 * DAY_MS)));
      const { db } = server.deps;
      let asked: Sql | undefined;
      const listening: Queryable = {
        ...db,
        query: async (statement) => {
          asked = statement;
          return [];
        },
      };
      await findLastRuns(listening, { user_id, activities: [{ id: newId(), start_time: new Date() }] });
      let plan = '';
      const undone = new Error('This history is of no use to other tests.');
      const explain = db.transaction(async (tx) => {
        await tx.execute(sql`
          INSERT INTO activities
          SELECT (jsonb_populate_record(a, jsonb_build_object(
            'id', gen_random_uuid(), 'start_time', a.start_time - n * interval '1 day'))).*
          FROM activities a CROSS JOIN generate_series(1, 3000) n WHERE a.user_id = ${user_id}`);
        await tx.execute(sql`ANALYZE activities`);
        const rows = await tx.query<{ 'QUERY PLAN': string }>(sql`EXPLAIN ${asked ?? assert.fail()}`);
        plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        throw undone;
      });
      await assert.rejects(explain, undone);
      assert.match(plan, /Limit[\s\S]*Index(?: Only)? Scan using activities_user_start_idx/);
      assert.match(plan, /Index Cond: \(\(user_id = [^)]*\) AND \(start_time < /);
      assert.doesNotMatch(plan, /Sort|Seq Scan/);
    });
  });

  test('what an athlete sets by hand counts at once', async () => {
    const person = await signUp(server);
    const start = ago(HOUR_MS);
    const [id = ''] = await tellWorkouts(server, person, run('garmin', '1', start));
    await summarizeNow(server, person);
    const soFar = await emitted(person);
    await change(person, `/activities/${id}`, { name: 'Around the lake' });
    assert.equal(await emitted(person), soFar, 'no text says a name');
    await change(person, `/activities/${id}`, { is_race: true });
    assert.equal(await emitted(person), soFar + 1);
    const race = `${RACE[turnOf(start)]} Heart rate 151 bpm on average. ${RACES[turnOf(start)]}`;
    assert.deepEqual(await texts(person, id), [race]);
    await summarizeNow(server, person);
    assert.deepEqual(await texts(person, id), [race]);
  });

  test('who has left, or deleted the workout meanwhile, is written of no more', async () => {
    const person = await signUp(server);
    const [id = '', other = ''] = await tellWorkouts(
      server,
      person,
      run('garmin', '1', ago(HOUR_MS)),
      run('garmin', '2', ago(9 * HOUR_MS)),
    );
    const { token } = person;
    const deleting = {
      write: async () => {
        const { status } = await server.request('DELETE', `/api/v1/activities/${id}`, { token });
        assert.ok(status === 200 || status === 404);
        return { text: 'Done.', engine: 'rules' };
      },
    };
    await summarizeNow(server, person, { writer: deleting });
    assert.equal((await texts(person, other)).length, 1);
    const path = `/api/v1/notifications/ai-summary?activity_id=${id}`;
    assert.equal((await server.request('GET', path, { token })).status, 404);
    await summarizeNow(server, { ...person, user_id: newId() });
  });

  test('somebody else’s is like one that does not exist, and what is no id is told', async () => {
    const [person, other] = [await signUp(server), await signUp(server)];
    const [id = ''] = await tellWorkouts(server, person, run('garmin', '1', ago(HOUR_MS)));
    await summarizeNow(server, person);
    const ask = async (query: string, { token }: { token?: string } = other) => {
      const { status, body } = await server.request('GET', `/api/v1/notifications/ai-summary${query}`, {
        ...(token === undefined ? {} : { token }),
      });
      const { request_id: _, ...said } = body;
      return [status, said];
    };
    const theirs = await ask(`?activity_id=${id}`);
    assert.deepEqual(theirs, await ask(`?activity_id=${newId()}`));
    assert.equal(theirs[0], 404);
    for (const query of ['', '?activity_id=', '?activity_id=7', `?activity_id=${id}&activity_id=${id}`])
      assert.equal((await ask(query))[0], 400, query);
    assert.equal((await ask(`?activity_id=${id}`, {}))[0], 401);
  });
});
