import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { hashToken } from '../../infra/crypto/tokens.ts';
import { sql } from '../../infra/db/sql.ts';
import { PermanentJobError } from '../../infra/jobs/index.ts';
import { MailError } from '../../infra/mail/index.ts';
import { newId } from '../../shared/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import {
  acceptInvitation,
  addCoach,
  addMember,
  createOrganization,
  newEmail,
  signUp,
  type TestOrganization,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import {
  invitationMailJob,
  inviteByMail,
  requestInvitation,
  tokenInMail,
} from '../../test/invitation-mails.ts';
import { takeOut } from '../../test/personal-archive.ts';
import { cleanUpHandler } from './jobs.ts';
import { sendInvitationMail } from './send-invitation-mail.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

const pathOf = ({ org_id }: TestOrganization) => `/api/v1/organizations/${org_id}/invitations`;
const create = (club: TestOrganization, body: object) => requestInvitation(server, club, body);
const revoke = (club: TestOrganization, id: string) =>
  server.request('DELETE', `${pathOf(club)}/${id}`, { token: club.coach.token });
const listOf = async (club: TestOrganization) =>
  (await server.request('GET', pathOf(club), { token: club.coach.token })).body.data.invitations;
const sendTo = (club: TestOrganization, email: string, fields: object = {}) =>
  inviteByMail(server, club, email, { ...fields });

describe('an invitation by e-mail', () => {
  test('is a mail whose link any account may use, and is shown to nobody else', async () => {
    const club = await createOrganization(server);
    const email = newEmail('Yuki');
    const made = await create(club, { email, display_name: 'Yuki' });
    assert.equal(made.status, 201);
    const { invitation } = made.body.data;
    assert.deepEqual([invitation.kind, invitation.email, invitation.max_uses], ['email', email, 1]);
    assert.ok(!('url' in invitation));
    const mail = await server.mailTo(email);
    assert.ok(mail.text.includes(club.name));
    const token = tokenInMail(mail);
    assert.ok(!JSON.stringify([made.body, await listOf(club)]).includes(token));
    const { org_id } = club;
    const logs = await server.request('GET', `/api/v1/organizations/${org_id}/audit-logs`, {
      token: club.coach.token,
    });
    assert.ok(!JSON.stringify(logs.body).includes(email));
    const seen = await server.request('GET', `/api/v1/invitations/${token}`);
    assert.deepEqual(Object.keys(seen.body.data.invitation), [
      'org_id',
      'org_name',
      'logo_url',
      'expires_at',
    ]);
    const accepted = await acceptInvitation(server, await signUp(server), token);
    assert.deepEqual([accepted.status, accepted.body.data.member.display_name], [200, 'Yuki']);
  });

  for (const { language, subject, until } of [
    { language: 'en', subject: / invites you to Ekiden$/, until: /ends on \d+ \w+ 20\d\d at \d\d:\d\d/ },
    { language: 'zh-TW', subject: /^「.*」邀請你加入 Ekiden$/, until: /邀請有效至 20\d\d年\d+月\d+日/ },
    { language: 'ja', subject: /^【Ekiden】「.*」への招待$/, until: /有効期限は 20\d\d年\d+月\d+日/ },
  ]) {
    test(`in ${language}, as asked or as whoever invites is spoken to`, async () => {
      const names = { display_name: 'Mei-Ling', first_name: 'Zenobia' };
      const fields = { preferences: { language, timezone: 'Asia/Taipei' }, membership_role: 'coach' };
      const coach = await signUp(server, { ...fields, ...names });
      const club = await createOrganization(server, { coach });
      const { mail } = await sendTo(club, newEmail());
      assert.match(mail.subject, subject);
      assert.match(mail.text, until);
      assert.ok(mail.html.includes(`<html lang="${language}">`) && mail.text.includes('Mei-Ling'));
      const asked = (await sendTo(club, newEmail(), { language: 'ja' })).mail;
      assert.ok(asked.html.includes('<html lang="ja">'));
      const path = `/api/v1/users/${coach.user_id}`;
      await server.request('PUT', path, { token: coach.token, body: { display_name: null } });
      const unnamed = (await sendTo(club, newEmail())).mail;
      assert.ok(!unnamed.text.includes('Zenobia'), 'a real name is not for strangers');
    });
  }

  test('names are text: one line, no markup, and nothing that a mail program makes a link of', async () => {
    const evil = '\u202e <b>Win</b>\r\nBcc: x@evil.example https://evil.example/a';
    const coach = await signUp(server, {
      membership_role: 'coach',
      display_name: `www.evil.example "'><i>`,
    });
    const club = await createOrganization(server, { coach });
    const call = (name: string) =>
      server.deps.db.execute(sql`UPDATE organizations SET org_name = ${name} WHERE org_id = ${club.org_id}`);
    await call(`${evil} ${newId()}`);
    const { mail } = await sendTo(club, newEmail());
    assert.doesNotMatch(mail.subject, /[\p{Cc}\p{Bidi_Control}]/u);
    assert.match(mail.subject, /^<b>Win<\/.?b> Bcc:/u);
    assert.doesNotMatch(mail.text, /\p{Bidi_Control}|evil\.example|:\/\/evil/u);
    assert.doesNotMatch(mail.html, /\p{Bidi_Control}|evil\.example|:\/\/evil|<b>|<i>/u);
    assert.ok(mail.html.includes('&lt;b&gt;Win'));
    const addresses = ['evil。example', 'evil．example', 'evil｡example', 'x＠evil', 'evil：80', 'evil／a'];
    await call(`Win ${addresses.join(' ')} ${newId()}`);
    const { mail: wide } = await sendTo(club, newEmail());
    assert.ok(wide.subject.replaceAll('\u2060', '').includes(addresses.join(' ')));
    for (const address of addresses)
      for (const text of [wide.subject, wide.text, wide.html]) assert.ok(!text.includes(address), address);
  });

  test('goes out in the name of an active coach of the club alone', async () => {
    const club = await createOrganization(server);
    const { sent, run } = invitationMailJob(server);
    for (const end of ['dismissed', 'suspended', 'gone'] as const) {
      const coach = await addCoach(server, club);
      const { token } = await inviteByMail(server, club, newEmail(), { by: coach });
      if (end === 'suspended') {
        await server.deps.db.execute(
          sql`UPDATE users SET status = 'suspended' WHERE user_id = ${coach.user_id}`,
        );
      } else if (end === 'gone') {
        const body = { password: coach.password };
        const left = await server.request('DELETE', '/api/v1/users/me', { token: coach.token, body });
        assert.equal(left.status, 200);
      } else {
        const path = `/api/v1/organizations/${club.org_id}/coaches/${coach.user_id}`;
        assert.equal((await server.request('DELETE', path, { token: club.coach.token })).status, 200);
      }
      await run(token);
      assert.equal(sent.length, 0, end);
      const seen = await server.request('GET', `/api/v1/invitations/${token}`);
      assert.equal(seen.status, 200, 'the invitation itself is the club’s');
    }
  });

  test('answers alike whether nobody, a stranger or a member has the address', async () => {
    const club = await createOrganization(server);
    const emails = [newEmail(), (await signUp(server)).email, (await addMember(server, club)).email];
    const answers = [];
    for (const email of emails) {
      const { status, body } = await create(club, { email });
      assert.ok(await server.mailTo(email));
      const { id, email: echoed, created_at, expires_at, ...rest } = body.data.invitation;
      assert.deepEqual([status, echoed], [201, email]);
      answers.push({ message: body.message, ...rest });
    }
    assert.deepEqual(answers[1], answers[0]);
    assert.deepEqual(answers[2], answers[0]);
  });

  test('one is pending for an address, regardless of case, also of two at once', async () => {
    const [club, other] = [await createOrganization(server), await createOrganization(server)];
    const email = newEmail();
    const both = await Promise.all([create(club, { email }), create(club, { email: email.toUpperCase() })]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409]);
    assert.equal((await create(club, { email })).body.code, 'conflict');
    assert.equal(
      (await create(other, { email })).status,
      201,
      'what other clubs do is no business of theirs',
    );
    const [pending] = await listOf(club);
    await revoke(club, pending.id);
    assert.equal((await create(club, { email })).status, 201);
  });
});

describe('the mail of an invitation', () => {
  test('is sent again as the same mail; not at all when it was revoked, accepted or has expired', async () => {
    const club = await createOrganization(server);
    const email = newEmail();
    const { id, token } = await sendTo(club, email);
    const { sent, run } = invitationMailJob(server);
    await run(token);
    assert.equal(sent[0]?.to.address, email);
    assert.equal(sent[0]?.message_id, `invitation-${hashToken(token).toString('hex')}`);
    await revoke(club, id);
    await run(token);
    const accepted = await sendTo(club, newEmail());
    await acceptInvitation(server, await signUp(server), accepted.token);
    await run(accepted.token);
    const expires_at = new Date(server.clock.now().getTime() + HOUR_MS).toISOString();
    const short = await sendTo(club, newEmail(), { expires_at });
    server.clock.advance(HOUR_MS + MINUTE_MS);
    try {
      await run(short.token);
    } finally {
      server.clock.reset();
    }
    assert.equal(sent.length, 1);
    const unknown = newId().padEnd(43, 'x');
    await run(unknown);
    for (const payload of [null, {}, { token_hash: 'x', sealed_token: '' }])
      assert.throws(() => sendInvitationMail.payload(payload), /not the payload/);
  });

  test('is given up at once when refused for good; tried again otherwise, and counted once it is sent', async () => {
    const { token } = await sendTo(await createOrganization(server), newEmail());
    const refused = invitationMailJob(server, {
      answer: () => Promise.reject(new MailError('550 no such person', true)),
    });
    await assert.rejects(refused.run(token), PermanentJobError);
    const later = invitationMailJob(server, {
      answer: () => Promise.reject(new MailError('451 later', false)),
    });
    for (let i = 0; i < 4; i += 1) await assert.rejects(later.run(token), MailError);
    const { sent, run } = invitationMailJob(server);
    await run(token);
    assert.equal(sent.length, 1);
  });
});

describe('what is kept of people', () => {
  test('who is invited and who invites take it out; leaving, the one’s goes and the other’s stays', async () => {
    const club = await createOrganization(server);
    const athlete = await signUp(server);
    const { id, token } = await sendTo(club, athlete.email.toUpperCase(), { display_name: 'Zed' });
    const bystander = newEmail();
    await sendTo(club, bystander);
    const made = await takeOut(server, club.coach);
    assert.deepEqual(
      made.records('invitations_made.json').map(({ kind }) => kind),
      ['email', 'email'],
    );
    assert.ok(!JSON.stringify(made.records('invitations_made.json')).includes('@'));
    assert.deepEqual(made.records('invitations_received.json'), []);
    const received = (await takeOut(server, athlete)).records('invitations_received.json');
    const { org_id, name } = club;
    assert.deepEqual(
      received.map((one) => [one.invitation_id, one.org_id, one.org_name, one.display_name, one.accepted]),
      [[id, org_id, name, 'Zed', false]],
    );
    const { password } = athlete;
    const left = await server.request('DELETE', '/api/v1/users/me', {
      token: athlete.token,
      body: { password },
    });
    assert.equal(left.status, 200);
    assert.deepEqual(
      (await listOf(club)).map(({ email }: { email: string }) => email),
      [bystander],
    );
    const { sent, run } = invitationMailJob(server);
    await run(token);
    assert.deepEqual(sent, [], 'nor is it sent any more');
  });

  test('30 days after it was revoked, was accepted or has run out, nobody can tell whom it was for', async () => {
    const club = await createOrganization(server);
    const { db, logger } = server.deps;
    const long = new Date(server.clock.now().getTime() + 89 * DAY_MS).toISOString();
    const accepted = await sendTo(club, newEmail(), { expires_at: long });
    assert.equal((await acceptInvitation(server, await signUp(server), accepted.token)).status, 200);
    const ids = [];
    for (const nickname of ['a', 'b', 'c', 'd'])
      ids.push((await create(club, { email: newEmail(), display_name: nickname })).body.data.invitation.id);
    const [expired, revoked, recent, pending] = ids;
    const ago = (days: number) => new Date(server.clock.now().getTime() - days * DAY_MS);
    await db.execute(sql`UPDATE invitations SET expires_at = ${ago(31)} WHERE id = ${expired}`);
    await db.execute(sql`UPDATE invitations SET revoked_at = ${ago(31)} WHERE id = ${revoked}`);
    await db.execute(sql`UPDATE invitations SET revoked_at = ${ago(29)} WHERE id = ${recent}`);
    const context = { job_id: '1', attempt: 1, signal: new AbortController().signal, logger };
    const emailOf = async () =>
      (await listOf(club)).find(({ id }: { id: string }) => id === accepted.id)?.email;
    for (const _ of ['once', 'and once more']) await cleanUpHandler(server.deps)({}, context);
    assert.notEqual(await emailOf(), null, 'it was accepted today');
    await db.execute(sql`
      UPDATE invitations SET accepted_at = accepted_at - interval '31 days' WHERE id = ${accepted.id}`);
    await cleanUpHandler(server.deps)({}, context);
    const known = (await listOf(club)).filter(
      (one: { email: unknown; display_name: unknown }) => one.email !== null || one.display_name !== null,
    );
    assert.deepEqual(
      known.map(({ id }: { id: string }) => id),
      [pending, recent],
    );
    assert.equal((await listOf(club)).length, 5, 'the rows stay');
    assert.equal(await emailOf(), null);
  });
});
