import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { faultOf, type GarminStage, sessionOf, stageGarmin } from '../../../../test/garmin-stage.ts';
import type { Credentials, Session } from '../../provider.ts';
import { createGarmin } from './create-garmin.ts';

const WAYS = ['1.0a', '2.0'] as const;

describe('connecting Garmin', () => {
  let stage: GarminStage;
  afterEach(() => stage.stop());

  for (const oauth of WAYS) {
    test(`OAuth ${oauth}: to the consent page, back, and who they are`, async () => {
      stage = await stageGarmin({ oauth });
      stage.allow(['ACTIVITY_EXPORT', 'HEALTH_EXPORT']);
      const trip = await stage.visit();
      assert.equal(trip.back.user_id, oauth === '2.0' ? stage.STATE.user_id : undefined);
      const grant = await stage.exchange(trip);
      assert.equal(grant.provider_user_id, stage.person.user_id);
      assert.deepEqual(grant.scopes, ['ACTIVITY_EXPORT', 'HEALTH_EXPORT']);
      assert.equal(stage.provider.isOfUse(grant.scopes), true);
      assert.equal(await stage.provider.stillConsents(sessionOf(grant)), true);
      assert.deepEqual(
        stage.garmin.calls.flatMap(({ call, refusal }) => (refusal === null ? [] : [call, refusal])),
        [],
      );
    });

    test(`OAuth ${oauth}: what leaves for the consent page holds no secret`, async () => {
      stage = await stageGarmin({ oauth });
      const trip = { callback_url: 'http://127.0.0.1:1/back', state: 'c3Q=', csrf: 'a csrf' };
      const { authorize_url, key, secret } = await stage.provider.depart(trip);
      assert.ok(secret !== null && secret.length >= 32);
      for (const hidden of [secret, stage.keys.client_secret]) assert.ok(!authorize_url.includes(hidden));
      const { searchParams: query } = new URL(authorize_url);
      if (oauth === '1.0a') {
        assert.deepEqual(
          [...query],
          [
            ['oauth_token', key],
            ['oauth_callback', trip.callback_url],
          ],
        );
      } else {
        assert.equal(key, trip.csrf);
        assert.deepEqual(
          [query.get('code_challenge_method'), query.get('redirect_uri'), query.get('state')],
          ['S256', trip.callback_url, trip.state],
        );
      }
    });

    test(`OAuth ${oauth}: who says no, and who comes back with something else`, async () => {
      stage = await stageGarmin({ oauth });
      stage.garmin.consentBy({ decision: 'deny' });
      const { key, back } = await stage.visit();
      assert.deepEqual([back.key, back.outcome], [key, { kind: 'denied' }]);
      const nothing: readonly Record<string, string>[] = [
        {},
        { oauth_token: 'x' },
        { oauth_verifier: 'x' },
        { oauth_token: 'a b', oauth_verifier: 'x' },
        { oauth_token: 'x', oauth_verifier: 'y\nz' },
        { code: 'x' },
        { state: 'bm90IGpzb24=', code: 'x' },
        { state: Buffer.from('{"user_id":"u","csrf":""}').toString('base64'), code: 'x' },
        { state: Buffer.from('{"user_id":"u","csrf":"c"}').toString('base64') },
        { error: 'server_error' },
      ];
      for (const query of nothing) {
        assert.equal(stage.provider.readReturn(query).outcome.kind, 'malformed', JSON.stringify(query));
      }
    });

    test(`OAuth ${oauth}: a proof is good once, and only with its own secret`, async () => {
      stage = await stageGarmin({ oauth });
      stage.allow();
      const trip = await stage.visit();
      const other = await stage.visit();
      assert.equal(await faultOf(stage.exchange({ ...other, secret: trip.secret })), 'refused');
      assert.equal(await faultOf(stage.exchange({ ...other, secret: null })), 'refused');
      await stage.exchange(trip);
      assert.equal(await faultOf(stage.exchange(trip)), 'refused');
    });

    test(`OAuth ${oauth}: who does not allow activities is let go again`, async () => {
      stage = await stageGarmin({ oauth });
      stage.allow(['HEALTH_EXPORT', 'HISTORICAL_DATA_EXPORT']);
      const trip = await stage.visit();
      assert.equal(await faultOf(stage.exchange(trip)), 'insufficient_scope');
      assert.equal(stage.garmin.calls.at(-1)?.call, 'registration');
      assert.equal(stage.garmin.calls.at(-1)?.status, 204);
    });

    test(`OAuth ${oauth}: permissions are asked for until they are there, in either shape`, async () => {
      const permissions_shape = oauth === '2.0' ? 'array' : 'object';
      stage = await stageGarmin({
        oauth,
        settings: { permissions_shape, permissions_fail_after_consent: 3 },
      });
      stage.garmin.faults.add('user_id', { kind: 'html', times: 1 });
      const { scopes } = await stage.arrive(['ACTIVITY_EXPORT']);
      assert.deepEqual(scopes, ['ACTIVITY_EXPORT']);
      assert.deepEqual(stage.waits_ms, [250, 250, 500, 1_000]);
    });

    test(`OAuth ${oauth}: permissions that never come are not waited for without end`, async () => {
      stage = await stageGarmin({ oauth, settings: { permissions_fail_after_consent: 99 } });
      stage.allow();
      const trip = await stage.visit();
      assert.equal(await faultOf(stage.exchange(trip)), 'unavailable');
      assert.equal(stage.waits_ms.length, 4);
    });

    test(`OAuth ${oauth}: letting go ends the consent; that it had ended is no error`, async () => {
      stage = await stageGarmin({ oauth });
      const session = await stage.arrive();
      await stage.provider.revoke(session);
      assert.equal(await stage.provider.stillConsents(session), false);
      await stage.provider.revoke(session);
      const [post] = await stage.delivered();
      const body = Buffer.from(JSON.stringify(post?.body));
      assert.deepEqual(await stage.provider.readDelivery(body), [
        { provider_user_id: stage.person.user_id, kind: 'disconnected' },
      ]);
    });

    test(`OAuth ${oauth}: trouble of the platform is no consent that ended`, async () => {
      stage = await stageGarmin({ oauth });
      const session = await stage.arrive();
      const { faults } = stage.garmin;
      for (const fault of [
        { kind: 'status', status: 500 },
        { kind: 'html' },
        { kind: 'half' },
        { kind: 'drop' },
        { kind: 'silent' },
      ] as const) {
        const provider = fault.kind === 'silent' ? stage.hasty : stage.provider;
        faults.add('user_id', { ...fault, times: 1 });
        assert.equal(await faultOf(provider.stillConsents(session)), 'unavailable', fault.kind);
        faults.add('registration', { ...fault, times: 1 });
        if (fault.kind !== 'html' && fault.kind !== 'half') {
          assert.equal(await faultOf(provider.revoke(session)), 'unavailable', fault.kind);
        }
        faults.clear();
      }
      faults.add('user_id', { kind: 'status', status: 429, times: 1 });
      assert.equal(await faultOf(stage.provider.stillConsents(session)), 'rate_limited');
      assert.equal(await stage.provider.stillConsents(session), true);
      faults.add('user_id', { kind: 'status', status: 401, times: 1 });
      assert.equal(await stage.provider.stillConsents(session), false);
    });
  }

  for (const unknown_token_status of [401, 403] as const) {
    test(`a token that ended is known as such by ${unknown_token_status}`, async () => {
      stage = await stageGarmin({ settings: { unknown_token_status } });
      const session = await stage.arrive();
      stage.garmin.revoke(stage.person.user_id, stage.keys.client_id);
      assert.equal(await stage.provider.stillConsents(session), false);
      const range = { from: new Date('2026-09-20'), until: new Date('2026-10-18') };
      assert.equal(await faultOf(stage.provider.backfill(session, range, null)), 'unauthorized');
    });
  }

  test('a wrong key or clock of the operator disconnects nobody', async () => {
    stage = await stageGarmin({ settings: { unknown_token_status: 401 } });
    const session = await stage.arrive();
    const wrong = [
      stage.provide({ consumer_secret: 'another one' }),
      stage.provide({ consumer_key: 'another one' }),
      stage.provide({}, { now: () => new Date(stage.clock.now().getTime() + 11 * 60_000) }),
      stage.provide({}, { now: () => new Date(stage.clock.now().getTime() - 11 * 60_000) }),
    ];
    for (const provider of wrong) {
      assert.equal(await faultOf(provider.stillConsents(session)), 'unavailable');
      assert.equal(await faultOf(provider.revoke(session)), 'unavailable');
      const trip = { callback_url: 'http://127.0.0.1:1/back', state: 's', csrf: 'c' };
      assert.equal(await faultOf(provider.depart(trip)), 'unavailable');
    }
    const nearly = stage.provide({}, { now: () => new Date(stage.clock.now().getTime() + 9 * 60_000) });
    assert.equal(await nearly.stillConsents(session), true);
  });

  test('who is told of the clock can set it', async () => {
    stage = await stageGarmin();
    const wrong = stage.provide({}, { now: () => new Date(Date.now() + 3 * 3_600_000) });
    const trip = { callback_url: 'http://127.0.0.1:1/back', state: 's', csrf: 'c' };
    await assert.rejects(wrong.depart(trip), /180 minutes apart/);
  });

  test('tokens of OAuth 1.0a last, and cannot be renewed', async () => {
    stage = await stageGarmin();
    const session = await stage.arrive();
    assert.equal(stage.provider.renewAt(session.credentials), null);
    assert.equal(await faultOf(stage.provider.renew(session)), 'unauthorized');
  });

  test('tokens of OAuth 2.0 are renewed before they end; the refresh token is another one each time', async () => {
    stage = await stageGarmin({ oauth: '2.0' });
    const session = await stage.arrive();
    const due = stage.provider.renewAt(session.credentials);
    assert.equal(due?.getTime(), stage.clock.now().getTime() + 86_400_000 - 600_000);
    stage.clock.pass(86_401);
    assert.equal(await stage.provider.stillConsents(session), false);
    const renewed: Session = { ...session, credentials: await stage.provider.renew(session) };
    assert.equal(await stage.provider.stillConsents(renewed), true);
    assert.notEqual(renewed.credentials.refresh_token, session.credentials.refresh_token);
    assert.equal(await faultOf(stage.provider.renew(session)), 'unauthorized');
    stage.garmin.faults.add('oauth2_token', { kind: 'html', times: 1 });
    assert.equal(await faultOf(stage.provider.renew(renewed)), 'unavailable');
    assert.equal(await faultOf(stage.provide({ consumer_secret: 'x' }).renew(renewed)), 'unavailable');
  });

  test('when athletes connect by OAuth 2.0, who connected by 1.0a is changed over without being asked', async () => {
    stage = await stageGarmin({ settings: { exchange_ends_oauth1: true } });
    const session = await stage.arrive();
    const later = stage.provide({ oauth: '2.0' });
    assert.equal(later.renewAt(session.credentials)?.getTime(), 0);
    assert.equal(await later.stillConsents(session), true);
    const changed: Session = { ...session, credentials: await later.renew(session) };
    stage.garmin.settings.oauth1 = false;
    assert.equal(await later.stillConsents(changed), true);
    assert.ok((later.renewAt(changed.credentials)?.getTime() ?? 0) > stage.clock.now().getTime());
  });

  test('where Garmin does not change tokens, those of before are used as long as they are good', async () => {
    stage = await stageGarmin({ settings: { oauth2: false } });
    const session = await stage.arrive();
    const later = stage.provide({ oauth: '2.0' });
    const kept: Credentials = await later.renew(session);
    assert.deepEqual(kept, session.credentials);
    stage.garmin.faults.add('token_exchange', { kind: 'status', status: 500, times: 1 });
    assert.equal(await faultOf(later.renew(session)), 'unavailable');
  });

  test('a new consent ends the token before', async () => {
    stage = await stageGarmin();
    const first = await stage.arrive();
    const second = await stage.arrive();
    assert.equal(await stage.provider.stillConsents(first), false);
    assert.equal(await stage.provider.stillConsents(second), true);
  });

  test('what is kept of another platform is no access to Garmin', async () => {
    stage = await stageGarmin();
    const session = await stage.arrive();
    for (const credentials of [{}, { oauth: '1.0a', token: 5 }, { oauth: '3', access_token: 'x' }]) {
      const work = stage.provider.revoke({ ...session, credentials });
      await work.catch((error: unknown) => assert.fail(String(error)));
      assert.equal(await stage.provider.stillConsents({ ...session, credentials }), false);
    }
    assert.equal(stage.asked().filter((call) => call === 'registration').length, 0);
  });

  test('without settings it is not configured, and nothing is asked', async () => {
    stage = await stageGarmin();
    const reader = { read: () => assert.fail('it reads'), close: async () => undefined };
    const http = { send: () => assert.fail('it asks') };
    const provider = createGarmin(undefined, { http, clock: stage.clock, reader });
    assert.equal(provider.is_configured, false);
    assert.equal(stage.provider.is_configured, true);
    const trip = { callback_url: 'http://127.0.0.1:1/back', state: 's', csrf: 'c' };
    assert.equal(await faultOf(provider.depart(trip)), 'refused');
  });
});
