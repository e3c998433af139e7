import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { pino } from 'pino';
import { sql } from '../../infra/db/sql.ts';
import type { LanguageModel } from '../../infra/llm/index.ts';
import type { SourcePolicies } from '../../privacy/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { eventually } from '../../test/eventually.ts';
import { signUp, type TestUser } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { insertActivities } from '../../test/insert-activities.ts';
import { takeOut } from '../../test/personal-archive.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { summarizeNow, tellWorkouts } from '../../test/summarize-workouts.ts';
import { reportOf } from '../../test/tell-workouts.ts';
import type { StoredActivity } from '../activities/activity.ts';
import { figuresExpired, type IncomingReport } from '../activities/index.ts';
import { expireRecords } from '../activities/records/expire-records.ts';
import { findRaceDays } from '../calendars/index.ts';
import { createWriter, WRITES_BY_RULES } from './model/create-writer.ts';
import { type WeeklyDeps, writeWeeklySummaries } from './weekly/write-summaries.ts';

/** Nobody else's tests have anything in this year. */
const MONDAY = new Date('2037-03-16T12:00:00.000Z');
const WEEK = '2037-03-09';
const NO_FIGURES = 'Your workout is summed up.';

describe('what is told of summaries', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  const centreOf = async ({ token }: TestUser): Promise<{ type: string; message: string }[]> =>
    (await server.request('GET', '/api/v1/notifications/center', { token })).body.data.notifications;
  const toldTo = async (person: TestUser) => {
    const [one] = await eventually(
      () => centreOf(person),
      (found) => found.length > 0,
    );
    return one?.message;
  };
  const queued = async ({ user_id }: TestUser, event: string) =>
    (
      await server.deps.db.query<{ data: string }>(sql`
        SELECT data::text AS data FROM pgboss.job
        WHERE name LIKE ${`events/${event}%`} AND data::text LIKE ${`%${user_id}%`}`)
    ).map(({ data }) => data);

  describe('of a week', () => {
    const signUpInUtc = () => signUp(server, { preferences: { timezone: 'UTC' } });
    async function did(person: TestUser, ...done: Partial<StoredActivity>[]): Promise<StoredActivity[]> {
      const usual = {
        sport_type: 'run',
        distance_m: 10_000,
        duration_s: 3_000,
        moving_time_s: null,
      } as const;
      const unknown = { vdot: null, training_load: null, is_race: false, private: false };
      const rows = done.map((one) => makeActivity(person.user_id, { ...usual, ...unknown, ...one }));
      await server.deps.db.transaction((tx) => insertActivities(tx, rows));
      return rows;
    }
    const on = (day: string) => ({ start_time: new Date(`2037-03-${day}T06:00:00Z`) });
    async function work(now = MONDAY, more: Partial<WeeklyDeps> = {}): Promise<void> {
      const deps = {
        ...server.deps,
        clock: { now: () => now },
        llm: undefined,
        writer: WRITES_BY_RULES,
        findRaceDays,
      };
      const context = { signal: new AbortController().signal, logger: pino({ level: 'silent' }) };
      await writeWeeklySummaries({ ...deps, ...more }, context);
    }
    const weeksOf = async ({ token }: TestUser): Promise<{ week_start: string; total_distance: number }[]> =>
      (await server.request('GET', '/api/v1/notifications/ai-summary/weekly', { token })).body.data.summaries;
    const totals = async (person: TestUser) =>
      (await weeksOf(person)).map(({ week_start, total_distance }) => [week_start, total_distance]);
    const expire = ({ user_id }: TestUser, { id }: StoredActivity, week: string, time_zone: string) =>
      server.deps.db.transaction(async (tx) => {
        await tx.execute(sql`DELETE FROM activities WHERE id = ${id}`);
        await server.deps.events.emit(tx, figuresExpired, { user_id, weeks: [week], time_zone });
      });

    test('are its figures, where all sources that they are from let them go on to others', async () => {
      const [open, mixed] = [await signUpInUtc(), await signUpInUtc()];
      await did(open, { ...on('11'), source: 'garmin' });
      // Four weeks earlier: it is in what is usual.
      await did(
        mixed,
        { ...on('11'), source: 'garmin' },
        { start_time: new Date('2037-02-18T06:00:00Z'), source: 'strava' },
      );
      await work();
      assert.match((await toldTo(open)) ?? '', /10 km/);
      assert.equal(await toldTo(mixed), 'Your week is summed up.');
      assert.deepEqual(await totals(mixed), [[WEEK, 10]]);
      for (const data of await queued(open, 'weekly_summaries_written'))
        assert.doesNotMatch(data, /km|text/, 'the queue outlives an account');
    });

    test('goes when one of the workouts expires, and is neither written less nor for the first time', async () => {
      const [told, untold, moved] = [await signUpInUtc(), await signUpInUtc(), await signUpInUtc()];
      const runs = [
        { ...on('09'), source: 'strava' },
        on('11'),
        { start_time: new Date('2037-03-04T06:00:00Z') },
      ] as const;
      const [first] = await did(told, ...runs);
      await did(moved, ...runs);
      const early = new Date(MONDAY.getTime() - 7 * DAY_MS);
      await work(early);
      await work();
      const both = [
        [WEEK, 20],
        ['2037-03-02', 10],
      ];
      assert.deepEqual([await totals(told), await totals(moved)], [both, both]);
      await eventually(
        async () => (await centreOf(told)).length,
        (count) => count === 2,
      );
      const [gone] = await did(untold, ...runs);
      await server.deps.db.execute(
        sql`UPDATE users SET preferences = preferences || '{"timezone":"Asia/Tokyo"}' WHERE user_id = ${moved.user_id}`,
      );
      const [late] = await did(moved, { start_time: new Date('2037-03-15T23:00:00Z') });
      for (const [person, run] of [
        [told, first],
        [untold, gone],
      ] as const)
        await expire(person, run ?? assert.fail(), WEEK, 'UTC');
      await expire(moved, late ?? assert.fail(), '2037-03-16', 'Asia/Tokyo');
      await eventually(
        async () =>
          await server.deps.db.query(sql`SELECT FROM weekly_summaries WHERE engine = 'expired'
          AND user_id = ANY(${[told, untold, moved].map(({ user_id }) => user_id)}::uuid[])`),
        (rows) => rows.length === 4,
      );
      const left = [['2037-03-02', 10]];
      assert.deepEqual(await totals(told), left);
      assert.deepEqual(await totals(moved), left, 'by the calendar of when it was told');
      await work(new Date(MONDAY.getTime() + 15 * MINUTE_MS));
      assert.deepEqual([await totals(told), await totals(untold)], [left, []]);
      const { summary_text, facts } = await server.deps.db.one<{ summary_text: string; facts: object }>(sql`
        SELECT summary_text, facts FROM weekly_summaries WHERE user_id = ${told.user_id} AND week_start = ${WEEK}::date`);
      assert.deepEqual([summary_text, facts], ['', {}]);
      await eventually(
        async () => (await centreOf(told)).length,
        (count) => count === 1,
      );
      const archive = await takeOut(server, told);
      assert.equal(archive.records('weekly_summaries.json').length, 1);
    });

    test('is worded by a model once, and for one person twenty times a day; what is written anew by rules', async () => {
      const [person, busy] = [await signUpInUtc(), await signUpInUtc()];
      for (const one of [person, busy]) await did(one, on('11'));
      const asked: string[] = [];
      const llm: LanguageModel = {
        name: 'test/model',
        limits: { answer_ms: 10_000, max_output_tokens: 1_000 },
        async *streamText() {
          asked.push('');
          yield 'Full marks for effort, well done.';
        },
        streamElements: () => assert.fail('no lists are asked for'),
      };
      const day = { name: 'day', limit: 1_000_000, seconds: 86_400 } as const;
      for (let i = 0; i < 20; i += 1)
        await server.deps.rateLimiter.take(`model-summaries-of:${busy.user_id}`, [day]);
      const writer = createWriter({ ...server.deps, llm, modelSummariesPerDay: 1_000_000 });
      await work(MONDAY, { llm, writer });
      const engines = async () =>
        await server.deps.db.query<{ engine: string }>(sql`
          SELECT engine FROM weekly_summaries WHERE user_id = ANY(${[person, busy].map(({ user_id }) => user_id)}::uuid[])
          ORDER BY user_id = ${busy.user_id}`);
      assert.deepEqual(await engines(), [{ engine: 'test/model' }, { engine: 'rules' }]);
      const count = asked.length;
      await did(person, on('12'));
      await work(new Date(MONDAY.getTime() + HOUR_MS), { llm, writer });
      assert.deepEqual([await engines(), asked.length], [[{ engine: 'rules' }, { engine: 'rules' }], count]);
      assert.deepEqual(await totals(person), [[WEEK, 20]]);
    });
  });

  describe('of a workout', () => {
    const ago = (ms: number) => new Date(Math.floor((server.clock.now().getTime() - ms) / 1_000) * 1_000);
    const run = (source: 'garmin' | 'strava', id: string, start_time: Date, more = {}): IncomingReport =>
      reportOf(source, id, {
        start_time,
        duration_s: 3_100,
        moving_time_s: 3_000,
        distance_m: 10_000,
        ...more,
      });
    /** Of an operator who lets a platform's figures be mixed with others', but not be kept. */
    const passing = (): TestServer => {
      const strava = { show_to_coach: true, use_in_ai: true, export: true, keep_days: 7 };
      const sourcePolicies: SourcePolicies = { ...server.deps.sourcePolicies, strava };
      return { ...server, deps: { ...server.deps, sourcePolicies } };
    };
    const remove = async ({ token }: TestUser, id: string) =>
      assert.equal((await server.request('DELETE', `/api/v1/activities/${id}`, { token })).status, 200);

    test('are its figures only where each source whose figures it has lets them go on', async () => {
      const [mixed, compared, apart] = [await signUp(server), await signUp(server), await signUp(server)];
      const back = await signUp(server);
      const start = ago(2 * HOUR_MS);
      const copy = run('strava', '2', start, { average_heart_rate_bpm: 163 });
      await tellWorkouts(passing(), mixed, run('garmin', '1', start), copy);
      await summarizeNow(passing(), mixed);
      assert.equal(await toldTo(mixed), NO_FIGURES);

      await tellWorkouts(server, compared, run('strava', '1', ago(20 * DAY_MS)));
      const [id = ''] = await tellWorkouts(server, compared, run('garmin', '2', start));
      await summarizeNow(server, compared);
      assert.equal(await toldTo(compared), NO_FIGURES, 'days since the other one');
      const path = `/api/v1/notifications/ai-summary?activity_id=${id}`;
      const { body } = await server.request('GET', path, { token: compared.token });
      assert.match(body.data.summaries[0].summary_text, /19 days/);

      await tellWorkouts(server, back, run('strava', '1', ago(200 * DAY_MS)));
      await tellWorkouts(server, back, run('garmin', '2', start));
      await summarizeNow(server, back);
      assert.equal(await toldTo(back), NO_FIGURES, 'months since the other one');

      await tellWorkouts(server, apart, run('garmin', '1', start), copy);
      await summarizeNow(server, apart);
      assert.match((await toldTo(apart)) ?? '', /10 km/);
    });

    test('is written anew where a source whose figures it had may not be kept any longer, however old it is', async () => {
      const person = await signUp(server);
      const start = ago(HOUR_MS);
      const copy = run('strava', '2', start, { average_heart_rate_bpm: 163 });
      const [id = ''] = await tellWorkouts(passing(), person, run('garmin', '1', start), copy);
      await summarizeNow(passing(), person);
      const text = async () =>
        (
          await server.deps.db.one<{ summary_text: string }>(
            sql`SELECT summary_text FROM activity_summaries WHERE activity_id = ${id}`,
          )
        ).summary_text;
      assert.match(await text(), /163 bpm/);
      const { deps } = passing();
      await server.deps.db.execute(sql`
        UPDATE activity_records SET created_at = created_at - interval '8 days'
        WHERE user_id = ${person.user_id} AND source = 'strava'`);
      await expireRecords(deps, new AbortController().signal);
      const clock = { now: () => new Date(server.clock.now().getTime() + 8 * DAY_MS) };
      await summarizeNow({ ...server, deps: { ...deps, clock } }, person);
      assert.doesNotMatch(await text(), /163/);
    });

    for (const days of [20, 60])
      test(`compares with nothing that must go after some days, ${days} days ago`, async () => {
        const person = await signUp(server);
        // Nor with what was before it: the last run was another one.
        await tellWorkouts(passing(), person, run('garmin', '0', ago(90 * DAY_MS)));
        await tellWorkouts(passing(), person, run('strava', '1', ago(days * DAY_MS)));
        const [id = ''] = await tellWorkouts(passing(), person, run('garmin', '2', ago(HOUR_MS)));
        await summarizeNow(passing(), person);
        const { facts } = await server.deps.db.one<{ facts: { before: unknown } }>(
          sql`SELECT facts FROM activity_summaries WHERE activity_id = ${id}`,
        );
        assert.equal(facts.before, null);
      });

    test('goes with the workout, read or not, and the counts with it; others stay', async () => {
      const person = await signUp(server);
      const ids = await tellWorkouts(
        server,
        person,
        ...[2, 9, 16].map((h) => run('garmin', `${h}`, ago(h * HOUR_MS))),
      );
      await summarizeNow(server, person);
      await eventually(
        () => centreOf(person),
        (found) => found.length === 3,
      );
      const [, read] = (await centreOf(person)) as unknown as { id: string; data: { activity_id: string } }[];
      const { token } = person;
      await server.request('PATCH', `/api/v1/notifications/center/${read?.id}/read`, { token });
      const kept = ids.find((id) => id !== read?.data.activity_id);
      for (const id of ids) if (id !== kept) await remove(person, id);
      const counts = async () =>
        (await server.request('GET', '/api/v1/notifications/center/counts', { token })).body;
      await eventually(counts, ({ total }: { total: number }) => total === 1);
      assert.deepEqual(await counts(), { unread: 1, total: 1 });
      const rows = await server.deps.db.query<{ subject: string; message: string }>(sql`
        SELECT subject, message FROM notifications WHERE user_id = ${person.user_id} AND message <> ''`);
      assert.deepEqual(
        rows.map(({ subject }) => subject),
        [kept],
      );
      for (const data of await queued(person, 'activity_summarized'))
        assert.doesNotMatch(data, /km|text/, 'the queue outlives an account');
    });
  });
});
