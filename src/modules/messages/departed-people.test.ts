import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { answerSession, hoursAhead, planSession, sessionsOf } from '../../test/club-sessions.ts';
import type { TestUser } from '../../test/factories.ts';
import { ofActivity, say } from '../../test/feedback-stage.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { type MessageStage, messageStage, post, thread, unreadOf } from '../../test/message-stage.ts';

describe('what people said who are blocked, or have gone', () => {
  let server: TestServer;
  let stage: MessageStage;
  before(async () => {
    server = await testServer();
  });
  beforeEach(async () => {
    stage = await messageStage(server);
  });

  const get = (path: string, { token }: Pick<TestUser, 'token'>) => server.request('GET', path, { token });
  const write = (path: string, { token }: Pick<TestUser, 'token'>) =>
    server.request('POST', path, { token, body: { text: 'One more.' } });
  const deleteAccount = async ({ token, password }: TestUser): Promise<void> => {
    const { status } = await server.request('DELETE', '/api/v1/users/me', { token, body: { password } });
    assert.equal(status, 200);
  };
  const wordsIn = async (path: string, reader: TestUser) =>
    (await thread(stage, path, reader)).posts.map(
      (one: { text: string | null; state: string; author: { name: string | null } }) => [
        one.text,
        one.state,
        one.author.name !== null,
      ],
    );

  test('a coach whose account is suspended reads and writes no more, and their words keep their name', async () => {
    const { assistant, athlete, comments, messages } = stage;
    await post(stage, comments, assistant, 'Well run.');
    await post(stage, messages, assistant, 'Rest on Friday.');
    await server.deps.db.execute(
      sql`UPDATE users SET status = 'suspended' WHERE user_id = ${assistant.user_id}`,
    );
    for (const path of [comments, messages])
      assert.deepEqual(
        [(await get(path, assistant)).status, (await write(path, assistant)).status],
        [401, 401],
      );
    assert.deepEqual(await wordsIn(comments, athlete), [['Well run.', 'shown', true]]);
    assert.deepEqual(await wordsIn(messages, athlete), [['Rest on Friday.', 'shown', true]]);
  });

  test('an athlete whom the club has suspended reads and writes no more there, and coaches read what they wrote', async () => {
    const { athlete, head, club, comments, messages } = stage;
    await post(stage, comments, athlete, 'Hard one.');
    await post(stage, messages, athlete, 'May I rest?');
    const member = `/api/v1/organizations/${club.org_id}/members/${athlete.user_id}`;
    const suspended = await server.request('PATCH', member, {
      token: head.token,
      body: { status: 'suspended' },
    });
    assert.equal(suspended.status, 200, JSON.stringify(suspended.body));
    for (const path of [comments, messages])
      assert.deepEqual([(await get(path, athlete)).status, (await write(path, athlete)).status], [403, 403]);
    assert.deepEqual(await unreadOf(stage, athlete), [0, 0]);
    assert.deepEqual(await wordsIn(comments, head), [['Hard one.', 'shown', true]]);
    assert.deepEqual(await wordsIn(messages, head), [['May I rest?', 'shown', true]]);
  });

  test('of a coach who deletes their account a mark stays, without words, name and what they said before', async () => {
    const { assistant, athlete, head, comments, messages, notes } = stage;
    const { id } = await post(stage, comments, assistant, 'First words.');
    const edited = await server.request('PATCH', `/api/v1/posts/${id}`, {
      token: assistant.token,
      body: { text: 'Second words.' },
    });
    assert.equal(edited.status, 200, JSON.stringify(edited.body));
    await post(stage, messages, assistant, 'Rest on Friday.');
    await server.request('POST', notes, { token: assistant.token, body: { text: 'Starts too fast.' } });
    assert.deepEqual(await unreadOf(stage, athlete), [1, 1]);
    await deleteAccount(assistant);
    assert.deepEqual(await wordsIn(comments, athlete), [[null, 'deleted', false]]);
    assert.deepEqual(await wordsIn(messages, athlete), [[null, 'deleted', false]]);
    assert.deepEqual(await unreadOf(stage, athlete), [0, 0]);
    const versions = await get(`/api/v1/posts/${id}/versions`, athlete);
    assert.ok(!JSON.stringify(versions.body).includes('First words'));
    const [note] = (await get(notes, head)).body.data.notes;
    assert.deepEqual([note.text, note.author.name, note.author.user_id], ['Starts too fast.', null, null]);
    const { rows } = await server.deps.db.executeSql(
      `SELECT text FROM message_posts WHERE id = '${id}' UNION ALL SELECT text FROM message_post_versions WHERE post_id = '${id}'`,
    );
    assert.deepEqual(rows, [{ text: null }]);
  });

  test('of an athlete who deletes their account nothing is left for coaches, and in sessions of the club a mark', async () => {
    const { athlete, assistant, other, head, club, comments, messages, notes, activity_id } = stage;
    await say(server, athlete, ofActivity(activity_id), { rpe: 8, note: 'Hard one.' });
    await post(stage, comments, athlete, 'Hard one.');
    await post(stage, messages, assistant, 'Rest on Friday.');
    await server.request('POST', notes, { token: head.token, body: { text: 'Starts too fast.' } });
    const session = await planSession(server, club, { capacity: 1, starts_at: hoursAhead(server, 4) });
    const path = `${sessionsOf(club)}/${session.id}`;
    for (const user of [athlete, other])
      assert.equal((await answerSession(server, session, user, 'yes')).status, 200);
    await post(stage, `${path}/comments`, athlete, 'See you there.');
    const ticks = [{ user_id: athlete.user_id, came: 'yes', ticked_at: hoursAhead(server, 0) }];
    await server.request('PUT', `${path}/attendance`, { token: head.token, body: { ticks } });
    await deleteAccount(athlete);
    for (const gone of [comments, messages, notes]) assert.equal((await get(gone, head)).status, 404);
    assert.deepEqual(
      (await get(`/api/v1/organizations/${club.org_id}/conversations`, head)).body.data.conversations,
      [],
    );
    assert.deepEqual(await wordsIn(`${path}/comments`, head), [[null, 'deleted', false]]);
    const people = (await get(`${path}/participants`, head)).body.data.participants;
    assert.deepEqual(
      people.map((one: { user_id: string; answer: string; waits: boolean }) => [
        one.user_id,
        one.answer,
        one.waits,
      ]),
      [[other.user_id, 'yes', false]],
      'their place went to who waited for it',
    );
    assert.deepEqual((await get(`${path}/attendance`, head)).body.data.register, []);
    const left = await server.deps.db.one<{ n: number }>(sql`
      SELECT (SELECT count(*) FROM message_threads WHERE athlete_id = ${athlete.user_id})::int
        + (SELECT count(*) FROM message_posts WHERE author_id = ${athlete.user_id})::int
        + (SELECT count(*) FROM coach_notes WHERE athlete_id = ${athlete.user_id})::int
        + (SELECT count(*) FROM feedback WHERE user_id = ${athlete.user_id})::int
        + (SELECT count(*) FROM club_session_answers WHERE user_id = ${athlete.user_id})::int
        + (SELECT count(*) FROM club_session_ticks WHERE user_id = ${athlete.user_id})::int AS n`);
    assert.equal(left.n, 0);
  });
});
