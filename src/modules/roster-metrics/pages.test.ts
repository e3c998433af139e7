import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { pino } from 'pino';
import type { Database, Transaction } from '../../infra/db/database.ts';
import { openPostgres } from '../../infra/db/postgres.ts';
import { sql } from '../../infra/db/sql.ts';
import { DAY_MS } from '../../shared/time.ts';
import { createOrganization, type TestOrganization } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { insertActivities } from '../../test/insert-activities.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';
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
  type Page = { athletes: Athlete[]; next_cursor: string | null };
  async function read(query: Record<string, string> = {}): Promise<Page> {
    const { status, body } = await ask(query);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  }
  /** All pages of a question, one after the other, by the ids on them; between them `meanwhile` happens. */
  async function pagesOf(
    query: Record<string, string>,
    meanwhile: () => Promise<unknown> = async () => undefined,
  ): Promise<string[][]> {
    const pages: string[][] = [];
    let cursor: string | null = null;
    do {
      const page: Page = await read({ ...query, ...(cursor !== null && { cursor }) });
      pages.push(idsOf(page));
      cursor = page.next_cursor;
      await meanwhile();
    } while (cursor !== null);
    return pages;
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
  const idsOf = ({ athletes }: Pick<Page, 'athletes'>): string[] => athletes.map(({ user_id }) => user_id);

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
      assert.deepEqual(await read({ q }), { athletes: [], next_cursor: null });
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
    for (const [order, expected] of [
      ['asc', [...shown, ...others]],
      ['desc', down],
    ] as const) {
      const pages = await pagesOf({ sort: 'last_activity', order, limit: '1' });
      assert.deepEqual(
        pages,
        expected.map((user_id) => [user_id]),
      );
    }
  });

  test('pages one after the other have each athlete once in every order, also those who share a time or a name, while others join', async () => {
    const joined_at = new Date(server.clock.now().getTime() - DAY_MS);
    const all: string[] = [];
    for (const place of [0, 1, 2, 3, 4, 5, 6]) {
      const { user_id } = await seedAthlete(server, club.org_id, { joined_at });
      all.push(user_id);
      await server.deps.db.execute(
        sql`UPDATE users SET display_name = ${['Ana', 'ANA', '陳 美玲'][place % 3]} WHERE user_id = ${user_id}`,
      );
      if (place < 4) await ranDaysAgo(user_id, 3);
    }
    for (const sort of ['joined_at', 'name', 'last_activity']) {
      for (const order of ['asc', 'desc']) {
        const whole = idsOf(await read({ sort, order, limit: '500' }));
        assert.deepEqual(whole.toSorted(), all.toSorted());
        for (const limit of ['1', '2', '3', '7']) {
          const pages = await pagesOf({ sort, order, limit });
          assert.deepEqual(pages.flat(), whole, `${sort} ${order} by ${limit}`);
          assert.equal(pages.length, Math.ceil(all.length / Number(limit)), 'the last page is not empty');
        }
      }
    }
    const whole = idsOf(await read());
    const pages = await pagesOf({ limit: '3', order: 'desc' }, () => athlete({ name: 'Zoe' }));
    assert.deepEqual(pages.flat(), whole.toReversed());
  });

  test('a cursor is good for the question that it was made for, whatever the limit', async () => {
    for (const name of ['Ada', 'Bea', 'Cleo']) await athlete({ name });
    const { next_cursor } = await read({ sort: 'name', limit: '1', level: '' });
    assert.equal(next_cursor, null, 'nobody has this level');
    const cursorOf = async (query: Record<string, string>): Promise<string> => {
      const page = await read({ ...query, limit: '1' });
      assert.ok(page.next_cursor, JSON.stringify(query));
      return page.next_cursor;
    };
    const messageOf = async (query: Record<string, string>): Promise<unknown> => {
      const { status, body } = await ask(query);
      assert.deepEqual([status, body.code], [400, 'validation_error'], JSON.stringify(query));
      return body.error;
    };
    const cursor = await cursorOf({ sort: 'name' });
    assert.equal((await read({ sort: 'name', cursor, limit: '2' })).athletes.length, 2);
    const otherwise = 'cursor: must be the next_cursor of a page with the same sort, order and filters.';
    for (const query of [{ order: 'desc' }, { q: 'a' }, { status: 'active' }, { label: 'track' }])
      assert.equal(await messageOf({ sort: 'name', ...query, cursor }), otherwise);
    const ofTime = await cursorOf({ sort: 'joined_at' });
    assert.equal(await messageOf({ sort: 'last_activity', cursor: ofTime }), otherwise);
    assert.equal(await messageOf({ sort: 'name', cursor: ofTime }), otherwise);
    assert.equal(await messageOf({ cursor: cursor.slice(0, 32) }), otherwise);
    for (const made of ['', 'x', 'A'.repeat(2_000), `${cursor}!`, `${ofTime}AAAA`, '_'.repeat(43)])
      await messageOf({ cursor: made });
    const nul = Buffer.concat([Buffer.from(cursor, 'base64url').subarray(0, 24), Buffer.from('a\0')]);
    await messageOf({ sort: 'name', cursor: nul.toString('base64url') });
    // Another club's cursor tells nothing of this one.
    club = await createOrganization(server);
    assert.equal(await messageOf({ sort: 'name', cursor }), otherwise);
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
    assert.deepEqual([status, body.data], [200, { athletes: [], next_cursor: null }]);
    assert.deepEqual(idsOf(await read({ level: 'beginner' })), []);
    for (let more = 0; more < 101; more++) await seedAthlete(server, club.org_id);
    const [usual, whole] = [await read(), await read({ limit: '500' })];
    assert.deepEqual([usual.athletes.length, typeof usual.next_cursor], [100, 'string']);
    assert.deepEqual([whole.athletes.length, whole.next_cursor], [103, null]);
    assert.deepEqual(idsOf(whole).slice(0, 100), idsOf(usual));
    assert.ok(idsOf(whole).includes(two));
    for (const query of [{ limit: '501' }, { offset: '0' }, { sort: 'age' }, { order: 'up' }]) {
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
        cursor: undefined,
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
