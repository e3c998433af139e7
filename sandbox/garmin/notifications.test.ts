import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { Decoder, Stream } from '@garmin/fitsdk';
import { ask } from '../../src/test/garmin-app.ts';
import { type Stage, setStage } from '../../src/test/garmin-stand-in.ts';

describe('notifications of the stand-in for Garmin', () => {
  let stage: Stage;
  afterEach(() => stage.stop());

  const QUICK = { sample_every_s: 10, heart_rate_every_s: 3_600 };

  test('what is recorded is pushed, with the headers and the names of the wire', async () => {
    stage = await setStage({ settings: QUICK });
    const { garmin, person, keys } = stage;
    const token = await stage.connect();
    const id = garmin.recordActivity(person.user_id);
    const [first, details, file, ...more] = await stage.delivered();
    assert.equal(more.length, 0);
    assert.equal(first?.method, 'POST');
    assert.equal(first?.headers['garmin-client-id'], keys.client_id);
    assert.equal(first?.headers['x-api-key'], keys.x_api_key);
    assert.equal(first?.headers['user-agent'], 'Garmin Health API');
    assert.match(String(first?.headers['content-type']), /^application\/json/);
    const [activity] = first?.body.activities ?? [];
    assert.equal(activity?.userId, person.user_id);
    assert.equal(activity?.userAccessToken, token.token);
    assert.deepEqual([activity?.activityId, activity?.summaryId], [id, String(id)]);
    const [detail] = details?.body.activityDetails ?? [];
    assert.equal(detail?.summaryId, `${id}-detail`);
    assert.deepEqual(
      detail?.summary,
      Object.fromEntries(Object.entries(activity ?? {}).filter(([name]) => !/^(user|summaryId)/.test(name))),
    );
    assert.ok(file?.body.activityFiles?.[0]?.callbackURL);

    garmin.settings.send_user_access_token = false;
    garmin.recordActivity(person.user_id, { manual: true, name: 'By hand' });
    const [manual] = await stage.delivered();
    const [by_hand] = manual?.body.manuallyUpdatedActivities ?? [];
    assert.deepEqual([by_hand?.manual, by_hand?.userAccessToken], [true, undefined]);
  });

  test('only who is connected and allows it is told of', async () => {
    stage = await setStage({ settings: QUICK });
    const { garmin, person } = stage;
    const nobody = garmin.addPerson({ name: 'Not connected' });
    await stage.connect(['HEALTH_EXPORT']);
    garmin.recordActivity(nobody.user_id);
    garmin.recordActivity(person.user_id);
    assert.equal((await stage.delivered()).length, 0);
    garmin.syncDay(person.user_id, '2026-10-17', { types: ['dailies'] });
    assert.equal((await stage.delivered()).length, 1);
  });

  test('a ping leads to the bare array, for whom it was meant and as long as it holds', async () => {
    const endpoints = { activities: { mode: 'ping' }, dailies: { mode: 'ping' } } as const;
    stage = await setStage({ settings: QUICK, endpoints });
    const { garmin, person, app, clock } = stage;
    const token = await stage.connect();
    const id = garmin.recordActivity(person.user_id);
    const [post] = await stage.delivered();
    const [ping] = post?.body.activities ?? [];
    assert.deepEqual(Object.keys(ping ?? {}).sort(), [
      'callbackURL',
      'uploadEndTimeInSeconds',
      'uploadStartTimeInSeconds',
      'userAccessToken',
      'userId',
    ]);
    const url = String(ping?.callbackURL);
    assert.ok(url.startsWith(`${garmin.url}/wellness-api/rest/activities?`));
    const { status, json } = await app.call('GET', url, { token });
    assert.equal(status, 200);
    assert.ok(
      Array.isArray(json) &&
        json.length === 1 &&
        json[0].activityId === id &&
        json[0].userId === person.user_id,
    );

    const other = garmin.addPerson({ name: 'Somebody else' });
    const theirs = await stage.connect(undefined, other.user_id);
    assert.equal((await app.call('GET', url, { token: theirs })).status, 400);
    assert.equal((await ask('GET', url)).status, 401);
    assert.equal((await app.call('GET', url.replace(/token=.*/, 'token=x'), { token })).status, 400);
    assert.equal((await app.call('GET', url.replace('activities', 'dailies'), { token })).status, 400);
    assert.equal((await app.call('GET', url.replace(/(uploadEnd\w+=)\d+/, '$11'), { token })).status, 400);
    garmin.settings.pull_needs_credentials = false;
    assert.equal((await ask('GET', url)).status, 200);
    garmin.settings.pull_needs_credentials = true;
    garmin.settings.pull_token = false;
    assert.equal((await app.call('GET', url.replace(/&token=.*/, ''), { token })).status, 200);
    garmin.changePermissions(person.user_id, stage.keys.client_id, ['HEALTH_EXPORT']);
    assert.equal((await app.call('GET', url, { token })).status, 412);
    clock.pass(86_400);
    assert.equal((await app.call('GET', url, { token })).status, 400);
  });

  test('the file of an activity is a FIT file', async () => {
    stage = await setStage({ settings: QUICK });
    const { garmin, person, app } = stage;
    const token = await stage.connect();
    const id = garmin.recordActivity(person.user_id);
    const posts = await stage.delivered();
    const item = posts.flatMap(({ body }) => body.activityFiles ?? [])[0];
    assert.deepEqual([item?.fileType, item?.summaryId, item?.activityId], ['FIT', String(id), id]);
    const url = String(item?.callbackURL);
    assert.equal((await app.call('GET', url, { token })).status, 200);
    assert.equal((await app.call('GET', url.replace(/id=\d+/, 'id=1'), { token })).status, 400);
    garmin.settings.pull_needs_credentials = false;
    const answer = await fetch(url);
    assert.equal(answer.headers.get('content-type'), 'application/octet-stream');
    assert.ok(new Decoder(Stream.fromArrayBuffer(await answer.arrayBuffer())).checkIntegrity());
    // Each file has a ping of its own.
    garmin.together(() => {
      garmin.recordActivity(person.user_id, { name: 'One' });
      garmin.recordActivity(person.user_id, { name: 'Two' });
    });
    const files = (await stage.delivered()).flatMap(({ body }) => body.activityFiles ?? []);
    assert.equal(new Set(files.map(({ callbackURL }) => callbackURL)).size, 2);
    garmin.settings.pull_needs_credentials = true;
    garmin.changePermissions(person.user_id, stage.keys.client_id, ['HEALTH_EXPORT']);
    assert.equal((await app.call('GET', url, { token })).status, 412);
  });

  test('an activity that grows keeps its number and start', async () => {
    stage = await setStage({ settings: QUICK });
    const { garmin, person, clock } = stage;
    await stage.connect();
    const id = garmin.recordActivity(person.user_id);
    garmin.prolongActivity(id, 600);
    const told = (await stage.delivered()).flatMap(({ body }) => body.activities ?? []);
    const [before, after] = told;
    assert.equal(before?.startTimeInSeconds, after?.startTimeInSeconds);
    assert.equal(before?.summaryId, after?.summaryId);
    assert.ok(Number(after?.durationInSeconds) >= Number(before?.durationInSeconds) + 500);
    // So do a day and a night, under another summaryId.
    const types = ['dailies', 'sleeps'] as const;
    const until = new Date(clock.now().getTime() - 3_600_000);
    garmin.syncDay(person.user_id, '2026-10-18', { types, until, final: false });
    garmin.syncDay(person.user_id, '2026-10-18', { types });
    const posts = await stage.delivered();
    for (const type of types) {
      const [early, late] = posts.flatMap(({ body }) => body[type] ?? []);
      assert.equal(early?.startTimeInSeconds, late?.startTimeInSeconds);
      assert.equal(early?.calendarDate, '2026-10-18');
      assert.ok(Number(late?.durationInSeconds) > Number(early?.durationInSeconds));
      assert.notEqual(early?.summaryId, late?.summaryId);
    }
  });

  test('one post may mix people and types', async () => {
    stage = await setStage({ settings: QUICK });
    const { garmin, person } = stage;
    const other = garmin.addPerson({ name: 'Bo' });
    await stage.connect();
    await stage.connect(undefined, other.user_id);
    const work = (): void => {
      for (const { user_id } of [person, other])
        garmin.syncDay(user_id, '2026-10-17', { types: ['dailies', 'hrv'] });
    };
    garmin.together(work);
    const apart = await stage.delivered();
    assert.deepEqual(
      apart.map(({ body }) => Object.keys(body)),
      [['dailies'], ['hrv']],
    );
    garmin.together(work, { several_types: true });
    const [post, ...more] = await stage.delivered();
    assert.equal(more.length, 0);
    assert.deepEqual(
      post?.body.hrv?.map(({ userId }) => userId),
      [person.user_id, other.user_id],
    );
    assert.equal(post?.body.dailies?.length, 2);
  });

  test('a post that is not answered with 200 comes again, with growing gaps, until it is given up', async () => {
    stage = await setStage({ settings: QUICK });
    const { garmin, person, receiver, clock } = stage;
    await stage.connect();
    garmin.syncDay(person.user_id, '2026-10-17', { types: ['hrv'] });
    receiver.answers.push(500, 0, 202);
    for (const wait_s of [0, 59, 1, 299, 1, 1_799, 1, 100_000]) {
      clock.pass(wait_s);
      // Only the answer that never comes is worth no waiting.
      garmin.settings.answer_within_ms = garmin.posts[0]?.attempts.length === 1 ? 40 : 30_000;
      await garmin.deliverDue();
    }
    const [post] = garmin.posts;
    assert.deepEqual(
      post?.attempts.map(({ status, failure }) => status ?? failure),
      [500, 'timeout', 202, 200],
    );
    assert.equal(post?.state, 'delivered');
    assert.equal(new Set(receiver.received.map(({ body }) => JSON.stringify(body))).size, 1);

    receiver.answers.push(500, 500, 500, 500);
    garmin.syncDay(person.user_id, '2026-10-16', { types: ['hrv'] });
    for (let time = 0; time < 6; time += 1, clock.pass(3_600)) await garmin.deliverDue();
    assert.deepEqual([garmin.posts[1]?.state, garmin.posts[1]?.attempts.length], ['given up', 4]);

    // As long as it is kept.
    garmin.settings.attempts = Number.POSITIVE_INFINITY;
    garmin.syncDay(person.user_id, '2026-10-15', { types: ['hrv'] });
    receiver.answers.push(...Array.from({ length: 50 }, () => 503));
    for (let hour = 0; hour < 8 * 24; hour += 1, clock.pass(3_600)) await garmin.deliverDue();
    const [, , third] = garmin.posts;
    const gaps =
      third?.attempts
        .map(({ at }, index) => at.getTime() - (third.attempts[index - 1]?.at.getTime() ?? 0))
        .slice(1) ?? [];
    assert.equal(third?.state, 'given up');
    assert.ok(gaps.length > 5 && gaps.length < 15 && Number(gaps.at(-1)) > Number(gaps[0]) * 10);
  });

  test('posts come twice, backwards, later, or not at all', async () => {
    const endpoints = { hrv: { state: 'off' } } as const;
    stage = await setStage({ settings: { ...QUICK, duplicate_posts: true }, endpoints });
    const { garmin, person, keys, clock } = stage;
    await stage.connect();
    const dates = ['2026-10-14', '2026-10-15', '2026-10-16'];
    const tell = async (): Promise<unknown[]> => {
      for (const date of dates) garmin.syncDay(person.user_id, date, { types: ['dailies', 'hrv'] });
      return (await stage.delivered()).map(({ body }) => body.dailies?.[0]?.calendarDate);
    };
    assert.deepEqual(
      await tell(),
      dates.flatMap((date) => [date, date]),
    );
    garmin.settings.duplicate_posts = false;
    garmin.settings.reverse_posts = true;
    assert.deepEqual(await tell(), dates.toReversed());
    const [post] = garmin.posts;
    if (post !== undefined) garmin.repeat(post);
    assert.equal((await stage.delivered()).length, 1);
    keys.endpoints.dailies = { url: stage.receiver.url, state: 'on_hold' };
    assert.deepEqual(await tell(), []);
    keys.endpoints.dailies = { url: stage.receiver.url };
    assert.equal((await stage.delivered()).length, 3);
    // What is held for longer than it is kept is dropped.
    keys.endpoints.dailies = { url: stage.receiver.url, state: 'on_hold' };
    assert.deepEqual(await tell(), []);
    clock.pass(7 * 86_400);
    keys.endpoints.dailies = { url: stage.receiver.url };
    assert.equal((await stage.delivered()).length, 0);
    keys.endpoints.dailies = { url: 'http://example.org/push' };
    assert.throws(() => garmin.syncDay(person.user_id, '2026-10-16'), /this machine only/);
  });

  test('details can be large, and posts leave by themselves', async () => {
    stage = await setStage({ deliver: 'by_itself' });
    const { garmin, person, receiver } = stage;
    await stage.connect();
    garmin.recordLongRides(person.user_id, 2_500_000);
    while (receiver.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const [post] = receiver.received;
    assert.ok(Number(post?.bytes) >= 2_500_000, `${post?.bytes}`);
    assert.equal(new Set(post?.body.activityDetails?.map(({ activityId }) => activityId)).size, 2);
  });
});
