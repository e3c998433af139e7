import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { buildApp } from '../../../app.ts';
import { sql } from '../../../infra/db/sql.ts';
import { eventually } from '../../../test/eventually.ts';
import { signUp, type TestUser } from '../../../test/factories.ts';
import type { TestServer } from '../../../test/harness.ts';
import { meanwhile } from '../../../test/meanwhile.ts';
import {
  authorizeUrl,
  comeBack,
  connectGarmin,
  connectStrava,
  consentAt,
  cookieFor,
  type PlatformName,
  type PlatformStage,
  platformServer,
} from '../../../test/platforms.ts';

describe('a platform’s answer to a consent that something newer has come after', () => {
  let stage: PlatformStage;
  let server: TestServer;
  before(async () => {
    stage = await platformServer();
    server = stage.server;
  });
  afterEach(() => {
    stage.strava.decideFor(undefined);
    stage.garmin.consentBy(null);
  });

  const leave = async ({ token }: TestUser, platform: PlatformName): Promise<void> => {
    const method = platform === 'strava' ? 'POST' : 'DELETE';
    const { status } = await server.request(method, `/api/v1/${platform}/deauth`, { token });
    assert.equal(status, 200);
  };
  const integrationsOf = async ({ token }: TestUser) =>
    (await server.request('GET', '/api/v1/integrations', { token })).body.data.integrations;
  const rowOf = async ({ user_id }: TestUser) =>
    await server.deps.db.maybeOne<{ provider_user_id: string; box: Buffer }>(sql`
      SELECT provider_user_id, sealed_credentials AS box FROM platform_connections WHERE user_id = ${user_id}`);
  const openPlatformFetches = async ({ user_id }: TestUser): Promise<number> => {
    const { open } = await server.deps.db.one<{ open: number }>(sql`
      SELECT count(*)::int AS open FROM platform_fetches WHERE user_id = ${user_id} AND words > words_done`);
    return open;
  };

  /** Consents at Strava, and runs `happens` after Strava has answered and before the answer is stored. */
  async function returnLate(user: TestUser, athlete_id: number, happens: () => Promise<void>) {
    stage.strava.decideFor({ athlete_id, decision: 'accept' });
    const callback = await consentAt(await authorizeUrl(stage, user, 'strava'));
    stage.strava.decideFor(undefined);
    return await resultOfLate(callback, happens);
  }
  async function resultOfLate(callback: string, happens: () => Promise<void>) {
    const app = await buildApp({ ...server.deps, db: meanwhile(server.deps.db, happens) });
    try {
      const { statusCode, headers } = await app.inject({ url: callback, headers: cookieFor(callback) });
      assert.equal(statusCode, 302);
      const { searchParams } = new URL(String(headers.location));
      return searchParams.get('error') ?? searchParams.get('status');
    } finally {
      await app.close();
    }
  }

  test('is dropped where they have left and connected again', async () => {
    const user = await signUp(server);
    const { athlete_id } = await connectStrava(stage, user);
    let newest: Awaited<ReturnType<typeof rowOf>> = null;
    const said = await returnLate(user, athlete_id, async () => {
      await leave(user, 'strava');
      await connectStrava(stage, user, { athlete_id });
      newest = await rowOf(user);
    });
    assert.equal(said, 'invalid_state');
    assert.notEqual(newest, null);
    assert.deepEqual(await rowOf(user), newest, 'what came last stays');
    // The platform may have ended the newer tokens when it gave the older ones, so it is asked.
    await eventually(
      () => openPlatformFetches(user),
      (open) => open === 0,
    );
    assert.equal((await integrationsOf(user))[0].connected, true);
  });

  test('is dropped where they have connected by a newer page, and what it allowed of somebody else is taken back', async () => {
    const user = await signUp(server);
    const [former, newer] = [stage.strava.addAthlete().id, stage.strava.addAthlete().id];
    const said = await returnLate(user, former, async () => {
      assert.equal((await connectStrava(stage, user, { athlete_id: newer })).result.status, 'success');
    });
    assert.equal(said, 'invalid_state');
    assert.equal((await rowOf(user))?.provider_user_id, String(newer));
    await eventually(
      () => stage.strava.scopesOf(former),
      (scopes) => scopes === null,
    );
    assert.notEqual(stage.strava.scopesOf(newer), null);
  });

  test('connects nobody who has left meanwhile, and its consent is taken back', async () => {
    const user = await signUp(server);
    await connectStrava(stage, user);
    const other = stage.strava.addAthlete().id;
    const said = await returnLate(user, other, () => leave(user, 'strava'));
    assert.equal(said, 'invalid_state');
    assert.deepEqual(await integrationsOf(user), []);
    await eventually(
      () => stage.strava.scopesOf(other),
      (scopes) => scopes === null,
    );
  });

  test('is dropped at Garmin likewise', async () => {
    const user = await signUp(server);
    const { garmin_user_id: former } = await connectGarmin(stage, user);
    stage.garmin.consentBy({ decision: 'accept', user_id: former });
    const callback = await consentAt(await authorizeUrl(stage, user, 'garmin'));
    stage.garmin.consentBy(null);
    let newer = '';
    const said = await resultOfLate(callback, async () => {
      await leave(user, 'garmin');
      ({ garmin_user_id: newer } = await connectGarmin(stage, user));
    });
    assert.equal(said, 'invalid_state');
    assert.equal((await rowOf(user))?.provider_user_id, newer);
  });

  for (const platform of ['garmin', 'strava'] as const) {
    test(`is stored however many pages of ${platform} have been opened meanwhile`, async () => {
      const user = await signUp(server);
      const athlete_id = stage.strava.addAthlete().id;
      const said = await returnLate(user, athlete_id, async () => {
        for (let time = 0; time < 11; time += 1) await authorizeUrl(stage, user, platform);
      });
      assert.equal(said, 'success');
      assert.equal((await rowOf(user))?.provider_user_id, String(athlete_id));
      assert.equal(
        (await server.deps.db.query(sql`SELECT FROM connection_attempts WHERE user_id = ${user.user_id}`))
          .length,
        10,
        'of open ones no more are kept than ever',
      );
    });
  }

  test('is stored where only an older page has been come back from', async () => {
    const user = await signUp(server);
    const [older, newer] = [stage.strava.addAthlete().id, stage.strava.addAthlete().id];
    stage.strava.decideFor({ athlete_id: older, decision: 'accept' });
    const before = await consentAt(await authorizeUrl(stage, user, 'strava'));
    const said = await returnLate(user, newer, async () => {
      assert.equal((await comeBack(server, before)).status, 302);
      assert.equal((await rowOf(user))?.provider_user_id, String(older));
    });
    assert.equal(said, 'success');
    assert.equal((await rowOf(user))?.provider_user_id, String(newer));
    assert.deepEqual(
      await server.deps.db.query(sql`SELECT FROM connection_attempts WHERE user_id = ${user.user_id}`),
      [],
      'nobody is on their way any more',
    );
  });
});
