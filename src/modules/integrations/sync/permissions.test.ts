import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { DAY_MS, SECOND_MS } from '../../../shared/time.ts';
import { signUp } from '../../../test/factories.ts';
import {
  type ConnectedAthlete,
  connectAthlete,
  fakePlatform,
  syncDepsWith,
  tellRun,
  tellServer,
} from '../../../test/fake-platform.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import type { Notice } from '../notice.ts';
import { PlatformError } from '../platform-error.ts';
import type { Provider } from '../provider.ts';
import { readDelivery } from '../providers/garmin/read-delivery.ts';
import { runPlatformFetches } from './run-platform-fetches.ts';

describe('what an athlete allows', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });

  const tell = (provider: Provider, ...notices: Notice[]) => tellServer(server, provider, notices);
  const ask = async (athlete: ConnectedAthlete, provider: Provider): Promise<void> =>
    await runPlatformFetches(syncDepsWith(server, provider), athlete, {
      signal: new AbortController().signal,
      logger: server.deps.logger,
    });
  const connectionOf = async ({ user_id }: ConnectedAthlete) =>
    await server.deps.db.one<{ scopes: string[]; is_lost: boolean; shows: boolean }>(sql`
      SELECT c.scopes, c.token_expired_at IS NOT NULL AS is_lost, (u.integrations ->> c.provider)::boolean AS shows
      FROM platform_connections c JOIN users u USING (user_id) WHERE c.user_id = ${user_id}`);
  const timesTold = async ({ user_id }: ConnectedAthlete): Promise<number> => {
    const { told } = await server.deps.db.one<{ told: number }>(sql`
      SELECT count(*)::int AS told FROM pgboss.job
      WHERE name = 'events/connection_lost' AND data ->> 'user_id' = ${user_id}`);
    return told;
  };
  const allowing = ({ provider_user_id }: ConnectedAthlete, ...scopes: string[]): Notice => ({
    kind: 'scopes',
    provider_user_id,
    scopes,
    changed_at: null,
  });

  test('that it is enough again revives nothing whose consent is over: the athlete is told once', async () => {
    const ida = await connectAthlete(server, await signUp(server), 'garmin');
    const garmin = fakePlatform('garmin', {
      stillConsents: async () => {
        throw new PlatformError('unauthorized', 'It is over.');
      },
    });
    await tell(garmin, { kind: 'disconnected', provider_user_id: ida.provider_user_id });
    await ask(ida, garmin);
    for (const _ of [1, 2, 3]) {
      await tell(garmin, allowing(ida, 'activities'));
      assert.equal((await connectionOf(ida)).is_lost, true);
      await ask(ida, garmin);
    }
    assert.equal((await connectionOf(ida)).is_lost, true);
    assert.equal(await timesTold(ida), 1);
  });

  test('once the platform has confirmed it the connection is back, with what waited for it', async () => {
    const ida = await connectAthlete(server, await signUp(server), 'garmin');
    let away = true;
    const asked: string[] = [];
    const garmin = fakePlatform('garmin', {
      renewAt: ({ token }) => (token === 'new' ? null : new Date(0)),
      renew: async () => ({ token: 'new' }),
      stillConsents: async ({ credentials }) => {
        asked.push(String(credentials.token));
        if (away) throw new PlatformError('unavailable', 'It does not answer.');
        return true;
      },
      fetchActivity: async (_session, id) => [tellRun(ida, id)],
    });
    await tell(garmin, allowing(ida, 'days'));
    assert.deepEqual(await connectionOf(ida), { scopes: ['days'], is_lost: true, shows: false });
    await tell(garmin, allowing(ida, 'activities', 'days'), {
      kind: 'activity_changed',
      provider_user_id: ida.provider_user_id,
      external_id: '7',
    });
    await ask(ida, garmin);
    assert.equal((await connectionOf(ida)).is_lost, true, 'nobody has confirmed it');
    away = false;
    await server.deps.db.execute(
      sql`UPDATE platform_fetches SET not_before = now() - interval '1 day' WHERE user_id = ${ida.user_id}`,
    );
    await ask(ida, garmin);
    const found = await connectionOf(ida);
    assert.deepEqual([found.is_lost, found.shows, asked], [false, true, ['new', 'new']]);
    const { count } = await server.deps.db.one<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM activities WHERE user_id = ${ida.user_id}`,
    );
    assert.equal(count, 1);
  });

  test('changes count by when they were made, not by when they come', async () => {
    const ida = await connectAthlete(server, await signUp(server), 'garmin');
    const userId = `g${ida.user_id.replaceAll('-', '')}`;
    await server.deps.db.execute(
      sql`UPDATE platform_connections SET provider_user_id = ${userId} WHERE user_id = ${ida.user_id}`,
    );
    const garmin = fakePlatform('garmin', { isOfUse: (scopes) => scopes.includes('ACTIVITY_EXPORT') });
    const now_s = Math.floor(server.clock.now().getTime() / SECOND_MS);
    const change = (permissions: string[], after_s: number) => ({
      userId,
      permissions,
      changeTimeInSeconds: now_s + after_s,
    });
    const post = (...userPermissionsChange: object[]) =>
      readDelivery(Buffer.from(JSON.stringify({ userPermissionsChange })));
    const scopes = async () => (await connectionOf(ida)).scopes;
    const both = ['ACTIVITY_EXPORT', 'HEALTH_EXPORT'];
    await tell(garmin, ...post(change(['HEALTH_EXPORT'], -DAY_MS / SECOND_MS)));
    assert.deepEqual(await scopes(), ['activities'], 'older than the connection itself');
    server.clock.advance(DAY_MS);
    try {
      await tell(garmin, ...post(change(['ACTIVITY_EXPORT'], 100), change(both, 50)));
      assert.deepEqual(await scopes(), ['ACTIVITY_EXPORT'], 'together');
      await tell(garmin, ...post(change(['HEALTH_EXPORT'], 99)));
      assert.deepEqual([await scopes(), (await connectionOf(ida)).is_lost], [['ACTIVITY_EXPORT'], false]);
      await tell(garmin, ...post(change(both, 101)));
      assert.deepEqual(await scopes(), both);
      await tell(garmin, ...post(change(['ACTIVITY_EXPORT'], (400 * DAY_MS) / SECOND_MS)));
      await tell(garmin, ...post(change(both, (2 * DAY_MS) / SECOND_MS)));
      assert.deepEqual(await scopes(), both, 'a time that has not come does not shut out the next word');
    } finally {
      server.clock.reset();
    }
  });
});
