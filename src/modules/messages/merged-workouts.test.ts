import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { DEFAULT_SOURCE_POLICIES } from '../../privacy/index.ts';
import { newId } from '../../shared/ids.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import type { TestUser } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { type MessageStage, messageStage, post, thread, unreadOf } from '../../test/message-stage.ts';
import { reportOf } from '../../test/tell-workouts.ts';
import { storeReports } from '../activities/index.ts';
import { findUser } from '../users/index.ts';

describe('comments on workouts that turn out to be one', () => {
  let server: TestServer;
  let stage: MessageStage;
  before(async () => {
    server = await testServer();
    stage = await messageStage(server);
  });

  /** Workouts of one day, hours apart. */
  async function tell(...hours: number[]): Promise<string[]> {
    const user = await findUser(server.deps.db, stage.athlete.user_id);
    assert.ok(user);
    const { clock, events } = server.deps;
    const reports = hours.map((hour) =>
      reportOf('garmin', newId(), {
        ...{ duration_s: 1_800, distance_m: 5_000 },
        start_time: new Date(Date.UTC(2026, 4, 1, hour)),
      }),
    );
    const given = { user, reports, policies: DEFAULT_SOURCE_POLICIES, now: clock.now(), events };
    return [...(await server.deps.db.transaction((tx) => storeReports(tx, given))).activity_ids] as string[];
  }
  const commentsOn = (id: string | undefined): string => stage.at(`/activities/${id}/comments`);
  async function join(one: string | undefined, other: string | undefined): Promise<string> {
    const { token } = stage.athlete;
    const body = { activity_id: other };
    const answer = await server.request('POST', `/api/v1/activities/${one}/join`, { token, body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data.activity.id;
  }
  const textsOf = async (path: string, reader: TestUser): Promise<string[]> =>
    (await thread(stage, path, reader)).posts.map(({ text }: { text: string }) => text).reverse();
  const later = () => server.clock.advance(MINUTE_MS);
  const read = async (path: string, reader: TestUser): Promise<void> => {
    const { thread: found, posts } = await thread(stage, path, reader);
    const body = { post_id: posts[0].id };
    const at = `/api/v1/threads/${found.id}/read`;
    assert.equal((await server.request('PUT', at, { token: reader.token, body })).status, 200);
  };

  test('stand in the order of their times, with their mentions, and nothing unread is passed over', async () => {
    const { athlete, head, assistant } = stage;
    const [first, second] = await tell(5, 8);
    const [unread_before] = [await unreadOf(stage, head)];
    await post(stage, commentsOn(first), athlete, 'Warm today.');
    later();
    await post(stage, commentsOn(second), athlete, {
      text: 'The second half.',
      mentions: [assistant.user_id],
    });
    later();
    await post(stage, commentsOn(first), head, 'Drink more.');
    later();
    await post(stage, commentsOn(second), head, 'Good pacing.');
    await read(commentsOn(first), assistant);
    assert.deepEqual((await thread(stage, commentsOn(second), assistant)).thread.unread, 2);

    const joined = await join(first, second);
    const path = commentsOn(joined);
    const all = ['Warm today.', 'The second half.', 'Drink more.', 'Good pacing.'];
    for (const reader of [athlete, head, assistant]) assert.deepEqual(await textsOf(path, reader), all);
    const { posts, thread: merged } = await thread(stage, path, assistant);
    assert.deepEqual(
      posts.map(({ mentions }: { mentions: string[] }) => mentions),
      [[], [], [assistant.user_id], []],
    );
    assert.ok(merged.unread >= 2 && merged.unread <= 3, `${merged.unread} unread`);
    const [, comments] = await unreadOf(stage, head);
    assert.equal(comments, unread_before[1] + 2);
    await read(path, assistant);
    assert.equal((await thread(stage, path, assistant)).thread.unread, 0);
    await post(stage, path, athlete, 'One run, then.');
    assert.equal((await textsOf(path, head)).at(-1), 'One run, then.');
    server.clock.reset();
  });

  test('are read and written by the id of either, by those who see the one that goes on', async () => {
    const { athlete, head } = stage;
    const [first, second] = await tell(10, 13);
    await post(stage, commentsOn(first), head, 'How was it?');
    const joined = await join(first, second);
    const gone = joined === first ? second : first;
    assert.deepEqual(await textsOf(commentsOn(gone), athlete), ['How was it?']);
    const { thread: found } = await thread(stage, commentsOn(gone), head);
    assert.equal(found.subject.activity_id, joined);
    await post(stage, commentsOn(gone), athlete, 'One run, not two.');
    assert.deepEqual(await textsOf(commentsOn(joined), head), ['How was it?', 'One run, not two.']);
    const hide = async (is_private: boolean): Promise<void> => {
      const body = { private: is_private };
      const path = `/api/v1/activities/${joined}`;
      assert.equal((await server.request('PATCH', path, { token: athlete.token, body })).status, 200);
    };
    await hide(true);
    for (const id of [gone, joined])
      assert.equal((await server.request('GET', commentsOn(id), { token: head.token })).status, 404);
    await hide(false);
    const { user_id } = stage.other;
    const theirs = commentsOn(gone).replace(athlete.user_id, user_id);
    assert.equal((await server.request('GET', theirs, { token: head.token })).status, 404);
  });

  test('go along where only one of them had any, and of the same millisecond none is lost; links lead on', async () => {
    const { athlete, head } = stage;
    const [quiet, loud, third] = await tell(12, 15, 18);
    await post(stage, commentsOn(loud), athlete, 'Loud.');
    const attachments = [{ kind: 'activity', activity_id: loud }];
    await post(stage, stage.messages, athlete, { text: 'This one.', attachments });
    const one = await join(quiet, loud);
    assert.deepEqual(await textsOf(commentsOn(one), head), ['Loud.']);
    const { posts } = await thread(stage, commentsOn(one), head);
    const [message] = (await thread(stage, stage.messages, head)).posts;
    assert.deepEqual(message.attachments, [{ kind: 'activity', activity_id: one }]);
    await post(stage, commentsOn(third), head, 'At once.');
    await server.deps.db.executeSql(
      `UPDATE message_posts SET created_at = $1 WHERE thread_id = (
         SELECT id FROM message_threads WHERE kind = 'activity' AND key = $2)`,
      [posts[0].created_at, third ?? ''],
    );
    const all = await join(one, third);
    assert.deepEqual((await textsOf(commentsOn(all), head)).sort(), ['At once.', 'Loud.']);
  });

  test('stay together when the workout is split again, with the one that goes on', async () => {
    const { athlete, head } = stage;
    const [first, second] = await tell(20, 22);
    await post(stage, commentsOn(first), athlete, 'Before the rain.');
    await post(stage, commentsOn(second), head, 'After it.');
    const joined = await join(first, second);
    const { token } = athlete;
    const records = await server.request('GET', `/api/v1/activities/${joined}/records`, { token });
    const [record] = records.body.data.records;
    const split = await server.request('POST', `/api/v1/activities/${joined}/split`, {
      token,
      body: { record_id: record.id },
    });
    assert.equal(split.status, 201, JSON.stringify(split.body));
    assert.deepEqual(await textsOf(commentsOn(joined), head), ['Before the rain.', 'After it.']);
  });
});
