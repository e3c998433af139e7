import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts';
import {
  type ConnectedAthlete,
  connectAthlete,
  fakePlatform,
  type SignedInAthlete,
  signUpAthlete,
  syncDepsWith,
  tellRun,
} from '../../../test/fake-platform.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import type { Notice } from '../notice.ts';
import type { BackfillStep, PlatformId, Provider } from '../provider.ts';
import { askAgain } from './ask-again.ts';
import { listGivenUp } from './operator-queries.ts';
import { runBackfill } from './run-backfill.ts';
import { runPlatformFetches } from './run-platform-fetches.ts';
import { startBackfill } from './start-backfill.ts';

describe('what may go wrong while the past is brought over', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  const athleteAt = (provider: PlatformId): Promise<SignedInAthlete> => signUpAthlete(server, provider);
  const start = async ({ user_id, provider }: ConnectedAthlete, now = server.clock.now()): Promise<void> =>
    await server.deps.db.transaction((tx) => startBackfill(tx, server.deps, { user_id, provider, now }));
  const work = () => ({ signal: new AbortController().signal, logger: server.deps.logger });
  const run = async (athlete: ConnectedAthlete, platform: Provider, now?: Date): Promise<void> => {
    const clock = now === undefined ? server.deps.clock : { now: () => now };
    await runBackfill({ ...syncDepsWith(server, platform), clock }, athlete, work());
  };
  const remarkOf = async ({ token }: SignedInAthlete) =>
    (await server.request('GET', '/api/v1/integrations', { token })).body.data.integrations[0].backfill;
  const names = async ({ token }: SignedInAthlete): Promise<string[]> =>
    (await server.request('GET', '/api/v1/activities', { token })).body.data.activities.map(
      ({ name }: { name: string }) => name,
    );
  const daysAsked = async ({ user_id }: SignedInAthlete): Promise<number> => {
    const { from_time, until_time } = await server.deps.db.one<{ from_time: Date; until_time: Date }>(
      sql`SELECT from_time, until_time FROM backfills WHERE user_id = ${user_id}`,
    );
    return Math.round((until_time.getTime() - from_time.getTime()) / DAY_MS);
  };
  const allow = async ({ user_id }: SignedInAthlete, scopes: readonly string[]): Promise<void> =>
    void (await server.deps.db.execute(
      sql`UPDATE platform_connections SET scopes = ${scopes}::text[] WHERE user_id = ${user_id}`,
    ));
  const bringing = (id: PlatformId, step: BackfillStep) => fakePlatform(id, { backfill: async () => step });

  test('who connects again because something could not be had gets all of the two months', async () => {
    const ida = await athleteAt('garmin');
    const begun = server.clock.now();
    await start(ida, begun);
    const remark = 'Garmin was not allowed to hand over the past: allow it there, then connect again.';
    await run(ida, bringing('garmin', { notices: [], next: null, remark }));
    await start(ida, new Date(begun.getTime() + HOUR_MS));
    assert.ok((await daysAsked(ida)) > 55);
    await run(ida, bringing('garmin', { notices: [], next: null }), new Date(begun.getTime() + HOUR_MS));
    await start(ida, new Date(begun.getTime() + HOUR_MS));
    assert.equal(await daysAsked(ida), 1, 'nothing was left out this time');
  });

  test('who allows more gets the two months with it, also while they are on their way', async () => {
    const ida = await athleteAt('strava');
    const begun = server.clock.now();
    await start(ida, begun);
    await run(ida, bringing('strava', { notices: [], next: null }));
    await allow(ida, ['activities', 'hidden']);
    await start(ida, begun);
    assert.ok((await daysAsked(ida)) > 55);
    const asked: unknown[] = [];
    const strava = fakePlatform('strava', {
      backfill: async (session, _range, cursor) => {
        asked.push([session.scopes.length, cursor]);
        if (asked.length === 1) {
          await allow(ida, ['activities', 'hidden', 'days']);
          await start(ida, begun);
        }
        return { notices: [], next: asked.length < 3 ? { page: 2 } : null };
      },
    });
    await run(ida, strava);
    assert.deepEqual(asked, [
      [2, null],
      [3, null],
      [3, { page: 2 }],
    ]);
    await allow(ida, ['activities']);
    await start(ida, begun);
    assert.equal(await daysAsked(ida), 1, 'to allow less brings nothing more');
  });

  test('an answer for a connection that has ended is not stored with the next one', async () => {
    for (const who of ['somebody else', 'the same']) {
      const ida = await athleteAt('strava');
      const begun = server.clock.now();
      await start(ida, begun);
      const asked: unknown[] = [];
      const strava = fakePlatform('strava', {
        backfill: async ({ provider_user_id }, _range, cursor) => {
          asked.push([provider_user_id, cursor]);
          if (asked.length > 1) return { notices: [], next: null };
          await server.deps.db.execute(sql`DELETE FROM platform_connections WHERE user_id = ${ida.user_id}`);
          await connectAthlete(server, ida, 'strava');
          if (who === 'somebody else')
            await server.deps.db.execute(
              sql`UPDATE platform_connections SET provider_user_id = ${`not ${ida.user_id}`} WHERE user_id = ${ida.user_id}`,
            );
          await start(ida, new Date(begun.getTime() + HOUR_MS));
          return { notices: [tellRun(ida, 'OLD')], next: { page: 2 } };
        },
      });
      await run(ida, strava);
      await run(ida, strava, new Date(begun.getTime() + HOUR_MS));
      assert.deepEqual(await names(ida), []);
      const now = who === 'the same' ? ida.provider_user_id : `not ${ida.user_id}`;
      assert.deepEqual(asked, [
        [ida.provider_user_id, null],
        [now, null],
      ]);
    }
  });

  const garbled = ({ provider_user_id }: SignedInAthlete, external_id?: string): Notice => ({
    kind: 'unreadable',
    provider_user_id,
    item: 'activity',
    reason: 'it has no start',
    ...(external_id === undefined ? {} : { external_id }),
  });

  test('workouts of the past that cannot be read are counted for the athlete and listed for the operator', async () => {
    const ida = await athleteAt('strava');
    await start(ida);
    const steps: BackfillStep[] = [
      { notices: [garbled(ida, '7'), garbled(ida, '8'), garbled(ida, '9'), garbled(ida)], next: 1 },
      { notices: [tellRun(ida, '8')], next: 2 },
      { notices: [garbled(ida, '9')], next: null },
    ];
    await run(
      ida,
      fakePlatform('strava', { backfill: async (_s, _r, at) => steps[Number(at ?? 0)] ?? unasked() }),
    );
    const { state, remark } = await remarkOf(ida);
    assert.equal(state, 'done');
    assert.match(remark, /3 workouts from Strava could not be read/);
    const listed = (await listGivenUp(server.deps.db, 1_000)).filter(
      ({ user_id }) => user_id === ida.user_id,
    );
    assert.deepEqual(listed.map(({ external_id, because }) => [external_id, because]).sort(), [
      ['7', 'it has no start'],
      ['9', 'it has no start'],
    ]);
    assert.equal(await askAgain(server.deps, ida), 2);
    const strava = fakePlatform('strava', { fetchActivity: async (_session, id) => [tellRun(ida, id)] });
    await runPlatformFetches(syncDepsWith(server, strava), ida, work());
    assert.deepEqual((await names(ida)).sort(), ['Run 7', 'Run 8', 'Run 9']);
  });

  const unasked = (): never => {
    throw new Error('There is no such step.');
  };

  test('a fault of ours is tried again like one of the platform, and does not go on for ever', async () => {
    const ida = await athleteAt('strava');
    await start(ida);
    const broken = fakePlatform('strava', {
      backfill: async () => {
        throw new TypeError('something is undefined');
      },
    });
    let now = server.clock.now();
    for (let tries = 0; tries < 20; tries += 1) {
      assert.notEqual((await remarkOf(ida)).state, 'failed', `after ${tries} tries`);
      await run(ida, broken, now);
      now = new Date(now.getTime() + 7 * HOUR_MS);
    }
    const { state, remark } = await remarkOf(ida);
    assert.equal(state, 'failed');
    assert.match(remark, /this server/i);
  });
});
