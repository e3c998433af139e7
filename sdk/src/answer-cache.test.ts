import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Answer,
  type SeenRequest,
  scriptedServer,
  success,
  testClient,
} from '../test/scripted-server.ts';

/** A server whose answers have tags, and which confirms the tag it would send. */
function tagged(versions: Map<string, number>): (request: SeenRequest) => Answer {
  return ({ path, headers }) => {
    const version = versions.get(path) ?? 1;
    const etag = `"${path}-${version}"`;
    if (headers['if-none-match'] === etag) return { status: 304, headers: { etag } };
    return { ...success({ groups: [{ id: `${path}-${version}` }] }), headers: { etag } };
  };
}

const tagsSent = ({ requests }: { requests: readonly SeenRequest[] }) =>
  requests.map(({ headers }) => headers['if-none-match']);

test('an answer that was kept is confirmed, and given anew: changing one changes no other', async (t) => {
  const versions = new Map<string, number>();
  const server = await scriptedServer(t, tagged(versions));
  const client = testClient(server, { cacheEntries: 10 });
  const [first] = await client.listGroups();
  assert.equal(first?.id, '/groups-1');
  first.id = 'changed';
  assert.deepEqual(await client.listGroups(), [{ id: '/groups-1' }]);
  versions.set('/groups', 2);
  assert.deepEqual(await client.listGroups(), [{ id: '/groups-2' }]);
  assert.deepEqual(await client.listGroups(), [{ id: '/groups-2' }]);
  assert.deepEqual(tagsSent(server), [undefined, '"/groups-1"', '"/groups-1"', '"/groups-2"']);
});

test('nothing is kept unless asked for, nor what has no tag, nor what a write answers', async (t) => {
  const server = await scriptedServer(t, tagged(new Map()));
  for (let i = 0; i < 2; i++) await testClient(server).listGroups();
  const untagged = await scriptedServer(t, () => success({ groups: [] }));
  const client = testClient(untagged, { cacheEntries: 10 });
  for (let i = 0; i < 2; i++) await client.listGroups();
  const written = await scriptedServer(t, () => ({ ...success({ export: {} }), headers: { etag: '"1"' } }));
  const writer = testClient(written, { cacheEntries: 10 });
  await writer.createExport();
  await writer.listExports();
  assert.deepEqual(tagsSent(written), [undefined, undefined]);
  assert.deepEqual(
    [...tagsSent(server), ...tagsSent(untagged)],
    [undefined, undefined, undefined, undefined],
  );
});

test('so many and no more are kept: those used last', async (t) => {
  const server = await scriptedServer(t, tagged(new Map()));
  const client = testClient(server, { cacheEntries: 2 });
  const read = async (offset: number) => await client.listAthletes({ offset });
  for (const offset of [1, 2, 1, 3, 1, 2]) await read(offset);
  const tag = (offset: number) => `"/athletes?offset=${offset}-1"`;
  assert.deepEqual(tagsSent(server), [undefined, undefined, tag(1), undefined, tag(1), undefined]);
});
