import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { askForCampaign, createCampaign, toCampaign } from '../../../test/campaign-stage.ts';
import { addMember, createOrganization, signUp } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

describe('a day', () => {
  test('takes twenty campaigns of an organization, also when the last two are sent at once', async () => {
    const club = await createOrganization(server);
    await addMember(server, club);
    const { db, clock } = server.deps;
    const now = clock.now();
    await db.execute(sql`
      INSERT INTO outgoing_messages (id, kind, org_id, channels, created_at, state)
      SELECT gen_random_uuid(), 'campaign', ${club.org_id}, ARRAY['email'], ${now}, 'done' FROM generate_series(1, 19)`);
    const [one, other] = await Promise.all([askForCampaign(server, club), askForCampaign(server, club)]);
    assert.deepEqual([one.status, other.status].sort(), [201, 429]);
    const refused = one.status === 429 ? one : other;
    assert.equal(refused.body.code, 'rate_limited');
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    const draft = await createCampaign(server, club, { draft: true });
    assert.equal((await toCampaign(server, club, draft, { path: '/send' })).status, 429);
    const in_two_days = now.getTime() + 2 * 86_400_000;
    const first = await createCampaign(server, club, { scheduled_at: in_two_days });

    await db.execute(sql`
      INSERT INTO campaigns (id, org_id, title, body, channels, audience, state, scheduled_at, time_zone, created_at, updated_at)
      SELECT gen_random_uuid(), ${club.org_id}, 'T', 'B', ARRAY['email'], '"all"', 'scheduled', ${new Date(in_two_days)}, 'UTC',
        ${now}, ${now} FROM generate_series(1, 19)`);
    const full = await askForCampaign(server, club, { scheduled_at: in_two_days });
    assert.deepEqual([full.status, full.body.code], [409, 'conflict']);
    const moved = { method: 'PATCH', body: { scheduled_at: in_two_days } };
    assert.equal((await toCampaign(server, club, first, moved)).status, 200, 'it takes its own place');
    const elsewhere = await createCampaign(server, club, { scheduled_at: in_two_days + 86_400_000 });
    assert.equal((await toCampaign(server, club, elsewhere, moved)).status, 409);
  });
});

describe('one author', () => {
  test('sends forty a day, however many clubs they found and delete, and what is refused is not counted', async () => {
    const coach = await signUp(server, { membership_role: 'coach' });
    const reader = await signUp(server);
    const found = async () => {
      const club = await createOrganization(server, { coach });
      await addMember(server, club, { user: reader });
      return club;
    };
    // The first twenty campaigns of each club go out. The club's own limit refuses two more, which do not count for the author.
    for (const many of [22, 19]) {
      const club = await found();
      const answers = await Promise.all(
        Array.from({ length: many }, () => askForCampaign(server, club, { channels: ['chat'] })),
      );
      const sent = answers.filter(({ status }) => status === 201).length;
      assert.equal(sent, Math.min(many, 20));
      const body = { org_name: club.name };
      const path = `/api/v1/organizations/${club.org_id}`;
      assert.equal((await server.request('DELETE', path, { token: coach.token, body })).status, 200);
    }
    const club = await found();
    const draft = await createCampaign(server, club, { draft: true });
    const both = await Promise.all([
      askForCampaign(server, club, { scheduled_at: server.clock.now().getTime() + 3_600_000 }),
      toCampaign(server, club, draft, { path: '/send' }),
    ]);
    const refused = both.find(({ status }) => status === 429);
    assert.equal(both.filter(({ status }) => status === 429).length, 1, 'the fortieth, and one too many');
    assert.match(refused?.body.error, /40 campaigns within a day, of all your organizations together/);
    assert.ok(Number(refused?.headers.get('retry-after')) > 80_000);
    const later = await createCampaign(server, club, { draft: true });
    assert.equal(later.state, 'draft', 'writing is not sending');
  });

  test('has forty scheduled for one day, in all clubs together', async () => {
    const coach = await signUp(server, { membership_role: 'coach' });
    const reader = await signUp(server);
    const [first, second] = [
      await createOrganization(server, { coach }),
      await createOrganization(server, { coach }),
    ];
    await addMember(server, second, { user: reader });
    const now = server.clock.now();
    const then = new Date(now.getTime() + 2 * 86_400_000);
    await server.deps.db.execute(sql`
      INSERT INTO campaigns (id, org_id, title, body, channels, audience, state, scheduled_at, time_zone, created_by, created_at,
        updated_at)
      SELECT gen_random_uuid(), ${first.org_id}, 'T', 'B', ARRAY['email'], '"all"', 'scheduled', ${then}, 'UTC', ${coach.user_id},
        ${now}, ${now} FROM generate_series(1, 39)`);
    const scheduled_at = then.getTime();
    const both = await Promise.all([1, 2].map(() => askForCampaign(server, second, { scheduled_at })));
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409]);
    assert.match(both.find(({ status }) => status === 409)?.body.error, /40 campaigns of one author/);
    const elsewhere = await createCampaign(server, second, { scheduled_at: scheduled_at + 86_400_000 });
    const moved = { method: 'PATCH', body: { scheduled_at } };
    assert.equal((await toCampaign(server, second, elsewhere, moved)).status, 409);
  });
});
