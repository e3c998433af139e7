import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import type { LanguageModel } from '../../../infra/llm/index.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts';
import { eventually } from '../../../test/eventually.ts';
import { addMember, assignPlan, createOrganization, signUp, type TestUser } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { letMinutesPass, summarizeNow, tellWorkouts } from '../../../test/summarize-workouts.ts';
import { reportOf } from '../../../test/tell-workouts.ts';
import { type IncomingReport, packStreams, type ReportedActivity } from '../../activities/index.ts';
import { createWriter } from '../model/create-writer.ts';

/** 2 km, six times 800 m with 2 min of jogging between, 1 km; a sample a second. */
const INTERVALS = [
  [2_000, 700],
  ...Array.from({ length: 6 }, () => [
    [800, 195],
    [280, 120],
  ]).flat(),
  [1_000, 360],
] as const;

function samples() {
  const [time_s, distance_m] = [[0], [0]];
  for (const [metres = 0, seconds = 1] of INTERVALS)
    for (let second = 0; second < seconds; second += 1) {
      time_s.push(time_s.length);
      distance_m.push((distance_m.at(-1) ?? 0) + metres / seconds);
    }
  return { time_s, distance_m };
}

describe('summaries of workouts as they were run', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  const ago = (ms: number) => new Date(Math.floor((server.clock.now().getTime() - ms) / 1_000) * 1_000);
  const run = (
    id: string,
    start_time: Date,
    more: Partial<ReportedActivity> = {},
    packed: Uint8Array | null = null,
  ): IncomingReport =>
    reportOf(
      'garmin',
      id,
      { start_time, duration_s: 3_100, moving_time_s: 3_000, distance_m: 10_000, ...more },
      packed,
    );
  const textOf = async ({ token }: TestUser, id: string): Promise<string> => {
    const { body } = await server.request('GET', `/api/v1/notifications/ai-summary?activity_id=${id}`, {
      token,
    });
    return body.data.summaries[0]?.summary_text ?? '';
  };
  const send = async ({ token }: TestUser, method: string, path: string, body?: object) => {
    const { status } = await server.request(method, `/api/v1${path}`, { token, ...(body && { body }) });
    assert.equal(status, 200);
  };
  /** Six weeks of training, less and less of it in the last two. */
  const training = () =>
    [4, 6, 10, 10, 10, 10].flatMap((km, week) =>
      [2, 4, 6].map((day) =>
        run(`w${week}d${day}`, ago((week * 7 + day) * DAY_MS), { distance_m: km * 1_000 }),
      ),
    );
  const HALF = { distance_m: 21_300, duration_s: 6_130, moving_time_s: 6_100 };
  const RACED = /half marathon\b.*1:42:10.*2 weeks of taper/i;

  test('a race is told first, by its event, its time on the clock and its taper', async () => {
    const person = await signUp(server);
    await tellWorkouts(server, person, ...training());
    const [id = ''] = await tellWorkouts(
      server,
      person,
      run('race', ago(HOUR_MS), { ...HALF, is_race: true }),
    );
    await summarizeNow(server, person);
    assert.match((await textOf(person, id)).split('.')[0] ?? '', RACED);
  });

  test('a run of about the distance on the day of one’s next race is that race', async () => {
    const person = await signUp(server);
    const start = ago(HOUR_MS);
    const day = start.toISOString().slice(0, 10);
    const next_race = { name: 'City half', date: day, distance_m: 21_097 };
    await send(person, 'PUT', `/users/${person.user_id}`, { next_race });
    const [id = '', other = ''] = await tellWorkouts(
      server,
      person,
      run('race', start, { ...HALF, timezone: 'UTC' }),
      run('jog', ago(30 * HOUR_MS), { timezone: 'UTC' }),
    );
    await summarizeNow(server, person);
    assert.match(await textOf(person, id), /half marathon\b.*1:42:10/i);
    assert.doesNotMatch(await textOf(person, other), /race|marathon/i);
  });

  test('so is one on the day of a race in a plan, while the plan is in force', async () => {
    const club = await createOrganization(server);
    const athletes = [await addMember(server, club), await addMember(server, club)] as const;
    const start = ago(HOUR_MS);
    const day = start.toISOString().slice(0, 10);
    await assignPlan(server, club.org_id, athletes, { start_date: day });
    const race = [{ date: day, workout_type: 'race', distance_m: 10_000 }];
    await server.deps.db.execute(sql`
      UPDATE plan_assignments SET workouts = ${JSON.stringify(race)}::json,
        ended_at = CASE WHEN user_id = ${athletes[1].user_id} THEN now() END
      WHERE user_id = ANY(${athletes.map(({ user_id }) => user_id)}::uuid[])`);
    const texts = [];
    for (const athlete of athletes) {
      const [id = ''] = await tellWorkouts(server, athlete, run('1', start, { timezone: 'UTC' }));
      await summarizeNow(server, athlete);
      texts.push(await textOf(athlete, id));
    }
    assert.match(texts[0] ?? '', /10 km race\b.*51:40/);
    assert.doesNotMatch(texts[1] ?? '', /race/);
  });

  test('repetitions are told of laps, else of samples; what a model may not see of these it is not told', async () => {
    const packed = packStreams(samples());
    const laps = INTERVALS.map(([distance_m, duration_s], index) => ({
      index,
      distance_m,
      duration_s,
    })) as unknown as ReportedActivity['laps'];
    const said = /6 × 800 m, (?:3:15|4:0\d \/km)(?: to (?:3:15|4:0\d \/km))?, jogging 2 min between\./;
    const asked: string[] = [];
    const llm: LanguageModel = {
      name: 'test/model',
      limits: { answer_ms: 10_000, max_output_tokens: 1_000 },
      async *streamText({ prompt }) {
        asked.push(prompt);
        yield 'Full marks for effort, well done.';
      },
      streamElements: () => assert.fail('no lists are asked for'),
    };
    const writer = createWriter({ ...server.deps, llm, modelSummariesPerDay: 1_000_000 });
    const of = async (report: IncomingReport, privacy: object = {}) => {
      const person = await signUp(server);
      await send(person, 'PUT', `/users/${person.user_id}`, { privacy });
      const [id = ''] = await tellWorkouts(server, person, report);
      asked.length = 0;
      await summarizeNow(server, person, { llm, writer });
      return { text: await textOf(person, id), asked: asked.length, prompt: asked.join() };
    };
    const hidden = await of(run('1', ago(HOUR_MS), {}, packed), { share_pb: false });
    assert.match(hidden.text, said);
    assert.equal(hidden.asked, 0);
    const shown = await of(run('1', ago(HOUR_MS), {}, packed), { share_pb: true, share_pace_data: true });
    assert.equal(shown.asked, 1);
    assert.match(shown.prompt, /6 × 800 m/);
    const told = await of(run('1', ago(HOUR_MS), { laps }), { share_pace_data: false });
    assert.match(told.text, said);
  });

  /** What waits of one person, told to be due. @returns how many jobs */
  const makeDue = ({ user_id }: TestUser) =>
    server.deps.db.execute(sql`
      UPDATE pgboss.job SET start_after = now()
      WHERE name = 'summaries.activities' AND data ->> 'user_id' = ${user_id} AND state < 'active'`);
  const storedText = async (activity_id: string) =>
    await server.deps.db.maybeOne<{ id: string; summary_text: string }>(
      sql`SELECT id, summary_text FROM activity_summaries WHERE activity_id = ${activity_id}`,
    );
  const writtenBy = async (person: TestUser, id: string, isThere: (text: string) => boolean) => {
    await letMinutesPass(server, person);
    return await eventually(async () => {
      await makeDue(person);
      return (await storedText(id))?.summary_text ?? '';
    }, isThere);
  };

  test('what changes of a workout is written anew by the job, each kind of change', async () => {
    const person = await signUp(server);
    const start = ago(2 * HOUR_MS);
    const [id = ''] = await tellWorkouts(server, person, run('1', start));
    await writtenBy(person, id, (text) => text.includes('10 km'));
    const change = (body: object) => send(person, 'PATCH', `/activities/${id}`, body);
    await change({ is_race: true });
    await writtenBy(person, id, (text) => text.includes('51:40'));
    await change({ is_race: false, workout_type: 'tempo' });
    await writtenBy(person, id, (text) => /hard/i.test(text));
    await change({ sport_type: 'ride' });
    await writtenBy(person, id, (text) => /ride/i.test(text));
    await change({ sport_type: 'run', duration_s: 3_900, moving_time_s: 3_600 });
    await writtenBy(person, id, (text) => /\b1 h, 6:00/.test(text));
    await tellWorkouts(
      server,
      person,
      reportOf('coros', '9', {
        start_time: start,
        duration_s: 3_100,
        distance_m: 10_000,
        average_heart_rate_bpm: 149,
      }),
    );
    await writtenBy(person, id, (text) => text.includes('149 bpm'));
    const told = await server.deps.db.query(
      sql`SELECT FROM notifications WHERE user_id = ${person.user_id} AND type = 'activity_summary'`,
    );
    assert.equal(told.length, 1, 'nobody hears of it again');
    await send(person, 'DELETE', `/activities/${id}`);
    assert.equal(await storedText(id), null);
  });

  test('changes in quick succession wait as a job or two, and nothing is written while they go on', async () => {
    const person = await signUp(server);
    const [id = ''] = await tellWorkouts(server, person, run('1', ago(2 * HOUR_MS)));
    await summarizeNow(server, person);
    const first = await storedText(id);
    for (let time = 0; time < 15; time += 1)
      await send(person, 'PATCH', `/activities/${id}`, { is_race: time % 2 === 0 });
    await eventually(
      async () =>
        (
          await server.deps.db.query(sql`
          SELECT FROM pgboss.job WHERE name LIKE 'events/activities_stored%' AND state < 'completed'
            AND data ->> 'user_id' = ${person.user_id}`)
        ).length,
      (open) => open === 0,
    );
    const waiting = await makeDue(person);
    assert.ok(waiting <= 4, `${waiting} of 15 changes`);
    await eventually(
      async () =>
        (
          await server.deps.db.query(sql`
          SELECT FROM pgboss.job WHERE name = 'summaries.activities' AND state = 'completed'
            AND data ->> 'user_id' = ${person.user_id}`)
        ).length,
      (done) => done > 0,
    );
    // Time is made to pass below, which must not happen while one of them is looking.
    await eventually(
      async () =>
        (
          await server.deps.db.query(sql`
          SELECT FROM pgboss.job WHERE name = 'summaries.activities' AND data ->> 'user_id' = ${person.user_id}
            AND (state = 'active' OR state < 'active' AND start_after <= now())`)
        ).length,
      (looking) => looking === 0,
    );
    assert.equal((await storedText(id))?.id, first?.id);
    const text = await writtenBy(person, id, (now) => now.includes('51:40'));
    assert.equal(await textOf(person, id), text);
  });

  test('while a model looks for words those of the rules are there, and nobody is told of them', async () => {
    const person = await signUp(server);
    const [id = ''] = await tellWorkouts(server, person, run('1', ago(HOUR_MS)));
    const llm = { name: 'test/model' } as LanguageModel;
    let meanwhile = '';
    const stopped = { write: async () => assert.fail('the server stops') };
    await assert.rejects(summarizeNow(server, person, { llm, writer: stopped }), /the server stops/);
    const writer = {
      write: async () => {
        meanwhile = await textOf(person, id);
        const told = await server.deps.db.query(
          sql`SELECT FROM pgboss.job WHERE name LIKE 'events/activity_summarized%' AND data ->> 'activity_id' = ${id}`,
        );
        assert.equal(told.length, 0);
        return { text: 'Well done.', engine: 'test/model' };
      },
    };
    await summarizeNow(server, person, { llm, writer });
    assert.match(meanwhile, /10 km/);
    assert.equal(await textOf(person, id), 'Well done.');
    await summarizeNow(server, person, { llm, writer });
    const events = await server.deps.db.query(sql`
      SELECT FROM pgboss.job WHERE name = 'events/activity_summarized' AND data ->> 'activity_id' = ${id}`);
    assert.equal(events.length, 1, 'told once, though it was stopped midway');
  });
});
