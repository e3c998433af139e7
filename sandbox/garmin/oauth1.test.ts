import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { actAsApp, ask, sign, tokenOf } from '../../src/test/garmin-app.ts';
import { type Stage, setStage } from '../../src/test/garmin-stand-in.ts';

describe('OAuth 1.0a of the stand-in for Garmin', () => {
  let stage: Stage;
  before(async () => {
    stage = await setStage();
  });
  after(() => stage.stop());

  const USER_ID = '/wellness-api/rest/user/id';
  const REQUEST_TOKEN = '/oauth-service/oauth/request_token';

  /** Goes to the consent page, which answers itself, and comes back. */
  async function consent(token: string, callback?: string): Promise<URL> {
    const query = new URLSearchParams({ oauth_token: token, ...(callback && { oauth_callback: callback }) });
    const { location } = await ask('GET', `${stage.garmin.url}/oauthConfirm?${query}`);
    return new URL(location ?? 'none:');
  }

  test('three legs lead to a token that says whose it is', async () => {
    const { app, garmin, person } = stage;
    garmin.consentBy({ decision: 'accept', user_id: person.user_id });
    const request = await app.requestToken({ oauth_callback: 'oob' });
    const back = await consent(request.token, 'http://127.0.0.1:1/back?state=a%20b&x=');
    assert.equal(back.searchParams.get('state'), 'a b');
    assert.equal(back.searchParams.get('x'), '');
    assert.equal(back.searchParams.get('oauth_token'), request.token);
    const token = tokenOf(await app.accessToken(request, back.searchParams.get('oauth_verifier') ?? ''));
    assert.match(person.user_id, /^[0-9a-f]{32}$/);
    for (const path of [USER_ID, '/partner-gateway/rest/user/id']) {
      const { status, json } = await app.call('GET', path, { token });
      assert.deepEqual([status, json], [200, { userId: person.user_id }]);
    }
    // The request token was used up.
    const again = await app.accessToken(request, back.searchParams.get('oauth_verifier') ?? '');
    assert.equal(again.status, 401);
  });

  test('consent leads to the callback of the page, of the first leg or of the portal, in this order', async () => {
    const { app, garmin, person, keys } = stage;
    garmin.consentBy({ decision: 'accept', user_id: person.user_id });
    const first = await app.requestToken({ oauth_callback: 'http://127.0.0.1:1/first' });
    const own = await consent(first.token, 'ekiden://page?a=1#part');
    assert.deepEqual([own.protocol, own.hash, own.searchParams.get('a')], ['ekiden:', '#part', '1']);
    const second = await app.requestToken({ oauth_callback: 'http://127.0.0.1:1/first' });
    assert.equal((await consent(second.token)).pathname, '/first');
    const third = await app.requestToken();
    assert.ok((await consent(third.token)).href.startsWith(`${keys.callback_url}?oauth_token=`));
    // Answered once, the page is done.
    assert.equal((await ask('GET', `${garmin.url}/oauthConfirm?oauth_token=${third.token}`)).status, 400);
    const script = await app.requestToken({ oauth_callback: 'javascript:alert(1)' });
    assert.equal((await ask('GET', `${garmin.url}/oauthConfirm?oauth_token=${script.token}`)).status, 400);
  });

  test('whoever refuses sends the verifier NULL, which opens nothing', async () => {
    const { app, garmin } = stage;
    garmin.consentBy({ decision: 'deny' });
    const request = await app.requestToken();
    const back = await consent(request.token);
    assert.equal(back.searchParams.get('oauth_verifier'), 'NULL');
    assert.equal((await app.accessToken(request, 'NULL')).status, 401);
  });

  test('a request token opens nothing before the consent, with another verifier, or late', async () => {
    const { app, garmin, person, clock } = stage;
    garmin.consentBy({ decision: 'accept', user_id: person.user_id });
    const request = await app.requestToken();
    assert.equal((await app.accessToken(request, 'x')).status, 401);
    const verifier = (await consent(request.token)).searchParams.get('oauth_verifier') ?? '';
    assert.equal((await app.accessToken(request, `${verifier}x`)).status, 401);
    assert.equal((await app.accessToken(request, undefined)).status, 401);
    assert.equal((await app.accessToken({ ...request, secret: 'x' }, verifier)).status, 401);
    assert.equal((await app.accessToken({ ...request, token: 'x' }, verifier)).status, 401);
    clock.pass(901);
    assert.equal((await app.accessToken(request, verifier)).status, 401);
    assert.equal((await ask('GET', `${garmin.url}/oauthConfirm?oauth_token=${request.token}`)).status, 400);
  });

  test('the newest token of one person and one app wins', async () => {
    const { app } = stage;
    const [older, newer] = [await stage.connect(), await stage.connect()];
    const { status, json } = await app.call('GET', USER_ID, { token: older });
    assert.deepEqual([status, json], [403, { errorMessage: 'Unknown UserAccessToken' }]);
    assert.equal((await app.call('GET', USER_ID, { token: newer })).status, 200);
    stage.garmin.settings.unknown_token_status = 401;
    assert.equal((await app.call('GET', USER_ID, { token: older })).status, 401);
    stage.garmin.settings.unknown_token_status = 403;
  });

  test('a wrong signature, key or secret, an old time and a used nonce are refused', async () => {
    const { app, keys, clock, garmin } = stage;
    const token = await stage.connect();
    const now_s = Math.floor(clock.now().getTime() / 1_000);
    const statusOf = async (spoiled: Parameters<typeof app.requestToken>[0]): Promise<number> =>
      (await app.call('GET', USER_ID, { token, spoiled })).status;

    for (const [what, spoiled, status] of [
      ['nothing spoiled', {}, 200],
      ['nine minutes old', { oauth_timestamp: String(now_s - 599) }, 200],
      ['too old', { oauth_timestamp: String(now_s - 601) }, 401],
      ['too new', { oauth_timestamp: String(now_s + 601) }, 401],
      ['milliseconds', { oauth_timestamp: `${now_s}000` }, 401],
      ['no time', { oauth_timestamp: 'now' }, 400],
      ['another key', { oauth_consumer_key: 'x' }, 401],
      ['another signature', { oauth_signature: 'x' }, 401],
      ['another signature of the right length', { oauth_signature: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' }, 401],
      ['another method', { oauth_signature_method: 'PLAINTEXT' }, 400],
      ['another version', { oauth_version: '2.0' }, 400],
      ['no version', { oauth_version: undefined }, 400],
      ['no nonce', { oauth_nonce: undefined }, 400],
      ['no token', { oauth_token: undefined }, 401],
    ] as const) {
      assert.equal(await statusOf(spoiled), status, what);
    }
    assert.equal(await statusOf({ oauth_nonce: 'once' }), 200);
    assert.equal(await statusOf({ oauth_nonce: 'once' }), 401);
    // At another second it is another nonce.
    clock.pass(1);
    assert.equal(await statusOf({ oauth_nonce: 'once' }), 200);

    assert.equal((await app.call('GET', USER_ID, { token: { ...token, secret: 'x' } })).status, 401);
    const thief = actAsApp(garmin.url, { ...keys, client_secret: 'x' }, clock);
    assert.equal((await thief.call('GET', USER_ID, { token })).status, 401);
    assert.equal((await thief.call('POST', REQUEST_TOKEN)).status, 401);
    assert.equal((await ask('GET', garmin.url + USER_ID)).status, 401);
    const signed = sign({ method: 'GET', url: garmin.url + USER_ID }, keys, token, clock.now());
    for (const authorization of ['OAuth', 'OAuth a="%"', `${signed}, oauth_nonce="x"`]) {
      assert.equal((await ask('GET', garmin.url + USER_ID, { authorization })).status, 400, authorization);
    }
    garmin.settings.oauth1 = false;
    assert.equal((await app.call('GET', USER_ID, { token })).status, 401);
    garmin.settings.oauth1 = true;
  });

  test('method, address, query and form are signed', async () => {
    const { garmin, keys, clock } = stage;
    const token = await stage.connect();
    const url = garmin.url + USER_ID;
    const signed = (method: string, at: string, form?: URLSearchParams): Record<string, string> => ({
      authorization: sign({ method, url: at, form }, keys, token, clock.now()),
    });
    assert.equal((await ask('GET', url, signed('POST', url))).status, 401);
    assert.equal((await ask('GET', `${url}?a=1`, signed('GET', url))).status, 401);
    const odd = `${url}?b=%20%21'()*&a=%E2%82%AC&a=2+q&a&%C3%A9=%252F`;
    assert.equal((await ask('GET', odd, signed('GET', odd))).status, 200);

    const legs = garmin.url + REQUEST_TOKEN;
    const form = new URLSearchParams([
      ['a3', '2 q'],
      ['a3', 'a!'],
      ['c@', ''],
    ]);
    const first = (some?: URLSearchParams): Record<string, string> => ({
      authorization: sign({ method: 'POST', url: legs, form: some }, keys, null, clock.now()),
    });
    assert.equal((await ask('POST', legs, first(form), form)).status, 200);
    assert.equal((await ask('POST', legs, first(), form)).status, 401);
    // A body of another kind is not signed.
    const json = { ...first(), 'content-type': 'application/json' };
    assert.equal((await fetch(legs, { method: 'POST', headers: json, body: '{"a":1}' })).status, 200);
  });

  test('the page can be clicked: who signs in, what is allowed, yes or no', async () => {
    const { garmin, app, person } = stage;
    garmin.consentBy(null);
    const request = await app.requestToken();
    const callback = 'http://127.0.0.1:1/back?state="><script>';
    const query = new URLSearchParams({ oauth_token: request.token, oauth_callback: callback });
    const page = await ask('GET', `${garmin.url}/oauthConfirm?${query}`);
    assert.equal(page.status, 200);
    assert.ok(!page.text.includes('<script>') && page.text.includes('Ida &lt;Watch&gt;'));
    assert.match(page.text, /value="ACTIVITY_EXPORT" checked/);
    assert.match(page.text, /value="HISTORICAL_DATA_EXPORT">/);

    const click = new URLSearchParams([
      ...query,
      ['user_id', person.user_id],
      ['permission', 'HEALTH_EXPORT'],
      ['permission', 'NONSENSE'],
      ['decision', 'accept'],
    ]);
    const { status, location } = await ask('POST', `${garmin.url}/oauthConfirm`, {}, click);
    assert.equal(status, 303);
    const verifier = new URL(location ?? '').searchParams.get('oauth_verifier') ?? '';
    const token = tokenOf(await app.accessToken(request, verifier));
    const { json } = await app.call('GET', '/wellness-api/rest/user/permissions', { token });
    assert.deepEqual(json, { permissions: ['HEALTH_EXPORT'] });

    const other = await app.requestToken();
    const no = new URLSearchParams({ oauth_token: other.token, decision: 'deny' });
    assert.match(
      (await ask('POST', `${garmin.url}/oauthConfirm`, {}, no)).location ?? '',
      /oauth_verifier=NULL$/,
    );
    assert.equal((await ask('GET', `${garmin.url}/oauthConfirm?oauth_token=x`)).status, 400);
  });

  test('requests are noted without what they hold of secrets', async () => {
    const { garmin, app } = stage;
    const token = await stage.connect();
    await app.call('GET', `${USER_ID}?oauth_token=${token.token}`, { token });
    const noted = JSON.stringify(garmin.calls);
    for (const secret of [token.token, token.secret, stage.keys.client_secret])
      assert.ok(!noted.includes(secret));
    const last = garmin.calls.at(-1);
    assert.deepEqual(
      [last?.call, last?.method, last?.authorization, last?.status, last?.parameters],
      ['user_id', 'GET', 'OAuth', 200, { oauth_token: '…' }],
    );
    assert.ok(garmin.calls.some(({ refusal }) => refusal === 'nonce was used before'));
  });
});
