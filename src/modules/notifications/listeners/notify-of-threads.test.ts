import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventually } from '../../../test/eventually.ts';
import { addCoach, type TestUser } from '../../../test/factories.ts';
import { type Followed, followEvents } from '../../../test/follow-events.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { type MessageStage, messageStage, post, storeActivity } from '../../../test/message-stage.ts';
import type { ReadEvent } from '../../../test/read-events.ts';

describe('of what was written in a thread', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });
  const ask = (method: string, path: string, { token }: Pick<TestUser, 'token'>, body?: object) =>
    server.request(method, `/api/v1${path}`, { token, ...(body === undefined ? {} : { body }) });
  const toldOf = async (by: TestUser) => {
    const { body } = await ask('GET', '/notifications/center', by);
    return body.data.notifications.filter(({ type }: { type: string }) =>
      ['message_received', 'comment_written', 'post_hidden'].includes(type),
    );
  };
  const toldSoon = (by: TestUser, count: number) =>
    eventually(
      () => toldOf(by),
      (all) => all.length === count,
    );
  async function until(followed: Followed, fits: (event: ReadEvent) => boolean): Promise<ReadEvent> {
    for (let count = 1; ; count++) {
      const last = (await followed.first(count)).at(-1);
      if (last !== undefined && fits(last)) return last;
    }
  }

  test('those whom it concerns are told who wrote and where, and never what', async () => {
    const stage = await messageStage(server);
    const { athlete, head, assistant, messages, comments } = stage;
    await post(stage, messages, athlete, 'My knee hurts since Tuesday.');
    for (const coach of [head, assistant]) {
      const [one] = await toldSoon(coach, 1);
      assert.equal(one.type, 'message_received');
      assert.equal(one.data.user_id, athlete.user_id);
      assert.ok(!JSON.stringify(one).includes('knee'));
    }
    await post(stage, messages, head, 'See a doctor.');
    const [answer] = await toldSoon(athlete, 1);
    assert.ok(answer.message.includes(stage.club.name) && !JSON.stringify(answer).includes('doctor'));
    await post(stage, comments, athlete, { text: 'Slow.', mentions: [assistant.user_id] });
    const [mention] = await toldSoon(assistant, 2);
    assert.equal(mention.type, 'comment_written');
    // A coach who has written in the thread is told of the athlete's next post, the others are not.
    await post(stage, messages, athlete, 'I will.');
    await toldSoon(head, 3);
    assert.equal((await toldOf(assistant)).length, 2);
  });

  test('is in the centre of who wants no pushes of messages', async () => {
    const stage = await messageStage(server);
    const { athlete, head } = stage;
    const path = `/users/${athlete.user_id}`;
    const set = await ask('PUT', path, athlete, { notification_settings: { new_message: false } });
    assert.equal(set.status, 200);
    const profile = await ask('GET', path, athlete);
    assert.equal(profile.body.data.notification_settings.new_message, false);
    await post(stage, stage.messages, head, 'Quietly.');
    await toldSoon(athlete, 1);
  });

  test('its author is told why it was hidden', async () => {
    const stage = await messageStage(server);
    const { id } = await post(stage, stage.comments, stage.athlete, 'Rude.');
    await ask('POST', `/posts/${id}/hide`, stage.head, { reason: 'Please be kind.' });
    const [one] = await toldSoon(stage.athlete, 1);
    assert.equal(one.type, 'post_hidden');
    assert.ok(one.message.includes('Please be kind.'));
  });

  test('who reads the thread has read what they were told of it, and the others have not', async () => {
    const stage = await messageStage(server);
    const { athlete, head, assistant, messages } = stage;
    await post(stage, messages, athlete, 'First.');
    const last = await post(stage, messages, athlete, 'Second.');
    const isRead = async (by: TestUser) =>
      (await toldOf(by)).map(({ is_read }: { is_read: boolean }) => is_read);
    for (const coach of [head, assistant]) {
      const [{ data }] = await toldSoon(coach, 2);
      assert.equal(data.author_role, 'athlete');
    }
    const counts = async () => (await ask('GET', '/notifications/center/counts', head)).body.unread;
    const before = await counts();
    await ask('PUT', `/threads/${last.thread_id}/read`, head, { post_id: last.id });
    await eventually(
      () => isRead(head),
      (all) => all.every((one: boolean) => one),
    );
    assert.equal(await counts(), before - 2);
    assert.deepEqual(await isRead(assistant), [false, false]);
  });

  test('streams tell all who read the thread that it has changed, and how much is unread', async () => {
    const stage: MessageStage = await messageStage(server);
    const { athlete, head, comments } = stage;
    const followed = await followEvents(server, '/api/v1/notifications/center/stream', head.token);
    try {
      await until(followed, ({ type }) => type === 'counts');
      const written = await post(stage, comments, athlete, 'Here I am.');
      const event = await until(followed, ({ type }) => type === 'thread');
      assert.deepEqual(event.thread, {
        id: written.thread_id,
        org_id: stage.club.org_id,
        athlete_id: athlete.user_id,
        subject: { kind: 'activity', activity_id: stage.activity_id },
        unread: 1,
        last_post_at: written.created_at,
      });
      await until(followed, ({ type, unread_comments }) => type === 'unread' && unread_comments === 1);
      await ask('PUT', `/threads/${written.thread_id}/read`, head, { post_id: written.id });
      await until(followed, ({ type, unread_comments }) => type === 'unread' && unread_comments === 0);
      assert.ok(!JSON.stringify(await followed.first(1)).includes('Here I am.'));
    } finally {
      followed.leave();
    }
  });

  test('on a workout that coaches do not see, their streams and centres say nothing', async () => {
    const stage = await messageStage(server);
    const { athlete, head, at } = stage;
    const hidden = await storeActivity(server, athlete, { private: true });
    const followed = await followEvents(server, '/api/v1/notifications/center/stream', head.token);
    try {
      await until(followed, ({ type }) => type === 'counts');
      await post(stage, at(`/activities/${hidden}/comments`), athlete, 'For myself.');
      const seen = await post(stage, stage.comments, athlete, 'For you.');
      const event = await until(followed, ({ type }) => type === 'thread');
      assert.equal(event.thread.id, seen.thread_id);
      assert.equal((await toldSoon(head, 1)).length, 1);
    } finally {
      followed.leave();
    }
  });

  test('nothing names anybody any more who has deleted their account: words go, a mark stays', async () => {
    const stage = await messageStage(server);
    const { athlete, club, messages } = stage;
    const leaving = await addCoach(server, club);
    const { id } = await post(stage, messages, leaving, 'Words of mine.');
    await toldSoon(athlete, 1);
    const gone = await ask('DELETE', '/users/me', leaving, { password: leaving.password });
    assert.equal(gone.status, 200, JSON.stringify(gone.body));
    assert.deepEqual(await toldOf(athlete), []);
    const { body } = await server.request('GET', messages, { token: athlete.token });
    const [mark] = body.data.posts;
    assert.deepEqual(
      [mark.id, mark.state, mark.text, mark.author],
      [id, 'deleted', null, { user_id: null, name: null, role: 'coach' }],
    );
    assert.equal(body.data.thread.unread, 0);
    const { rows } = await server.deps.db.executeSql(
      `SELECT 1 FROM message_posts WHERE text = 'Words of mine.'`,
    );
    assert.equal(rows.length, 0);
  });
});
