import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from '../../../infra/db/sql.ts';
import { campaignIn, createCampaign, wholeMailsTo } from '../../../test/campaign-stage.ts';
import { addMember, createOrganization, type TestOrganization } from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

/** The reply address, as a member's mail program sees it, and the whole mail. */
async function answersTo(club: TestOrganization) {
  const member = await addMember(server, club);
  await campaignIn(server, club, await createCampaign(server, club), 'sent');
  const [mail] = (await wholeMailsTo(server, member.email)).slice(-1);
  assert.ok(mail !== undefined);
  return { reply_to: mail.replyTo, headers: mail.headers, from: mail.from };
}

const clubWith = (settings: object): Promise<TestOrganization> =>
  createOrganization(server, { fields: { settings } });

test('an answer to a campaign reaches the address that the club shows its members', async () => {
  const club = await clubWith({ contact_email: "o'brien+club@river.example.org" });
  const { reply_to, from } = await answersTo(club);
  assert.deepEqual(reply_to, [{ name: '', address: "o'brien+club@river.example.org" }]);
  assert.notEqual(from?.address, reply_to?.[0]?.address, 'it still comes from the server');
});

test('where the club shows none, or something else, an answer goes to nobody: not to the coach who has written it', async () => {
  const club = await clubWith({});
  for (const contact_email of [undefined, 'club@river.example.org\r\nBcc: other@river.example.org']) {
    // Settings that were stored before they were checked may hold anything.
    await server.deps.db.execute(sql`
      UPDATE organizations SET settings = ${JSON.stringify({ contact_email })}::jsonb WHERE org_id = ${club.org_id}`);
    const { reply_to, headers } = await answersTo(club);
    assert.equal(reply_to, undefined);
    assert.ok(headers.every(({ key }) => key !== 'bcc' && key !== 'reply-to'));
    assert.ok(!JSON.stringify(headers).includes(club.coach.email));
  }
});
