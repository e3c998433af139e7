import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Logger, pino } from 'pino';
import { openToken, readSealedToken } from '../../infra/crypto/sealed-token.ts';
import { sql } from '../../infra/db/sql.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import { addCoach, createOrganization, newEmail, type TestOrganization } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import {
  invitationMailJob,
  inviteByMail,
  postponedMails,
  requestInvitation,
  secretBoxOf,
} from '../../test/invitation-mails.ts';
import { countingMailOf } from './limit-mails.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

const pathOf = ({ org_id }: TestOrganization) => `/api/v1/organizations/${org_id}/invitations`;
const create = (club: TestOrganization, body: object, by: { token: string } = club.coach) =>
  requestInvitation(server, club, body, by);
const revoke = (club: TestOrganization, id: string) =>
  server.request('DELETE', `${pathOf(club)}/${id}`, { token: club.coach.token });
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted();

/** Rows as they are after as many invitations. */
const pretend = async (
  club: TestOrganization,
  many: number,
  kind: 'email' | 'link',
  org_id = club.org_id,
) => {
  const now = server.clock.now();
  await server.deps.db.execute(sql`
    INSERT INTO invitations (id, org_id, kind, email, token_hash, max_uses, created_by, created_at, expires_at)
    SELECT gen_random_uuid(), ${org_id}, ${kind},
      CASE WHEN ${kind} = 'email' THEN n || '@' || gen_random_uuid() || '.example.org' END,
      sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 1, ${club.coach.user_id},
      ${now}::timestamptz - n * interval '1 second', ${new Date(now.getTime() + DAY_MS)}
    FROM generate_series(1, ${many}) n`);
};

const pretendMails = async ({ user_id }: { user_id: string }, many: number) => {
  for (let i = 0; i < many; i += 1)
    await countingMailOf(server.deps.rateLimiter, user_id, async () => undefined);
};

test('a hundred mails an hour, for an organization and for a coach in all of theirs, deleted ones included', async () => {
  const club = await createOrganization(server);
  const { coach } = club;
  const second = await createOrganization(server, { coach });
  await pretendMails(coach, 98);
  const email = newEmail();
  assert.equal((await create(club, { email })).status, 201);
  assert.equal((await create(club, { email })).status, 409, 'what is not stored is not counted');
  const atOnce = await Promise.all(
    [club, second, club, second].map((one) => create(one, { email: newEmail() })),
  );
  assert.deepEqual(statuses(atOnce), [201, 429, 429, 429]);
  for (const { status, body, headers } of atOnce) {
    if (status === 201) continue;
    assert.equal(body.code, 'rate_limited');
    const wait = Number(headers.get('retry-after'));
    assert.ok(wait > 3_400 && wait <= 3_600, String(wait));
  }
  assert.equal((await create(club, {})).status, 201, 'links are no mails');
  for (const { org_id, name: org_name } of [club, second]) {
    const path = `/api/v1/organizations/${org_id}`;
    const deleted = await server.request('DELETE', path, { token: coach.token, body: { org_name } });
    assert.equal(deleted.status, 200);
  }
  const third = await createOrganization(server, { coach });
  assert.equal((await create(third, { email: newEmail() })).status, 429);
  server.clock.advance(HOUR_MS + MINUTE_MS);
  try {
    assert.equal((await create(third, { email: newEmail() })).status, 201);
  } finally {
    server.clock.reset();
  }

  const large = await createOrganization(server);
  const assistant = await addCoach(server, large);
  await pretend(large, 99, 'email');
  const two = await Promise.all([
    create(large, { email: newEmail() }),
    create(large, { email: newEmail() }, assistant),
  ]);
  assert.deepEqual(statuses(two), [201, 429], 'however many coaches it has');
  const elsewhere = await createOrganization(server, { coach: large.coach });
  assert.equal((await create(elsewhere, { email: newEmail() })).status, 201, 'nor do they pay for it');
});

test('a thousand pending invitations of an organization; ended ones do not count', async () => {
  const club = await createOrganization(server);
  await pretend(club, 999, 'link');
  const atOnce = await Promise.all([create(club, {}), create(club, {})]);
  assert.deepEqual(atOnce.map(({ status }) => status).toSorted(), [201, 409]);
  const refused = atOnce.find(({ status }) => status === 409) ?? assert.fail();
  assert.match(refused.body.error, /at most 1000 pending invitations\. Revoke some/);
  const [pending] = (await server.request('GET', pathOf(club), { token: club.coach.token })).body.data
    .invitations;
  await revoke(club, pending.id);
  assert.equal((await create(club, {})).status, 201);
});

function notes() {
  const lines: { msg: string }[] = [];
  const logger: Logger = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
  return { lines, logger };
}

test('an address gets two mails a day from one coach and six from all; the rest waits, and only the log says so', async (t) => {
  t.after(() => server.clock.reset());
  const email = newEmail();
  const clubs = [await createOrganization(server), await createOrganization(server)] as const;
  const [club, other] = clubs;
  const assistant = await addCoach(server, club);
  const { lines, logger } = notes();
  const { sent, run } = invitationMailJob(server, { logger });
  const theirs = await inviteByMail(server, other, email.toUpperCase());
  const first = await inviteByMail(server, club, email, { by: assistant, after: 1 });
  await run(first.token);
  assert.equal(sent.length, 1);
  await run(first.token);
  assert.equal(sent.length, 1, 'the coach’s own share is used up');
  assert.equal((await postponedMails(server, first.token)).length, 1);
  await run(theirs.token);
  assert.equal(sent.length, 2, 'that of another is not');

  server.clock.advance(12 * HOUR_MS);
  await revoke(club, first.id);
  const second = await inviteByMail(server, club, email, { after: 2 });
  const third = await createOrganization(server);
  await inviteByMail(server, third, email, { after: 3 });
  for (let i = 0; i < 2; i += 1) await run(second.token);
  assert.equal(sent.length, 2, 'six it has had, whoever invites');
  assert.ok(lines.every(({ msg }) => /waits: its address has had those of the day/.test(msg)));
  assert.equal(lines.length, 3);
  assert.ok(!JSON.stringify(lines).toLowerCase().includes(email.toLowerCase()));
  server.clock.advance(12 * HOUR_MS + MINUTE_MS);
  await run(second.token);
  assert.equal(sent.length, 3, 'what was refused used nothing up');
});

test('a mail that waits is sealed with the newest key; one that cannot be sent in time is given up, and the log says so', async () => {
  const club = await createOrganization(server);
  const { lines, logger } = notes();
  const { token } = await inviteByMail(server, club, newEmail());
  const { sent, run } = invitationMailJob(server, { logger, secretBox: secretBoxOf(2, 1) });
  for (let i = 0; i < 2; i += 1) await run(token, secretBoxOf(1));
  assert.equal(sent.length, 1);
  const [waiting, ...more] = (await postponedMails(server, token)).map(readSealedToken);
  assert.ok(waiting !== null && waiting !== undefined && more.length === 0);
  assert.equal(openToken(secretBoxOf(2), 'invitation', waiting), token);
  const soon = new Date(server.clock.now().getTime() + HOUR_MS);
  await server.deps.db.execute(sql`
    UPDATE invitations SET expires_at = ${soon} WHERE org_id = ${club.org_id}`);
  await run(token);
  assert.equal((await postponedMails(server, token)).length, 1);
  assert.match(lines.at(-1)?.msg ?? '', /before its address may get its mail: it is never sent/);
});
