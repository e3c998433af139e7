import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { newId } from '../../shared/ids.ts';
import { addMember, createOrganization, signUp, type TestUser } from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';
import {
  type MessageStage,
  messageStage,
  post,
  storeActivity,
  thread,
  unreadOf,
} from '../../test/message-stage.ts';

const said = ({ body }: TestResponse) => ({ ...body, request_id: null });

describe('comments', () => {
  let server: TestServer;
  let stage: MessageStage;
  before(async () => {
    server = await testServer();
    stage = await messageStage(server);
  });
  const get = (path: string, { token }: Pick<TestUser, 'token'>) => server.request('GET', path, { token });
  const write = (path: string, { token }: Pick<TestUser, 'token'>, body: unknown, headers = {}) =>
    server.request('POST', path, { token, body, headers });

  test('on a workout, a planned workout and a week are written and read by the athlete and the coaches', async () => {
    const { athlete, head, assistant, activity_id, plan_id, workout_id, at } = stage;
    const subjects = [
      [stage.comments, { kind: 'activity', activity_id }],
      [
        at(`/plans/${plan_id}/workouts/${workout_id}/comments`),
        { kind: 'planned_workout', plan_id, workout_id },
      ],
      [at('/weeks/2026-06-29/comments'), { kind: 'week', week_start: '2026-06-29' }],
    ] as const;
    for (const [path, subject] of subjects) {
      assert.deepEqual((await thread(stage, path, athlete)).thread.id, null);
      const first = await post(stage, path, athlete, '  Legs like <b>lead</b>.\r\nSlept badly. ');
      const second = await post(stage, path, head, { text: 'Rest tomorrow.', mentions: [athlete.user_id] });
      assert.equal(first.text, 'Legs like <b>lead</b>.\nSlept badly.');
      assert.deepEqual([first.author.role, second.author.role], ['athlete', 'coach']);
      const seen = await thread(stage, path, assistant);
      assert.deepEqual(seen.thread.subject, subject);
      assert.deepEqual(
        seen.posts.map(({ id, mentions }: { id: string; mentions: string[] }) => [id, mentions]),
        [
          [second.id, [athlete.user_id]],
          [first.id, []],
        ],
      );
      assert.deepEqual([seen.thread.unread, (await thread(stage, path, head)).thread.unread], [2, 1]);
    }
  });

  test('on a lap or a stretch say so, and on a planned workout cannot', async () => {
    const { athlete, at, plan_id, workout_id } = stage;
    const [lap, stretch] = [{ lap_number: 3 }, { from_s: 60, to_s: 90 }];
    for (const place of [lap, stretch])
      assert.deepEqual((await post(stage, stage.comments, athlete, { text: 'Here.', place })).place, place);
    for (const place of [{}, { ...lap, ...stretch }, { from_s: 60 }, { from_s: 9, to_s: 8 }])
      assert.equal((await write(stage.comments, athlete, { text: 'Here.', place })).status, 400);
    const planned = at(`/plans/${plan_id}/workouts/${workout_id}/comments`);
    assert.equal((await write(planned, athlete, { text: 'Here.', place: lap })).status, 400);
  });

  test('are nobody else’s: not another athlete’s, not a stranger’s, not another club’s', async () => {
    const { athlete, other, comments } = stage;
    const elsewhere = await createOrganization(server);
    const stranger = await signUp(server);
    for (const [one, status] of [
      [other, 403],
      [stranger, 404],
      [elsewhere.coach, 404],
    ] as const) {
      assert.equal((await get(comments, one)).status, status);
      assert.equal((await write(comments, one, { text: 'Hello.' })).status, status);
    }
    assert.equal((await server.request('GET', comments)).status, 401);
    // In the path of the other athlete the workout does not exist, and nor does one that nobody has.
    const theirs = `/api/v1/organizations/${stage.club.org_id}/athletes`;
    const missing = await get(stage.at(`/activities/${newId()}/comments`), stage.head);
    const wrong = await get(
      `${theirs}/${other.user_id}/activities/${stage.activity_id}/comments`,
      stage.head,
    );
    assert.deepEqual([wrong.status, said(wrong)], [404, said(missing)]);
    for (const week of ['2026-06-30', '2026-02-30', '2026-6-29'])
      assert.ok([400, 404].includes((await get(stage.at(`/weeks/${week}/comments`), athlete)).status), week);
  });

  test('of an athlete in two clubs are two threads, and neither club’s coaches see the other’s', async () => {
    const { athlete, head, activity_id } = stage;
    const second = await createOrganization(server);
    await addMember(server, second, { user: athlete });
    const there = `/api/v1/organizations/${second.org_id}/athletes/${athlete.user_id}/activities/${activity_id}/comments`;
    const [here, elsewhere] = [
      await post(stage, stage.comments, athlete, 'Here.'),
      await post(stage, there, athlete, 'There.'),
    ];
    assert.notEqual(here.thread_id, elsewhere.thread_id);
    const texts = async (path: string, by: TestUser) =>
      (await thread(stage, path, by)).posts.map(({ text }: { text: string }) => text);
    assert.ok((await texts(stage.comments, head)).includes('Here.'));
    assert.ok(!(await texts(stage.comments, head)).includes('There.'));
    assert.deepEqual(await texts(there, second.coach), ['There.']);
    for (const [id, by] of [
      [elsewhere.id, head],
      [here.id, second.coach],
    ] as const) {
      assert.equal((await get(`/api/v1/posts/${id}/versions`, by)).status, 404);
      assert.equal((await server.request('DELETE', `/api/v1/posts/${id}`, { token: by.token })).status, 404);
    }
    const read = (thread_id: string, post_id: string) =>
      server.request('PUT', `/api/v1/threads/${thread_id}/read`, { token: head.token, body: { post_id } });
    assert.equal((await read(elsewhere.thread_id, elsewhere.id)).status, 404);
    assert.equal((await read(here.thread_id, elsewhere.id)).status, 400);
    assert.equal((await read(here.thread_id, here.id)).status, 200);
  });

  test('go out of the coaches’ sight with the workout they are on, and are there again with it', async () => {
    const { athlete, head, club } = stage;
    const activity_id = await storeActivity(server, athlete);
    const path = stage.at(`/activities/${activity_id}/comments`);
    const before = await unreadOf(stage, head);
    const written = await post(stage, path, athlete, 'The hamstring again.');
    assert.deepEqual(await unreadOf(stage, head), [before[0], before[1] + 1]);
    const set = (is_private: boolean) =>
      server.request('PATCH', `/api/v1/activities/${activity_id}`, {
        token: athlete.token,
        body: { private: is_private },
      });
    const hidden = async () => {
      const none = await get(stage.at(`/activities/${newId()}/comments`), head);
      const seen = await get(path, head);
      assert.deepEqual([seen.status, said(seen)], [404, said(none)]);
      assert.equal((await write(path, head, { text: 'Hm.' })).status, 404);
      assert.equal((await get(`/api/v1/posts/${written.id}/versions`, head)).status, 404);
      assert.deepEqual(await unreadOf(stage, head), before);
      assert.equal((await thread(stage, path, athlete)).posts.length, 1);
    };
    const changed = await set(true);
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    await hidden();
    const refused = await write(path, athlete, { text: 'Look.', mentions: [head.user_id] });
    assert.deepEqual(
      [refused.status, refused.body.details],
      [400, [{ path: 'mentions.0', message: 'must be the user_id of somebody who may read this' }]],
    );
    await set(false);
    assert.equal((await thread(stage, path, head)).posts.length, 1);
    const narrow = (share: boolean) =>
      server.request('PUT', `/api/v1/organizations/${club.org_id}/membership/privacy`, {
        token: athlete.token,
        body: { share_activity_with_coach: share },
      });
    await narrow(false);
    await hidden();
    await narrow(true);
    assert.equal((await thread(stage, path, head)).posts.length, 1);
  });

  test('mention by id those who may read them, and say nothing of anybody else', async () => {
    const { athlete, other, assistant, comments } = stage;
    const stranger = await signUp(server);
    const answers = await Promise.all(
      [other.user_id, stranger.user_id, newId()].map((user_id) =>
        write(comments, athlete, { text: 'You.', mentions: [assistant.user_id, user_id] }),
      ),
    );
    const [first, ...rest] = answers.map((one) => JSON.stringify([one.status, said(one)]));
    assert.ok(first?.startsWith('[400') && first.includes('mentions.1'));
    assert.deepEqual(new Set(rest), new Set([first]));
    const written = await post(stage, comments, athlete, { text: `@${other.user_id}`, mentions: [] });
    assert.deepEqual(written.mentions, [], 'the text is not searched');
  });

  test('are texts of 1 to 5,000 characters without what turns or hides text', async () => {
    const { athlete, comments } = stage;
    for (const text of ['x', '走'.repeat(5_000), '<script>alert(1)</script>', '\tone\n\ntwo', '👩‍👩‍👧']) {
      assert.equal((await post(stage, comments, athlete, text)).text, text.trim());
    }
    for (const text of [
      '',
      '  \n ',
      'x'.repeat(5_001),
      'x'.repeat(100_000),
      'a\u202Eb',
      'a\u0007b',
      'a\u2066b',
      7,
      null,
    ]) {
      const { status, body } = await write(comments, athlete, { text });
      assert.equal(status, 400, JSON.stringify(text).slice(0, 20));
      assert.ok(JSON.stringify(body).includes('text') && JSON.stringify(body).length < 1_000);
    }
    assert.equal((await write(comments, athlete, { text: 'x', author_id: athlete.user_id })).status, 400);
  });

  test('sent twice with one key are written once, at the same moment too; without a key twice', async () => {
    const { athlete, head, at } = stage;
    const path = at('/weeks/2026-05-04/comments');
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => write(path, athlete, { text: 'Once.' }, key)),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    assert.equal(new Set(answers.map(({ body }) => body.data.post.id)).size, 1);
    assert.equal((await thread(stage, path, head)).thread.unread, 1);
    assert.equal((await write(path, athlete, { text: 'Other.' }, key)).body.code, 'idempotency_key_reused');
    for (const bad of ['a b', 'x'.repeat(256)]) {
      const refused = await write(path, athlete, { text: 'Once.' }, { 'idempotency-key': bad });
      assert.deepEqual([refused.status, refused.body.details[0].path], [400, 'Idempotency-Key']);
    }
    await Promise.all(
      Array.from({ length: 5 }, (_, index) => write(path, index % 2 ? head : athlete, { text: 'Often.' })),
    );
    const { posts } = await thread(stage, path, head);
    assert.equal(posts.length, 6);
    const times = posts.map(({ created_at }: { created_at: string }) => created_at);
    assert.equal(new Set(times).size, 6, 'no two have the same time');
    assert.deepEqual(times, [...times].sort().reverse());
  });

  test('come in pages that neither skip nor repeat', async () => {
    const paged = await messageStage(server);
    const { athlete, head, at } = paged;
    const path = at('/weeks/2026-05-11/comments');
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.unshift((await post(paged, path, athlete, `${count}`)).id);
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await thread(paged, `${path}?limit=2${cursor}`, head);
      seen.push(...page.posts.map(({ id }: { id: string }) => id));
      cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`;
    } while (cursor !== '');
    assert.deepEqual(seen, ids);
  });
});
