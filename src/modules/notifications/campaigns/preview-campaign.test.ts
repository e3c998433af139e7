import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { newId } from '../../../shared/ids.ts';
import { campaignIn, campaignOf, campaignsOf, createCampaign, WORDS } from '../../../test/campaign-stage.ts';
import {
  addMember,
  createOrganization,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers over the wire, of which the server checks the shape
type Json = any;

describe('the preview of a campaign', () => {
  let server: TestServer;
  let club: TestOrganization;
  let members: TestUser[];
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    members = [];
    for (let n = 0; n < 6; n++)
      members.push(
        await addMember(server, club, { fields: { member_level: n < 2 ? 'beginner' : 'advanced' } }),
      );
    const [first, second, third] = members;
    await server.deps.db.execute(sql`UPDATE users SET is_verified = false WHERE user_id = ${first?.user_id}`);
    await server.deps.db.execute(sql`
      INSERT INTO campaign_opt_outs (user_id, org_id, opted_out_at) VALUES (${second?.user_id}, ${club.org_id}, now())`);
    const body = { token: `phone-${newId()}`, platform: 'ios' };
    await server.request('POST', '/api/v1/notifications/tokens/device', { token: third?.token ?? '', body });
  });
  const ask = async (fields: Json = {}, query = '', by: TestUser = club.coach) => {
    const body = { channels: ['push', 'email'], audience: 'all', ...fields };
    return await server.request('POST', `/api/v1/organizations/${club.org_id}/campaign-preview${query}`, {
      token: by.token,
      body,
    });
  };
  async function preview(fields: Json = {}, query = ''): Promise<Json> {
    const { status, body } = await ask(fields, query);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  }
  const reasons = {
    opted_out: 0,
    switched_off: 0,
    email_off: 0,
    no_device: 0,
    no_verified_email: 0,
    no_chat: 0,
  };

  test('counts by channel whom it reaches, whom not and why, as the campaign then does', async () => {
    const { people, reached, channels } = await preview();
    assert.deepEqual([people, reached], [6, 4]);
    assert.deepEqual(channels, [
      { channel: 'push', reached: 1, not_reached: 5, skipped: { ...reasons, opted_out: 1, no_device: 4 } },
      {
        channel: 'email',
        reached: 4,
        not_reached: 2,
        skipped: { ...reasons, opted_out: 1, no_verified_email: 1 },
      },
    ]);
    const sent = await campaignIn(
      server,
      club,
      await createCampaign(server, club, { ...WORDS, channels: ['email'] }),
      'sent',
    );
    const [mails] = sent.deliveries;
    assert.deepEqual([mails?.sent, mails?.skipped], [4, channels[1]?.skipped]);
  });

  test('says of few people, and of those who are named, only whether they are reached', async () => {
    const few = await preview({ audience: { segment: { level: 'beginner' } } });
    assert.deepEqual(
      [few.people, few.channels[1]],
      [2, { channel: 'email', reached: 0, not_reached: 2, skipped: null }],
    );
    const named = await preview({ audience: { user_ids: members.map(({ user_id }) => user_id) } });
    assert.deepEqual([named.people, named.channels[0].skipped], [6, null]);
    const nobody = await preview({ audience: { segment: { level: 'nobody' } } });
    assert.deepEqual([nobody.people, nobody.reached, nobody.members], [0, 0, []]);
  });

  test('names by pages who is in the audience, and is made of a campaign that is written as well', async () => {
    const names: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await preview({}, `?limit=4${cursor && `&cursor=${cursor}`}`);
      names.push(...page.members.map(({ user_id }: Json) => user_id));
      assert.equal(page.people, 6);
      cursor = page.next_cursor;
    }
    assert.deepEqual(
      names,
      members.map(({ user_id }) => user_id),
    );
    const draft = await campaignOf(server, club);
    const read = async (id: string, by = club.coach) =>
      await server.request('GET', `${campaignsOf(club)}/${id}/preview`, { token: by.token });
    const { body } = await read(draft);
    assert.deepEqual(body.data.channels, [
      { channel: 'chat', reached: 0, not_reached: 6, skipped: { ...reasons, opted_out: 1, no_chat: 5 } },
    ]);
    assert.equal((await read(newId())).status, 404);
    assert.equal((await read(draft, members[0])).status, 403);
  });

  test('is for coaches, keeps nothing, says what is wrong, and is asked for sixty times a minute at most', async () => {
    const before = (await server.request('GET', campaignsOf(club), { token: club.coach.token })).body;
    assert.equal((await ask({}, '', members[0])).status, 403);
    assert.equal((await ask({}, '', await signUp(server))).status, 404);
    for (const [fields, path] of [
      [{ channels: [] }, 'channels'],
      [{ audience: 'some' }, 'audience'],
      [{ audience: { user_ids: [newId()] } }, 'audience.user_ids'],
      [{ title: 'Saturday' }, 'title'],
    ] as const) {
      const answer = await ask(fields);
      assert.equal(answer.status, 400, path);
      assert.ok(JSON.stringify(answer.body.details).includes(path), path);
    }
    const after = (await server.request('GET', campaignsOf(club), { token: club.coach.token })).body;
    assert.deepEqual(after, before);
    const answers = await Promise.all(Array.from({ length: 65 }, () => ask()));
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(refused.length >= 5);
    assert.ok(Number(refused[0]?.headers.get('retry-after')) > 0);
    server.clock.advance(60_000);
    assert.equal((await ask()).status, 200);
    server.clock.reset();
  });
});
