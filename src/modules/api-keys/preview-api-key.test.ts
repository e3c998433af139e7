import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import {
  addCoach,
  addMember,
  createApiKey,
  createOrganization,
  setTier,
  type TestOrganization,
  type TestUser,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';

describe('the preview of an API key', () => {
  let server: TestServer;
  let club: TestOrganization;
  before(async () => {
    server = await testServer();
  });
  const ask = async (body: unknown, by: TestUser = club.coach, org_id = club.org_id) =>
    await server.request('POST', `/api/v1/organizations/${org_id}/api-key-preview`, {
      token: by.token,
      body,
    });
  async function countsOf(scopes: readonly string[]): Promise<Record<string, number>> {
    const { status, body } = await ask({ scopes });
    assert.equal(status, 200, JSON.stringify(body));
    return Object.fromEntries(
      body.data.sees.map(({ kind, athletes }: { kind: string; athletes: number }) => [kind, athletes]),
    );
  }
  const share = async ({ user_id, token }: TestUser, privacy: Record<string, boolean>): Promise<void> => {
    const { status } = await server.request('PUT', `/api/v1/users/${user_id}`, { token, body: { privacy } });
    assert.equal(status, 200);
  };

  test('counts who shares what with such a key, closes that hold for the club alone included', async () => {
    club = await createOrganization(server);
    const [open, paceless, hidden, closed] = await Promise.all(
      [1, 2, 3, 4].map(() => addMember(server, club)),
    );
    assert.ok(open && paceless && hidden && closed);
    await share(open, {
      share_health_with_coach: true,
      share_health_with_api: true,
      share_feedback_with_api: true,
      share_streams_with_api: true,
    });
    await share(paceless, { share_pace_data: false, share_health_with_coach: true });
    await share(hidden, { share_activity_with_coach: false });
    const at = `/api/v1/organizations/${club.org_id}/membership/privacy`;
    await server.request('PUT', at, { token: closed.token, body: { share_pace_data: false } });
    const all = await countsOf(['admin']);
    assert.deepEqual(
      [all.profile, all.activities, all.paces, all.heart_rate, all.health, all.feedback, all.pain],
      [4, 3, 1, 3, 1, 1, 0],
    );
    assert.deepEqual([all.streams, all.files, all.availability, all.maps, all.archives], [1, 0, 0, 0, 3]);
    assert.deepEqual(await countsOf(['metrics:read']), { load: 1, health: 1 });
    const { body } = await ask({ scopes: ['read'] });
    assert.deepEqual(
      [body.data.athletes, body.data.scopes],
      [4, ['org:read', 'athletes:read', 'activities:read', 'plans:read', 'groups:read']],
    );
    assert.equal(JSON.stringify(body).includes(open.user_id), false);
    const listed = await server.request('GET', `/api/v1/organizations/${club.org_id}/api-keys`, {
      token: club.coach.token,
    });
    assert.equal(listed.body.count, 0, 'nothing was made');
  });

  test('says the same as what a key reads of each athlete', async () => {
    const { secret } = await createApiKey(server, club, { scopes: ['admin'] });
    const counts = await countsOf(['admin']);
    const { body } = await server.request('GET', '/developer/v1/athletes', { apiKey: secret });
    const ids: string[] = body.data.athletes.map(({ id }: { id: string }) => id);
    const answers = await Promise.all(
      ids.map(async (id) => {
        const read = async (what: string) =>
          (await server.request('GET', `/developer/v1/athletes/${id}/${what}`, { apiKey: secret })).body.data;
        const [load, health, said] = [await read('load'), await read('health/daily'), await read('feedback')];
        return {
          load: load.privacy_filtered.length === 0,
          health: health.privacy_filtered.length < 4,
          feedback: !said.privacy_filtered.includes('rpe'),
        };
      }),
    );
    for (const kind of ['load', 'health', 'feedback'] as const)
      assert.equal(counts[kind], answers.filter((answer) => answer[kind]).length, kind);
  });

  test('is for who manages keys, says what is wrong with scopes, and needs the tier that keys need', async () => {
    const assistant = await addCoach(server, club);
    const other = await createOrganization(server);
    assert.equal((await ask({ scopes: ['read'] }, assistant)).status, 403);
    assert.equal((await ask({ scopes: ['read'] }, other.coach)).status, 404);
    assert.equal((await ask({ scopes: [] })).status, 400);
    assert.equal((await ask({ scopes: ['everything'] })).status, 400);
    assert.equal((await ask({})).body.data.scopes.length, 5, 'as for a key that is made without scopes');
    await setTier(server, other.org_id, 'free');
    const { status, body } = await ask({ scopes: ['read'] }, other.coach, other.org_id);
    assert.deepEqual([status, body.code], [403, 'feature_not_enabled']);
  });

  test('counts ten thousand athletes, each once, and nobody who has left or whose account is closed', async (t) => {
    club = await createOrganization(server);
    const { user_id } = await seedAthlete(server, club.org_id, { privacy: { share_pace_data: false } });
    await seedAthlete(server, club.org_id, { left_at: server.clock.now() });
    await seedAthlete(server, club.org_id, { account_status: 'suspended' });
    await server.deps.db.execute(sql`
      WITH people AS (
        INSERT INTO users (user_id, email, username, status, preferences, notification_settings, privacy, zones, subscription,
          created_at, updated_at)
        SELECT gen_random_uuid(), ${user_id} || n || '@example.org', 'r' || n || '_' || left(${user_id}, 18), u.status, u.preferences,
          u.notification_settings, u.privacy || jsonb_build_object('share_pace_data', n % 2 = 0, 'share_pb', n % 3 = 0), u.zones,
          u.subscription, u.created_at, u.updated_at
        FROM users u CROSS JOIN generate_series(1, 9999) n WHERE u.user_id = ${user_id}
        RETURNING user_id, created_at
      )
      INSERT INTO organization_members (org_id, user_id, joined_at) SELECT ${club.org_id}, user_id, created_at FROM people`);
    const from = performance.now();
    const counts = await countsOf(['admin']);
    t.diagnostic(`${Math.round(performance.now() - from)} ms`);
    assert.deepEqual(
      [counts.profile, counts.activities, counts.paces, counts.best_efforts],
      [10_000, 10_000, 4_999, 1_666],
    );
  });

  test('of an organization without athletes counts nobody', async () => {
    const empty = await createOrganization(server);
    const { body } = await ask({ scopes: ['admin'] }, empty.coach, empty.org_id);
    assert.deepEqual(
      [body.data.athletes, body.data.sees.every(({ athletes }: { athletes: number }) => athletes === 0)],
      [0, true],
    );
  });
});
