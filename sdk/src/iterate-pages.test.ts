import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type Answer,
  type SeenRequest,
  scriptedServer,
  success,
  testClient,
} from '../test/scripted-server.ts';

type Item = { id: string };
const ITEMS: Item[] = Array.from({ length: 250 }, (_, index) => ({ id: `item-${index}` }));
const ATHLETE = 'athlete-1';

const pageOf = ({ path }: SeenRequest): { limit: number; cursor: string | null; query: URLSearchParams } => {
  const query = new URL(path, 'http://localhost').searchParams;
  return { limit: Number(query.get('limit')), cursor: query.get('cursor'), query };
};

/** A server with these items under all names. Its cursors are the ids of last items; `most` is the largest page it gives. */
const serves =
  (items: readonly Item[], { most = 100 } = {}) =>
  (request: SeenRequest): Answer => {
    const { limit, cursor } = pageOf(request);
    const first = cursor === '' ? 0 : items.findIndex(({ id }) => id === cursor) + 1;
    const page = items.slice(first, first + Math.min(limit, most));
    const hasMore = first + page.length < items.length;
    const next_cursor = hasMore ? (page.at(-1)?.id ?? null) : null;
    return success({ athletes: page, activities: page, plans: page, exports: page, next_cursor });
  };

const ids = async (iterator: AsyncIterable<Item>): Promise<string[]> =>
  (await Array.fromAsync(iterator)).map(({ id }) => id);
const cursors = (server: { requests: readonly SeenRequest[] }): (string | null)[] =>
  server.requests.map((request) => pageOf(request).cursor);

describe('iterating', () => {
  test('gives every item once, in order, and asks for no page after the last', async (t) => {
    const wanted = ITEMS.map(({ id }) => id);
    const server = await scriptedServer(t, serves(ITEMS));
    const client = testClient(server);
    for (const list of [
      client.athletes(),
      client.activities({ athlete_id: ATHLETE }),
      client.plans({ athlete_id: ATHLETE }),
      client.exports(),
    ])
      assert.deepEqual(await ids(list), wanted);
    assert.deepEqual(cursors(server), Array(4).fill(['', 'item-99', 'item-199']).flat());
    const even = await scriptedServer(t, serves(ITEMS.slice(0, 200)));
    assert.deepEqual(await ids(testClient(even).athletes()), wanted.slice(0, 200));
    assert.deepEqual(cursors(even), ['', 'item-99'], 'the last page is full');
  });

  test('an empty list is one request', async (t) => {
    const server = await scriptedServer(t, serves([]));
    assert.deepEqual(await ids(testClient(server).athletes()), []);
    assert.deepEqual(cursors(server), ['']);
  });

  test('a page that is shorter than asked for, or empty, is the last only without a next cursor', async (t) => {
    const server = await scriptedServer(t, serves(ITEMS, { most: 70 }));
    assert.equal((await ids(testClient(server).athletes())).length, ITEMS.length);
    assert.deepEqual(cursors(server), ['', 'item-69', 'item-139', 'item-209']);
    const hollow = await scriptedServer(t, (request) =>
      pageOf(request).cursor === ''
        ? success({ athletes: [], next_cursor: 'item-99' })
        : serves(ITEMS)(request),
    );
    assert.equal((await ids(testClient(hollow).athletes())).length, 150);
  });

  test('limit is how many in all, and no more are read than that', async (t) => {
    const cases: [limit: number, pageSize: number | undefined, asked: [number, string][]][] = [
      [0, undefined, []],
      [30, undefined, [[30, '']]],
      [100, undefined, [[100, '']]],
      [
        130,
        undefined,
        [
          [100, ''],
          [30, 'item-99'],
        ],
      ],
      [
        45,
        20,
        [
          [20, ''],
          [20, 'item-19'],
          [5, 'item-39'],
        ],
      ],
    ];
    for (const [limit, pageSize, asked] of cases) {
      const server = await scriptedServer(t, serves(ITEMS));
      const given = await ids(testClient(server).exports({ limit }, { pageSize }));
      assert.deepEqual(
        given,
        ITEMS.slice(0, limit).map(({ id }) => id),
      );
      assert.deepEqual(
        server.requests.map(pageOf).map((page) => [page.limit, page.cursor]),
        asked,
      );
    }
  });

  test('what comes before a page meanwhile neither repeats nor hides anything', async (t) => {
    const grown = [{ id: 'new' }, ...ITEMS];
    const server = await scriptedServer(t, (request, index) => serves(index === 0 ? ITEMS : grown)(request));
    const given = await ids(testClient(server).activities({ athlete_id: ATHLETE }));
    assert.deepEqual(
      given,
      ITEMS.map(({ id }) => id),
    );
  });

  test('filters go with every page', async (t) => {
    const server = await scriptedServer(t, serves(ITEMS));
    const range = { athlete_id: ATHLETE, start_date: 5, end_date: 9 };
    await ids(testClient(server).activities({ ...range, limit: 150 }));
    for (const request of server.requests) {
      const { query } = pageOf(request);
      assert.deepEqual(
        {
          athlete_id: query.get('athlete_id'),
          start_date: query.get('start_date'),
          end_date: query.get('end_date'),
        },
        { athlete_id: ATHLETE, start_date: '5', end_date: '9' },
      );
    }
    const exports = await scriptedServer(t, serves([]));
    await ids(testClient(exports).exports({ status: 'failed' }));
    assert.equal(exports.requests[0]?.path, '/exports?status=failed&limit=100&cursor=');
  });

  test('who stops reading stops asking', async (t) => {
    const server = await scriptedServer(t, serves(ITEMS));
    for await (const { id } of testClient(server).athletes()) if (id === 'item-5') break;
    assert.equal(server.requests.length, 1);
  });

  test('an aborted signal ends it in the middle of a page', async (t) => {
    const server = await scriptedServer(t, serves(ITEMS));
    const controller = new AbortController();
    const given: string[] = [];
    const reason = new Error('Enough.');
    await assert.rejects(async () => {
      for await (const { id } of testClient(server).athletes({}, { signal: controller.signal })) {
        given.push(id);
        if (given.length === 3) controller.abort(reason);
      }
    }, reason);
    assert.equal(given.length, 3);
  });

  test('a page that fails ends it with that error', async (t) => {
    const server = await scriptedServer(t, (request, index) =>
      index === 0
        ? serves(ITEMS)(request)
        : { status: 403, body: { success: false, error: 'No.', code: 'missing_scope', request_id: null } },
    );
    await assert.rejects(ids(testClient(server).athletes()), { code: 'missing_scope' });
  });
});
