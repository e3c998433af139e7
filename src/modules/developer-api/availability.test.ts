import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { addDays } from '../../shared/calendar.ts';
import { newId } from '../../shared/ids.ts';
import {
  addMember,
  createApiKey,
  createOrganization,
  type TestOrganization,
  type TestUser,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';

describe('an athlete’s availability by key', () => {
  let server: TestServer;
  let club: TestOrganization;
  let athlete: TestUser;
  let today: string;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    athlete = await addMember(server, club);
    today = server.clock.now().toISOString().slice(0, 10);
    const told = [
      [
        '/availability',
        { kind: 'limited', minutes: 30, from: today, to: addDays(today, 1), reason: 'Choir' },
      ],
      ['/injuries', { kind: 'illness', area: 'Flu', from: today, running: 'none' }],
    ] as const;
    for (const [path, body] of told) {
      const { token } = athlete;
      assert.equal((await server.request('POST', `/api/v1${path}`, { token, body })).status, 201);
    }
  });
  const share = async (privacy: Readonly<Record<string, boolean>>) => {
    const { token, user_id } = athlete;
    const answer = await server.request('PUT', `/api/v1/users/${user_id}`, { token, body: { privacy } });
    assert.equal(answer.status, 200);
  };
  async function read(
    scopes: readonly string[],
    at: TestOrganization = club,
    id = athlete.user_id,
    query = '',
  ) {
    const { secret } = await createApiKey(server, at, { scopes });
    return await server.request('GET', `/developer/v1/athletes/${id}/availability${query}`, {
      apiKey: secret,
    });
  }

  test('is nothing without the athlete’s consent for programs, and injuries need a second one', async () => {
    const none = (await read(['availability:read'])).body.data;
    const hidden = ['availability', 'availability_reason', 'injuries'];
    assert.deepEqual([none.days, none.injuries, none.privacy_filtered], [[], [], hidden]);
    await share({ share_availability_with_api: true });
    const days = (await read(['availability:read'])).body.data;
    assert.equal(days.athlete_id, athlete.user_id);
    assert.deepEqual(
      days.days.map((day: { date: string; minutes: number; entries: { reason: string }[] }) => [
        day.date,
        day.minutes,
        day.entries[0]?.reason,
      ]),
      [
        [today, 30, 'Choir'],
        [addDays(today, 1), 30, 'Choir'],
      ],
    );
    assert.deepEqual([days.injuries, days.privacy_filtered], [[], ['injuries']]);
    await share({ share_injuries_with_coach: true });
    assert.equal((await read(['admin'])).body.data.injuries[0].area, 'Flu');
    await share({ share_availability_with_coach: false, share_injuries_with_coach: false });
    assert.deepEqual((await read(['admin'])).body.data.days, [], 'programs never see more than coaches');
    await share({ share_availability_with_coach: true });
  });

  test('needs a scope of its own, which read does not contain', async () => {
    const refused = await read(['read']);
    assert.deepEqual([refused.status, refused.body.code], [403, 'missing_scope']);
    const nobody = await server.request('GET', `/developer/v1/athletes/${athlete.user_id}/availability`);
    assert.deepEqual([nobody.status, nobody.body.code], [401, 'invalid_key']);
  });

  test('is of athletes of the key’s organization alone, and of days that there are', async () => {
    const other = await createOrganization(server);
    const none = await read(['admin'], club, newId());
    assert.equal(none.status, 404);
    assert.deepEqual((await read(['admin'], other)).body.error, none.body.error);
    const reversed = await read(['admin'], club, athlete.user_id, `?from=${addDays(today, 1)}&to=${today}`);
    assert.equal(reversed.status, 400);
    const long = `?from=${today}&to=${addDays(today, 400)}`;
    assert.equal((await read(['admin'], club, athlete.user_id, long)).status, 400);
  });
});
