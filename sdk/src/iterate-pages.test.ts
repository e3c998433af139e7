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

const pageOf = ({ path }: SeenRequest): { limit: number; offset: number; query: URLSearchParams } => {
  const query = new URL(path, 'http://localhost').searchParams;
  return { limit: Number(query.get('limit')), offset: Number(query.get('offset')), query };
};

/** A server with these items under all three names. `most` is the largest page it gives, whatever it is asked for. */
const serves =
  (items: readonly Item[], { most = 100, total = false } = {}) =>
  (request: SeenRequest): Answer => {
    const { limit, offset } = pageOf(request);
    const page = items.slice(offset, offset + Math.min(limit, most));
    return success({
      athletes: page,
      activities: page,
      exports: page,
      ...(total ? { total: items.length } : {}),
    });
  };

const ids = async (iterator: AsyncIterable<Item>): Promise<string[]> =>
  (await Array.fromAsync(iterator)).map(({ id }) => id);
const offsets = (server: { requests: readonly SeenRequest[] }): number[] =>
  server.requests.map((request) => pageOf(request).offset);

describe('iterating', () => {
  test('gives every item once, in order, and looks behind the end only where that may not be the end', async (t) => {
    const wanted = ITEMS.map(({ id }) => id);
    const plain = await scriptedServer(t, serves(ITEMS));
    assert.deepEqual(await ids(testClient(plain).activities({ athlete_id: ATHLETE })), wanted);
    assert.deepEqual(offsets(plain), [0, 100, 200]);
    const even = await scriptedServer(t, serves(ITEMS.slice(0, 200)));
    assert.deepEqual(await ids(testClient(even).activities({ athlete_id: ATHLETE })), wanted.slice(0, 200));
    assert.deepEqual(offsets(even), [0, 100, 200], 'the last page is full: only the next one tells');
    const counted = await scriptedServer(t, serves(ITEMS, { total: true }));
    assert.deepEqual(await ids(testClient(counted).athletes()), wanted);
    assert.deepEqual(offsets(counted), [0, 100, 200]);
    const evenCounted = await scriptedServer(t, serves(ITEMS.slice(0, 200), { total: true }));
    assert.deepEqual(await ids(testClient(evenCounted).athletes()), wanted.slice(0, 200));
    assert.deepEqual(offsets(evenCounted), [0, 100]);
  });

  test('an empty list is one request', async (t) => {
    for (const total of [true, false]) {
      const server = await scriptedServer(t, serves([], { total }));
      assert.deepEqual(await ids(testClient(server).athletes()), []);
      assert.equal(server.requests.length, 1);
    }
  });

  test('a total is believed before the length of a page', async (t) => {
    const server = await scriptedServer(t, serves(ITEMS, { most: 70, total: true }));
    assert.equal((await ids(testClient(server).athletes())).length, ITEMS.length);
    assert.deepEqual(offsets(server), [0, 70, 140, 210]);
  });

  test('a total that shrinks on the way is no endless loop', async (t) => {
    const server = await scriptedServer(t, (_request, index) =>
      success({ athletes: index === 0 ? ITEMS.slice(0, 100) : [], total: 250 }),
    );
    assert.equal((await ids(testClient(server).athletes())).length, 100);
    assert.equal(server.requests.length, 2);
  });

  test('limit is how many in all, and no more are read than that', async (t) => {
    const cases: [limit: number, pageSize: number | undefined, asked: [number, number][]][] = [
      [0, undefined, []],
      [30, undefined, [[30, 0]]],
      [100, undefined, [[100, 0]]],
      [
        130,
        undefined,
        [
          [100, 0],
          [30, 100],
        ],
      ],
      [
        45,
        20,
        [
          [20, 0],
          [20, 20],
          [5, 40],
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
        server.requests.map(pageOf).map((page) => [page.limit, page.offset]),
        asked,
      );
    }
  });

  test('what is pushed onto the next page by a newer item is not given twice', async (t) => {
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
    assert.equal(exports.requests[0]?.path, '/exports?status=failed&limit=100&offset=0');
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
