import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  at,
  authorizeAddress,
  backFrom,
  call,
  codeOf,
  exchange,
  REDIRECT_URI,
  type Seen,
} from '../../src/test/strava-app.ts';
import { type StravaSandbox, startStrava } from './start-strava.ts';

describe('asking an athlete', () => {
  let strava: StravaSandbox;
  let athlete_id: number;
  before(async () => {
    strava = await startStrava({ app_name: 'Ekiden <b>&' });
    athlete_id = strava.addAthlete().id;
    strava.addAthlete({ firstname: '<script>' });
  });
  after(() => strava.stop());

  const send = (form: [string, string][], cookie = ''): Promise<Seen> =>
    call(`${strava.url}/oauth/authorize`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { cookie },
    });
  const page = async (changes: Record<string, string> = {}, cookie = ''): Promise<string> => {
    const { status, body } = await call(authorizeAddress(strava, changes), { headers: { cookie } });
    assert.equal(status, 200);
    return String(body);
  };
  const requestOf = (text: string): string => / name="request" value="([^"]+)"/.exec(text)?.[1] ?? '';

  test('a page offers people and scopes, all ticked; names in it are text', async () => {
    const text = await page();
    assert.match(text, /Ekiden &lt;b&gt;&amp; asks/);
    assert.ok(text.includes('&lt;script&gt;') && !text.includes('<script'));
    for (const scope of ['activity:read_all', 'profile:read_all'])
      assert.ok(text.includes(`value="${scope}" checked>`), scope);
    assert.ok(text.includes('value="read" checked disabled>'));
    assert.ok(text.includes(`value="${athlete_id}" checked`));
  });

  test('who accepts is sent back with state, a code and the scopes that stayed ticked', async () => {
    const request = requestOf(await page());
    const form: [string, string][] = [
      ['request', request],
      ['athlete_id', String(athlete_id)],
      ['scope', 'activity:read_all'],
      // Nobody asked for this one.
      ['scope', 'profile:write'],
      ['decision', 'accept'],
    ];
    const answer = await send(form);
    assert.equal(answer.status, 302);
    const back = backFrom(answer);
    assert.equal(`${back.origin}${back.pathname}`, 'https://app.ekiden.example.org/connected');
    assert.deepEqual([...back.searchParams.keys()], ['by', 'state', 'code', 'scope']);
    assert.equal(back.searchParams.get('by'), 'strava');
    assert.equal(back.searchParams.get('state'), 'a state & more');
    assert.equal(back.searchParams.get('scope'), 'read,activity:read_all');
    assert.equal((await send(form)).status, 400, 'a page is sent once');
    const { body } = await exchange(strava, { code: back.searchParams.get('code') ?? '' });
    assert.equal(at(body, 'athlete', 'id'), athlete_id);

    const [cookie = ''] = answer.headers.get('set-cookie')?.split(';') ?? [];
    const again = await call(authorizeAddress(strava, { scope: 'read,activity:read_all' }), {
      headers: { cookie },
    });
    assert.ok(backFrom(again).searchParams.has('code'), 'what was granted is not asked again');
    await page({ scope: 'read,activity:write' }, cookie);
    await page({ scope: 'read', approval_prompt: 'force' }, cookie);
  });

  test('who denies is sent back without a code, and mobile apps have the same page', async () => {
    const mobile = authorizeAddress(strava).replace('/oauth/', '/oauth/mobile/');
    const request = requestOf(String((await call(mobile)).body));
    const back = backFrom(await send([['request', request]]));
    assert.equal(back.searchParams.get('error'), 'access_denied');
    assert.equal(back.searchParams.get('state'), 'a state & more');
    assert.ok(!back.searchParams.has('code') && !back.searchParams.has('scope'));
  });

  test('tests decide without a page', async () => {
    strava.decideFor({ athlete_id, decision: 'accept', scopes: ['activity:read'] });
    const partial = backFrom(await call(authorizeAddress(strava, { scope: 'activity:read,activity:write' })));
    assert.equal(partial.searchParams.get('scope'), 'read,activity:read');
    strava.decideFor({ athlete_id, decision: 'deny' });
    const denied = backFrom(await call(authorizeAddress(strava)));
    assert.equal(denied.searchParams.get('error'), 'access_denied');
    strava.decideFor(undefined);
    assert.notEqual(await codeOf(strava, athlete_id), await codeOf(strava, athlete_id));
  });

  test('nobody is sent to another host, and what is asked wrongly is refused on the spot', async () => {
    const wrong: [Record<string, string>, string][] = [
      [{ client_id: '1' }, 'client_id'],
      ...[
        '',
        'nonsense',
        'https://evil.test/',
        'https://ekiden.example.org.evil.test/',
        'https://notekiden.example.org/',
        'https://ekiden.example.org@evil.test/',
        'https://user@ekiden.example.org/',
        'javascript:alert(1)//ekiden.example.org',
        'https://127.0.0.1.evil.test/',
      ].map((redirect_uri): [Record<string, string>, string] => [{ redirect_uri }, 'redirect_uri']),
      [{ response_type: 'token' }, 'response_type'],
      [{ approval_prompt: 'never' }, 'approval_prompt'],
      [{ scope: '' }, 'scope'],
      [{ scope: 'read,everything' }, 'scope'],
      [{ scope: 'read activity:read' }, 'scope'],
    ];
    for (const [changes, field] of wrong) {
      const { status, headers, body } = await call(authorizeAddress(strava, changes));
      assert.equal(status, 400, JSON.stringify(changes));
      assert.equal(at(body, 'errors', 0, 'field'), field);
      assert.equal(headers.get('location'), null);
    }
    for (const redirect_uri of [
      REDIRECT_URI,
      'https://ekiden.example.org',
      'http://localhost:8700/x',
      'http://127.0.0.1:1/',
    ])
      await page({ redirect_uri });
    assert.equal((await send([['request', 'invented']])).status, 400);
    const request = requestOf(await page());
    const stranger: [string, string][] = [
      ['request', request],
      ['athlete_id', '7'],
      ['decision', 'accept'],
    ];
    assert.equal((await send(stranger)).status, 400);
  });

  test('switches: no loopback, and no scope that was not asked for', async () => {
    const strict = await startStrava({ ways: { loopback_redirects: false, always_grants_read: false } });
    try {
      const local = await call(authorizeAddress(strict, { redirect_uri: 'http://127.0.0.1:1/' }));
      assert.equal(local.status, 400);
      strict.decideFor({ athlete_id: strict.addAthlete().id, decision: 'accept' });
      const back = backFrom(await call(authorizeAddress(strict, { scope: 'activity:read' })));
      assert.equal(back.searchParams.get('scope'), 'activity:read');
    } finally {
      await strict.stop();
    }
  });
});
