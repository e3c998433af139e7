import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { eventually } from '../../../test/eventually.ts';
import { signUp, type TestUser } from '../../../test/factories.ts';
import type { TestServer } from '../../../test/harness.ts';
import {
  authorizeUrl,
  comeBack,
  connectGarmin,
  connectStrava,
  consentAt,
  type PlatformStage,
  platformServer,
} from '../../../test/platforms.ts';
import { revokeConsent } from './revoke-consent.ts';

describe('disconnecting', () => {
  let stage: PlatformStage;
  let server: TestServer;
  before(async () => {
    stage = await platformServer();
    server = stage.server;
  });
  afterEach(() => {
    stage.strava.faults.clear();
    stage.garmin.faults.clear();
    stage.strava.decideFor(undefined);
  });

  const leave = ({ token }: TestUser, platform: 'strava' | 'garmin' = 'strava') =>
    platform === 'strava'
      ? server.request('POST', '/api/v1/strava/deauth', { token })
      : server.request('DELETE', '/api/v1/garmin/deauth', { token });
  const integrationsOf = async ({ token }: TestUser) =>
    (await server.request('GET', '/api/v1/integrations', { token })).body.data.integrations;
  const until = (condition: () => Promise<boolean> | boolean) => eventually(condition, (isSo) => isSo);
  const isAtGarmin = (user_id: string) =>
    stage.garmin.calls.some(({ call, status }) => call === 'registration' && status === 204) &&
    user_id !== '';
  const hurry = () =>
    server.deps.db.execute(sql`
      UPDATE pgboss.job SET start_after = now() WHERE name = ${revokeConsent.name} AND state < 'active'`);

  test('ends the consent there and forgets it here; a second time there is nothing', async () => {
    const user = await signUp(server);
    const { athlete_id } = await connectStrava(stage, user);
    const { garmin_user_id } = await connectGarmin(stage, user);
    stage.strava.decideFor({ athlete_id, decision: 'accept' });
    const underWay = await consentAt(await authorizeUrl(stage, user, 'strava'));
    const left = await leave(user);
    assert.deepEqual([left.status, left.body.status], [200, 'ok']);
    assert.match(left.body.message, /is disconnected/);
    assert.equal(stage.strava.scopesOf(athlete_id), null);
    assert.equal((await leave(user, 'garmin')).status, 200);
    assert.ok(isAtGarmin(garmin_user_id));
    assert.deepEqual(await integrationsOf(user), []);
    const profile = await server.request('GET', `/api/v1/users/${user.user_id}`, { token: user.token });
    assert.equal(profile.body.data.integrations.strava.connected, false);
    assert.equal((await comeBack(server, underWay)).status, 400, 'nobody is waited for any more');
    for (const platform of ['strava', 'garmin'] as const) {
      const again = await leave(user, platform);
      assert.deepEqual([again.status, again.body.status], [200, 'ok']);
      assert.match(again.body.message, /is not connected/);
    }
    const { count } = await server.deps.db.one<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM notifications WHERE user_id = ${user.user_id}`);
    assert.equal(count, 0, 'they know');
  });

  test('where the platform is away it ends here, and there as soon as it is back', async () => {
    const user = await signUp(server);
    const { athlete_id } = await connectStrava(stage, user);
    for (const call of ['revoke', 'deauthorize'] as const)
      stage.strava.faults.add(call, { kind: 'status', status: 500 });
    const answers = await Promise.all([leave(user), leave(user), leave(user)]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.deepEqual(await integrationsOf(user), []);
    assert.notEqual(stage.strava.scopesOf(athlete_id), null);
    stage.strava.faults.clear();
    await until(async () => {
      await hurry();
      return stage.strava.scopesOf(athlete_id) === null;
    });
  });

  test('whoever has connected again meanwhile keeps that', async () => {
    const [user, other] = [await signUp(server), await signUp(server)];
    const { athlete_id } = await connectStrava(stage, user);
    for (const call of ['revoke', 'deauthorize'] as const)
      stage.strava.faults.add(call, { kind: 'status', status: 500 });
    assert.equal((await leave(user)).status, 200);
    const { result } = await connectStrava(stage, other, { athlete_id });
    assert.equal(result.status, 'success');
    stage.strava.faults.clear();
    stage.strava.requests.forget();
    await until(async () => {
      await hurry();
      const { count } = await server.deps.db.one<{ count: number }>(sql`
        SELECT count(*)::int AS count FROM pgboss.job WHERE name = ${revokeConsent.name} AND state < 'completed'`);
      return count === 0;
    });
    assert.deepEqual(stage.strava.requests.list('revoke'), []);
    assert.notEqual(stage.strava.scopesOf(athlete_id), null);
  });

  test('who deletes their account has their consents taken back at the platforms', async () => {
    const user = await signUp(server);
    const { athlete_id } = await connectStrava(stage, user);
    const { garmin_user_id } = await connectGarmin(stage, user);
    const registrations = () => stage.garmin.calls.filter(({ call }) => call === 'registration').length;
    const before = registrations();
    const body = { password: user.password };
    const gone = await server.request('DELETE', '/api/v1/users/me', { token: user.token, body });
    assert.equal(gone.status, 200);
    await until(() => stage.strava.scopesOf(athlete_id) === null && registrations() > before);
    assert.ok(garmin_user_id !== '');
    const { rows } = await server.deps.db.executeSql(
      `SELECT data::text AS data FROM pgboss.job WHERE name = '${revokeConsent.name}'`,
    );
    assert.ok(rows.length > 0);
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(`token|${athlete_id}|${garmin_user_id}`), 'sealed');
  });
});
