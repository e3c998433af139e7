import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { type AppAnswer, actAsApp, ask } from '../../src/test/garmin-app.ts';
import { type Stage, setStage } from '../../src/test/garmin-stand-in.ts';

describe('OAuth 2.0 of the stand-in for Garmin', () => {
  let stage: Stage;
  before(async () => {
    stage = await setStage();
  });
  after(() => stage.stop());

  const USER_ID = '/wellness-api/rest/user/id';

  type Tokens = { access_token: string; refresh_token: string; expires_in: number; token_type: string };
  const tokensOf = ({ status, json }: AppAnswer): Tokens => {
    assert.equal(status, 200);
    return json as Tokens;
  };

  async function newTokens(): Promise<Tokens> {
    const { app, garmin, person } = stage;
    garmin.consentBy({ decision: 'accept', user_id: person.user_id });
    const { code, code_verifier } = await app.askForCode();
    return tokensOf(await app.grant({ grant_type: 'authorization_code', code, code_verifier }));
  }

  test('a code and its verifier give tokens, which open what a signature opens', async () => {
    const { app, garmin, person } = stage;
    garmin.consentBy({ decision: 'accept', user_id: person.user_id });
    const { code, code_verifier, back } = await app.askForCode({
      redirect_uri: 'http://127.0.0.1:1/own?x=1',
    });
    assert.deepEqual([back.searchParams.get('x'), back.searchParams.get('state')], ['1', 'st&te']);
    const redirect_uri = 'http://127.0.0.1:1/own?x=1';
    const grant = { grant_type: 'authorization_code', code, code_verifier, redirect_uri };
    const tokens = await app.grant(grant);
    const { access_token, ...rest } = tokensOf(tokens);
    assert.deepEqual(
      { ...rest, refresh_token: '' },
      {
        expires_in: 86_400,
        token_type: 'bearer',
        refresh_token: '',
        refresh_token_expires_in: 7_775_998,
      },
    );
    const { status, json } = await app.call('GET', USER_ID, { bearer: access_token });
    assert.deepEqual([status, json], [200, { userId: person.user_id }]);
    // A code is good for one try.
    assert.deepEqual((await app.grant(grant)).json, { error: 'invalid_grant' });
  });

  test('another verifier, address, app or hour is refused', async () => {
    const { app, garmin, keys, clock } = stage;
    const statuses = async (changes: Record<string, string>, late_s = 0): Promise<unknown[]> => {
      const { code, code_verifier } = await app.askForCode();
      clock.pass(late_s);
      const { status, json } = await app.grant({
        grant_type: 'authorization_code',
        code,
        code_verifier,
        ...changes,
      });
      return [status, json];
    };
    assert.deepEqual(await statuses({ code_verifier: 'x'.repeat(43) }), [400, { error: 'invalid_grant' }]);
    assert.deepEqual(await statuses({ code_verifier: '' }), [400, { error: 'invalid_grant' }]);
    assert.deepEqual(await statuses({ redirect_uri: 'http://127.0.0.1:1/x' }), [
      400,
      { error: 'invalid_grant' },
    ]);
    assert.deepEqual(await statuses({ client_secret: 'x' }), [401, { error: 'invalid_client' }]);
    assert.deepEqual(await statuses({ grant_type: 'password' }), [400, { error: 'unsupported_grant_type' }]);
    assert.deepEqual(await statuses({}, 601), [400, { error: 'invalid_grant' }]);

    for (const changes of [
      { response_type: 'token' },
      { client_id: 'x' },
      { code_challenge: 'short' },
      { code_challenge_method: 'plain' },
      { redirect_uri: 'javascript:alert(1)' },
    ]) {
      assert.equal((await app.askForCode(changes)).code, '', JSON.stringify(changes));
    }
    garmin.consentBy({ decision: 'deny' });
    const { back } = await actAsApp(garmin.url, keys, clock).askForCode();
    assert.equal(back.searchParams.get('error'), 'access_denied');
    assert.equal(back.searchParams.get('state'), 'st&te');
  });

  test('a refresh token is good once, an access token for a day', async () => {
    const { app, clock } = stage;
    const first = await newTokens();
    const refresh = (refresh_token: string): Promise<AppAnswer> =>
      app.grant({ grant_type: 'refresh_token', refresh_token });
    const second = tokensOf(await refresh(first.refresh_token));
    assert.notEqual(second.refresh_token, first.refresh_token);
    assert.deepEqual((await refresh(first.refresh_token)).json, { error: 'invalid_grant' });
    assert.equal((await app.call('GET', USER_ID, { bearer: second.access_token })).status, 200);
    clock.pass(86_400);
    assert.equal((await app.call('GET', USER_ID, { bearer: second.access_token })).status, 401);
    const third = tokensOf(await refresh(second.refresh_token));
    assert.equal((await app.call('GET', USER_ID, { bearer: third.access_token })).status, 200);
    clock.pass(7_775_998);
    assert.equal((await refresh(third.refresh_token)).status, 400);
    assert.equal((await app.call('GET', USER_ID, { bearer: 'x' })).status, 401);
  });

  test('a new consent ends the tokens before, of either kind', async () => {
    const { app } = stage;
    const first = await newTokens();
    const signed = await stage.connect();
    assert.equal((await app.call('GET', USER_ID, { bearer: first.access_token })).status, 401);
    assert.equal(
      (await app.grant({ grant_type: 'refresh_token', refresh_token: first.refresh_token })).status,
      400,
    );
    await newTokens();
    assert.equal((await app.call('GET', USER_ID, { token: signed })).status, 403);
  });

  test('a token of OAuth 1.0a is exchanged for those of OAuth 2.0', async () => {
    const { app, garmin } = stage;
    const token = await stage.connect();
    const form = {
      oauth_token: token.token,
      oauth_token_secret: token.secret,
      code_challenge: createHash('sha256').update('v'.repeat(43)).digest('base64url'),
    };
    const exchange = (changes: Record<string, string> = {}): Promise<AppAnswer> =>
      app.call('POST', '/partner-gateway/rest/user/token-exchange', { token, form: { ...form, ...changes } });
    assert.equal((await exchange({ oauth_token: 'x' })).status, 400);
    assert.equal((await exchange({ oauth_token_secret: 'x' })).status, 401);
    assert.equal((await exchange({ code_challenge: 'x' })).status, 400);
    const tokens = tokensOf(await exchange());
    assert.equal((await app.call('GET', USER_ID, { bearer: tokens.access_token })).status, 200);
    assert.equal((await app.call('GET', USER_ID, { token })).status, 200);
    garmin.settings.exchange_ends_oauth1 = true;
    const others = tokensOf(await exchange());
    assert.equal((await app.call('GET', USER_ID, { token })).status, 403);
    assert.equal((await app.call('GET', USER_ID, { bearer: others.access_token })).status, 200);
  });

  test('the page of OAuth 2.0 can be clicked', async () => {
    const { garmin, keys, person } = stage;
    garmin.consentBy(null);
    const asked = {
      response_type: 'code',
      client_id: keys.client_id,
      code_challenge: createHash('sha256').update('v'.repeat(43)).digest('base64url'),
      code_challenge_method: 'S256',
      state: 'a"b',
    };
    const page = await ask('GET', `${garmin.url}/oauth2Confirm?${new URLSearchParams(asked)}`);
    assert.ok(page.text.includes('name="state" value="a&quot;b"'));
    const click = new URLSearchParams({ ...asked, user_id: person.user_id, decision: 'accept' });
    const { location } = await ask('POST', `${garmin.url}/oauth2Confirm`, {}, click);
    assert.match(location ?? '', /code=.+&state=a%22b$/);
    click.set('user_id', 'x');
    assert.equal((await ask('POST', `${garmin.url}/oauth2Confirm`, {}, click)).status, 400);
  });
});
