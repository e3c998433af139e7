import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts';
import {
  acceptInvitation,
  addCoach,
  addMember,
  createOrganization,
  grantAdmin,
  invite,
  newEmail,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { walkPages } from '../../test/walk-pages.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});

const pathOf = ({ org_id }: { org_id: string }) => `/api/v1/organizations/${org_id}/invitations`;
const create = (club: { org_id: string }, by: { token: string }, body: object = {}) =>
  server.request('POST', pathOf(club), { token: by.token, body });
const list = async (club: TestOrganization, query = '', by: { token: string } = club.coach) => {
  const answer = await server.request('GET', `${pathOf(club)}${query}`, { token: by.token });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data as {
    invitations: { id: string; [field: string]: unknown }[];
    next_cursor: string | null;
  };
};
const one = async (club: TestOrganization, id: string) => {
  const { invitations } = await list(club);
  return invitations.find((invitation) => invitation.id === id) ?? assert.fail('it is in the list');
};
const revoke = (club: { org_id: string }, id: string, by: { token: string }) =>
  server.request('DELETE', `${pathOf(club)}/${id}`, { token: by.token });
const look = (token: string) => server.request('GET', `/api/v1/invitations/${token}`);
const accept = (user: { token: string }, token: string) => acceptInvitation(server, user, token);
const membersOf = async ({ org_id, coach }: TestOrganization) => {
  const { body } = await server.request('GET', `/api/v1/organizations/${org_id}/members`, {
    token: coach.token,
  });
  return body.members as { user_id: string; [field: string]: unknown }[];
};
const auditOf = async ({ org_id, coach }: TestOrganization, event: string) => {
  const path = `/api/v1/organizations/${org_id}/audit-logs?event_type=${event}`;
  return (await server.request('GET', path, { token: coach.token })).body.logs;
};
const tokenIn = (text: string): string => /\/join\?token=([\w-]{43})$/m.exec(text)?.[1] ?? '';
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted();

describe('a link', () => {
  test('is shown once; who accepts is on the roster as it said', async () => {
    const club = await createOrganization(server, {
      fields: { settings: { logo_url: 'https://x.example/l.png' } },
    });
    const fields = { display_name: ' Yuki T. ', member_level: 'beginner', labels: ['track', 'track '] };
    const made = await create(club, club.coach, { ...fields, max_uses: 2 });
    assert.equal(made.status, 201);
    const { url, ...invitation } = made.body.data.invitation;
    const token = tokenIn(url);
    assert.equal(url, `${server.deps.baseUrl}/join?token=${token}`);
    const said = { display_name: 'Yuki T.', member_level: 'beginner', labels: ['track'] };
    assert.deepEqual(
      { ...invitation, ...said, kind: 'link', email: null, status: 'pending', max_uses: 2, uses: 0 },
      invitation,
    );
    const lasts = Date.parse(invitation.expires_at) - Date.parse(invitation.created_at);
    assert.deepEqual([invitation.created_by, lasts], [club.coach.user_id, 14 * DAY_MS]);
    assert.deepEqual((await list(club)).invitations, [invitation], 'without its address');

    const seen = await look(token);
    const { org_id, name: org_name } = club;
    const { expires_at } = invitation;
    const open = { org_id, org_name, logo_url: 'https://x.example/l.png', expires_at };
    assert.deepEqual([seen.status, seen.body], [200, { status: 'ok', data: { invitation: open } }]);
    assert.deepEqual([seen.headers.get('cache-control'), seen.headers.get('etag')], ['no-store', null]);

    const athlete = await signUp(server);
    const accepted = await accept(athlete, token);
    assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
    assert.deepEqual(accepted.body.data.organization, { org_id, org_name });
    const [member] = await membersOf(club);
    assert.deepEqual(accepted.body.data.member, member);
    assert.deepEqual({ ...member, ...said, user_id: athlete.user_id, status: 'active' }, member);
    const { status, uses } = await one(club, invitation.id);
    assert.deepEqual([status, uses], ['pending', 1]);

    const [created] = await auditOf(club, 'invitation_created');
    const data = { kind: 'link', max_uses: 2, expires_at };
    assert.deepEqual(
      [created.target_id, created.actor_id, created.data],
      [invitation.id, club.coach.user_id, data],
    );
    const [added] = await auditOf(club, 'member_added');
    const { user_id } = athlete;
    assert.deepEqual(
      [added.actor_id, added.target_id, added.data],
      [user_id, user_id, { invitation_id: invitation.id }],
    );
  });

  test('of one use: two at once, one joins; whoever joined is told so, others that it is used up', async () => {
    const club = await createOrganization(server);
    const { id, token } = await invite(server, club, { display_name: 'Zelda' });
    const [one_, other] = [await signUp(server), await signUp(server)];
    const answers = await Promise.all([accept(one_, token), accept(other, token)]);
    assert.deepEqual(statuses(answers), [200, 409]);
    assert.equal((await membersOf(club)).length, 1);
    const { status, uses, display_name } = await one(club, id);
    assert.deepEqual([status, uses, display_name], ['accepted', 1, null], 'the roster has the nickname');
    const [joined, late] = answers[0].status === 200 ? [one_, other] : [other, one_];
    const messages = await Promise.all([accept(joined, token), accept(late, token), look(token)]);
    assert.deepEqual(
      messages.map(({ status, body }) => [status, body.code, body.error]),
      [
        [409, 'conflict', 'You are a member of this organization already.'],
        [409, 'conflict', 'This invitation has been used up. Ask the club for a new one.'],
        [409, 'conflict', 'This invitation has been used up. Ask the club for a new one.'],
      ],
    );
  });

  test('the same person twice at once: one 200, one 409 and one use; who was a member uses nothing up', async () => {
    const club = await createOrganization(server);
    for (const max_uses of [1, 5]) {
      const { id, token } = await invite(server, club, { max_uses });
      const athlete = await signUp(server);
      assert.deepEqual(
        statuses(await Promise.all([accept(athlete, token), accept(athlete, token)])),
        [200, 409],
      );
      assert.equal((await one(club, id)).uses, 1);
    }
    const { id, token } = await invite(server, club, { max_uses: 3 });
    const member = await addMember(server, club);
    assert.equal((await accept(member, token)).status, 409);
    assert.equal((await one(club, id)).uses, 0);
    const crowd = await Promise.all(Array.from({ length: 4 }, () => signUp(server)));
    const answers = await Promise.all(crowd.map((user) => accept(user, token)));
    assert.deepEqual(statuses(answers), [200, 200, 200, 409], 'three places are left for four');
    assert.equal((await one(club, id)).uses, 3);
  });

  test('ends when it says, and when it is revoked; of a revoking and an accepting at once one wins', async () => {
    const club = await createOrganization(server);
    const athlete = await signUp(server);
    const now = server.clock.now().getTime();
    const expires_at = new Date(now + 20 * MINUTE_MS).toISOString();
    const [short, gone] = [await invite(server, club, { expires_at }), await invite(server, club)];
    assert.equal((await revoke(club, gone.id.toUpperCase(), club.coach)).status, 200);
    assert.deepEqual(
      (await list(club, '?status=revoked')).invitations.map(({ id }) => id),
      [gone.id],
    );
    server.clock.advance(21 * MINUTE_MS);
    try {
      for (const [{ id, token }, error] of [
        [short, 'This invitation has expired. Ask the club for a new one.'],
        [gone, 'This invitation has been revoked. Ask the club for a new one.'],
      ] as const) {
        for (const answer of [await look(token), await accept(athlete, token)])
          assert.deepEqual([answer.status, answer.body.code, answer.body.error], [409, 'conflict', error]);
        assert.equal((await revoke(club, id, club.coach)).status, 404);
      }
      assert.equal((await one(club, short.id)).status, 'expired');
    } finally {
      server.clock.reset();
    }
    const [revoked] = await auditOf(club, 'invitation_revoked');
    assert.equal(revoked.target_id, gone.id);
    assert.deepEqual(Object.keys(revoked.data).toSorted(), ['expires_at', 'kind', 'max_uses']);

    const race = await invite(server, club);
    const outcome = await Promise.all([
      accept(athlete, race.token),
      revoke(club, race.id, club.coach),
      revoke(club, race.id, club.coach),
    ]);
    const joined = outcome[0].status === 200;
    assert.deepEqual(statuses(outcome), joined ? [200, 404, 404] : [200, 404, 409]);
    assert.equal((await one(club, race.id)).status, joined ? 'accepted' : 'revoked');
    assert.equal((await membersOf(club)).length, joined ? 1 : 0);
  });

  test('goes with its organization’s coach who made it: it stays, and says no more by whom', async () => {
    const club = await createOrganization(server);
    const coach = await addCoach(server, club);
    const { id } = (await create(club, coach)).body.data.invitation;
    const left = await server.request('DELETE', '/api/v1/users/me', {
      token: coach.token,
      body: { password: coach.password },
    });
    assert.equal(left.status, 200, JSON.stringify(left.body));
    assert.deepEqual([(await one(club, id)).created_by, (await one(club, id)).status], [null, 'pending']);
  });
});

describe('a token', () => {
  test('that leads nowhere is 404, whatever it looks like, and in no answer', async () => {
    const athlete = await signUp(server);
    const foreign = 'A'.repeat(43);
    for (const token of [
      foreign,
      'short',
      `${foreign}A`,
      '%22%3E%3Cb%3E0123456789',
      '..%2F..%2Fusers',
      newId(),
    ]) {
      for (const { status, body } of [await look(token), await accept(athlete, token)]) {
        assert.deepEqual([status, body.code], [404, 'not_found'], token);
        assert.ok(!JSON.stringify(body).includes(token));
      }
    }
    assert.equal((await server.request('POST', `/api/v1/invitations/${foreign}/accept`)).status, 401);
  });

  // At the end of the run the harness looks through the log for everything that a body has held as `token`.
  test('is in no log, whatever is answered', async () => {
    const club = await createOrganization(server);
    const { token } = await invite(server, club, { max_uses: 2 });
    const body = { token };
    assert.equal((await server.request('POST', '/api/v1/auth/verify-token', { body })).status, 200);
    const at = `/api/v1/invitations/${token}`;
    const requests = [
      ['GET', `/join?token=${token}`, 200],
      ['POST', `/join?token=${token}`, 405],
      ['GET', `/join/?token=${token}`, 404],
      ['GET', `/join/${token}`, 404],
      ['GET', at, 200],
      ['PUT', at, 405],
      ['GET', `${at}/`, 404],
      ['GET', `${at}/members`, 404],
      ['GET', `${at}%`, 400],
      ['GET', `${at}/accept`, 405],
      ['POST', `${at}/accept`, 401],
    ] as const;
    for (const [method, path, status] of requests) {
      const answer = await server.request(method, path);
      assert.equal(answer.status, status, `${method} ${path.replace(token, '…')}`);
      assert.ok(!JSON.stringify(answer.body).includes(token));
    }
    assert.equal((await accept(await signUp(server), token)).status, 200);
  });
});

describe('who may invite', () => {
  test('coaches; members, those of other clubs and platform admins may not; the list is for platform admins, too', async () => {
    const [club, other] = [await createOrganization(server), await createOrganization(server)];
    const [assistant, member] = [await addCoach(server, club), await addMember(server, club)];
    const [admin, stranger] = [await signUp(server), await signUp(server)];
    await grantAdmin(server, admin.user_id);
    const { id } = await invite(server, club);
    const get = (by: TestUser) => server.request('GET', pathOf(club), { token: by.token });
    const outcomes = async (by: TestUser) => [
      (await create(club, by)).status,
      (await get(by)).status,
      (await revoke(club, id, by)).status,
    ];
    assert.deepEqual(await outcomes(member), [403, 403, 403]);
    assert.deepEqual(await outcomes(admin), [403, 200, 403]);
    for (const by of [stranger, other.coach]) assert.deepEqual(await outcomes(by), [404, 404, 404]);
    assert.deepEqual(await outcomes(assistant), [201, 200, 200]);
    const nobody = await server.request('POST', pathOf(club), { body: {} });
    assert.equal(nobody.status, 401);
    assert.equal((await server.request('GET', pathOf(club))).status, 401);
    assert.equal((await server.request('DELETE', `${pathOf(club)}/${id}`)).status, 401);

    const theirs = await invite(server, other);
    const [foreign, unknown] = [
      await revoke(club, theirs.id, club.coach),
      await revoke(club, newId(), club.coach),
    ];
    assert.deepEqual([foreign.status, foreign.body.error], [404, unknown.body.error]);
    assert.equal((await look(theirs.token)).status, 200, 'and it is still there');
  });

  test('the list: newest first, by status, page by page', async () => {
    const club = await createOrganization(server);
    const made: string[] = [];
    for (let i = 0; i < 3; i += 1) made.unshift((await invite(server, club)).id);
    await revoke(club, made[1] ?? '', club.coach);
    const idsOf = ({ invitations }: { invitations: { id: string }[] }) => invitations.map(({ id }) => id);
    const { token } = club.coach;
    const read = (query: string) => server.request('GET', `${pathOf(club)}?${query}`, { token });
    const pagesOf = async (query: string) =>
      (await walkPages(read, { name: 'invitations', query })).map((page) => page.map(({ id }) => id));
    assert.deepEqual(await list(club, '?status=accepted'), { invitations: [], next_cursor: null });
    assert.deepEqual(await pagesOf('limit=3'), [made]);
    assert.deepEqual(await pagesOf('limit=2'), [made.slice(0, 2), made.slice(2)]);
    assert.deepEqual(await pagesOf('status=pending&limit=1'), [[made[0]], [made[2]]]);
    const first = await list(club, '?limit=2');
    await invite(server, club);
    assert.deepEqual(idsOf(await list(club, `?limit=2&cursor=${first.next_cursor}`)), [made[2]]);
    await server.deps.db.execute(sql`
      UPDATE invitations SET created_at = ${new Date(Date.UTC(2026, 0, 1))} WHERE org_id = ${club.org_id}`);
    const all = idsOf(await list(club))
      .toSorted()
      .toReversed();
    assert.deepEqual(
      (await pagesOf('limit=1')).flat(),
      all,
      'those of one time are in the order of their ids',
    );
    for (const query of ['offset=1', 'cursor=', 'cursor=x', `cursor=${'_'.repeat(32)}`])
      assert.equal((await read(query)).status, 400, query);
  });

  test('what is wrong is said by name, and nothing is kept of it', async () => {
    const club = await createOrganization(server);
    const now = server.clock.now().getTime();
    const at = (ms: number) => new Date(now + ms).toISOString();
    for (const [body, path] of [
      [{ max_uses: 0 }, 'max_uses'],
      [{ max_uses: 10_001 }, 'max_uses'],
      [{ max_uses: '3' }, 'max_uses'],
      [{ email: newEmail(), max_uses: 2 }, 'max_uses'],
      [{ expires_at: at(-MINUTE_MS) }, 'expires_at'],
      [{ expires_at: at(90 * DAY_MS + HOUR_MS) }, 'expires_at'],
      [{ expires_at: '2026-02-30' }, 'expires_at'],
      [{ expires_at: '' }, 'expires_at'],
      [{ language: 'de' }, 'language'],
      [{ labels: [' '] }, 'labels.0'],
      [{ display_name: 'x'.repeat(51) }, 'display_name'],
      [{ member_level: 'x\u0000' }, 'member_level'],
      [{ email: '' }, 'email'],
      [{ email: 'a@b.example\r\nBcc: c@d.example' }, 'email'],
      [{ email: 'a@b.example, c@d.example' }, 'email'],
      [{ email: 'Yuki <a@b.example>' }, 'email'],
      [{ email: 'a@b.example?bcc=c@d.example\n' }, 'email'],
    ] as const) {
      const { status, body: answer } = await create(club, club.coach, body);
      assert.equal(status, 400, JSON.stringify(body));
      assert.deepEqual(
        answer.details.map((detail: { path: string }) => detail.path),
        [path],
      );
    }
    assert.deepEqual((await list(club)).invitations, []);
    const longest = await create(club, club.coach, {
      expires_at: at(90 * DAY_MS - HOUR_MS),
      max_uses: 10_000,
    });
    assert.equal(longest.status, 201);
  });
});
