import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import { HOUR_MS } from '../../shared/time.ts';
import { answerSession, planSession, sessionsOf } from '../../test/club-sessions.ts';
import { eventually } from '../../test/eventually.ts';
import { addMember, createGroup, createOrganization, signUp, type TestUser } from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';
import { type MessageStage, messageStage, post, thread, unreadOf } from '../../test/message-stage.ts';
import { tellUnread } from './unread-mails/tell-unread.ts';

const said = ({ body }: TestResponse) => ({ ...body, request_id: null });

describe('comments on a session of the club', () => {
  let server: TestServer;
  let stage: MessageStage;
  before(async () => {
    server = await testServer();
    stage = await messageStage(server);
  });
  type Asker = Pick<TestUser, 'token'>;
  const get = (path: string, { token }: Asker) => server.request('GET', path, { token });
  const write = (path: string, { token }: Asker, body: object) =>
    server.request('POST', path, { token, body });

  /** A session for a group that the athlete is in, who comes; `other` is a member whom it is not for. */
  async function groupSession() {
    const { club, athlete } = stage;
    const group = await createGroup(server, club, { members: [athlete] });
    const session = await planSession(server, club, { group_ids: [group.id] });
    assert.equal((await answerSession(server, session, athlete, 'yes')).status, 200);
    return { session, group, path: `${sessionsOf(club)}/${session.id}/comments` };
  }
  const noticesOf = async (user: Asker, thread_id: string) => {
    const { body } = await get('/api/v1/notifications/center', user);
    return body.data.notifications.filter(
      (one: { type: string; data: { thread_id?: string } }) =>
        one.type === 'comment_written' && one.data.thread_id === thread_id,
    );
  };

  test('are written and read by coaches and by members whom the session is for', async () => {
    const { athlete, head, assistant } = stage;
    const { session, path } = await groupSession();
    const before = await unreadOf(stage, athlete);
    assert.deepEqual((await thread(stage, path, athlete)).thread.id, null);
    const first = await post(stage, path, head, 'Spikes today.');
    const second = await post(stage, path, athlete, { text: 'Which gate?', mentions: [assistant.user_id] });
    assert.deepEqual([first.author.role, second.author.role], ['coach', 'participant']);
    const seen = await thread(stage, path, assistant);
    assert.deepEqual(
      [seen.thread.athlete_id, seen.thread.subject, seen.thread.unread],
      [null, { kind: 'session', session_id: session.id }, 2],
    );
    assert.deepEqual(await unreadOf(stage, athlete), [before[0], before[1] + 1]);
    const { body } = await get('/api/v1/messages/unread', athlete);
    const [unread] = body.data.threads.filter(({ id }: { id: string }) => id === first.thread_id);
    assert.deepEqual([unread.subject.session_id, unread.unread], [session.id, 1]);
    const [notice] = await eventually(
      () => noticesOf(athlete, first.thread_id),
      ({ length }) => length > 0,
    );
    assert.deepEqual([notice.data.kind, notice.data.session_id], ['session', session.id]);
    await eventually(
      () => noticesOf(assistant, first.thread_id),
      ({ length }) => length > 0,
    );
    const read = await server.request('PUT', `/api/v1/threads/${first.thread_id}/read`, {
      token: athlete.token,
      body: { post_id: second.id },
    });
    assert.equal(read.status, 200, JSON.stringify(read.body));
    assert.deepEqual(await unreadOf(stage, athlete), before);
  });

  test('of whom it is not for, a stranger and another club do not exist, whatever is asked', async () => {
    const { other, head, athlete, club } = stage;
    const { path, group } = await groupSession();
    const elsewhere = await createOrganization(server);
    const stranger = await signUp(server);
    const written = await post(stage, path, head, 'Only for you.');
    const missing = `${sessionsOf(club)}/${newId()}/comments`;
    const [none, refused] = [await get(missing, other), await write(missing, other, { text: 'Hm.' })];
    assert.deepEqual([none.status, refused.status], [404, 404]);
    assert.deepEqual(said(await get(path, other)), said(none));
    assert.deepEqual(said(await write(path, other, { text: 'Hm.' })), said(refused));
    for (const one of [stranger, elsewhere.coach]) {
      assert.equal((await get(path, one)).status, 404);
      assert.equal((await write(path, one, { text: 'Hm.' })).status, 404);
    }
    assert.equal((await server.request('GET', path)).status, 401);
    // Neither by the address of their own club, nor by ids.
    const theirs = path.replace(club.org_id, elsewhere.org_id);
    assert.equal((await get(theirs, elsewhere.coach)).status, 404);
    for (const one of [other, stranger, elsewhere.coach]) {
      assert.equal((await get(`/api/v1/posts/${written.id}/versions`, one)).status, 404);
      const body = { post_id: written.id };
      const read = await server.request('PUT', `/api/v1/threads/${written.thread_id}/read`, {
        token: one.token,
        body,
      });
      assert.equal(read.status, 404);
    }
    const mention = (user_id: string) => write(path, head, { text: 'You.', mentions: [user_id] });
    const answers = await Promise.all([other.user_id, stranger.user_id, newId()].map(mention));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([400]));
    assert.deepEqual(said(answers[0] as TestResponse), said(answers[2] as TestResponse));
    assert.equal((await mention(athlete.user_id)).status, 201);
    const unread = await unreadOf(stage, other);
    const at = `/api/v1/organizations/${club.org_id}/groups/${group.id}/members/${other.user_id}`;
    assert.equal((await server.request('PUT', at, { token: head.token })).status, 200);
    assert.equal((await mention(other.user_id)).status, 201);
    assert.deepEqual(await unreadOf(stage, other), [unread[0], unread[1] + 1]);
    assert.equal((await server.request('DELETE', at, { token: head.token })).status, 200);
    assert.deepEqual(await unreadOf(stage, other), unread, 'it is for them no more');
  });

  test('name participants to each other as strangers know them, never as coaches call them', async () => {
    const { athlete, head, club } = stage;
    const mate = await addMember(server, club);
    const patch = await server.request(
      'PATCH',
      `/api/v1/organizations/${club.org_id}/members/${mate.user_id}`,
      {
        token: head.token,
        body: { display_name: 'The slow one' },
      },
    );
    assert.equal(patch.status, 200, JSON.stringify(patch.body));
    const session = await planSession(server, club);
    const path = `${sessionsOf(club)}/${session.id}/comments`;
    await answerSession(server, session, athlete, 'maybe');
    await post(stage, path, athlete, 'Who drives?');
    const second = await post(stage, path, mate, 'I do.');
    const [seen] = (await thread(stage, path, athlete)).posts;
    assert.ok(seen.author.name !== null && seen.author.name !== 'The slow one');
    assert.equal((await thread(stage, path, head)).posts[0].author.name, 'The slow one');
    const told = await eventually(
      () => noticesOf(athlete, second.thread_id),
      ({ length }) => length > 0,
    );
    assert.ok(
      !JSON.stringify(told).includes('The slow one') && JSON.stringify(told).includes(seen.author.name),
    );
    const byCoach = await eventually(
      () => noticesOf(head, second.thread_id),
      ({ length }) => length > 1,
    );
    assert.ok(JSON.stringify(byCoach).includes('The slow one'));
    // Of who keeps their profile to themself no member is told how far they have read; coaches are.
    const keep = await server.request('PUT', `/api/v1/organizations/${club.org_id}/membership/privacy`, {
      token: mate.token,
      body: { share_profile_info: false },
    });
    assert.equal(keep.status, 200, JSON.stringify(keep.body));
    await server.request('PUT', `/api/v1/threads/${second.thread_id}/read`, {
      token: mate.token,
      body: { post_id: second.id },
    });
    const marksOf = async (by: Asker) =>
      (await thread(stage, path, by)).thread.read_by.map(({ user_id }: { user_id: string }) => user_id);
    assert.deepEqual(await marksOf(athlete), []);
    assert.deepEqual(await marksOf(mate), [mate.user_id]);
    assert.deepEqual(await marksOf(head), [mate.user_id]);
  });

  test('go out of sight with who leaves, and what they had not read with them', async () => {
    const { club, head } = stage;
    const leaver = await addMember(server, club);
    const session = await planSession(server, club);
    const path = `${sessionsOf(club)}/${session.id}/comments`;
    await answerSession(server, session, leaver, 'yes');
    const written = await post(stage, path, head, 'Bring water.');
    await post(stage, path, leaver, 'I will.');
    assert.deepEqual(await unreadOf(stage, leaver), [0, 1]);
    const left = await server.request(
      'DELETE',
      `/api/v1/organizations/${club.org_id}/members/${leaver.user_id}`,
      {
        token: leaver.token,
      },
    );
    assert.equal(left.status, 200, JSON.stringify(left.body));
    assert.deepEqual(await unreadOf(stage, leaver), [0, 0]);
    assert.equal((await get(path, leaver)).status, 404);
    assert.equal((await get(`/api/v1/posts/${written.id}/versions`, leaver)).status, 404);
    assert.equal((await thread(stage, path, head)).posts.length, 2, 'what they wrote stays');
    const reads = () =>
      server.deps.db.query(sql`
        SELECT 1 FROM message_reads WHERE user_id = ${leaver.user_id} AND thread_id = ${written.thread_id}`);
    await eventually(reads, ({ length }) => length === 0);
    assert.equal((await write(path, head, { text: 'You?', mentions: [leaver.user_id] })).status, 400);
  });

  test('are gone with the session, for everybody and from the database', async () => {
    const { athlete, head, club } = stage;
    const { session, path } = await groupSession();
    const before = await unreadOf(stage, athlete);
    const { id, thread_id } = await post(stage, path, head, 'See you.');
    assert.deepEqual(await unreadOf(stage, athlete), [before[0], before[1] + 1]);
    const gone = await server.request('DELETE', `${sessionsOf(club)}/${session.id}`, { token: head.token });
    assert.equal(gone.status, 200, JSON.stringify(gone.body));
    for (const one of [athlete, head]) {
      assert.equal((await get(path, one)).status, 404);
      assert.equal((await write(path, one, { text: 'Hm.' })).status, 404);
      assert.equal((await get(`/api/v1/posts/${id}/versions`, one)).status, 404);
    }
    assert.deepEqual(await unreadOf(stage, athlete), before);
    const rows = () => server.deps.db.query(sql`SELECT 1 FROM message_threads WHERE id = ${thread_id}`);
    await eventually(rows, ({ length }) => length === 0);
  });

  test('written while the session is deleted are either there before it or refused', async () => {
    const { head, athlete, club } = stage;
    const { session, path } = await groupSession();
    const [gone, ...written] = await Promise.all([
      server.request('DELETE', `${sessionsOf(club)}/${session.id}`, { token: head.token }),
      ...Array.from({ length: 4 }, () => write(path, athlete, { text: 'Now?' })),
    ]);
    assert.equal(gone.status, 200, JSON.stringify(gone.body));
    for (const { status } of written) assert.ok([201, 404].includes(status), String(status));
    const rows = () =>
      server.deps.db.query(sql`SELECT 1 FROM message_threads WHERE kind = 'session' AND key = ${session.id}`);
    await eventually(rows, ({ length }) => length === 0);
  });

  test('are in the daily mail of who takes part, and not of who only might look', async () => {
    const { athlete, head, club } = stage;
    const idle = await addMember(server, club);
    const session = await planSession(server, club);
    await answerSession(server, session, athlete, 'yes');
    await post(stage, `${sessionsOf(club)}/${session.id}/comments`, head, 'Rain: long sleeves.');
    const clock = { now: () => new Date(server.clock.now().getTime() + 7 * HOUR_MS) };
    await tellUnread({ ...server.deps, clock }, AbortSignal.timeout(60_000));
    const told = async ({ user_id }: TestUser) =>
      await server.deps.db.query(sql`SELECT 1 FROM message_digests WHERE user_id = ${user_id}`);
    assert.equal((await told(athlete)).length, 1);
    assert.deepEqual([(await told(idle)).length, await unreadOf(stage, idle)], [0, [0, 0]]);
    const digest = async () => {
      const { body } = await get('/api/v1/notifications/center', athlete);
      return body.data.notifications.filter(({ type }: { type: string }) => type === 'messages_unread');
    };
    const [one] = await eventually(digest, ({ length }) => length > 0);
    assert.ok(one.data.unread_comments >= 1);
  });

  test('on laps, with wrong ids or blank texts are refused with what to change', async () => {
    const { athlete } = stage;
    const { path } = await groupSession();
    for (const body of [{}, { text: ' ' }, { text: 'Here.', place: { lap_number: 1 } }, { text: 7 }])
      assert.equal((await write(path, athlete, body)).status, 400, JSON.stringify(body));
    const wrong = path.replace(/sessions\/[^/]+/, 'sessions/tuesday');
    assert.equal((await get(wrong, athlete)).status, 404);
  });
});
