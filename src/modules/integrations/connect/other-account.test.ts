import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { eventually } from '../../../test/eventually.ts';
import { signUp, type TestUser } from '../../../test/factories.ts';
import type { TestServer } from '../../../test/harness.ts';
import { connectStrava, type PlatformStage, platformServer } from '../../../test/platforms.ts';

describe('an athlete at Strava whom another account here has connected', () => {
  let stage: PlatformStage;
  let server: TestServer;
  before(async () => {
    stage = await platformServer();
    server = stage.server;
  });

  const integrationsOf = async ({
    token,
  }: TestUser): Promise<{ connected: boolean; backfill: { state: string } }[]> =>
    (await server.request('GET', '/api/v1/integrations', { token })).body.data.integrations;
  const boxOf = async ({ user_id }: TestUser): Promise<Buffer | undefined> =>
    (
      await server.deps.db.maybeOne<{ box: Buffer }>(
        sql`SELECT sealed_credentials AS box FROM platform_connections WHERE user_id = ${user_id}`,
      )
    )?.box;
  const openPlatformFetches = async ({ user_id }: TestUser): Promise<number> =>
    (
      await server.deps.db.one<{ open: number }>(
        sql`SELECT count(*)::int AS open FROM platform_fetches WHERE user_id = ${user_id} AND words > words_done`,
      )
    ).open;
  const told = async ({ user_id }: TestUser): Promise<unknown[]> =>
    (
      await server.deps.db.query<{ reason: unknown }>(sql`
        SELECT data ->> 'reason' AS reason FROM notifications
        WHERE user_id = ${user_id} AND type = 'connection_lost' ORDER BY created_at`)
    ).map(({ reason }) => reason);

  test('moves to who consents now where the other connection is lost, and revives nothing of it', async () => {
    const [former, owner] = [await signUp(server), await signUp(server)];
    const { athlete_id } = await connectStrava(stage, former);
    stage.strava.revokeByAthlete(athlete_id);
    await server.deps.db.execute(
      sql`UPDATE platform_connections SET token_expired_at = ${server.clock.now()} WHERE user_id = ${former.user_id}`,
    );
    const { result } = await connectStrava(stage, owner, { athlete_id });
    assert.equal(result.status, 'success');
    assert.deepEqual(await integrationsOf(former), []);
    assert.deepEqual(
      (await integrationsOf(owner)).map(({ connected }) => connected),
      [true],
    );
    assert.deepEqual(
      await eventually(
        () => told(former),
        ({ length }) => length > 0,
      ),
      ['moved'],
    );
  });

  test('stays where that is good: the tokens of the one who is refused go to nobody, and it is asked whether it still is', async () => {
    const [former, owner] = [await signUp(server), await signUp(server)];
    const { athlete_id } = await connectStrava(stage, former);
    const box = await boxOf(former);
    const { result } = await connectStrava(stage, owner, { athlete_id });
    assert.deepEqual(result, { provider: 'strava', status: 'error', error: 'already_linked' });
    assert.deepEqual(await integrationsOf(owner), []);
    assert.ok(box?.equals((await boxOf(former)) ?? Buffer.alloc(0)));
    await eventually(
      () => openPlatformFetches(former),
      (open) => open === 0,
    );
    assert.deepEqual([await told(former), (await integrationsOf(former))[0]?.connected], [[], true]);
  });

  test('is theirs at the second try where nobody had heard yet that the first consent was over', async () => {
    const [former, owner] = [await signUp(server), await signUp(server)];
    const { athlete_id } = await connectStrava(stage, former);
    await eventually(
      () => integrationsOf(former),
      ([first]) => first?.backfill.state === 'done',
    );
    stage.strava.revokeByAthlete(athlete_id);
    const { result } = await connectStrava(stage, owner, { athlete_id });
    assert.equal(result.error, 'already_linked');
    assert.deepEqual(
      await eventually(
        () => told(former),
        ({ length }) => length > 0,
      ),
      ['refused'],
    );
    assert.equal((await connectStrava(stage, owner, { athlete_id })).result.status, 'success');
    assert.deepEqual(await integrationsOf(former), []);
  });
});
