import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { campaignsOf, createCampaign } from '../../../test/campaign-stage.ts';
import { addMember, createOrganization } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { walkPages } from '../../../test/walk-pages.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

describe('the list', () => {
  test('is empty, then has the newest first, page by page, and those in one state', async () => {
    const club = await createOrganization(server);
    const read = (query: string) =>
      server.request('GET', `${campaignsOf(club)}?${query}`, { token: club.coach.token });
    const list = async (query: string, between?: () => Promise<unknown>) => {
      const pages = await walkPages(read, { name: 'campaigns', query, ...(between && { between }) });
      return pages.map((page) => page.map(({ title }) => title));
    };
    assert.deepEqual((await read('')).body, { status: 'ok', data: { campaigns: [], next_cursor: null } });
    await addMember(server, club);
    const titles = ['One', 'Two', 'Three'];
    for (const title of titles) await createCampaign(server, club, { title, draft: true });
    await createCampaign(server, club, { title: 'Four' });
    assert.deepEqual(await list(''), [['Four', 'Three', 'Two', 'One']]);
    assert.deepEqual(await list('limit=2'), [
      ['Four', 'Three'],
      ['Two', 'One'],
    ]);
    assert.deepEqual(await list('state=draft&limit=2'), [['Three', 'Two'], ['One']]);
    const write = () => createCampaign(server, club, { title: 'Later', draft: true });
    assert.deepEqual(await list('limit=3', write), [['Four', 'Three', 'Two'], ['One']]);
    await server.deps.db.execute(sql`
      UPDATE campaigns SET created_at = ${server.clock.now()} WHERE org_id = ${club.org_id}`);
    const alike = (await list('limit=1')).flat();
    assert.deepEqual(
      alike.toSorted(),
      ['Four', 'Later', 'One', 'Three', 'Two'],
      'also when all have one time',
    );
    for (const wrong of ['state=gone', 'offset=1', 'cursor=', `cursor=${'_'.repeat(32)}`])
      assert.equal((await read(wrong)).status, 400, wrong);
  });
});
