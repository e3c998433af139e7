import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { addDays, mondayOfDay } from '../../../shared/calendar.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { eventually } from '../../../test/eventually.ts';
import {
  addMember,
  createOrganization,
  type TestOrganization,
  type TestUser,
} from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { saveQuietPlan } from '../../../test/saved-plans.ts';
import type { WeeksChanged } from '../../calendars/index.ts';
import { notifyOfChangedWeeks } from './notify-of-changed-weeks.ts';

type Item = { type: string; title: string; message: string; data: { weeks: string[]; org_id: string } };

describe('what athletes are told whose coaches change their weeks', () => {
  let server: TestServer;
  let club: TestOrganization;
  let monday: string;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    monday = addDays(mondayOfDay(server.clock.now().toISOString().slice(0, 10)), 7);
  });

  async function athleteWithPlan(language = 'en'): Promise<TestUser> {
    const athlete = await addMember(server, club);
    const preferences = JSON.stringify({ timezone: 'UTC', language });
    await server.deps.db.execute(sql`
      UPDATE users SET preferences = (preferences::jsonb || ${preferences}::jsonb) WHERE user_id = ${athlete.user_id}`);
    await saveQuietPlan(server, club, { start_date: monday, weeks: 3, athlete_ids: [athlete.user_id] });
    return athlete;
  }
  async function act(athletes: readonly TestUser[], fields: object): Promise<string> {
    const { status, body } = await server.request(
      'POST',
      `/api/v1/organizations/${club.org_id}/calendar/actions`,
      {
        token: club.coach.token,
        body: { athlete_ids: athletes.map(({ user_id }) => user_id), ...fields },
      },
    );
    assert.equal(status, 200, JSON.stringify(body));
    assert.ok(body.data.changes.length > 0);
    return body.data.undo_token;
  }
  const centreOf = async ({ token }: TestUser): Promise<Item[]> => {
    const { body } = await server.request('GET', '/api/v1/notifications/center', { token });
    return body.data.notifications.filter((one: Item) => one.type === 'weeks_changed');
  };
  const told = (user: TestUser, many = 1): Promise<Item[]> =>
    eventually(
      () => centreOf(user),
      (found) => found.length >= many,
    );
  const allHeard = () =>
    eventually(
      async () =>
        await server.deps.db.query(sql`
          SELECT FROM pgboss.job WHERE name LIKE 'events/weeks_changed%' AND state IN ('created', 'active', 'retry')`),
      (waiting) => waiting.length === 0,
    );
  const later = async (): Promise<WeeksChanged[]> => {
    const rows = await server.deps.db.query<{ data: WeeksChanged }>(sql`
      SELECT data FROM pgboss.job
      WHERE name = 'notifications.tell-changed-weeks' AND data ->> 'org_id' = ${club.org_id}::text ORDER BY created_on`);
    return rows.map(({ data }) => data);
  };

  test('one notification a call, however many workouts it changes, in the athlete’s language', async () => {
    const athletes = [await athleteWithPlan(), await athleteWithPlan('zh-TW'), await athleteWithPlan('ja')];
    await act(athletes, { action: 'shift', from: monday, until: addDays(monday, 6), days: 1 });
    const [english, chinese, japanese] = await Promise.all(athletes.map((one) => told(one)));
    assert.equal(english?.length, 1);
    assert.equal(english?.[0]?.title, 'Your training plan has changed');
    assert.ok(english?.[0]?.message.includes('the week from'), english?.[0]?.message);
    assert.deepEqual(english?.[0]?.data.weeks, [monday]);
    assert.equal(chinese?.[0]?.title, '你的訓練計畫有調整');
    assert.ok(chinese?.[0]?.message.includes('那一週'));
    assert.equal(japanese?.[0]?.title, 'トレーニングプランが変更されました');
    assert.ok(japanese?.[0]?.message.includes('からの週'));
    await allHeard();
    for (const athlete of athletes) assert.equal((await centreOf(athlete)).length, 1);
  });

  test('a change of several weeks is told once, with how many they are', async () => {
    const athlete = await athleteWithPlan();
    await act([athlete], { action: 'clear', from: monday, until: addDays(monday, 13) });
    const [item] = await told(athlete);
    assert.deepEqual(item?.data.weeks, [monday, addDays(monday, 7)]);
    assert.ok(item?.message.includes('2 weeks'), item?.message);
  });

  test('of the same week athletes are told again only when ten minutes are over, and of another at once', async () => {
    const athlete = await athleteWithPlan();
    await act([athlete], { action: 'move', from: monday, to: addDays(monday, 1) });
    await told(athlete);
    await act([athlete], { action: 'move', from: addDays(monday, 1), to: addDays(monday, 3) });
    await act([athlete], { action: 'move', from: addDays(monday, 3), to: monday });
    await allHeard();
    assert.equal((await centreOf(athlete)).length, 1);
    const waiting = await later();
    const mine = waiting.filter(({ athletes }) =>
      athletes.some(({ user_id }) => user_id === athlete.user_id),
    );
    assert.equal(mine.length, 2);
    await act([athlete], { action: 'clear', from: addDays(monday, 7) });
    assert.deepEqual((await told(athlete, 2))[0]?.data.weeks, [addDays(monday, 7)]);

    server.clock.advance(11 * MINUTE_MS);
    try {
      for (const event of [...mine, ...mine]) await notifyOfChangedWeeks(server.deps, event);
    } finally {
      server.clock.reset();
    }
    const all = await centreOf(athlete);
    assert.deepEqual(
      all.map(({ data }) => data.weeks),
      [[monday], [addDays(monday, 7)], [monday]],
    );
  });

  test('who moves a workout of their own is told nothing', async () => {
    const athlete = await athleteWithPlan();
    const { data } = (
      await server.request('GET', `/api/v1/plans/mine?from=${monday}&to=${monday}`, { token: athlete.token })
    ).body;
    const [{ plan_id, workout }] = data.days[0].workouts;
    const moved = await server.request('POST', `/api/v1/plans/mine/${plan_id}/workouts/${workout.id}/move`, {
      token: athlete.token,
      body: { date: addDays(monday, 1) },
    });
    assert.equal(moved.status, 200, JSON.stringify(moved.body));
    await allHeard();
    assert.deepEqual(await centreOf(athlete), []);
  });

  test('undoing is told like a change, and trying one is not', async () => {
    const [athlete, tried] = [await athleteWithPlan(), await athleteWithPlan()];
    await act([tried], { action: 'clear', from: monday, dry_run: true });
    const undo_token = await act([athlete], { action: 'clear', from: monday });
    await told(athlete);
    const path = `/api/v1/organizations/${club.org_id}/calendar/actions/undo`;
    const undone = await server.request('POST', path, { token: club.coach.token, body: { undo_token } });
    assert.equal(undone.status, 200);
    await allHeard();
    const waiting = await later();
    assert.ok(
      waiting.some(({ athletes }) => athletes.some(({ user_id }) => user_id === athlete.user_id)),
      'when the ten minutes are over',
    );
    assert.deepEqual(await centreOf(tried), []);
  });
});
