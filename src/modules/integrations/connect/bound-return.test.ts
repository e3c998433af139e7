import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { afterEach, before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { signUp, type TestUser } from '../../../test/factories.ts';
import type { TestServer } from '../../../test/harness.ts';
import {
  comeBack,
  consentAt,
  cookieFor,
  type PlatformStage,
  platformServer,
  resultOf,
  setOut,
} from '../../../test/platforms.ts';

describe('a return from a platform', () => {
  let stage: PlatformStage;
  let server: TestServer;
  before(async () => {
    stage = await platformServer();
    server = stage.server;
  });
  afterEach(() => {
    server.clock.reset();
    stage.strava.decideFor(undefined);
    stage.garmin.consentBy(null);
  });

  const hash = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
  const newVerifier = (): string => randomBytes(32).toString('base64url');

  async function asked(user: TestUser, platform: 'strava' | 'garmin', query: Record<string, string> = {}) {
    const path = `/api/v1/${platform}/oauth/authorize-url?${new URLSearchParams(query)}`;
    const { status, body } = await server.request('GET', path, { token: user.token });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(Object.keys(body.data), ['authorize_url']);
    return body.data.authorize_url as string;
  }

  /** Consents at the platform. @returns the callback */
  async function consent(consent_url: string, platform: 'strava' | 'garmin' = 'strava'): Promise<string> {
    if (platform === 'garmin') {
      stage.garmin.consentBy({
        decision: 'accept',
        user_id: stage.garmin.addPerson({ name: 'Bound' }).user_id,
      });
    } else {
      stage.strava.decideFor({ athlete_id: stage.strava.addAthlete().id, decision: 'accept' });
    }
    return await consentAt(consent_url);
  }

  const connectionsOf = async ({ user_id }: TestUser) =>
    await server.deps.db.query<{ provider_user_id: string }>(
      sql`SELECT provider_user_id FROM platform_connections WHERE user_id = ${user_id}`,
    );
  const exchanges = () => stage.strava.requests.list('token').length;

  test('of another browser than the one that set out is refused, and the right one can still come back', async () => {
    for (const platform of ['strava', 'garmin'] as const) {
      const user = await signUp(server);
      const callback = await consent(await setOut(await asked(user, platform)), platform);
      const { cookie = '' } = cookieFor(callback);
      const [name = ''] = cookie.split('=');
      const before = exchanges();
      for (const headers of [{}, { cookie: `${name}=x` }, { cookie: `${name}=` }, { cookie: 'other=1' }]) {
        const answer = await server.request('GET', callback, { headers });
        assert.deepEqual(
          [answer.status, answer.headers.get('location')],
          [400, null],
          JSON.stringify(headers),
        );
      }
      assert.equal(exchanges(), before, 'the platform was not called');
      assert.deepEqual(await connectionsOf(user), []);
      assert.equal(resultOf(await comeBack(server, callback)).status, 'success');
    }
  });

  test('of a victim who was handed the address of the consent page connects nothing', async () => {
    const attacker = await signUp(server);
    const consent_url = await setOut(await asked(attacker, 'strava'));
    const callback = await consent(consent_url);
    assert.equal((await server.request('GET', callback)).status, 400);
    assert.deepEqual(await connectionsOf(attacker), []);
  });

  test('begins with a page that says whose account it is, and only a click on that page goes on', async () => {
    const user = await signUp(server);
    const start_url = await asked(user, 'strava');
    const { pathname, search } = new URL(start_url);
    assert.equal(`${new URL(start_url).origin}${pathname}`, `${server.url}/connect/start`);
    const state = JSON.parse(
      Buffer.from(new URLSearchParams(search).get('state') ?? '', 'base64').toString('utf8'),
    );
    assert.equal(state.user_id, user.user_id);
    const page = await fetch(start_url);
    const profile = await server.request('GET', `/api/v1/users/${user.user_id}`, { token: user.token });
    assert.ok((await page.text()).includes(`>${profile.body.data.username}<`));
    assert.match(
      page.headers.get('set-cookie') ?? '',
      /^ekiden_asked=\w+; Path=\/connect; .*HttpOnly; SameSite=Strict/,
    );
    assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
    // A link of somebody else to the page's next step does not carry the Strict cookie, so it leads to the page.
    const jumped = await fetch(start_url.replace('/start', '/go'), { redirect: 'manual' });
    assert.deepEqual(
      [jumped.status, jumped.headers.get('location'), jumped.headers.get('set-cookie')],
      [302, start_url, null],
    );
    server.clock.advance(10 * MINUTE_MS);
    assert.equal((await fetch(start_url)).status, 404);
    for (const wrong of ['', '?state=', '?state=eyJ9', `?state=${'x'.repeat(1_900)}`])
      assert.equal((await fetch(`${server.url}/connect/start${wrong}`)).status, 404);
  });

  test('to an app with a challenge connects nothing until the app confirms it, once and as who set out', async () => {
    for (const platform of ['strava', 'garmin'] as const) {
      const [user, other] = [await signUp(server), await signUp(server)];
      const code_verifier = newVerifier();
      const consent_url = await asked(user, platform, { code_challenge: hash(code_verifier) });
      assert.ok(consent_url.startsWith(stage[platform].url), 'it is the platform’s own page');
      const callback = await consent(consent_url, platform);
      const { confirm_code = '', ...said } = resultOf(await server.request('GET', callback));
      assert.deepEqual(said, { provider: platform, status: 'confirm' });
      assert.deepEqual(await connectionsOf(user), []);
      assert.equal((await server.request('GET', callback)).status, 400, 'the return is used up');
      const confirm = (by: TestUser, body: object) =>
        server.request('POST', '/api/v1/integrations/confirm', { token: by.token, body });
      for (const [by, body] of [
        [other, { confirm_code, code_verifier }],
        [user, { confirm_code, code_verifier: newVerifier() }],
        [user, { confirm_code: newVerifier(), code_verifier }],
      ] as const) {
        const { status, body: answer } = await confirm(by, body);
        assert.deepEqual([status, answer.code], [400, 'validation_error']);
      }
      assert.deepEqual([await connectionsOf(user), await connectionsOf(other)], [[], []]);
      const confirmed = await confirm(user, { confirm_code, code_verifier });
      const [connection] = await connectionsOf(user);
      assert.deepEqual(
        [confirmed.status, confirmed.body],
        [
          200,
          {
            status: 'ok',
            data: {
              provider: platform,
              status: 'success',
              provider_user_id: connection?.provider_user_id,
              error: null,
            },
          },
        ],
      );
      assert.equal((await confirm(user, { confirm_code, code_verifier })).status, 400, 'once');
    }
  });

  test('is confirmed within ten minutes or not at all', async () => {
    const user = await signUp(server);
    const code_verifier = newVerifier();
    const callback = await consent(await asked(user, 'strava', { code_challenge: hash(code_verifier) }));
    const { confirm_code } = resultOf(await server.request('GET', callback));
    server.clock.advance(10 * MINUTE_MS);
    const body = { confirm_code, code_verifier };
    const late = await server.request('POST', '/api/v1/integrations/confirm', { token: user.token, body });
    assert.equal(late.status, 400);
    for (const code_challenge of ['', 'x', 'x'.repeat(44), `${'x'.repeat(42)}=`]) {
      const path = `/api/v1/strava/oauth/authorize-url?${new URLSearchParams({ code_challenge })}`;
      assert.equal((await server.request('GET', path, { token: user.token })).status, 400, code_challenge);
    }
  });
});
