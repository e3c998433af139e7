import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { storeRecording } from './modules/activities/index.ts';
import { addMember, createApiKey, createOrganization, type TestOrganization } from './test/factories.ts';
import { type RequestOptions, type TestResponse, type TestServer, testServer } from './test/harness.ts';
import { makeActivity } from './test/random-activities.ts';
import { tellPeople } from './test/tell-people.ts';

const AT_MS = Date.parse('2026-07-01T06:30:00.000Z');
const SAME_INSTANT = ['2026-07-01T06:30:00Z', '2026-07-01T14:30:00.000+08:00', '2026-06-30T22:00-08:30'];
const WITHOUT_OFFSET = ['2026-07-01T06:30:00', '2026-07-01T06:30:00.000'];
const OF_OTHER_YEARS = ['1969-12-31T23:59:59Z', '1970-01-01T00:00:00+08:00', '9999-12-31T23:59:59-08:00'];

/** Where epoch milliseconds are documented: a request with a time in it, and what there is to see of the time afterwards. */
type Place = {
  readonly what: string;
  readonly field: string;
  ask(time: string | number): Promise<TestResponse>;
  shown(answer: TestResponse): unknown;
};

let server: TestServer;
let club: TestOrganization;
let places: readonly Place[];
let lists: readonly [path: string, by: RequestOptions][];
before(async () => {
  server = await testServer();
  club = await createOrganization(server);
  const { user, secret } = await runner();
  const own = { token: user.token };
  const athlete_id = user.user_id;
  const list = (what: string, path: string, by: RequestOptions): Place[] =>
    ['start_date', 'end_date'].map((field) => ({
      what: `${what}, ${field}`,
      field,
      ask: (time) => server.request('GET', `${path}${field}=${encodeURIComponent(time)}`, by),
      shown: ({ body }) => body.data.activities.map(({ start_time }: { start_time: string }) => start_time),
    }));
  const profile = `/api/v1/users/${athlete_id}`;
  lists = [
    ['/api/v1/activities?', own],
    [`/api/v1/organizations/${club.org_id}/athletes/${athlete_id}/activities?`, { token: club.coach.token }],
    [`/developer/v1/activities?athlete_id=${athlete_id}&`, { apiKey: secret }],
    ['/developer/v1/activities?', { apiKey: secret }],
  ];
  places = [
    ...list('the developer API', `/developer/v1/activities?athlete_id=${athlete_id}&`, { apiKey: secret }),
    ...['start_date', 'end_date'].map((field) => ({
      what: `an export, ${field}`,
      field,
      ask: (time: string | number) =>
        server.request('POST', '/developer/v1/exports', { apiKey: secret, body: { [field]: time } }),
      shown: ({ body }: TestResponse) => body.data.export.params[field],
    })),
    ...['started_at', 'expires_at'].map((field) => ({
      what: `the subscription, ${field}`,
      field: `subscription.${field}`,
      ask: async (time: string | number) => {
        const body = { subscription: { [field]: time } };
        const changed = await server.request('PUT', profile, { ...own, body });
        return changed.status === 200 ? server.request('GET', profile, own) : changed;
      },
      shown: ({ body }: TestResponse) => body.data.subscription[field],
    })),
    {
      what: 'the notification centre',
      field: 'before',
      ask: (time) =>
        server.request('GET', `/api/v1/notifications/center?before=${encodeURIComponent(time)}`, own),
      shown: ({ body }) => body.data.notifications.length,
    },
  ];
});

/** A member with runs before and after the instant, a notification, and a key that may read both. */
async function runner() {
  const user = await addMember(server, club);
  const activities = [-1, 0, 1].map((ms) =>
    makeActivity(user.user_id, { start_time: new Date(AT_MS + ms), private: false }),
  );
  await server.deps.db.transaction((tx) =>
    storeRecording(tx, { user_id: user.user_id, activities, streams: [] }),
  );
  await tellPeople(server, [user.user_id]);
  const { secret } = await createApiKey(server, club, { scopes: ['admin'] });
  return { user, secret };
}

describe('where a time is taken in epoch milliseconds', () => {
  test('it is taken as ISO 8601 with any offset, and means the same', async () => {
    for (const { what, ask, shown } of places) {
      const expected = shown(await ask(AT_MS));
      for (const time of SAME_INSTANT) {
        const answer = await ask(time);
        assert.ok(answer.status < 300, `${what} ${time}: ${JSON.stringify(answer.body)}`);
        assert.deepEqual(shown(answer), expected, `${what} ${time}`);
      }
    }
  });

  test('one without an offset is 400 that says to add one, and so is one of other years', async () => {
    for (const { what, field, ask } of places) {
      for (const time of [...WITHOUT_OFFSET, ...OF_OTHER_YEARS, '2026-02-30T06:30:00Z', '2026-07-01']) {
        const { status, body } = await ask(time);
        assert.equal(status, 400, `${what} ${time}`);
        assert.ok(body.error.startsWith(`${field}: must be epoch milliseconds`), `${what}: ${body.error}`);
        assert.match(body.error, /an ISO 8601 time that ends in Z or an offset/, what);
      }
    }
  });
});

describe('where a day or a time is taken', () => {
  test('a range includes both edges, and a day is in it from beginning to end', async () => {
    const startsOf = async (range: string): Promise<string[][]> =>
      await Promise.all(
        lists.map(async ([path, by]) => {
          const { status, body } = await server.request('GET', `${path}${range}`, by);
          assert.equal(status, 200, `${path}${range}: ${JSON.stringify(body)}`);
          return body.data.activities.map(({ start_time }: { start_time: string }) => start_time);
        }),
      );
    const [before, exact, after] = [-1, 0, 1].map((ms) => new Date(AT_MS + ms).toISOString());
    for (const [range, expected] of [
      ['from=2026-07-01', [after, exact, before]],
      ['to=2026-07-01', [after, exact, before]],
      ['from=2026-07-01&to=2026-07-01', [after, exact, before]],
      ['from=2026-07-02', []],
      ['to=2026-06-30', []],
      ...SAME_INSTANT.flatMap((time) => [
        [`from=${encodeURIComponent(time)}`, [after, exact]] as const,
        [`to=${encodeURIComponent(time)}`, [exact, before]] as const,
        [`from=${encodeURIComponent(time)}&to=${encodeURIComponent(time)}`, [exact]] as const,
      ]),
    ] as const)
      for (const starts of await startsOf(range)) assert.deepEqual(starts, expected, range);
  });

  test('an edge that is no such time, and a range that ends before it begins, are 400 by name', async () => {
    const wrong = [
      '2026-07',
      '2026-02-30',
      '1969-12-31',
      String(AT_MS),
      ...WITHOUT_OFFSET,
      ...OF_OTHER_YEARS,
    ];
    for (const [path, by] of lists) {
      const errorOf = async (range: string): Promise<string> => {
        const { status, body } = await server.request('GET', `${path}${range}`, by);
        assert.deepEqual([status, body.code], [400, 'validation_error'], `${path}${range}`);
        return body.error;
      };
      for (const edge of ['from', 'to'])
        for (const time of wrong)
          assert.match(
            await errorOf(`${edge}=${encodeURIComponent(time)}`),
            new RegExp(`^${edge}: must be .*, or a day such as 2026-07-01`),
            `${path} ${time}`,
          );
      assert.equal(await errorOf('from=2026-07-02&to=2026-07-01'), 'from: must not be after to.');
    }
  });

  test('a time says its offset, a day is its midnight in UTC, and both lie in 1970 to 9999', async () => {
    const { token } = club.coach;
    const organization = `/api/v1/organizations/${club.org_id}`;
    const asking: readonly [what: string, ask: (time: string) => Promise<TestResponse>][] = [
      ['a key', (expires_at) => post('/api-keys', { name: 'K', expires_at })],
      ['an invitation', (expires_at) => post('/invitations', { expires_at })],
      [
        'the audit log',
        (time) => server.request('GET', `${organization}/audit-logs?before=${time}`, { token }),
      ],
    ];
    const post = (path: string, body: object): Promise<TestResponse> =>
      server.request('POST', `${organization}${path}`, { token, body });
    const soon = new Date(server.clock.now().getTime() + 20 * 86_400_000).toISOString().slice(0, 10);
    for (const [what, ask] of asking) {
      for (const time of [soon, `${soon}T06:30:00Z`, `${soon}T06:30:00-08:00`]) {
        const { status, body } = await ask(time);
        assert.ok(status < 300, `${what} ${time}: ${JSON.stringify(body)}`);
      }
      for (const time of [`${soon}T06:30:00`, '1969-12-31', '9999-12-31T23:59:59-08:00', '2026-02-30']) {
        const { status, body } = await ask(time);
        assert.equal(status, 400, `${what} ${time}`);
        assert.match(
          body.error,
          /ends in Z or an offset, .*, or a day such as 2026-07-01/,
          `${what} ${time}`,
        );
      }
    }
  });
});
