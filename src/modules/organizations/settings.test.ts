import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { createOrganization, type TestOrganization } from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

const newClub = (settings: object): Promise<TestOrganization> =>
  createOrganization(server, { fields: { settings } });
const put = ({ org_id, coach }: TestOrganization, settings: unknown): Promise<TestResponse> =>
  server.request('PUT', `/api/v1/organizations/${org_id}`, { token: coach.token, body: { settings } });
const settingsOf = async ({ org_id, coach }: TestOrganization) => {
  const { status, body } = await server.request('GET', `/api/v1/organizations/${org_id}`, {
    token: coach.token,
  });
  assert.equal(status, 200);
  return body.settings;
};

test('are merged key by key at any depth; null removes, arrays replace', async () => {
  const club = await newClub({
    a: { x: 1, deep: { y: [1, 2], gone: null } },
    b: 1,
    gone: null,
    list: [null],
  });
  assert.deepEqual(await settingsOf(club), { a: { x: 1, deep: { y: [1, 2] } }, b: 1, list: [null] });
  const changed = await put(club, {
    a: { z: { new: true, not: null }, deep: { y: [{ n: null }] } },
    b: null,
    c: { d: {} },
  });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  const expected = {
    a: { x: 1, deep: { y: [{ n: null }] }, z: { new: true } },
    c: { d: {} },
    list: [null],
  };
  assert.deepEqual(changed.body.organization.settings, expected);
  await put(club, {});
  assert.deepEqual(await settingsOf(club), expected);
  await put(club, { a: { deep: null, x: { now: 'an object' } }, c: 'a text', list: null });
  assert.deepEqual(await settingsOf(club), { a: { x: { now: 'an object' }, z: { new: true } }, c: 'a text' });

  const { token } = club.coach;
  const log = await server.request('GET', `/api/v1/organizations/${club.org_id}/audit-logs`, { token });
  const changes = log.body.logs.map(({ data }: { data: { settings?: string[] } }) =>
    data.settings?.toSorted(),
  );
  assert.deepEqual(changes.slice(0, 3), [['a', 'c', 'list'], [], ['a', 'b', 'c']], 'keys, and never values');
});

test('what many change at once is all there, also below one key', async () => {
  const club = await newClub({ shared: { kept: true } });
  const numbers = Array.from({ length: 10 }, (_, index) => index);
  const answers = await Promise.all(
    numbers.map((n) => put(club, { [`key_${n}`]: n, shared: { [`of_${n}`]: n } })),
  );
  assert.ok(answers.every(({ status }) => status === 200));
  const { shared, ...others } = await settingsOf(club);
  assert.deepEqual(others, Object.fromEntries(numbers.map((n) => [`key_${n}`, n])));
  assert.deepEqual(shared, { kept: true, ...Object.fromEntries(numbers.map((n) => [`of_${n}`, n])) });
});

test('those that the server knows are texts: of an address on the web, of a mailbox, of a time zone', async () => {
  const logo_url = 'https://club.example.org/logo.png';
  const theme = { logo_url: { dark: 1 }, timezone: 7 };
  const club = await newClub({ logo_url, training_principle: 'Easy.', theme });
  for (const [settings, path] of [
    [{ logo_url: 'javascript:1' }, 'settings.logo_url'],
    [{ logo_url: { x: 1 } }, 'settings.logo_url'],
    [{ training_principle: ['Easy.'] }, 'settings.training_principle'],
    [{ contact_email: '' }, 'settings.contact_email'],
    [{ contact_email: 'club' }, 'settings.contact_email'],
    [{ contact_email: 'The club <club@example.org>' }, 'settings.contact_email'],
    [{ contact_email: 'club@example.org\r\nBcc: other@example.org' }, 'settings.contact_email'],
    [{ contact_email: `club@${'example.'.repeat(40)}org` }, 'settings.contact_email'],
    [{ contact_email: ['club@example.org'] }, 'settings.contact_email'],
    [{ timezone: 'Asia/Nowhere' }, 'settings.timezone'],
    [{ timezone: '+08:00' }, 'settings.timezone'],
    [{ timezone: 8 }, 'settings.timezone'],
    [[], 'settings'],
    [null, 'settings'],
    ['{}', 'settings'],
  ]) {
    const { status, body } = await put(club, settings);
    assert.deepEqual([status, body.details?.[0].path], [400, path], JSON.stringify(body));
  }
  await put(club, { training_principle: null });
  assert.deepEqual(await settingsOf(club), { logo_url, theme });
  const known = { contact_email: 'club@example.org', timezone: 'Asia/Taipei' };
  assert.equal((await put(club, known)).status, 200);
  assert.deepEqual(await settingsOf(club), { logo_url, theme, ...known });
  assert.equal((await put(club, { contact_email: null, timezone: null })).status, 200);
  assert.deepEqual(await settingsOf(club), { logo_url, theme });

  const nowhere = { name: `${club.name} II`, settings: { timezone: 'Asia/Nowhere' } };
  const born = await server.request('POST', '/api/v1/organizations', {
    token: club.coach.token,
    body: nowhere,
  });
  assert.deepEqual(
    [born.status, born.body.error],
    [400, 'settings.timezone: must be an IANA time zone name such as Asia/Taipei.'],
  );
});

test('a mailbox that was kept before the server knew of such does not stand in the way of other changes', async () => {
  const club = await newClub({});
  await server.deps.db.execute(
    sql`UPDATE organizations SET settings = '{"contact_email": "by phone", "timezone": "Here"}' WHERE org_id = ${club.org_id}`,
  );
  assert.equal((await put(club, { theme: 'dark' })).status, 200);
  assert.deepEqual(await settingsOf(club), { contact_email: 'by phone', timezone: 'Here', theme: 'dark' });
});

test('any name is a key, and none is a way into the server', async () => {
  const club = await newClub({});
  const hostile = {
    constructor: { prototype: { polluted: 1 } },
    toString: 'a',
    hasOwnProperty: { b: 1 },
    '': 0,
  };
  assert.equal((await put(club, hostile)).status, 200);
  assert.equal((await put(club, { constructor: { name: 2 }, hasOwnProperty: null })).status, 200);
  const expected = { constructor: { prototype: { polluted: 1 }, name: 2 }, toString: 'a', '': 0 };
  assert.deepEqual(await settingsOf(club), expected);
  for (const text of ['{"__proto__": {"polluted": 1}}', '{"a": {"__proto__": null}}']) {
    const { status, body } = await put(club, JSON.parse(text));
    assert.deepEqual([status, body.code], [400, 'validation_error']);
  }
  assert.deepEqual(await settingsOf(club), expected);
  assert.equal(Reflect.get({}, 'polluted'), undefined);
});

const nested = (levels: number, inner: unknown = 1): unknown =>
  Array.from({ length: levels }).reduce((value) => ({ k: value }), inner);

test('neither too deep nor too large', async () => {
  const club = await newClub({});
  assert.equal((await put(club, nested(20))).status, 200);
  const before = await settingsOf(club);
  assert.deepEqual(before, nested(20));
  for (const deep of [nested(21), nested(19, [[]]), nested(60)]) {
    const { status, body } = await put(club, deep);
    assert.equal(status, 400);
    assert.deepEqual(body.details, [{ path: 'settings', message: 'nests deeper than 20 levels' }]);
  }
  assert.equal((await put(club, nested(5_000))).status, 400);
  // Each fits alone, both together do not; in bytes of UTF-8, not in characters.
  assert.equal((await put(club, { one: 'ü'.repeat(8_000) })).status, 200);
  const { status, body } = await put(club, { other: 'ü'.repeat(8_400) });
  assert.deepEqual([status, body.details[0].path], [400, 'settings']);
  assert.match(body.error, /takes \d+ bytes as JSON; at most 32768 are kept/);
  assert.equal((await put(club, { one: null, k: null, other: 'ü'.repeat(8_400) })).status, 200);
  const deepBirth = await server.request('POST', '/api/v1/organizations', {
    token: club.coach.token,
    body: { name: `${club.name} II`, settings: nested(21) },
  });
  assert.equal(deepBirth.status, 400);
});
