import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createDeveloperClient } from '../../../sdk/src/index.ts';
import { PRIVACY_SETTINGS } from '../../privacy/index.ts';
import { newId } from '../../shared/ids.ts';
import {
  addMember,
  createApiKey,
  createOrganization,
  signUp,
  type TestOrganization,
  type TestUser,
} from '../../test/factories.ts';
import {
  type FeedbackStage,
  feedbackStage,
  ofActivity,
  ofWorkout,
  say,
  share,
  storeRun,
} from '../../test/feedback-stage.ts';
import { type TestServer, testServer } from '../../test/harness.ts';

type Shown = Record<string, unknown> & { kind: string; activity_id: string | null };

describe('what others see of an athlete’s feedback', () => {
  let server: TestServer;
  let club: TestOrganization;
  let stage: FeedbackStage;
  let athlete: TestUser;
  let apiKey: string;
  let hurting: string;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    stage = await feedbackStage(server, club);
    athlete = stage.athlete;
    ({ secret: apiKey } = await createApiKey(server, club, { scopes: ['feedback:read', 'metrics:read'] }));
    await say(server, athlete, ofActivity(stage.activity_id), {
      rpe: 6,
      feel: 4,
      note: 'Wind from the sea.',
      occurred_at: minutesAgo(9),
    });
    await say(server, athlete, ofActivity(stage.activity_id), {
      pain: { area: 'shin', side: 'right', level: 4 },
      occurred_at: minutesAgo(2),
    });
    await say(server, athlete, ofWorkout(stage), {
      skipped: { reason: 'injured' },
      occurred_at: minutesAgo(7),
    });
    hurting = await storeRun(server, athlete.user_id);
    await say(server, athlete, ofActivity(hurting), {
      pain: { area: 'knee', level: 9 },
      occurred_at: minutesAgo(1),
    });
  });

  const minutesAgo = (minutes: number): string =>
    new Date(server.clock.now().getTime() - minutes * 60_000).toISOString();
  const everything = (settings: object = {}) =>
    share(server, athlete, {
      ...Object.fromEntries(PRIVACY_SETTINGS.map((name) => [name, true])),
      ...settings,
    });
  const address = (of: TestOrganization = club, user_id = athlete.user_id): string =>
    `/api/v1/organizations/${of.org_id}/athletes/${user_id}/feedback`;
  const coachs = async (query = '', of = club) =>
    await server.request('GET', address(of) + query, { token: of.coach.token });
  const keys = async (query = '', key = apiKey) =>
    await server.request('GET', `/developer/v1/athletes/${athlete.user_id}/feedback${query}`, {
      apiKey: key,
    });
  const both = async (query = ''): Promise<{ feedback: Shown[]; privacy_filtered: string[] }[]> => [
    (await coachs(query)).body.data,
    (await keys(query)).body.data,
  ];

  test('is all of it where everything is shared, with the load that follows from the rating', async () => {
    await everything();
    for (const { feedback, privacy_filtered } of await both()) {
      assert.deepEqual(privacy_filtered, []);
      assert.deepEqual(
        feedback.map(({ activity_id }) => activity_id),
        [hurting, stage.activity_id, null],
        'the last said first',
      );
      const { id, told_at, rated_at, ...run } = feedback[1] ?? assert.fail();
      assert.deepEqual(run, {
        kind: 'activity',
        activity_id: stage.activity_id,
        workout: null,
        athlete_id: athlete.user_id,
        rpe: 6,
        feel: 4,
        session_load: { value_au: 360, source: 'rpe' },
        note: 'Wind from the sea.',
        skipped: null,
        pain: { area: 'shin', side: 'right', level: 4 },
      });
      assert.ok(String(rated_at) < String(told_at));
      assert.deepEqual([feedback[2]?.kind, feedback[2]?.skipped], ['workout', { reason: 'injured' }]);
    }
  });

  test('has no trace of pain where that is not shared: neither it, nor when it was said, nor that there was any', async () => {
    await everything({ share_injuries_with_coach: false });
    for (const { feedback, privacy_filtered } of await both()) {
      assert.deepEqual(privacy_filtered, ['pain']);
      assert.deepEqual(
        feedback.map(({ activity_id }) => activity_id),
        [null, stage.activity_id],
        'by when the rest was said',
      );
      for (const one of feedback) assert.equal('pain' in one, false);
      assert.equal(feedback[1]?.told_at, feedback[1]?.rated_at);
    }
    const recent = `?from=${encodeURIComponent(minutesAgo(5))}`;
    for (const { feedback } of await both(recent)) assert.deepEqual(feedback, []);
  });

  test('is on activities only where these show, by their source, their race and their privacy as well', async () => {
    const idsOf = (page: { feedback: Shown[] }) => page.feedback.map(({ activity_id }) => activity_id);
    await everything({ share_activity_with_coach: false });
    for (const page of await both()) {
      assert.deepEqual([idsOf(page), page.privacy_filtered], [[null], ['activities']]);
    }
    await everything({ share_race_history: false });
    const hide = async (body: object) => {
      const { status } = await server.request('PATCH', `/api/v1/activities/${stage.activity_id}`, {
        token: athlete.token,
        body,
      });
      assert.equal(status, 200);
    };
    await hide({ is_race: true });
    for (const page of await both()) assert.deepEqual(idsOf(page), [hurting, null]);
    await everything();
    await hide({ is_race: false, private: true });
    for (const page of await both()) assert.deepEqual(idsOf(page), [hurting, null]);
    await hide({ private: false });
    for (const page of await both()) assert.equal(idsOf(page).length, 3);
    const pages: Shown[] = [];
    let cursor = '';
    do {
      const { body } = await coachs(`?limit=1${cursor}`);
      pages.push(...body.data.feedback);
      cursor = body.data.next_cursor === null ? '' : `&cursor=${body.data.next_cursor}`;
    } while (cursor !== '');
    assert.equal(pages.length, 3);
  });

  test('is nothing to coaches without their consent, and nothing to programs without theirs', async () => {
    await everything({ share_feedback_with_api: false });
    const hidden = ['rpe', 'feel', 'rated_at', 'session_load', 'note', 'skipped', 'pain'];
    const [coach, key] = await both();
    assert.equal(coach?.feedback.length, 3);
    assert.deepEqual([key?.feedback, key?.privacy_filtered], [[], hidden]);
    await everything({ share_feedback_with_coach: false });
    for (const page of await both()) assert.deepEqual([page.feedback, page.privacy_filtered], [[], hidden]);
  });

  test('on a planned workout is for the organization whose plan it is, on an activity for each of theirs', async () => {
    await everything();
    const other = await createOrganization(server);
    await addMember(server, other, { user: athlete });
    const { feedback } = (await coachs('', other)).body.data;
    assert.deepEqual(
      feedback.map(({ kind }: Shown) => kind),
      ['activity', 'activity'],
    );
    const { token } = other.coach;
    const left = await server.request(
      'DELETE',
      `/api/v1/organizations/${other.org_id}/members/${athlete.user_id}`,
      { token },
    );
    assert.equal(left.status, 200);
    assert.equal((await coachs('', other)).status, 404, 'of who has left there is nothing');
  });

  test('is for coaches and keys of the organization alone, and whoever read it is told to the athlete', async () => {
    await everything();
    const stranger = await signUp(server);
    const foreign = await createOrganization(server);
    const unknown = await server.request('GET', address(club, newId()), { token: club.coach.token });
    assert.equal(unknown.status, 404);
    assert.equal((await server.request('GET', address(), { token: stranger.token })).status, 404);
    assert.equal((await server.request('GET', address(), { token: foreign.coach.token })).status, 404);
    assert.equal((await server.request('GET', address(), { token: athlete.token })).status, 403);
    assert.equal((await server.request('GET', address())).status, 401);
    assert.equal((await keys('?cursor=nonsense')).status, 400);
    const { secret: others } = await createApiKey(server, foreign, { scopes: ['feedback:read'] });
    assert.equal((await keys('', others)).status, 404);
    const { secret: read } = await createApiKey(server, club, { scopes: ['read'] });
    assert.equal((await keys('', read)).body.code, 'missing_scope');

    await coachs();
    await keys();
    const { body } = await server.request('GET', '/api/v1/users/me/accesses', { token: athlete.token });
    const reads = body.data.accesses.filter(
      ({ read, organization }: { read: { data: string } | null; organization: { org_id: string } }) =>
        read?.data === 'feedback' && organization.org_id === club.org_id,
    );
    assert.deepEqual(reads.map((one: { actor: { type: string } }) => one.actor.type).sort(), [
      'api_key',
      'user',
    ]);
  });

  test('is a load of its own beside the curve where no heart rate and no pace gives one', async () => {
    await everything();
    const { user_id, token } = athlete;
    await storeRun(server, user_id, { training_load: 80 });
    const rated = await storeRun(server, user_id, { training_load: 50 });
    await say(server, athlete, ofActivity(rated), { rpe: 9 });
    const day = new Date(server.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
    const query = `?from=${day}&to=${day}`;
    const load = async (): Promise<Record<string, unknown>[]> => {
      const coach = `/api/v1/organizations/${club.org_id}/athletes/${user_id}/load${query}`;
      const answers = [
        await server.request('GET', `/api/v1/athletes/me/load${query}`, { token }),
        await server.request('GET', coach, { token: club.coach.token }),
        await server.request('GET', `/developer/v1/athletes/${user_id}/load${query}`, { apiKey }),
      ];
      return answers.map(({ body }) => ({ ...body.data.days[0], hidden: body.data.privacy_filtered }));
    };
    for (const one of await load()) {
      assert.deepEqual(
        [one.load, one.activities_without_load, one.session_load_au, one.activities_with_session_load],
        [130, 2, 360, 1],
        'what has a load in points is not counted in arbitrary units as well',
      );
    }
    await everything({ share_feedback_with_coach: false });
    const [own, coach, key] = await load();
    assert.equal(own?.session_load_au, 360);
    for (const one of [coach, key]) {
      assert.deepEqual(
        [one?.load, one?.session_load_au, one?.activities_with_session_load, one?.hidden],
        [130, null, null, ['session_load_au']],
      );
    }
  });

  test('reaches programs by the SDK, page by page, and is told in the changes', async () => {
    await everything();
    const { secret } = await createApiKey(server, club, { scopes: ['feedback:read'] });
    const client = createDeveloperClient({ baseUrl: `${server.url}/developer/v1`, apiKey: secret });
    const all = await Array.fromAsync(client.feedback(athlete.user_id, {}, { pageSize: 2 }));
    const { feedback } = await client.listAthleteFeedback(athlete.user_id);
    assert.deepEqual(all, feedback);
    const start = (await Array.fromAsync(client.changes())).at(-1)?.next_cursor ?? '';
    const told = async (after: string) => {
      const pages = await Array.fromAsync(client.changes({ after }));
      const changes = pages.flatMap((page) => page.changes);
      return { changes, cursor: pages.at(-1)?.next_cursor ?? '' };
    };
    await say(server, athlete, ofActivity(stage.activity_id), { rpe: 7 });
    const upserted = await told(start);
    assert.deepEqual(
      upserted.changes.map(({ type, action, object }) => [type, action, (object as Shown | undefined)?.rpe]),
      [['feedback', 'upserted', 7]],
    );
    await server.request('DELETE', ofActivity(stage.activity_id), { token: athlete.token });
    const withdrawn = await told(upserted.cursor);
    assert.deepEqual(
      withdrawn.changes.map(({ type, action, id }) => [type, action, id]),
      [['feedback', 'withdrawn', upserted.changes[0]?.id]],
    );
    await share(server, athlete, { share_injuries_with_coach: false });
    const walked = await told(withdrawn.cursor);
    await say(server, athlete, ofActivity(hurting), { pain: { area: 'knee', level: 2 } });
    assert.deepEqual((await told(walked.cursor)).changes, [], 'of pain that is hidden nothing is told');
    await say(server, athlete, ofActivity(hurting), { note: 'Ice.' });
    const [told_now] = (await told(walked.cursor)).changes;
    assert.deepEqual([told_now?.action, 'pain' in (told_now?.object ?? {})], ['upserted', false]);
    const gone = await server.request('DELETE', `/api/v1/activities/${hurting}`, { token: athlete.token });
    assert.equal(gone.status, 200);
    const last = (await told(walked.cursor)).changes;
    assert.deepEqual(
      last.map(({ type, action }) => [type, action]),
      [['feedback', 'withdrawn']],
    );
  });
});
