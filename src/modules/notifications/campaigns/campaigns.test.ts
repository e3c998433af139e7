import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { newId } from '../../../shared/ids.ts';
import {
  askForCampaign,
  campaignIn,
  campaignsOf,
  createCampaign,
  tallyOf,
  toCampaign,
  WORDS,
  wholeMailsTo,
} from '../../../test/campaign-stage.ts';
import {
  addCoach,
  addMember,
  createGroup,
  createOrganization,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

async function registerPhone({ token }: TestUser): Promise<void> {
  const body = { token: `phone-${newId()}`, platform: 'ios' };
  const answer = await server.request('POST', '/api/v1/notifications/tokens/device', { token, body });
  assert.equal(answer.status, 201);
}

const linkIn = (text: string | undefined): string | undefined =>
  /http\S+\/unsubscribe\?token=[\w-]{86}/.exec(text ?? '')?.[0];

const logOf = async ({ org_id, coach }: TestOrganization) => {
  const path = `/api/v1/organizations/${org_id}/audit-logs?event_type=campaign_sent`;
  return (await server.request('GET', path, { token: coach.token })).body.logs;
};

describe('a campaign', () => {
  test('goes out at once to each member who can be reached, by the channels it names, and the counts add up', async () => {
    const club = await createOrganization(server);
    const [aki, ben] = [await addMember(server, club), await addMember(server, club)];
    await registerPhone(aki);
    await registerPhone(aki);
    await server.deps.db.execute(sql`UPDATE users SET is_verified = false WHERE user_id = ${ben.user_id}`);
    const asked = {
      title: ' Saturday ',
      body: 'We meet\r\nat the river.\n\nBring a light.',
      channels: ['push', 'email'],
    };
    const written = await createCampaign(server, club, asked);
    assert.deepEqual(
      [
        written.state,
        written.title,
        written.body,
        written.audience,
        written.scheduled_at,
        written.created_by,
      ],
      ['sending', 'Saturday', 'We meet\nat the river.\n\nBring a light.', 'all', null, club.coach.user_id],
    );
    const sent = await campaignIn(server, club, written, 'sent');
    assert.deepEqual(tallyOf(sent, 'push'), { recipients: 2, sent: 1, not_reached: 1 });
    assert.deepEqual(tallyOf(sent, 'email'), { recipients: 2, sent: 1, not_reached: 1 });
    assert.equal(sent.deliveries.length, 2);
    assert.ok(sent.is_resolved && sent.sent_at >= written.created_at);
    const [entry, ...more] = await logOf(club);
    assert.deepEqual(
      [entry.target_id, entry.target_name, entry.actor_id, entry.data, more],
      [written.id, 'Saturday', club.coach.user_id, { channels: ['push', 'email'], audience: 'all' }, []],
    );
  });

  test('by e-mail is in the name of the club, in the language of each, and says how no more come', async () => {
    const club = await createOrganization(server);
    const member = await addMember(server, club);
    const body = { language: 'ja' };
    const chosen = await server.request('PATCH', '/api/v1/users/me/preferences', {
      token: member.token,
      body,
    });
    assert.equal(chosen.status, 200);
    const { id } = await createCampaign(server, club, { body: 'We meet <at> the river.\nBring a light.' });
    await campaignIn(server, club, { id }, 'sent');
    const [mail] = (await wholeMailsTo(server, member.email)).slice(-1);
    assert.equal(mail?.from?.name?.replaceAll('\u2060', ''), club.name);
    assert.equal(mail?.subject, 'Saturday');
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value;
    const link = linkIn(mail?.text);
    assert.ok(link);
    assert.equal(header('list-unsubscribe'), `<${link}>`);
    assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
    assert.ok(mail?.text?.includes('We meet <at> the river.\nBring a light.'));
    assert.ok(mail?.html?.includes('We meet &lt;at&gt; the river.<br>Bring a light.'));
    assert.ok(mail?.html?.includes(link));
    assert.match(mail?.text ?? '', /メンバーになっている/);
  });

  test('is for whom its audience names: of segments and groups those who are in them, of ids the members', async () => {
    const club = await createOrganization(server);
    const fields = [
      { member_level: 'beginner', labels: ['marathon'] },
      { member_level: 'beginner', labels: ['track'] },
      { member_level: 'advanced', labels: ['marathon', 'track'] },
    ];
    const members: TestUser[] = [];
    for (const one of fields) members.push(await addMember(server, club, { fields: one }));
    const [first, second, third] = members.map(({ user_id }) => user_id);
    const group = await createGroup(server, club, { members: members.slice(1, 2) });
    const stranger = await signUp(server);
    for (const [audience, count] of [
      ['all', 3],
      [{ segment: { level: 'beginner' } }, 2],
      [{ segment: { labels: ['marathon', 'nobody'] } }, 2],
      [{ segment: { level: 'beginner', labels: ['track'] } }, 1],
      [{ segment: { group_ids: [group.id] } }, 1],
      [{ segment: { group_ids: [group.id.toUpperCase()], status: 'active' } }, 1],
      [{ user_ids: [first, third, stranger.user_id, first] }, 2],
    ] as const) {
      const { id } = await createCampaign(server, club, { audience });
      const sent = await campaignIn(server, club, { id }, 'sent');
      assert.deepEqual(tallyOf(sent, 'email'), { recipients: count, sent: count }, JSON.stringify(audience));
    }
    const named = await createCampaign(server, club, { audience: { user_ids: [stranger.user_id, second] } });
    assert.deepEqual(named.audience, { user_ids: [second] }, 'of a stranger nothing is kept');
  });

  test('to nobody is refused, and so is what could be meant for everybody by a slip', async () => {
    const club = await createOrganization(server);
    const nobody = await askForCampaign(server, club);
    assert.deepEqual(
      [nobody.status, nobody.body.error],
      [400, 'audience: nobody on the roster is in it now.'],
    );
    await addMember(server, club);
    const other = await createOrganization(server);
    const [foreign, stranger] = [await createGroup(server, other), await addMember(server, other)];
    for (const [audience, says] of [
      ['everybody', /^audience: must be "all"/],
      [null, /^audience: must be a string or an object, not null/],
      [{}, /^audience: must have either segment or user_ids/],
      [{ segment: { level: 'a' }, user_ids: [stranger.user_id] }, /^audience: must have either/],
      [{ segment: {} }, /^audience\.segment: must say at least one/],
      [{ segment: { levels: 'beginner' } }, /^audience\.segment\.levels: is no part of a segment/],
      [{ people: [] }, /^audience\.people: must be "all", or an object with either/],
      [{ segment: { labels: [] } }, /^audience\.segment\.labels: must not be empty/],
      [{ segment: { status: 'inactive' } }, /^audience: nobody/],
      [{ segment: { group_ids: [newId()] } }, /^audience\.segment\.group_ids\.0: is no group/],
      [{ segment: { group_ids: [foreign.id] } }, /^audience\.segment\.group_ids\.0: is no group/],
      [{ user_ids: [] }, /^audience\.user_ids: must not be empty/],
      [{ user_ids: [stranger.user_id, newId()] }, /^audience\.user_ids: none of these is a member/],
      [
        { user_ids: Array.from({ length: 1001 }, newId) },
        /^audience\.user_ids: must have at most 1,000 items/,
      ],
    ] as const) {
      const { status, body } = await askForCampaign(server, club, { audience });
      assert.equal(status, 400, JSON.stringify(audience));
      assert.match(body.error, says);
    }
    const listed = await server.request('GET', campaignsOf(club), { token: club.coach.token });
    assert.deepEqual(listed.body.data.campaigns, []);
  });

  test('says something in plain text, by at least one channel', async () => {
    const club = await createOrganization(server);
    await addMember(server, club);
    for (const [fields, says] of [
      [{ title: '' }, /^title: must not be empty/],
      [{ title: '  ' }, /^title: must be one line/],
      [{ title: 'Two\nlines' }, /^title: must be one line/],
      [{ title: 'x'.repeat(121) }, /^title: must have at most 120/],
      [{ body: ' \n ' }, /^body: must not be blank/],
      [{ body: 'Bell \u0007' }, /^body: must not be blank, and have no control/],
      [{ body: 'x'.repeat(4001) }, /^body: must have at most 4,000/],
      [{ channels: [] }, /^channels: must not be empty/],
      [{ channels: ['fax'] }, /^channels\.0: must be one of push, email, chat/],
      [{ channels: ['push', 'push'] }, /^channels: must not name anything twice/],
      [{ draft: 'yes' }, /^draft: must be true or false or null, not a string/],
    ] as const) {
      const { status, body } = await askForCampaign(server, club, fields);
      assert.equal(status, 400, JSON.stringify(fields));
      assert.match(body.error, says);
    }
    const longest = await createCampaign(server, club, {
      title: '駅'.repeat(120),
      body: '伝\n'.repeat(1_999),
      draft: true,
    });
    assert.equal(longest.title.length, 120);
  });

  test('is its organization’s: others do not learn of it, members may not see it', async () => {
    const [club, other] = [await createOrganization(server), await createOrganization(server)];
    const member = await addMember(server, club);
    const { id } = await createCampaign(server, club, { draft: true });
    await addMember(server, other);
    const theirs = await toCampaign(server, other, { id });
    const none = await toCampaign(server, other, { id: newId() });
    assert.deepEqual([theirs.status, theirs.body.error], [404, none.body.error]);
    const path = `${campaignsOf(club)}/${id}`;
    assert.equal((await server.request('GET', path, { token: member.token })).status, 403);
    assert.equal((await server.request('GET', path, { token: other.coach.token })).status, 404);
    assert.equal((await server.request('GET', path)).status, 401);
    const assistant = await addCoach(server, club);
    assert.equal((await server.request('GET', path, { token: assistant.token })).status, 200);
  });
});

test('what a campaign needs is said when it is missing', async () => {
  const club = await createOrganization(server);
  for (const name of Object.keys(WORDS)) {
    const { status, body } = await askForCampaign(server, club, { [name]: undefined });
    assert.deepEqual([status, body.error], [400, `${name}: is required.`]);
  }
});
