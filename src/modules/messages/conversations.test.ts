import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newId } from '../../shared/ids.ts';
import { DAY_MS, HOUR_MS } from '../../shared/time.ts';
import { addMember, createOrganization, signUp, type TestUser } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { type MessageStage, messageStage, post, storeActivity, thread } from '../../test/message-stage.ts';
import { findWaitingConversations } from './index.ts';

describe('a conversation', () => {
  let server: TestServer;
  let stage: MessageStage;
  before(async () => {
    server = await testServer();
    stage = await messageStage(server);
  });
  const ask = (method: string, path: string, { token }: Pick<TestUser, 'token'>, body?: object) =>
    server.request(method, path, { token, ...(body === undefined ? {} : { body }) });
  const inboxOf = (by: TestUser, query = '', { org_id } = stage.club) =>
    ask('GET', `/api/v1/organizations/${org_id}/conversations${query}`, by);

  test('is one of an athlete with all coaches, who answer each by name', async () => {
    const { athlete, head, assistant, other, messages } = stage;
    await post(stage, messages, athlete, 'May I run the 10k on Sunday?');
    await post(stage, messages, head, 'Yes.');
    await post(stage, messages, assistant, 'Start slowly.');
    const { posts, thread: state } = await thread(stage, messages, athlete);
    assert.deepEqual(
      posts.map(({ text, author }: { text: string; author: { user_id: string; role: string } }) => [
        text,
        author.user_id,
        author.role,
      ]),
      [
        ['Start slowly.', assistant.user_id, 'coach'],
        ['Yes.', head.user_id, 'coach'],
        ['May I run the 10k on Sunday?', athlete.user_id, 'athlete'],
      ],
    );
    assert.ok(posts.every(({ author }: { author: { name: string } }) => author.name.length > 0));
    assert.deepEqual(state.subject, { kind: 'conversation' });
    for (const [by, status] of [
      [other, 403],
      [await signUp(server), 404],
    ] as const) {
      assert.equal((await ask('GET', messages, by)).status, status);
      assert.equal((await ask('POST', messages, by, { text: 'Hi.' })).status, status);
    }
    assert.equal((await server.request('GET', messages)).status, 401);
    const nobody = messages.replace(athlete.user_id, newId());
    assert.equal((await ask('GET', nobody, head)).status, 404);
  });

  test('shows coaches the nickname they gave, and the athlete their own name', async () => {
    const { athlete, head, club, messages } = stage;
    await ask('PATCH', `/api/v1/organizations/${club.org_id}/members/${athlete.user_id}`, head, {
      display_name: 'Turtle',
    });
    await post(stage, messages, athlete, 'Hello.');
    const nameFor = async (by: TestUser) => (await thread(stage, messages, by)).posts[0].author.name;
    assert.equal(await nameFor(head), 'Turtle');
    assert.notEqual(await nameFor(athlete), 'Turtle');
    assert.equal((await inboxOf(head)).body.data.conversations[0].athlete.name, 'Turtle');
  });

  test('links to workouts and plans that both sides see, and shows a link no longer than that', async () => {
    const { athlete, head, other, messages, activity_id, plan_id, workout_id } = stage;
    const attachments = [
      { kind: 'activity', activity_id },
      { kind: 'planned_workout', plan_id, workout_id },
      { kind: 'plan', plan_id },
    ];
    const written = await post(stage, messages, athlete, { text: 'These.', attachments });
    assert.deepEqual(written.attachments, attachments);
    assert.deepEqual((await thread(stage, messages, head)).posts[0].attachments, attachments);

    const hidden = await storeActivity(server, athlete, { private: true });
    const theirs = await storeActivity(server, other);
    const refused = [
      { kind: 'activity', activity_id: hidden },
      { kind: 'activity', activity_id: theirs },
      { kind: 'activity', activity_id: newId() },
      { kind: 'plan', plan_id: newId() },
      { kind: 'planned_workout', plan_id, workout_id: newId() },
    ];
    for (const one of refused)
      for (const by of [athlete, head]) {
        const { status, body } = await ask('POST', messages, by, {
          text: 'x',
          attachments: [attachments[2], one],
        });
        assert.deepEqual([status, body.details?.[0]?.path], [400, 'attachments.1']);
      }
    for (const one of [
      { kind: 'activity' },
      { kind: 'plan', plan_id, workout_id },
      { kind: 'file', url: 'x' },
    ])
      assert.equal((await ask('POST', messages, athlete, { text: 'x', attachments: [one] })).status, 400);

    await ask('PATCH', `/api/v1/activities/${activity_id}`, athlete, { private: true });
    assert.deepEqual((await thread(stage, messages, head)).posts[0].attachments, attachments.slice(1));
    assert.deepEqual((await thread(stage, messages, athlete)).posts[0].attachments, attachments);
  });

  test('is in the inbox of the coaches, the latest first, in pages, the unread ones alone where asked', async () => {
    const club = await messageStage(server);
    const { head, athlete, assistant } = club;
    const runners = [
      athlete,
      club.other,
      await addMember(server, club.club),
      await addMember(server, club.club),
    ];
    const pathOf = ({ user_id }: TestUser) => club.messages.replace(athlete.user_id, user_id);
    const posts = [];
    for (const one of runners) posts.push(await post(club, pathOf(one), one, 'Hello.'));
    await post(club, pathOf(athlete), head, 'Hello to you.');
    const walk = async (by: TestUser, filter = '') => {
      const seen: string[] = [];
      let cursor = '';
      do {
        const { body } = await inboxOf(by, `?limit=2${filter}${cursor}`, club.club);
        seen.push(
          ...body.data.conversations.map((one: { athlete: { user_id: string } }) => one.athlete.user_id),
        );
        cursor = body.data.next_cursor === null ? '' : `&cursor=${body.data.next_cursor}`;
      } while (cursor !== '');
      return seen;
    };
    const [a, b, c, d] = runners.map(({ user_id }) => user_id);
    assert.deepEqual(await walk(head), [a, d, c, b]);
    const read = { post_id: posts[2].id };
    await ask('PUT', `/api/v1/threads/${posts[2].thread_id}/read`, head, read);
    assert.deepEqual(await walk(head, '&unread=true'), [a, d, b]);
    assert.deepEqual(await walk(assistant, '&unread=true'), [a, d, c, b]);
    assert.deepEqual(
      [(await inboxOf(athlete, '', club.club)).status, (await inboxOf(head)).status],
      [403, 404],
    );
    assert.equal((await inboxOf(head, '?cursor=x', club.club)).status, 400);
  });

  test('is among the athlete’s own, one for each club they are in', async () => {
    const { athlete, head } = await messageStage(server);
    const second = await createOrganization(server);
    await addMember(server, second, { user: athlete });
    const own = async () =>
      (await ask('GET', '/api/v1/users/me/conversations', athlete)).body.data.conversations;
    assert.deepEqual(await own(), []);
    const path = `/api/v1/organizations/${second.org_id}/athletes/${athlete.user_id}/messages`;
    await post(stage, path, second.coach, 'Welcome.');
    const [one, ...rest] = await own();
    assert.deepEqual(
      [one.org_id, one.org_name, one.unread, one.last_post.text],
      [second.org_id, second.name, 1, 'Welcome.'],
    );
    assert.deepEqual(rest, []);
    assert.deepEqual((await ask('GET', '/api/v1/users/me/conversations', head)).body.data.conversations, []);
  });

  test('that waits for an answer for a day is found, until a coach answers or the athlete takes it back', async () => {
    const club = await messageStage(server);
    const { org_id } = club.club;
    const { athlete, other, assistant, messages } = club;
    const theirs = messages.replace(athlete.user_id, other.user_id);
    await post(club, messages, athlete, 'First.');
    const second = await post(club, messages, athlete, 'Second.');
    const taken = await post(club, theirs, other, 'Never mind.');
    const waiting = async (hours: number) => {
      const before = server.clock.now().getTime() + hours * HOUR_MS - DAY_MS;
      const athlete_ids = [athlete.user_id, other.user_id];
      const found = await findWaitingConversations(server.deps.db, { org_id, athlete_ids });
      return found
        .filter(({ waiting_since }) => waiting_since.getTime() < before)
        .toSorted((a, b) => a.waiting_since.getTime() - b.waiting_since.getTime())
        .map(({ athlete_id }) => athlete_id);
    };
    assert.deepEqual(await waiting(23), []);
    assert.deepEqual(await waiting(25), [athlete.user_id, other.user_id]);
    await ask('DELETE', `/api/v1/posts/${taken.id}`, other);
    assert.deepEqual(await waiting(25), [athlete.user_id]);
    await ask('PUT', `/api/v1/threads/${second.thread_id}/read`, assistant, { post_id: second.id });
    assert.deepEqual(await waiting(25), [athlete.user_id], 'reading is no answer');
    await post(club, messages, assistant, 'Answer.');
    assert.deepEqual(await waiting(25), []);
    const inbox = await inboxOf(assistant, '', club.club);
    assert.equal(inbox.body.data.conversations[0].waiting_since, null);
  });
});
