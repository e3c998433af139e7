import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../infra/db/database.ts';
import { createSignals } from '../../../infra/signals/index.ts';
import { newId } from '../../../shared/ids.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts';
import { eventually } from '../../../test/eventually.ts';
import { signUp } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { someNews, tellPeople } from '../../../test/tell-people.ts';
import { type CentreWatch, createLiveCentres } from './live-centres.ts';
import { findCentre, holdCentres } from './queries.ts';
import { tell } from './tell.ts';

const NEVER = { look_ms: DAY_MS };

describe('centres that are watched', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  const watchOf = (live: ReturnType<typeof createLiveCentres>, user_id: string): CentreWatch =>
    live.watch({ user_id, ends_at: new Date(server.clock.now().getTime() + HOUR_MS) });

  /** The server's database, which counts the statements that ask for versions and those of them that fail. */
  function counting(): { db: Database; asked: () => number; failed: () => number } {
    const counts = { asked: 0, failed: 0 };
    const { db } = server.deps;
    const query: Database['query'] = async (statement) => {
      counts.asked += 1;
      try {
        return await db.query(statement);
      } catch (error) {
        counts.failed += 1;
        throw error;
      }
    };
    return { db: { ...db, query }, asked: () => counts.asked, failed: () => counts.failed };
  }

  /** Repeats the work until the news arrives, since a commit may come long after its signal. @returns how often */
  async function until(news: Promise<unknown>, work: () => Promise<unknown>): Promise<number> {
    for (let times = 1; times < 30; times += 1) {
      await work();
      if ((await Promise.race([news, sleep(1_000, 'nothing')])) !== 'nothing') return times;
    }
    assert.fail('it is never heard of');
  }

  test('are looked at as soon as this process has changed one', async () => {
    const { user_id } = await signUp(server);
    const live = createLiveCentres(server.deps, NEVER);
    const watch = watchOf(live, user_id);
    for (let time = 0; time < 3; time += 1) {
      const { version } = await findCentre(server.deps.db, user_id);
      const news = watch.changed(version);
      await until(news, () => tellPeople(server, [user_id]));
      assert.equal(await news, true);
      assert.equal(await watch.changed(version), true);
    }
    watch.end();
    assert.deepEqual([await watch.changed(0), watch.isOver()], [false, true]);
  });

  test('are all looked at by one statement, and none where nobody watches', async () => {
    const users = await Promise.all(Array.from({ length: 3 }, () => signUp(server)));
    const { db, asked } = counting();
    const signals = createSignals();
    const deps = { ...server.deps, db, signals };
    const live = createLiveCentres(deps, NEVER);
    const tellAll = async (): Promise<void> => {
      await tellPeople(
        server,
        users.map(({ user_id }) => user_id),
        {},
        { signals },
      );
    };
    await tellAll();
    const watches = [...users, ...users].map(({ user_id }) => watchOf(live, user_id));
    assert.equal(asked(), 0);
    const news = Promise.all(watches.map((watch) => watch.changed(1)));
    const times = await until(news, tellAll);
    assert.deepEqual(await news, Array(6).fill(true));
    // The first look may have come before the commit. One signal causes two looks at the most.
    assert.ok(asked() <= 2 * times, `${asked()} statements`);
    for (const watch of watches) watch.end();
    const before = asked();
    await tellAll();
    assert.equal(asked(), before);
  });

  test('are looked at again after the database was away', async () => {
    const { user_id } = await signUp(server);
    const { db } = server.deps;
    let isAway = true;
    const query: Database['query'] = (statement) => {
      if (!isAway) return db.query(statement);
      isAway = false;
      return Promise.reject(new Error('away'));
    };
    const live = createLiveCentres({ ...server.deps, db: { ...db, query } }, { look_ms: 5 });
    const watch = watchOf(live, user_id);
    const news = watch.changed(0);
    await tellPeople(server, [user_id]);
    assert.equal(await news, true);
    assert.equal(isAway, false);
    watch.end();
  });

  test('are not looked at as a part of the transaction that gave the signal', async () => {
    const { user_id } = await signUp(server);
    const { db, asked, failed } = counting();
    const live = createLiveCentres({ ...server.deps, db }, NEVER);
    const watch = watchOf(live, user_id);
    const news = watch.changed(0);
    await until(news, () =>
      server.deps.db.transaction(async (tx) => {
        await holdCentres(tx, [user_id]);
        await tell(server.deps, tx, [user_id, newId()], someNews());
        await eventually(asked, (times) => times > 0);
      }),
    );
    assert.deepEqual([await news, failed()], [true, 0]);
    watch.end();
  });
});
