import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import {
  askForCampaign,
  campaignIn,
  createCampaign,
  seeCampaign,
  WORDS,
} from '../../../test/campaign-stage.ts';
import { addCoach, addMember, createOrganization, signUp } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { takeOut } from '../../../test/personal-archive.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

const deleteAccount = async ({ token, password }: { token: string; password: string }): Promise<void> => {
  const answer = await server.request('DELETE', '/api/v1/users/me', { token, body: { password } });
  assert.equal(answer.status, 200);
};

test('whoever is named in campaigns is taken out of them with their account, sent or not', async () => {
  const club = await createOrganization(server);
  const [goes, stays] = [await addMember(server, club), await addMember(server, club)];
  const audience = { user_ids: [goes.user_id, stays.user_id] };
  const sent = await createCampaign(server, club, { audience });
  await campaignIn(server, club, sent, 'sent');
  const draft = await createCampaign(server, club, { audience, draft: true });
  const alone = await createCampaign(server, club, { audience: { user_ids: [goes.user_id] }, draft: true });
  const roster = `/api/v1/organizations/${club.org_id}/members/${goes.user_id}`;
  await server.request('DELETE', roster, { token: goes.token });
  await deleteAccount(goes);
  for (const one of [sent, draft])
    assert.deepEqual((await seeCampaign(server, club, one)).audience, { user_ids: [stays.user_id] });
  assert.deepEqual((await seeCampaign(server, club, alone)).audience, { user_ids: [] });
  const left = await server.deps.db.query(sql`
    SELECT 1 FROM outgoing_messages WHERE org_id = ${club.org_id} AND strpos(audience::text, ${goes.user_id}) > 0`);
  assert.deepEqual(left, []);
});

test('who wrote a campaign has it in their archive; when they go it stays the club’s', async () => {
  const club = await createOrganization(server);
  await addMember(server, club);
  const assistant = await addCoach(server, club, { user: await signUp(server) });
  const { body } = await askForCampaign(server, club, { draft: true }, assistant);
  const { id } = body.data.campaign;
  await createCampaign(server, club, { draft: true });
  const { records } = await takeOut(server, assistant);
  const [kept, ...others] = records('campaigns.json');
  assert.deepEqual(
    [kept.campaign_id, kept.org_id, kept.title, kept.body, kept.channels, kept.state, others],
    [id, club.org_id, WORDS.title, WORDS.body, WORDS.channels, 'draft', []],
  );
  await deleteAccount(assistant);
  assert.equal((await seeCampaign(server, club, { id })).created_by, null);
});
