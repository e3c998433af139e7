import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { exampleSimulation } from '../../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../../sandbox/recordings/write-fit.ts';
import { newId } from '../../shared/ids.ts';
import { DAY_MS, HOUR_MS } from '../../shared/time.ts';
import { jsonRecords, openArchive } from '../../test/archives.ts';
import { eventually } from '../../test/eventually.ts';
import {
  addCoach,
  addMember,
  createApiKey,
  createOrganization,
  setTier,
  type TestOrganization,
  type TestUser,
  uploadFile,
} from '../../test/factories.ts';
import { ofActivity, storeRun } from '../../test/feedback-stage.ts';
import { startTestServer, type TestServer } from '../../test/harness.ts';
import { takeOut } from '../../test/personal-archive.ts';

const RECORDING = writeFit([simulateActivity(exampleSimulation(steadyRun(1_500), { resolution_s: 5 }))]);
// biome-ignore lint/suspicious/noExplicitAny: answers over the wire, of which the server checks the shape
type Json = any;

describe('exports that people ask for', () => {
  let server: TestServer;
  let club: TestOrganization;
  let sharing: TestUser;
  let hiding: TestUser;
  before(async () => {
    server = await startTestServer({ EXPORTS_PER_HOUR: '' });
  });
  after(() => server.stop());
  beforeEach(async () => {
    club = await createOrganization(server);
    [sharing, hiding] = await Promise.all([addMember(server, club), addMember(server, club)]);
  });

  const send = async (method: string, path: string, by: TestUser = club.coach, body?: unknown) =>
    await server.request(method, `/api/v1/organizations/${club.org_id}/exports${path}`, {
      token: by.token,
      ...(body === undefined ? {} : { body }),
    });
  const ask = async (body: unknown = {}, by = club.coach) => await send('POST', '', by, body);
  async function made(body: unknown = {}, by = club.coach): Promise<Json> {
    const asked = await ask(body, by);
    assert.equal(asked.status, 202, JSON.stringify(asked.body));
    return await eventually(
      async () => (await send('GET', `/${asked.body.data.export.id}`, by)).body.data.export,
      ({ status }: Json) => status === 'completed',
    );
  }
  const eventsOf = async (id: string): Promise<string[]> => {
    const path = `/api/v1/organizations/${club.org_id}/audit-logs?target_id=${id}`;
    const { body } = await server.request('GET', path, { token: club.coach.token });
    return (body.logs ?? body.data.logs).map((entry: Json) => `${entry.event_type} ${entry.actor_id}`);
  };

  test('hold what athletes share, say who is not in them and why, and are in the log and in the athletes’ accesses', async () => {
    await uploadFile(server, sharing, RECORDING);
    const privacy = { share_activity_with_coach: false };
    const path = `/api/v1/users/${hiding.user_id}`;
    await server.request('PUT', path, { token: hiding.token, body: { privacy } });
    const stranger = newId();
    const job = await made({
      format: 'json',
      athlete_ids: [sharing.user_id.toUpperCase(), sharing.user_id, hiding.user_id, stranger],
    });
    assert.deepEqual(job.skipped_athletes, [
      { user_id: hiding.user_id, reason: 'sharing_disabled' },
      { user_id: stranger, reason: 'not_a_member' },
    ]);
    assert.deepEqual([job.athlete_ids.length, job.is_downloadable, job.from], [3, true, null]);
    const { body } = await send('GET', `/${job.id}/download`);
    const response = await fetch(body.data.download_url);
    const { files, manifest } = await openArchive(Buffer.from(await response.arrayBuffer()));
    assert.deepEqual(
      jsonRecords(files.get('activities.json')).map(({ athlete_id }) => athlete_id),
      [sharing.user_id],
    );
    assert.deepEqual(manifest.requester, { type: 'user', id: club.coach.user_id });
    assert.deepEqual(await eventsOf(job.id), [
      `export_downloaded ${club.coach.user_id}`,
      `export_created ${club.coach.user_id}`,
    ]);
    const accesses = await server.request('GET', '/api/v1/users/me/accesses', { token: sharing.token });
    const entry = accesses.body.data.accesses.find(({ event }: Json) => event === 'data_exported');
    assert.deepEqual([entry.actor.id, entry.exported.downloads], [club.coach.user_id, 1]);
    const { records } = await takeOut(server, club.coach);
    assert.deepEqual(
      records('exports_asked_for.json').map(({ id }: Json) => id),
      [job.id],
    );
  });

  test('hold what athletes tell where it is asked for, of those who share it with programs', async () => {
    const share_feedback_with_api = true;
    const path = `/api/v1/users/${sharing.user_id}`;
    await server.request('PUT', path, {
      token: sharing.token,
      body: { privacy: { share_feedback_with_api } },
    });
    for (const user of [sharing, hiding]) {
      const at = ofActivity(await storeRun(server, user.user_id));
      const told = await server.request('PUT', at, { token: user.token, body: { rpe: 6 } });
      assert.ok(told.status < 300, JSON.stringify(told.body));
    }
    for (const include of [[], ['pain'], ['feedback', 'feedback'], 'feedback', null])
      assert.equal((await ask({ include })).status, 400, JSON.stringify(include));
    const job = await made({ format: 'json', include: ['sessions', 'feedback'] });
    assert.deepEqual(job.include, ['feedback', 'sessions']);
    const { body } = await send('GET', `/${job.id}/download`);
    const response = await fetch(body.data.download_url);
    const { files, manifest } = await openArchive(Buffer.from(await response.arrayBuffer()));
    assert.deepEqual(manifest.include, ['feedback', 'sessions']);
    assert.deepEqual(
      jsonRecords(files.get('feedback.json')).map(({ athlete_id, rpe }) => [athlete_id, rpe]),
      [[sharing.user_id, 6]],
    );
    assert.equal(files.has('availability.json'), false);
    const plain = await made();
    assert.deepEqual(plain.include, []);
    const listed = (await send('GET', '')).body.data.exports;
    assert.deepEqual(
      listed.map(({ include }: Json) => include),
      [[], ['feedback', 'sessions']],
    );
  });

  test('are their asker’s own: neither another admin nor a key sees them, nor does the asker see theirs', async () => {
    const admin = await addCoach(server, club, { role: 'admin' });
    const { secret } = await createApiKey(server, club, { scopes: ['admin'] });
    const by_key = await server.request('POST', '/developer/v1/exports', { apiKey: secret, body: {} });
    const [mine, theirs] = [await made(), await made({}, admin)];
    const listed = async (by: TestUser): Promise<string[]> =>
      (await send('GET', '', by)).body.data.exports.map(({ id }: Json) => id);
    assert.deepEqual([await listed(club.coach), await listed(admin)], [[mine.id], [theirs.id]]);
    const none = await send('GET', `/${newId()}`);
    for (const id of [theirs.id, by_key.body.data.export.id]) {
      for (const what of ['', '/download']) {
        const answer = await send('GET', `/${id}${what}`);
        assert.deepEqual([answer.status, answer.body.error], [404, none.body.error]);
      }
    }
    const of_key = await server.request('GET', `/developer/v1/exports/${mine.id}`, { apiKey: secret });
    assert.equal(of_key.status, 404);
    const keys = await server.request('GET', '/developer/v1/exports', { apiKey: secret });
    assert.deepEqual(
      keys.body.data.exports.map(({ id }: Json) => id),
      [by_key.body.data.export.id],
    );
  });

  test('come in pages, filtered by state, and at most five of one person an hour, however many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask()));
    const accepted = answers.filter(({ status }) => status === 202);
    const refused = answers.filter(({ status }) => status === 429);
    assert.deepEqual([accepted.length, refused.length], [5, 3], JSON.stringify(answers.at(-1)?.body));
    assert.match(refused[0]?.body.error, /One person may create 5 exports per hour/);
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await send('GET', `?limit=2${cursor && `&cursor=${cursor}`}`);
      paged.push(...body.data.exports.map(({ id }: Json) => id));
      cursor = body.data.next_cursor;
    }
    assert.deepEqual(paged.toSorted(), accepted.map(({ body }) => body.data.export.id).toSorted());
    assert.equal((await send('GET', '?status=failed')).body.data.exports.length, 0);
    server.clock.advance(HOUR_MS);
    assert.equal((await ask()).status, 202);
  });

  test('are for the head coach and admins where the tier includes the developer API', async () => {
    const assistant = await addCoach(server, club);
    for (const [by, status] of [
      [assistant, 403],
      [sharing, 403],
      [(await createOrganization(server)).coach, 404],
    ] as const) {
      assert.equal((await ask({}, by)).status, status);
      assert.equal((await send('GET', '', by)).status, status);
    }
    await setTier(server, club.org_id, 'coach');
    const { status, body } = await ask();
    assert.deepEqual([status, body.code], [403, 'feature_not_enabled']);
  });

  test('say what is wrong with a request', async () => {
    for (const [body, path] of [
      [{ from: '2026-07-01', to: '2026-06-01' }, 'from'],
      [{ format: 'pdf' }, 'format'],
      [{ athlete_ids: [] }, 'athlete_ids'],
      [{ athlete_ids: ['x'] }, 'athlete_ids.0'],
      [{ start: 1 }, 'start'],
    ] as const) {
      const answer = await ask(body);
      assert.equal(answer.status, 400, path);
      assert.ok(JSON.stringify(answer.body.details).includes(path), path);
    }
  });

  test('are not downloaded once somebody shares less, nor by the link of who may not export any more', async () => {
    await uploadFile(server, sharing, RECORDING);
    const admin = await addCoach(server, club, { role: 'admin' });
    const [mine, theirs] = [await made(), await made({}, admin)];
    const link = async (id: string, by: TestUser): Promise<string> =>
      (await send('GET', `/${id}/download`, by)).body.data.download_url;
    const their_link = await link(theirs.id, admin);
    assert.equal((await fetch(their_link)).status, 200);
    const path = `/api/v1/organizations/${club.org_id}/coaches/${admin.user_id}`;
    assert.equal((await server.request('DELETE', path, { token: club.coach.token })).status, 200);
    assert.equal((await fetch(their_link)).status, 403);
    const my_link = await link(mine.id, club.coach);
    const privacy = { share_activity_with_coach: false };
    const at = `/api/v1/users/${sharing.user_id}`;
    await server.request('PUT', at, { token: sharing.token, body: { privacy } });
    assert.equal((await fetch(my_link)).status, 410);
    const { status, body } = await send('GET', `/${mine.id}/download`);
    assert.deepEqual([status, body.code], [410, 'export_withdrawn']);
    assert.equal((await send('GET', `/${mine.id}`)).status, 404);
  });

  test('expire, and go with the account of who asked', async () => {
    const admin = await addCoach(server, club, { role: 'admin' });
    const job = await made({}, admin);
    const { body } = await send('GET', `/${job.id}/download`, admin);
    const path = '/api/v1/users/me';
    const left = await server.request('DELETE', path, {
      token: admin.token,
      body: { password: admin.password },
    });
    assert.equal(left.status, 200, JSON.stringify(left.body));
    assert.ok((await fetch(body.data.download_url)).status >= 400);
    const own = await made();
    server.clock.advance(8 * DAY_MS);
    const { body: read } = await server.request('POST', '/api/v1/auth/login', {
      body: { email: club.coach.email, password: club.coach.password },
    });
    const coach = { ...club.coach, token: read.access_token ?? read.data?.access_token };
    assert.equal((await send('GET', `/${own.id}/download`, coach)).body.code, 'export_expired');
    server.clock.reset();
  });
});
