import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { newId } from '../../shared/ids.ts';
import { signUp, type TestUser } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { pagesOf } from '../users/index.ts';
import { type ActivityPlace, findFilePage, findStreamPage, type OwnFile } from './own-data-queries.ts';
import { insertFile } from './queries.ts';
import { storeRecording } from './store-recording.ts';

describe('pages of all that is one person’s', () => {
  let server: TestServer;
  let user: TestUser;
  let stranger: TestUser;
  before(async () => {
    server = await testServer();
    [user, stranger] = [await signUp(server), await signUp(server)];
  });

  test('each activity with streams once, the newest first, those of one moment by id', async () => {
    const give = async ({ user_id }: TestUser, count: number) => {
      const activities = Array.from({ length: count }, (_, index) => {
        const start_time = new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 3) * 60_000);
        return { ...makeActivity(user_id), id: newId(), external_id: null, start_time };
      });
      const sampled = activities.filter((_, index) => index % 5 !== 0);
      const streams = sampled.map(({ id }) => ({ record_id: id, user_id, data: Buffer.from('x') }));
      await server.deps.db.transaction((tx) => storeRecording(tx, { user_id, activities, streams }));
      return sampled;
    };
    const own = await give(user, 20);
    await give(stranger, 5);
    const place = ({ start_time, id }: (typeof own)[number]) => `${start_time.toISOString()} ${id}`;
    const newestFirst = own.toSorted((a, b) => (place(a) < place(b) ? 1 : -1)).map(({ id }) => id);
    for (const limit of [1, 2, 4, 16, 17]) {
      const pages = await Array.fromAsync(
        pagesOf<ActivityPlace>(limit, (page) =>
          findStreamPage(server.deps.db, { user_id: user.user_id, ...page }),
        ),
      );
      assert.ok(pages.every((page) => page.length <= limit));
      assert.deepEqual(
        pages.flat().map(({ id }) => id),
        newestFirst,
      );
    }
  });

  test('each uploaded file once', async () => {
    const give = async ({ user_id }: TestUser, count: number) => {
      const files = Array.from({ length: count }, () => ({
        id: newId(),
        user_id,
        sha256: randomBytes(32),
        recording_sha256: randomBytes(32),
        object_key: newId(),
        file_name: 'run.fit',
        size_bytes: 1,
        created_at: server.clock.now(),
        activity_count: 1,
      }));
      for (const file of files) await server.deps.db.transaction((tx) => insertFile(tx, file));
      return files.map(({ id }) => id);
    };
    const own = await give(user, 9);
    await give(stranger, 5);
    for (const limit of [1, 4, 9, 10]) {
      let reads = 0;
      const pages = await Array.fromAsync(
        pagesOf<OwnFile>(limit, (page) => {
          reads += 1;
          assert.ok(reads <= own.length + 1, 'pages come to an end');
          return findFilePage(server.deps.db, { user_id: user.user_id, ...page });
        }),
      );
      assert.ok(pages.every((page) => page.length <= limit));
      const ids = pages.flat().map(({ id }) => id);
      assert.deepEqual(ids.toSorted(), own.toSorted());
    }
  });
});
