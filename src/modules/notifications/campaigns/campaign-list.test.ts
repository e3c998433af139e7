import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { campaignsOf, createCampaign } from '../../../test/campaign-stage.ts';
import { addMember, createOrganization } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

describe('the list', () => {
  test('is empty, then has the newest first, page by page, and those in one state', async () => {
    const club = await createOrganization(server);
    const list = async (query = '') => {
      const answer = await server.request('GET', `${campaignsOf(club)}${query}`, { token: club.coach.token });
      assert.equal(answer.status, 200);
      return answer.body.data;
    };
    assert.deepEqual(await list(), { campaigns: [], total: 0, limit: 20, offset: 0 });
    await addMember(server, club);
    const titles = ['One', 'Two', 'Three'];
    for (const title of titles) await createCampaign(server, club, { title, draft: true });
    await createCampaign(server, club, { title: 'Four' });
    const titlesOf = ({ campaigns }: { campaigns: { title: string }[] }) =>
      campaigns.map(({ title }) => title);
    assert.deepEqual(titlesOf(await list()), ['Four', 'Three', 'Two', 'One']);
    const second = await list('?limit=2&offset=2');
    assert.deepEqual([titlesOf(second), second.total], [['Two', 'One'], 4]);
    assert.deepEqual(titlesOf(await list('?limit=2&offset=4')), []);
    assert.equal((await list('?offset=9')).total, 4);
    const drafts = await list('?state=draft&limit=1');
    assert.deepEqual([titlesOf(drafts), drafts.total], [['Three'], 3]);
    const wrong = await server.request('GET', `${campaignsOf(club)}?state=gone`, { token: club.coach.token });
    assert.equal(wrong.status, 400);
  });
});
