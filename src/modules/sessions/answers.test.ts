import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { newId } from '../../shared/ids.ts';
import { answerSession, hoursAhead, planSession, sessionsOf } from '../../test/club-sessions.ts';
import { eventually } from '../../test/eventually.ts';
import {
  addMember,
  createGroup,
  createOrganization,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';

describe('answers to club sessions', () => {
  let server: TestServer;
  let club: TestOrganization;
  let coach: string;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    coach = club.coach.token;
  });
  after(() => server.clock.reset());

  const read = async (session: { id: string }, user: { token: string }) =>
    await server.request('GET', `${sessionsOf(club)}/${session.id}`, { token: user.token });
  const members = async (count: number): Promise<TestUser[]> => {
    const made: TestUser[] = [];
    while (made.length < count) made.push(await addMember(server, club));
    return made;
  };
  const setFor = (session: { id: string }, user: TestUser, answer: string) =>
    server.request('PUT', `${sessionsOf(club)}/${session.id}/participants/${user.user_id}/answer`, {
      token: coach,
      body: { answer },
    });
  const told = async (user: TestUser, type: string): Promise<{ message: string }[]> => {
    const { body } = await server.request('GET', '/api/v1/notifications/center', { token: user.token });
    return body.data.notifications.filter((one: { type: string }) => one.type === type);
  };

  test('members answer, change their answer, and are counted', async () => {
    const session = await planSession(server, club);
    const [one, two] = (await members(2)) as [TestUser, TestUser];
    const first = await answerSession(server, session, one, 'yes');
    assert.deepEqual(
      [first.status, first.body.data.outcome, first.body.data.answer.answer, first.body.data.answer.waits],
      [200, 'taken', 'yes', false],
    );
    await answerSession(server, session, two, 'maybe');
    const changed = await answerSession(server, session, one, 'no');
    assert.equal(changed.body.data.outcome, 'replaced');
    assert.deepEqual((await read(session, one)).body.data.session.answers, {
      yes_count: 0,
      maybe_count: 1,
      no_count: 1,
      waiting_count: 0,
    });
    assert.equal((await answerSession(server, session, one, 'perhaps')).status, 400);
    assert.equal((await answerSession(server, session, { token: '' }, 'yes')).status, 401);
    assert.equal((await answerSession(server, session, await signUp(server), 'yes')).status, 404);
    assert.equal((await answerSession(server, session, club.coach, 'yes')).status, 403);
    const other = await createOrganization(server);
    const stolen = { id: session.id, org_id: other.org_id };
    assert.equal((await answerSession(server, stolen, await addMember(server, other), 'yes')).status, 404);
  });

  test('of two answers the later one by the athlete’s clock holds, whichever comes first, and both are told', async () => {
    const session = await planSession(server, club);
    const [runner] = (await members(1)) as [TestUser];
    const at = (minutes: number) => hoursAhead(server, minutes / 60);
    const later = await answerSession(server, session, runner, 'no', { answered_at: at(-5) });
    assert.equal(later.body.data.outcome, 'taken');
    const earlier = await answerSession(server, session, runner, 'yes', { answered_at: at(-30) });
    assert.deepEqual(
      [earlier.status, earlier.body.data.outcome, earlier.body.data.answer.answer],
      [200, 'superseded', 'no'],
    );
    // A clock that is ahead counts as the server's, so that the next answer can be later.
    await answerSession(server, session, runner, 'maybe', { answered_at: at(600) });
    const now = await answerSession(server, session, runner, 'yes');
    assert.deepEqual([now.body.data.outcome, now.body.data.answer.answer], ['replaced', 'yes']);
    const both = await Promise.all(
      [
        ['no', -2],
        ['maybe', -1],
      ].map(([answer, minutes]) =>
        answerSession(server, session, runner, String(answer), { answered_at: at(Number(minutes)) }),
      ),
    );
    assert.deepEqual(
      both.map(({ body }) => body.data.outcome),
      ['superseded', 'superseded'],
    );
  });

  test('of two answers that arrive at the same moment the later one holds, and both devices are told which', async () => {
    for (const words of [['yes', 'no'] as const, ['no', 'yes'] as const]) {
      const session = await planSession(server, club, { capacity: 1 });
      const [runner] = (await members(1)) as [TestUser];
      const [, later] = words;
      const given = await Promise.all(
        words.map((word, place) =>
          answerSession(server, session, runner, word, { answered_at: hoursAhead(server, (place - 2) / 60) }),
        ),
      );
      assert.deepEqual(
        given.map(({ status }) => status),
        [200, 200],
      );
      // The server may take either answer first: the later one is then the first or a replacement, the earlier one the first or
      // superseded.
      const [first, second] = given.map(({ body }) => body.data);
      assert.deepEqual(second.answer.answer, later);
      assert.ok(['taken', 'replaced'].includes(second.outcome), second.outcome);
      assert.ok(
        (first.outcome === 'taken' && second.outcome === 'replaced') ||
          (first.outcome === 'superseded' && first.answer.answer === later && second.outcome === 'taken'),
        JSON.stringify([first.outcome, first.answer.answer, second.outcome]),
      );
      const { answers } = (await read(session, club.coach)).body.data.session;
      assert.deepEqual([answers.yes_count, answers.no_count], later === 'yes' ? [1, 0] : [0, 1]);
    }
  });

  test('places go out once, who comes after them waits, and a free place goes to the next in order', async () => {
    const session = await planSession(server, club, { capacity: 2 });
    const runners = await members(6);
    const answered = await Promise.all(
      runners.map((runner) => answerSession(server, session, runner, 'yes')),
    );
    assert.deepEqual([...new Set(answered.map(({ status }) => status))], [200]);
    const { answers } = (await read(session, club.coach)).body.data.session;
    assert.deepEqual([answers.yes_count, answers.waiting_count], [2, 4]);
    const places = await Promise.all(
      runners.map(async (runner) => {
        const { own } = (await read(session, runner)).body.data.session;
        return { runner, waits: own.answer.waits as boolean, place: own.waiting_place as number | null };
      }),
    );
    const queue = places
      .filter(({ waits }) => waits)
      .toSorted((a, b) => Number(a.place) - Number(b.place))
      .map(({ runner }) => runner);
    const coming = places.filter(({ waits }) => !waits).map(({ runner }) => runner);
    assert.deepEqual(places.flatMap(({ place }) => (place === null ? [] : [place])).toSorted(), [1, 2, 3, 4]);
    const [leaver, second] = coming as [TestUser, TestUser];
    const [next, after, third, last] = queue as [TestUser, TestUser, TestUser, TestUser];
    // A repeated yes does not lose the place in the list.
    await answerSession(server, session, next, 'yes');
    await answerSession(server, session, leaver, 'no');
    assert.equal((await read(session, next)).body.data.session.own.answer.waits, false);
    assert.equal((await read(session, after)).body.data.session.own.waiting_place, 1);
    await eventually(async () => (await told(next, 'session_place')).length === 1, Boolean);
    await Promise.all([second, next].map((runner) => answerSession(server, session, runner, 'maybe')));
    for (const runner of [after, third])
      assert.equal((await read(session, runner)).body.data.session.own.answer.waits, false);
    assert.equal((await read(session, last)).body.data.session.own.waiting_place, 1);
    const raised = await server.request('PATCH', `${sessionsOf(club)}/${session.id}`, {
      token: coach,
      body: { capacity: 3 },
    });
    assert.deepEqual(
      [raised.body.data.session.answers.yes_count, raised.body.data.session.answers.waiting_count],
      [3, 0],
    );
  });

  test('who leaves the organization, or deletes their account, gives their place to who waits', async () => {
    const session = await planSession(server, club, { capacity: 1 });
    const [leaver, forgotten, last] = (await members(3)) as [TestUser, TestUser, TestUser];
    for (const runner of [leaver, forgotten, last]) await answerSession(server, session, runner, 'yes');
    await server.request('DELETE', `/api/v1/organizations/${club.org_id}/members/${leaver.user_id}`, {
      token: leaver.token,
    });
    await eventually(
      async () => (await read(session, forgotten)).body.data.session.own.answer.waits,
      (waits) => waits === false,
    );
    const gone = await server.request('DELETE', '/api/v1/users/me', {
      token: forgotten.token,
      body: { password: forgotten.password },
    });
    assert.equal(gone.status, 200, JSON.stringify(gone.body));
    assert.equal((await read(session, last)).body.data.session.own.answer.waits, false);
    const { answers } = (await read(session, club.coach)).body.data.session;
    assert.deepEqual([answers.yes_count, answers.waiting_count], [1, 0]);
  });

  test('after the deadline members are refused and coaches still answer for them, who are told', async () => {
    const session = await planSession(server, club, { answer_until: hoursAhead(server, 0.1) });
    const [runner] = (await members(1)) as [TestUser];
    server.clock.advance(600_000);
    const late = await answerSession(server, session, runner, 'yes', {
      answered_at: hoursAhead(server, -0.12),
    });
    assert.deepEqual([late.status, late.body.code], [409, 'answers_closed']);
    const set = await setFor(session, runner, 'yes');
    assert.equal(set.status, 200, JSON.stringify(set.body));
    assert.equal((await read(session, runner)).body.data.session.own.answer.set_by, club.coach.user_id);
    await eventually(async () => (await told(runner, 'session_answered')).length === 1, Boolean);
    assert.equal((await setFor(session, await signUp(server), 'yes')).status, 404);
    server.clock.reset();
  });

  test('what has begun takes no more answers, whoever gives them', async () => {
    const session = await planSession(server, club, { starts_at: hoursAhead(server, 0.1) });
    const [runner] = (await members(1)) as [TestUser];
    server.clock.advance(600_000);
    for (const over of [
      await setFor(session, runner, 'no'),
      await answerSession(server, session, runner, 'yes'),
    ])
      assert.deepEqual([over.status, over.body.code], [409, 'session_over']);
    const moved = await server.request('PATCH', `${sessionsOf(club)}/${session.id}`, {
      token: coach,
      body: { title: 'Other' },
    });
    assert.deepEqual([moved.status, moved.body.code], [409, 'session_over']);
    server.clock.reset();
  });

  test('a session for groups is there for their members alone, and for who was put into it', async () => {
    const [inside, outside] = (await members(2)) as [TestUser, TestUser];
    const group = await createGroup(server, club, { members: [inside] });
    const session = await planSession(server, club, { group_ids: [group.id] });
    assert.equal((await read(session, inside)).status, 200);
    const hidden = await read(session, outside);
    const none = await read({ id: newId() }, outside);
    assert.deepEqual([hidden.status, hidden.body.error], [none.status, none.body.error]);
    assert.equal((await answerSession(server, session, outside, 'yes')).status, 404);
    const lists = await Promise.all(
      [inside, outside].map(async ({ token }) => {
        const { body } = await server.request('GET', `${sessionsOf(club)}?limit=200`, { token });
        return body.data.sessions.some(({ id }: { id: string }) => id === session.id);
      }),
    );
    assert.deepEqual(lists, [true, false]);
    await setFor(session, outside, 'yes');
    assert.equal((await read(session, outside)).status, 200);
  });

  test('members see of who comes only those who share their profile, and coaches see all', async () => {
    const session = await planSession(server, club);
    const [open, closed, reader] = (await members(3)) as [TestUser, TestUser, TestUser];
    const share = (user: TestUser, share_profile_info: boolean) =>
      server.request('PUT', `/api/v1/users/${user.user_id}`, {
        token: user.token,
        body: { first_name: 'Mei', last_name: 'Lin', privacy: { share_profile_info } },
      });
    await share(open, true);
    await share(closed, false);
    await share(reader, false);
    for (const runner of [open, closed, reader]) await answerSession(server, session, runner, 'yes');
    const list = async (path: string, { token }: { token: string }) =>
      (await server.request('GET', `${sessionsOf(club)}/${session.id}/${path}`, { token })).body.data;
    const coming = (await list('coming?limit=1', reader)).coming;
    assert.equal(coming.length, 1);
    const ids = (await list('coming', reader)).coming.map(({ user_id }: { user_id: string }) => user_id);
    assert.deepEqual(ids.toSorted(), [open.user_id, reader.user_id].toSorted());
    const { participants } = await list('participants?limit=200', club.coach);
    const said = participants.filter(({ answer }: { answer: string | null }) => answer === 'yes');
    assert.equal(said.length, 3);
    const refused = await server.request('GET', `${sessionsOf(club)}/${session.id}/participants`, {
      token: reader.token,
    });
    assert.equal(refused.status, 403);
  });

  test('an answer that is sent again with its key is one answer, and what came since stays', async () => {
    const session = await planSession(server, club);
    const [runner] = (await members(1)) as [TestUser];
    const key = randomUUID();
    const send = (answer: string) =>
      server.request('PUT', `${sessionsOf(club)}/${session.id}/answer`, {
        token: runner.token,
        body: { answer },
        headers: { 'idempotency-key': key },
      });
    assert.equal((await send('yes')).body.data.answer.answer, 'yes');
    await answerSession(server, session, runner, 'no');
    assert.equal((await send('yes')).body.data.answer.answer, 'no');
    assert.equal((await send('maybe')).status, 422);
  });
});
