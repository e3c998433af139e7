import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { pino } from 'pino';
import type { Database, Transaction } from '../../infra/db/database.ts';
import { openPostgres } from '../../infra/db/postgres.ts';
import { sql } from '../../infra/db/sql.ts';
import { DAY_MS } from '../../shared/time.ts';
import { createOrganization, type TestOrganization } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';
import { insertActivities } from '../activities/queries.ts';
import { readRosterMetrics } from './read-roster-metrics.ts';

describe("pages of the roster's overview", () => {
  let server: TestServer;
  let club: TestOrganization;
  before(async () => {
    server = await testServer();
  });
  beforeEach(async () => {
    club = await createOrganization(server);
  });

  const ask = (query: Record<string, string>) =>
    server.request(
      'GET',
      `/api/v1/organizations/${club.org_id}/athletes/metrics?${new URLSearchParams(query)}`,
      {
        token: club.coach.token,
      },
    );
  type Athlete = { user_id: string; display_name: string; last_activity?: { start_time: string } | null };
  async function read(query: Record<string, string> = {}): Promise<{ athletes: Athlete[]; count: number }> {
    const { status, body } = await ask(query);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }
  async function athlete(
    set: {
      nickname?: string;
      name?: string | null;
      real?: [string | null, string | null];
      privacy?: object;
    } = {},
  ): Promise<string> {
    const { user_id } = await seedAthlete(server, club.org_id);
    const [first, last] = set.real ?? [null, null];
    await server.deps.db.execute(sql`
      UPDATE users SET display_name = ${set.name ?? null}, first_name = ${first}, last_name = ${last},
        privacy = privacy || ${JSON.stringify(set.privacy ?? {})} WHERE user_id = ${user_id}`);
    await server.deps.db.execute(sql`
      UPDATE organization_members SET display_name = ${set.nickname ?? null} WHERE org_id = ${club.org_id} AND user_id = ${user_id}`);
    return user_id;
  }
  const ranDaysAgo = (user_id: string, days: number, more: object = {}) =>
    insertActivities(server.deps.db, [
      makeActivity(user_id, {
        start_time: new Date(server.clock.now().getTime() - days * DAY_MS),
        private: false,
        is_race: false,
        source: 'garmin',
        ...more,
      }),
    ]);
  const idsOf = ({ athletes }: { athletes: Athlete[] }): string[] => athletes.map(({ user_id }) => user_id);

  test('the order and the search by name go by the very name that the coach sees', async () => {
    const hidden = { share_profile_info: false };
    await athlete({ nickname: 'delta', name: 'Alpha', real: ['Aa', 'Aa'] });
    await athlete({ name: 'Bravo', real: ['Zz', 'Zz'] });
    await athlete({ real: ['Charlie', null], privacy: { share_profile_info: true } });
    await athlete({ real: [null, 'echo'], privacy: { share_profile_info: true } });
    await athlete({ real: ['', ''], privacy: { share_profile_info: true } });
    await athlete({ real: ['Aaron', 'Secret'], privacy: hidden });
    const narrowed = await athlete({ real: ['Aaron', 'Closed'], privacy: { share_profile_info: true } });
    await server.deps.db.execute(sql`
      UPDATE organization_members SET narrowed_privacy = ${JSON.stringify(hidden)} WHERE user_id = ${narrowed}`);
    await athlete({ real: ['Aaron', 'Text'], privacy: { share_profile_info: 'true' } });
    const { athletes } = await read({ sort: 'name' });
    const names = athletes.map(({ display_name }) => display_name.toLowerCase());
    const { sorted } = await server.deps.db.one<{ sorted: string[] }>(
      sql`SELECT array_agg(name ORDER BY name) AS sorted FROM unnest(${names}::text[]) AS name`,
    );
    assert.equal(names.length, 8);
    assert.deepEqual(names, sorted);
    const down = idsOf(await read({ sort: 'name', order: 'desc' }));
    assert.deepEqual(down, idsOf({ athletes }).toReversed());
    for (const { user_id, display_name } of athletes)
      assert.ok(idsOf(await read({ q: display_name.toUpperCase() })).includes(user_id), display_name);
    for (const q of ['aaron', 'secret', 'closed'])
      assert.deepEqual(await read({ q }), { athletes: [], count: 0 });
  });

  test('the order by last activity goes by what the coach sees, and who shows none comes last', async () => {
    const [old, recent, none, hides, races, secret] = [
      await athlete(),
      await athlete(),
      await athlete(),
      await athlete({ privacy: { share_activity_with_coach: false } }),
      await athlete({ privacy: { share_race_history: false } }),
      await athlete(),
    ] as const;
    await ranDaysAgo(old, 30);
    await ranDaysAgo(recent, 2);
    await ranDaysAgo(hides, 1);
    await ranDaysAgo(races, 1, { is_race: true });
    await ranDaysAgo(races, 10);
    await ranDaysAgo(secret, 1, { private: true });
    await ranDaysAgo(secret, 20);
    await ranDaysAgo(none, -1);
    const shown = [old, secret, races, recent];
    const others = [none, hides].toSorted();
    assert.deepEqual(idsOf(await read({ sort: 'last_activity' })), [...shown, ...others]);
    const down = [...shown.toReversed(), ...others.toReversed()];
    assert.deepEqual(idsOf(await read({ sort: 'last_activity', order: 'desc' })), down);
    const pages = [0, 2, 4].map((offset) => ({ sort: 'last_activity', limit: '2', offset: String(offset) }));
    const paged = [];
    for (const page of pages) {
      const { athletes, count } = await read(page);
      assert.equal(count, 6);
      paged.push(...idsOf({ athletes }));
    }
    assert.deepEqual(paged, [...shown, ...others]);
  });

  test('level and labels narrow a page, and a page has 100 unless asked for up to 500', async () => {
    const [one, two] = [await athlete(), await athlete()];
    await server.deps.db.execute(sql`
      UPDATE organization_members SET member_level = 'advanced', labels = ${['marathon', 'track']}
      WHERE org_id = ${club.org_id} AND user_id = ${one}`);
    assert.deepEqual(idsOf(await read({ level: 'advanced' })), [one]);
    assert.deepEqual(idsOf(await read({ label: 'track' })), [one]);
    const { status, body } = await server.request(
      'GET',
      `/api/v1/organizations/${club.org_id}/athletes/metrics?label=track&label=trail`,
      { token: club.coach.token },
    );
    assert.deepEqual([status, body], [200, { athletes: [], count: 0 }]);
    assert.deepEqual(idsOf(await read({ level: 'beginner' })), []);
    for (let more = 0; more < 101; more++) await seedAthlete(server, club.org_id);
    const [usual, whole] = [await read(), await read({ limit: '500' })];
    assert.deepEqual([usual.athletes.length, usual.count], [100, 103]);
    assert.deepEqual([whole.athletes.length, whole.count], [103, 103]);
    assert.deepEqual(idsOf(whole).slice(0, 100), idsOf(usual));
    assert.ok(idsOf(whole).includes(two));
    for (const query of [{ limit: '501' }, { sort: 'age' }, { order: 'up' }]) {
      const refused = await ask(query as Record<string, string>);
      assert.deepEqual([refused.status, refused.body.code], [400, 'validation_error'], JSON.stringify(query));
    }
  });

  test('a page is of one snapshot while athletes change what they share', async (t) => {
    const { url } = server.deps.db;
    if (url === null) return t.skip('the embedded engine has one connection: nobody else writes meanwhile');
    const user_id = await athlete();
    await ranDaysAgo(user_id, 1);
    const elsewhere = await openPostgres({ url, logger: pino({ level: 'silent' }), poolSize: 1 });
    let asked = 0;
    const changing = (tx: Transaction): Transaction => ({
      ...tx,
      query: async <Row>(statement: Parameters<Transaction['query']>[0]) => {
        const rows = await tx.query<Row>(statement);
        asked += 1;
        await elsewhere.execute(sql`
          UPDATE users SET privacy = privacy || '{"share_activity_with_coach": false}' WHERE user_id = ${user_id}`);
        await elsewhere.execute(sql`UPDATE activities SET private = true WHERE user_id = ${user_id}`);
        return rows;
      },
    });
    const db: Database = {
      ...server.deps.db,
      transaction: (work, options) => server.deps.db.transaction((tx) => work(changing(tx)), options),
    };
    try {
      const page = {
        org_id: club.org_id,
        group_id: undefined,
        coach_id: undefined,
        status: undefined,
        level: undefined,
        labels: [],
        q: undefined,
        sort: 'joined_at',
        order: 'asc',
        limit: 100,
        offset: 0,
      } as const;
      const actor = { type: 'user', user_id: club.coach.user_id, roles: ['user'] } as const;
      const { athletes } = await readRosterMetrics({ ...server.deps, db }, actor, page);
      assert.equal(athletes[0]?.last_four_weeks?.activities, 1);
      assert.equal(asked, 2);
      const after = await readRosterMetrics(server.deps, actor, page);
      assert.equal(after.athletes[0]?.last_activity, undefined);
    } finally {
      await elsewhere.close();
    }
  });
});
