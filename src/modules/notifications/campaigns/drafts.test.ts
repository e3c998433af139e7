import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  campaignIn,
  campaignsOf,
  createCampaign,
  seeCampaign,
  tallyOf,
  toCampaign,
} from '../../../test/campaign-stage.ts';
import { addCoach, addMember, createOrganization, type TestOrganization } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { meanwhile } from '../../../test/meanwhile.ts';
import { cancelCampaign } from './cancel-campaign.ts';
import { changeCampaign } from './change-campaign.ts';
import { createCampaign as writeCampaign } from './create-campaign.ts';
import { deleteCampaign } from './delete-campaign.ts';
import { sendCampaign } from './send-campaign.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

const logOf = async ({ org_id, coach }: TestOrganization, event_type = 'campaign_sent') => {
  const path = `/api/v1/organizations/${org_id}/audit-logs?event_type=${event_type}`;
  return (await server.request('GET', path, { token: coach.token })).body.logs;
};

describe('drafts', () => {
  test('are changed, sent once however many send them, and stay then', async () => {
    const club = await createOrganization(server);
    await addMember(server, club);
    const draft = await createCampaign(server, club, { draft: true });
    assert.deepEqual([draft.state, draft.deliveries, draft.is_resolved], ['draft', [], false]);
    assert.deepEqual(await seeCampaign(server, club, draft), draft);
    const changes = { title: 'Sunday', channels: ['chat', 'email'] };
    const changed = await toCampaign(server, club, draft, { method: 'PATCH', body: changes });
    assert.equal(changed.status, 200);
    const { updated_at, ...expected } = { ...draft, title: 'Sunday', channels: ['chat', 'email'] };
    const { updated_at: at, ...now } = changed.body.data.campaign;
    assert.deepEqual(now, expected);
    assert.ok(at >= updated_at);
    const again = await toCampaign(server, club, draft, { method: 'PATCH', body: changes });
    assert.deepEqual(
      again.body.data.campaign,
      changed.body.data.campaign,
      'as it was, `updated_at` included',
    );
    const misspelt = await toCampaign(server, club, draft, { method: 'PATCH', body: { tilte: 'Never' } });
    assert.equal(misspelt.body.error, 'tilte: is not a field of this request. Did you mean title?');

    const send = () => toCampaign(server, club, draft, { path: '/send' });
    const answers = await Promise.all([send(), send(), send()]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
    const sent = await campaignIn(server, club, draft, 'sent');
    assert.deepEqual(tallyOf(sent, 'email'), { recipients: 1, sent: 1 });
    assert.deepEqual(tallyOf(sent, 'chat'), { recipients: 1, not_reached: 1 });
    assert.equal((await logOf(club)).length, 1);
    for (const ask of [
      { path: '/send' },
      { path: '/cancel' },
      { method: 'PATCH', body: { title: 'Never' } },
      { method: 'DELETE' },
    ] as const) {
      const { status, body } = await toCampaign(server, club, draft, ask);
      assert.deepEqual([status, body.code], [409, 'conflict'], JSON.stringify(ask));
    }
  });

  test('that everybody has left in the meantime go to nobody: sending is refused', async () => {
    const club = await createOrganization(server);
    const member = await addMember(server, club);
    const draft = await createCampaign(server, club, {
      draft: true,
      audience: { user_ids: [member.user_id] },
    });
    const roster = `/api/v1/organizations/${club.org_id}/members/${member.user_id}`;
    assert.equal((await server.request('DELETE', roster, { token: member.token })).status, 200);
    const refused = await toCampaign(server, club, draft, { path: '/send' });
    assert.deepEqual(
      [refused.status, refused.body.error],
      [400, 'audience: nobody on the roster is in it now.'],
    );
    assert.equal((await seeCampaign(server, club, draft)).state, 'draft');
  });

  test('are deleted, and so is what was cancelled before its time', async () => {
    const club = await createOrganization(server);
    await addMember(server, club);
    const draft = await createCampaign(server, club, { draft: true });
    const later = await createCampaign(server, club, { scheduled_at: Date.now() + 3_600_000 });
    const remove = (which: { id: string }) => toCampaign(server, club, which, { method: 'DELETE' });
    const both = await Promise.all([remove(draft), remove(draft)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 404]);
    assert.equal((await remove(later)).status, 409);
    assert.equal(
      (await toCampaign(server, club, later, { path: '/cancel' })).body.data.campaign.state,
      'cancelled',
    );
    assert.equal((await remove(later)).status, 200);
    assert.equal((await toCampaign(server, club, later)).status, 404);
  });
});

test('whoever is named and deletes their account while it is written is in no campaign', async () => {
  const club = await createOrganization(server);
  const stays = await addMember(server, club);
  const actor = { type: 'user', user_id: club.coach.user_id, roles: [] } as const;
  const naming = async (write: (deps: typeof server.deps, user_ids: string[]) => Promise<unknown>) => {
    const leaves = await addMember(server, club);
    const db = meanwhile(server.deps.db, async () => {
      const { token, password } = leaves;
      const gone = await server.request('DELETE', '/api/v1/users/me', { token, body: { password } });
      assert.equal(gone.status, 200);
    });
    await write({ ...server.deps, db }, [stays.user_id, leaves.user_id]);
    const list = await server.request('GET', campaignsOf(club), { token: club.coach.token });
    assert.deepEqual(list.body.data.campaigns[0].audience, { user_ids: [stays.user_id] });
  };
  const words = { title: 'T', body: 'B', channels: ['email'] } as const;
  const { org_id } = club;
  await naming((deps, user_ids) =>
    writeCampaign(deps, actor, { ...words, org_id, audience: { user_ids }, scheduled_at: null, draft: true }),
  );
  const draft = await createCampaign(server, club, { draft: true });
  const nothing = { title: undefined, body: undefined, channels: undefined, scheduled_at: undefined };
  await naming((deps, user_ids) =>
    changeCampaign(deps, actor, { org_id, campaign_id: draft.id }, { ...nothing, audience: { user_ids } }),
  );
});

test('whoever is dismissed while they ask begins nothing, changes nothing, and what is changed is in the log', async () => {
  const club = await createOrganization(server);
  await addMember(server, club);
  const draft = await createCampaign(server, club, { draft: true });
  const { org_id } = club;
  const asked = { org_id, title: 'T', body: 'B', channels: ['email'], audience: 'all' } as const;
  const ids = { org_id, campaign_id: draft.id };
  const title = {
    title: 'Mine',
    body: undefined,
    channels: undefined,
    audience: undefined,
    scheduled_at: undefined,
  };
  type Deps = Parameters<typeof writeCampaign>[0];
  type Who = Parameters<typeof writeCampaign>[1];
  for (const attempt of [
    (deps: Deps, who: Who) => writeCampaign(deps, who, { ...asked, scheduled_at: null, draft: false }),
    (deps: Deps, who: Who) => sendCampaign(deps, who, ids),
    (deps: Deps, who: Who) => changeCampaign(deps, who, ids, title),
    (deps: Deps, who: Who) => deleteCampaign(deps, who, ids),
    (deps: Deps, who: Who) => cancelCampaign(deps, who, ids),
  ]) {
    const dismissed = await addCoach(server, club);
    const path = `/api/v1/organizations/${org_id}/coaches/${dismissed.user_id}`;
    const db = meanwhile(server.deps.db, async () => {
      assert.equal((await server.request('DELETE', path, { token: club.coach.token })).status, 200);
    });
    const who = { type: 'user', user_id: dismissed.user_id, roles: [] } as const;
    await assert.rejects(attempt({ ...server.deps, db }, who), { code: 'not_found' });
  }
  assert.deepEqual(await seeCampaign(server, club, draft), draft);
  const assistant = await addCoach(server, club);
  const patch = (body: object) =>
    server.request('PATCH', `${campaignsOf(club)}/${draft.id}`, { token: assistant.token, body });
  for (const body of [{ title: 'Sunday', audience: 'all' }, {}])
    assert.equal((await patch(body)).status, 200);
  const [entry, ...more] = await logOf(club, 'campaign_changed');
  assert.deepEqual(
    [entry.actor_id, entry.target_id, entry.target_name, entry.data, more],
    [assistant.user_id, draft.id, 'Sunday', { changed: ['title', 'audience'] }, []],
  );
});
