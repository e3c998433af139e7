import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../../../../shared/time.ts';
import { STRAVA_CALLBACK, type StravaStage, stravaStage } from '../../../../test/strava-stage.ts';
import { PlatformError, type PlatformFault } from '../../platform-error.ts';

const ALL = ['read', 'activity:read', 'activity:read_all', 'profile:read_all'];

const rejectsWith = (fault: PlatformFault) => (error: unknown) =>
  error instanceof PlatformError && error.fault === fault;

describe("an athlete's consent at Strava", () => {
  let at: StravaStage;
  let athlete_id: number;
  before(async () => {
    at = await stravaStage();
  });
  after(() => at.stop());
  beforeEach(() => {
    at.strava.faults.clear();
    athlete_id = at.strava.addAthlete().id;
  });
  const exchange = (proof: string, scopes: readonly string[] | null) =>
    at.provider.exchange({ callback_url: STRAVA_CALLBACK, key: 'c', secret: null, proof, scopes });

  test('begins at the consent page, with all that we want and the state', async () => {
    const trip = { callback_url: STRAVA_CALLBACK, state: 'a+b/c=', csrf: 'c-1' };
    const { authorize_url, key, secret } = await at.provider.depart(trip);
    const address = new URL(authorize_url);
    assert.equal(`${address.origin}${address.pathname}`, `${at.strava.url}/oauth/authorize`);
    assert.deepEqual(Object.fromEntries(address.searchParams), {
      client_id: at.settings.client_id,
      redirect_uri: STRAVA_CALLBACK,
      response_type: 'code',
      approval_prompt: 'force',
      scope: 'read,activity:read,activity:read_all,profile:read_all',
      state: 'a+b/c=',
    });
    assert.deepEqual([key, secret], ['c-1', null]);
  });

  test('comes back with a code that is good for tokens, once', async () => {
    const back = await at.comeBack(athlete_id);
    assert.deepEqual([back.key, back.user_id], ['c-1', 'u-1']);
    assert.ok(back.outcome.kind === 'consented');
    const { proof, scopes } = back.outcome;
    const grant = await exchange(proof, scopes);
    assert.equal(grant.provider_user_id, String(athlete_id));
    assert.deepEqual(grant.scopes, ALL);
    assert.deepEqual(Object.keys(grant.credentials).sort(), ['access_token', 'expires_at', 'refresh_token']);
    const due = at.provider.renewAt(grant.credentials);
    assert.equal(due?.getTime(), at.clock.now().getTime() + 6 * HOUR_MS - 5 * MINUTE_MS);
    await assert.rejects(exchange(proof, scopes), rejectsWith('refused'));
  });

  test('may be refused, or be no return at all', async () => {
    assert.deepEqual(await at.comeBack(athlete_id, 'no'), {
      key: 'c-1',
      user_id: 'u-1',
      outcome: { kind: 'denied' },
    });
    for (const query of [
      {},
      { code: '' },
      { code: 'a b' },
      { code: 'x'.repeat(1_001) },
      { error: 'server_error', code: 'x' },
      { code: undefined, state: 'x' },
    ]) {
      const { key, user_id, outcome } = at.provider.readReturn(query);
      assert.deepEqual([key, user_id, outcome.kind], [null, undefined, 'malformed'], JSON.stringify(query));
    }
  });

  test('of less than we asked for counts, as long as activities can be read', async () => {
    const { scopes } = await at.connect(athlete_id, ['activity:read_all']);
    assert.deepEqual(scopes, ['read', 'activity:read_all']);
    const shown = await at.connect(athlete_id, ['activity:read']);
    assert.deepEqual(shown.scopes, ['read', 'activity:read']);
    assert.equal(at.provider.isOfUse(shown.scopes), true);
    const { outcome } = await at.comeBack(athlete_id, ['profile:read_all']);
    assert.ok(outcome.kind === 'consented');
    at.strava.requests.forget();
    await assert.rejects(exchange(outcome.proof, outcome.scopes), rejectsWith('insufficient_scope'));
    assert.deepEqual(at.strava.requests.list(), [], 'no tokens were asked for');
    assert.equal(at.provider.isOfUse(['read', 'profile:read_all']), false);
  });

  test('is of what the tokens say, where they say it; without a word from anybody it is not enough', async () => {
    const told = await stravaStage({ ways: { scope_in_token_answer: true } });
    try {
      const { id } = told.strava.addAthlete();
      const back = await told.comeBack(id);
      assert.ok(back.outcome.kind === 'consented');
      const trip = { callback_url: STRAVA_CALLBACK, key: 'c', secret: null, proof: back.outcome.proof };
      const { scopes } = await told.provider.exchange({ ...trip, scopes: null });
      assert.deepEqual(scopes, ALL);
    } finally {
      await told.stop();
    }
    const back = await at.comeBack(athlete_id);
    assert.ok(back.outcome.kind === 'consented');
    await assert.rejects(exchange(back.outcome.proof, null), rejectsWith('insufficient_scope'));
  });

  test('is renewed with the token that the last renewal gave', async () => {
    const first = await at.connect(athlete_id);
    assert.deepEqual(await at.provider.renew(first), first.credentials, 'more than an hour is left');
    at.pass(5.5 * HOUR_MS);
    const second = { ...first, credentials: await at.provider.renew(first) };
    assert.notEqual(second.credentials.refresh_token, first.credentials.refresh_token);
    assert.notEqual(second.credentials.access_token, first.credentials.access_token);
    await assert.rejects(at.provider.renew(first), rejectsWith('unauthorized'), 'the former is dead');
    at.pass(6 * HOUR_MS);
    assert.equal(await at.provider.stillConsents(second), false, 'its time is over');
    const third = { ...second, credentials: await at.provider.renew(second) };
    assert.equal(await at.provider.stillConsents(third), true);
  });

  test('a refresh token stays when the platform gives none', async () => {
    const session = await at.connect(athlete_id);
    at.strava.faults.add('token', { kind: 'says', body: '{"access_token":"new","expires_in":60}', times: 1 });
    assert.deepEqual(await at.provider.renew(session), {
      access_token: 'new',
      refresh_token: session.credentials.refresh_token,
      expires_at: new Date(at.clock.now().getTime() + 60_000).toISOString(),
    });
  });

  test('ends at the platform; that it has ended already is no error', async () => {
    const session = await at.connect(athlete_id);
    await at.provider.revoke(session);
    assert.equal(at.strava.scopesOf(athlete_id), null);
    assert.equal(await at.provider.stillConsents(session), false);
    await at.provider.revoke(session);
  });

  test('is still there when it is only too small', async () => {
    const session = await at.connect(athlete_id);
    const body = '{"errors":[{"resource":"AccessToken","field":"read_permission","code":"missing"}]}';
    at.strava.faults.add('athlete', { kind: 'says', status: 403, body, times: 1 });
    assert.equal(await at.provider.stillConsents(session), true);
    at.strava.faults.add('athlete', { kind: 'html', times: 1 });
    await assert.rejects(at.provider.stillConsents(session), rejectsWith('unavailable'));
  });

  test('ends in the older way where the newer is not there', async () => {
    const session = await at.connect(athlete_id);
    at.strava.faults.add('revoke', { kind: 'html', status: 404 });
    await at.provider.revoke(session);
    assert.equal(at.strava.scopesOf(athlete_id), null);
    await at.provider.revoke(session);
  });

  test('is tried to be ended again when the platform is busy, and not for ever', async () => {
    const session = await at.connect(athlete_id);
    at.strava.faults.add('revoke', { kind: 'status', status: 503, times: 2 });
    await at.provider.revoke(session);
    assert.equal(at.strava.scopesOf(athlete_id), null);
    const again = await at.connect(athlete_id);
    at.strava.faults.add('revoke', { kind: 'status', status: 503 });
    await assert.rejects(at.provider.revoke(again), rejectsWith('unavailable'));
    assert.notEqual(at.strava.scopesOf(athlete_id), null);
  });

  test('answers that hold no tokens, or nobody, are none', async () => {
    const session = await at.connect(athlete_id);
    for (const body of [
      '{}',
      '[]',
      'null',
      '{"access_token":7,"refresh_token":"r","expires_at":1790000000}',
      '{"access_token":"a b","refresh_token":"r","expires_at":1790000000}',
      '{"access_token":"a","refresh_token":"r","expires_at":"soon"}',
      '{"access_token":"a","refresh_token":"r","expires_at":1e300}',
      '{"access_token":"a","refresh_token":"r"}',
    ]) {
      at.strava.faults.add('token', { kind: 'says', body, times: 1 });
      await assert.rejects(at.provider.renew(session), rejectsWith('unavailable'), body);
    }
    const nobody = '{"access_token":"a","refresh_token":"r","expires_at":1790000000,"athlete":null}';
    at.strava.faults.add('token', { kind: 'says', body: nobody, times: 1 });
    await assert.rejects(exchange('code', ['activity:read']), rejectsWith('unavailable'));
  });

  test('the app itself may be what is wrong: nobody loses a connection over it', async () => {
    const wrong = await stravaStage({ app: { client_secret: 'another' } });
    try {
      const { outcome } = await wrong.comeBack(wrong.strava.addAthlete().id);
      assert.ok(outcome.kind === 'consented');
      const trip = { callback_url: STRAVA_CALLBACK, key: 'c', secret: null, ...outcome };
      await assert.rejects(wrong.provider.exchange(trip), (error: unknown) => {
        assert.ok(error instanceof PlatformError);
        assert.match(error.message, /STRAVA_CLIENT_SECRET/);
        return error.fault === 'refused';
      });
      const kept = { access_token: 'a', refresh_token: 'r', expires_at: '2026-07-01T00:00:00Z' };
      const session = {
        provider_user_id: '1',
        credentials: kept,
        scopes: [],
        signal: AbortSignal.abort(),
      };
      await assert.rejects(wrong.provider.renew(session), rejectsWith('refused'));
    } finally {
      await wrong.stop();
    }
  });
});
