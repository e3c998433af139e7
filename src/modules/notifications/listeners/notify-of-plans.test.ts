import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventually } from '../../../test/eventually.ts';
import { addMember, createOrganization, signUp, type TestUser } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { saveQuietPlan } from '../../../test/saved-plans.ts';
import { calendarJobs } from '../../calendars/index.ts';
import { findSessionsOfPeople } from '../../sessions/index.ts';
import { notifyOfPlans } from './notify-of-plans.ts';

type Item = { id: string; type: string; title: string; message: string; data: Record<string, unknown> };

describe('plans and their days', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  async function centreOf({ token }: TestUser, type: string): Promise<Item[]> {
    const { status, body } = await server.request('GET', '/api/v1/notifications/center', { token });
    assert.equal(status, 200);
    return body.data.notifications.filter((one: Item) => one.type === type);
  }

  const told = (user: TestUser, type: string, many = 1): Promise<Item[]> =>
    eventually(
      () => centreOf(user, type),
      (found) => found.length >= many,
    );

  /** Runs the job as at that time, and sets the clock back afterwards, since tokens do not last that long. */
  const remindAt = async (time: string): Promise<void> => {
    server.clock.advance(Date.parse(time) - server.clock.now().getTime());
    const [job] = calendarJobs({ ...server.deps, findSessionsOfPeople });
    assert.ok(job);
    const { signal } = new AbortController();
    await job
      .run({}, { job_id: 'a', attempt: 1, signal, logger: server.deps.logger })
      .finally(() => server.clock.reset());
  };

  const athleteIn = async (timezone: string, fields: Record<string, unknown> = {}): Promise<TestUser> =>
    await signUp(server, { preferences: { timezone, ...fields } });

  test('whoever is given a plan learns of their own copy, once and in their language', async () => {
    const club = await createOrganization(server);
    const [mei, tom, idle] = [
      await athleteIn('Asia/Taipei', { language: 'zh-TW' }),
      await athleteIn('UTC'),
      await athleteIn('UTC'),
    ];
    for (const one of [mei, tom, idle]) await addMember(server, club, { user: one });
    const { body } = await saveQuietPlan(server, club, {
      start_date: '2031-01-06',
      title: 'Spring half',
      athlete_ids: [mei.user_id, tom.user_id],
    });
    const copyOf = ({ user_id }: TestUser): string =>
      body.data.assigned.find((one: { user_id: string }) => one.user_id === user_id).plan_id;
    const [toTom] = await told(tom, 'plan_assigned');
    const [toMei] = await told(mei, 'plan_assigned');
    assert.equal(
      toTom?.message,
      `${club.name} has given you the plan “Spring half”. It starts on 6 January 2031; your calendar has each workout.`,
    );
    assert.deepEqual(
      [toMei?.title, toMei?.message],
      [
        '你有一份新的訓練計畫',
        `${club.name} 為你安排了「Spring half」。計畫從 2031 年 1 月 6 日開始，每次訓練都在你的行事曆中。`,
      ],
    );
    assert.equal(toTom?.data.start_date, '2031-01-06', 'for the app');
    assert.deepEqual([toTom?.data.plan_id, toMei?.data.plan_id], [copyOf(tom), copyOf(mei)]);
    assert.deepEqual(await centreOf(idle, 'plan_assigned'), []);

    const event = {
      org_id: club.org_id,
      org_name: club.name,
      plan_title: 'Spring half',
      start_date: '2031-01-06',
      weeks: 1,
    };
    const assigned = [{ user_id: tom.user_id, plan_id: copyOf(tom) }];
    await notifyOfPlans(server.deps, { ...event, assigned });
    assert.equal((await centreOf(tom, 'plan_assigned')).length, 1, 'the event was heard again');
  });

  test('in the morning where they are, of a day with something to do, and once', async () => {
    const club = await createOrganization(server);
    // 07:10 in Taipei is 23:10 of the day before in UTC: Monday in Taipei, Sunday in UTC.
    const [taipei, denver, silent] = [
      await athleteIn('Asia/Taipei', { language: 'ja', coach_persona: 'joy' }),
      await athleteIn('America/Denver'),
      await signUp(server, {
        preferences: { timezone: 'Asia/Taipei' },
        notification_settings: { workout_reminder: false },
      }),
    ];
    for (const one of [taipei, denver, silent]) await addMember(server, club, { user: one });
    const athlete_ids = [taipei, denver, silent].map(({ user_id }) => user_id);
    const { body } = await saveQuietPlan(server, club, { start_date: '2031-02-03', athlete_ids });
    assert.equal(body.data.assigned.length, 3, JSON.stringify(body.data.skipped));

    await remindAt('2031-02-02T22:50:00Z');
    await remindAt('2031-02-02T23:10:00Z');
    const [first] = await told(taipei, 'workout_reminder');
    assert.equal(first?.message, '50 min easy。楽しんでいきましょう！');
    assert.equal(first?.data.date, '2031-02-03');
    assert.deepEqual(await centreOf(denver, 'workout_reminder'), [], 'it is Sunday afternoon there');

    await remindAt('2031-02-02T23:30:00Z');
    // Tuesday has no workout, Wednesday has one.
    await remindAt('2031-02-03T23:10:00Z');
    await remindAt('2031-02-04T23:10:00Z');
    const dates = (await told(taipei, 'workout_reminder', 2)).map(({ data }) => data.date);
    assert.deepEqual(dates, ['2031-02-05', '2031-02-03']);

    await remindAt('2031-02-05T17:40:00Z');
    const [late] = await told(denver, 'workout_reminder');
    assert.deepEqual([late?.data.date, late?.message], ['2031-02-05', '3 × 800 m. Get it done.']);
    await remindAt('2031-02-07T20:00:00Z');
    assert.equal((await centreOf(denver, 'workout_reminder')).length, 1);
    assert.deepEqual(await centreOf(silent, 'workout_reminder'), []);
  });
});
