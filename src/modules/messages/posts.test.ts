import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { newId } from '../../shared/ids.ts';
import { HOUR_MS } from '../../shared/time.ts';
import { addMember, type TestUser } from '../../test/factories.ts';
import { startTestServer, type TestServer, testServer } from '../../test/harness.ts';
import { type MessageStage, messageStage, post, thread, unreadOf } from '../../test/message-stage.ts';

describe('a comment or message', () => {
  let server: TestServer;
  let stage: MessageStage;
  after(() => server.clock.reset());
  before(async () => {
    server = await testServer();
    stage = await messageStage(server);
  });
  const ask = (
    method: string,
    path: string,
    { token }: Pick<TestUser, 'token'>,
    body?: object,
    headers = {},
  ) => server.request(method, `/api/v1${path}`, { token, headers, ...(body === undefined ? {} : { body }) });
  const find = async (by: TestUser, id: string, path = stage.comments) =>
    (await thread(stage, path, by)).posts.find((one: { id: string }) => one.id === id);

  test('is changed by its author alone, and those who read it read what it said before', async () => {
    const { athlete, head, assistant, other } = stage;
    const { id } = await post(stage, stage.comments, athlete, { text: 'One.', mentions: [head.user_id] });
    const edit = (by: TestUser, body: object, headers = {}) =>
      ask('PATCH', `/posts/${id}`, by, body, headers);
    assert.equal((await edit(head, { text: 'Two.' })).status, 403);
    assert.equal((await edit(other, { text: 'Two.' })).status, 404);
    assert.equal((await edit(athlete, { text: ' ' })).status, 400);
    assert.equal((await edit(athlete, { text: 'Two.', mentions: [other.user_id] })).status, 400);
    const key = { 'idempotency-key': randomUUID() };
    const changed = await Promise.all([
      edit(athlete, { text: 'Two.' }, key),
      edit(athlete, { text: 'Two.' }, key),
    ]);
    for (const { status, body } of changed) {
      assert.deepEqual([status, body.data.post.text, body.data.post.mentions], [200, 'Two.', [head.user_id]]);
      assert.ok(body.data.post.edited_at !== null);
    }
    await edit(athlete, { text: 'Two.' });
    const third = await edit(athlete, { text: 'Three.', mentions: [] });
    assert.deepEqual(third.body.data.post.mentions, []);
    const versions = await ask('GET', `/posts/${id}/versions`, assistant);
    assert.deepEqual(
      versions.body.data.versions.map(({ text }: { text: string }) => text),
      ['Two.', 'One.'],
    );
    assert.equal((await ask('GET', `/posts/${id}/versions`, other)).status, 404);
    assert.equal((await ask('GET', `/posts/${newId()}/versions`, athlete)).status, 404);
  });

  test('that its author deletes leaves a mark without words, and counts as unread no more', async () => {
    const { athlete, head, assistant } = stage;
    const before = await unreadOf(stage, head);
    const { id } = await post(stage, stage.comments, athlete, {
      text: 'Forget this.',
      mentions: [head.user_id],
    });
    await ask('PATCH', `/posts/${id}`, athlete, { text: 'Forget that.' });
    assert.deepEqual(await unreadOf(stage, head), [before[0], before[1] + 1]);
    assert.equal((await ask('DELETE', `/posts/${id}`, head)).status, 403);
    const answers = await Promise.all([1, 2].map(() => ask('DELETE', `/posts/${id}`, athlete)));
    for (const { status, body } of answers)
      assert.deepEqual([status, body.data.post.state], [200, 'deleted']);
    const seen = await find(assistant, id);
    assert.deepEqual([seen.text, seen.mentions, seen.author.user_id], [null, [], athlete.user_id]);
    assert.deepEqual((await ask('GET', `/posts/${id}/versions`, head)).body.data.versions, []);
    assert.deepEqual(await unreadOf(stage, head), before);
    assert.equal((await ask('PATCH', `/posts/${id}`, athlete, { text: 'Back.' })).status, 409);
    const { rows } = await server.deps.db.executeSql(
      `SELECT 1 FROM message_posts WHERE text LIKE 'Forget th%' UNION ALL
       SELECT 1 FROM message_post_versions WHERE text LIKE 'Forget th%'`,
    );
    assert.equal(rows.length, 0, 'nothing of it is kept');
  });

  test('is hidden by the head coach alone, with a reason that its author is told', async () => {
    const { athlete, head, assistant, other, club } = stage;
    const { id } = await post(stage, stage.comments, athlete, 'Rude words.');
    const hide = (by: TestUser, reason: unknown = 'Be kind.') =>
      ask('POST', `/posts/${id}/hide`, by, { reason });
    assert.deepEqual(
      [(await hide(assistant)).status, (await hide(athlete)).status, (await hide(other)).status],
      [403, 403, 404],
    );
    assert.equal((await hide(head, '')).status, 400);
    const statuses = (await Promise.all([hide(head), hide(head)])).map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, 409]);
    const [theirs, own] = [await find(assistant, id), await find(athlete, id)];
    assert.deepEqual([theirs.state, theirs.text, theirs.hidden_reason], ['hidden', null, null]);
    assert.deepEqual([own.state, own.text, own.hidden_reason], ['hidden', 'Rude words.', 'Be kind.']);
    assert.equal((await ask('PATCH', `/posts/${id}`, athlete, { text: 'Kind words.' })).status, 409);
    const logs = await ask('GET', `/organizations/${club.org_id}/audit-logs`, head);
    const entry = logs.body.logs.find((one: { event_type: string }) => one.event_type === 'post_hidden');
    assert.equal(entry.target_id, athlete.user_id);
    assert.ok(!JSON.stringify(logs.body).includes('Rude') && !JSON.stringify(logs.body).includes('Be kind'));
  });

  test('is read by each person for themself, further and never back, and the others see how far', async () => {
    const { athlete, head, assistant, at } = stage;
    const path = at('/weeks/2026-04-06/comments');
    const posts = [];
    for (const text of ['a', 'b', 'c']) posts.push(await post(stage, path, athlete, text));
    const [first, second] = posts;
    const read = (by: TestUser, post_id: string) =>
      ask('PUT', `/threads/${first.thread_id}/read`, by, { post_id });
    const halfway = await read(head, second.id);
    assert.deepEqual(halfway.body.data.unread, 1);
    assert.equal((await read(head, first.id)).body.data.unread, 1, 'never back');
    await post(stage, path, assistant, 'd');
    const { thread: state } = await thread(stage, path, athlete);
    assert.deepEqual(state.read_by, [{ user_id: head.user_id, read_until: second.created_at }]);
    assert.deepEqual(
      [
        state.unread,
        (await thread(stage, path, head)).thread.unread,
        (await thread(stage, path, assistant)).thread.unread,
      ],
      [1, 2, 3],
    );
    const raced = await Promise.all([
      ...[1, 2, 3].map(() => post(stage, path, athlete, 'e')),
      ...posts.map(({ id }) => read(head, id)),
    ]);
    assert.equal(raced.length, 6);
    assert.equal((await thread(stage, path, head)).thread.unread, 4, 'd and three times e');
    assert.equal((await ask('PUT', `/threads/${newId()}/read`, head, { post_id: first.id })).status, 404);
    assert.equal((await read(stage.other, first.id)).status, 404);
  });

  test('of an athlete who leaves is out of the coaches’ sight, and stays so when they join again', async () => {
    const leaving = await messageStage(server);
    const { athlete, head, club, comments, messages } = leaving;
    const { id, thread_id } = await post(leaving, comments, athlete, 'Between us.');
    const message = await post(leaving, messages, athlete, 'Between us as well.');
    assert.deepEqual(await unreadOf(leaving, head), [1, 1]);
    const member = `/organizations/${club.org_id}/members/${athlete.user_id}`;
    assert.equal((await ask('DELETE', member, athlete)).status, 200);
    const hidden = async () => {
      assert.deepEqual(await unreadOf(leaving, head), [0, 0]);
      for (const path of [`/posts/${id}/versions`, `/posts/${message.id}/versions`])
        for (const by of [head, athlete]) assert.equal((await ask('GET', path, by)).status, 404);
      assert.equal((await ask('PUT', `/threads/${thread_id}/read`, head, { post_id: id })).status, 404);
      const inbox = await ask('GET', `/organizations/${club.org_id}/conversations`, head);
      assert.deepEqual(inbox.body.data.conversations, []);
    };
    await hidden();
    assert.equal((await ask('GET', comments.slice('/api/v1'.length), head)).status, 404);
    server.clock.advance(HOUR_MS);
    await addMember(server, club, { user: athlete });
    await hidden();
    assert.deepEqual((await thread(leaving, messages, head)).posts, []);
    await post(leaving, messages, athlete, 'Again.');
    assert.equal((await thread(leaving, messages, head)).posts.length, 1);
  });

  test('is refused with 429 when somebody writes too often', async () => {
    const limited = await startTestServer();
    try {
      const small = await messageStage(limited);
      const path = small.at('/weeks/2026-04-13/comments');
      const answers = await Promise.all(
        Array.from({ length: 61 }, () =>
          limited.request('POST', path, { token: small.athlete.token, body: { text: 'Hey.' } }),
        ),
      );
      const statuses = answers.map(({ status }) => status).sort();
      assert.deepEqual([statuses.at(0), statuses.at(-2), statuses.at(-1)], [201, 201, 429]);
      const refused = answers.find(({ status }) => status === 429);
      assert.ok(Number(refused?.headers.get('retry-after')) > 0);
    } finally {
      await limited.stop();
    }
  });
});
