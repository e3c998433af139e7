import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { addDays } from '../../shared/calendar.ts';
import { cursorOf } from '../../shared/page-cursor.ts';
import { calendarDay } from '../../shared/time.ts';
import { runExportOverHttp } from '../../test/archives.ts';
import { assignPlan, createApiKey, createOrganization, type TestOrganization } from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';
import { insertActivities } from '../../test/insert-activities.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { type SeededAthlete, seedAthlete } from '../../test/seed-athletes.ts';

/** A list that the specification counts by offset, and what puts something into it before all that there is. */
type List = {
  readonly path: string;
  readonly name: string;
  /** The number of items, some of the same moment. */
  readonly count: number;
  readonly beside: readonly string[];
  readonly grow: (() => Promise<unknown>) | null;
};

const FIRST = Date.parse('2026-05-01T06:00:00.000Z');
const HOUR_MS = 3_600_000;

describe('the lists of the developer API by cursor', () => {
  let server: TestServer;
  let club: TestOrganization;
  let apiKey: string;
  let runner: SeededAthlete;
  let lists: readonly List[];
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    ({ secret: apiKey } = await createApiKey(server, club, { scopes: ['admin'] }));
    const joined_at = server.clock.now();
    runner = await seedAthlete(server, club.org_id, { joined_at });
    for (let more = 0; more < 4; more++) await seedAthlete(server, club.org_id, { joined_at });
    const other = await seedAthlete(server, club.org_id);
    const runs = (user_id: string, count: number, changes: object = {}) =>
      Array.from({ length: count }, (_, index) =>
        makeActivity(user_id, { start_time: new Date(FIRST + Math.floor(index / 4) * HOUR_MS), ...changes }),
      );
    await insertActivities(server.deps.db, [
      ...runs(runner.user_id, 9),
      ...runs(runner.user_id, 9, { private: true }),
      ...runs(other.user_id, 5),
    ]);
    const today = calendarDay(server.clock.now(), 'Asia/Taipei');
    const plan = (start_date: string) => assignPlan(server, club.org_id, [runner], { start_date });
    for (const days of [0, 7, 7, 7, 14]) await plan(addDays(today, days));
    // Runs to the end, since a running export's answer changes.
    const newExport = () => runExportOverHttp(server, apiKey);
    for (let more = 0; more < 4; more++) await newExport();
    const newRun = () =>
      insertActivities(server.deps.db, runs(runner.user_id, 1, { start_time: new Date() }));
    const own = `athlete_id=${runner.user_id}`;
    lists = [
      { path: '/athletes?', name: 'athletes', count: 6, beside: ['total'], grow: null },
      { path: `/activities?${own}&`, name: 'activities', count: 9, beside: ['athlete_id'], grow: newRun },
      {
        path: '/activities?updated_since=0&to=2026-05-01&',
        name: 'activities',
        count: 14,
        beside: ['athlete_id'],
        grow: newRun,
      },
      {
        path: '/activities?to=2026-05-01&',
        name: 'activities',
        count: 14,
        beside: ['athlete_id'],
        grow: newRun,
      },
      {
        path: `/plans?${own}&`,
        name: 'plans',
        count: 5,
        beside: ['athlete_id'],
        grow: () => plan(addDays(today, 21)),
      },
      { path: '/exports?', name: 'exports', count: 4, beside: [], grow: newExport },
    ];
  });

  const get = (where: string, key = apiKey): Promise<TestResponse> =>
    server.request('GET', `/developer/v1${where}`, { apiKey: key });

  async function dataOf(where: string) {
    const { status, body } = await get(where);
    assert.equal(status, 200, `${where}: ${JSON.stringify(body)}`);
    return body.data;
  }

  test('without a cursor an answer is as the specification has it, and with one it has next_cursor as well', async () => {
    for (const { path, name, count, beside } of lists) {
      const plain = await dataOf(path.slice(0, -1));
      assert.deepEqual(Object.keys(plain).sort(), [name, ...beside, 'limit', 'offset'].sort(), path);
      assert.equal(plain[name].length, count, path);
      assert.deepEqual(await dataOf(`${path}cursor=`), { ...plain, next_cursor: null }, path);
      assert.deepEqual(
        await dataOf(`${path}cursor=&offset=0&limit=${count}`),
        { ...plain, limit: count, next_cursor: null },
        'a full page can be the last',
      );
    }
  });

  test('what is no cursor is 400, and so is an offset beside one', async () => {
    for (const { path } of lists) {
      const errorOf = async (query: string): Promise<string> => {
        const { status, body } = await get(`${path}${query}`);
        assert.deepEqual([status, body.code], [400, 'validation_error'], `${path}${query}`);
        return body.error;
      };
      for (const cursor of ['x', '_'.repeat(32), 'A'.repeat(31), 'A'.repeat(33), '%00'])
        assert.match(
          await errorOf(`cursor=${cursor}`),
          /^cursor: (?:must be the next_cursor of a page|must have at most 32|contains)/,
        );
      for (const cursor of ['', 'A'.repeat(32)])
        assert.equal(await errorOf(`cursor=${cursor}&offset=1`), 'offset: must be left out with cursor.');
    }
  });

  test('an edge of a range is given by one of its names', async () => {
    for (const [query, message] of [
      ['from=2026-05-01&start_date=0', 'from: must be left out with start_date.'],
      ['to=2026-05-01&end_date=0', 'to: must be left out with end_date.'],
      ['from=2026-05-01&end_date=0', 'from: must not be after end_date.'],
    ] as const) {
      const { status, body } = await get(`/activities?${query}`);
      assert.deepEqual([status, body.error], [400, message]);
    }
    const mixed = await dataOf(`/activities?start_date=${FIRST + HOUR_MS}&to=2026-05-01T07:00:00Z`);
    assert.equal(mixed.activities.length, 5);
  });

  test('a cursor that is made of what is hidden, or of nothing, tells nothing of it', async () => {
    const [list] = lists.filter(({ path }) => path.includes(runner.user_id));
    assert.ok(list);
    const all = (await dataOf(`${list.path}cursor=`)).activities;
    const hidden = makeActivity(runner.user_id, { start_time: new Date(FIRST + 30 * 60_000), private: true });
    const asked = `${list.path}limit=4&cursor=${cursorOf({ at: hidden.start_time, id: hidden.id })}`;
    const before = await dataOf(asked);
    assert.deepEqual(before.activities, all.slice(-4));
    assert.equal(before.next_cursor, null, 'only hidden ones follow');
    await insertActivities(server.deps.db, [hidden]);
    assert.deepEqual(await dataOf(asked), before);
    const other = await createOrganization(server);
    const { secret } = await createApiKey(server, other, { scopes: ['admin'] });
    assert.equal((await get(asked, secret)).status, 404);
  });

  test('one page after another gives each once, in the order of the list, while more comes in', async () => {
    for (const { path, name, grow } of lists) {
      const order = (await dataOf(path.slice(0, -1)))[name];
      const paged: unknown[] = [];
      let cursor: string | null = '';
      for (let pages = 0; cursor !== null; pages++) {
        const page: Record<string, unknown> = await dataOf(`${path}limit=2&cursor=${cursor}`);
        paged.push(...(page[name] as unknown[]));
        cursor = page.next_cursor as string | null;
        if (pages === 0) await grow?.();
      }
      const idOf = (one: unknown): string => (one as { id: string }).id;
      assert.deepEqual(paged.map(idOf), order.map(idOf), path);
    }
  });
});
