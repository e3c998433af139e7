import assert from 'node:assert/strict';
import { test } from 'node:test';
import { campaignIn, createCampaign } from '../../../test/campaign-stage.ts';
import { addMember, createOrganization, signUp, type TestUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/harness.ts';

test('a campaign is in the centre of everybody it is for, whole, whether anything else of it reaches them', async () => {
  const server = await testServer();
  const club = await createOrganization(server);
  const mei = await signUp(server, { preferences: { language: 'zh-TW' } });
  await addMember(server, club, { user: mei });
  const [tom, tired] = [await addMember(server, club), await addMember(server, club)];
  const path = `/api/v1/notifications/settings/opt-outs/${club.org_id}`;
  assert.equal((await server.request('PUT', path, { token: tired.token })).status, 200);

  const body = '星期六早上七點在河邊集合。'.repeat(60);
  const written = await createCampaign(server, club, { title: 'Saturday', body, channels: ['push'] });
  await campaignIn(server, club, written, 'sent');

  const centreOf = async ({ token }: TestUser) => {
    const answer = await server.request('GET', '/api/v1/notifications/center', { token });
    return answer.body.data.notifications
      .filter(({ type }: { type: string }) => type === 'campaign')
      .map(({ category, title, message, data }: Record<string, unknown>) => ({
        category,
        title,
        message,
        data,
      }));
  };
  const said = {
    category: 'team',
    title: 'Saturday',
    message: body,
    data: { campaign_id: written.id, org_id: club.org_id, org_name: club.name },
  };
  assert.deepEqual([await centreOf(mei), await centreOf(tom)], [[said], [said]]);
  assert.deepEqual([await centreOf(tired), await centreOf(club.coach)], [[], []], 'opted out, and no member');
});
