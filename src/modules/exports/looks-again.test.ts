import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { exampleSimulation } from '../../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../../sandbox/recordings/write-fit.ts';
import { sql } from '../../infra/db/sql.ts';
import { downloadArchive, jsonRecords, runExportOverHttp, type WireExport } from '../../test/archives.ts';
import { attemptExport, createExporter, type Exporter, recordExport } from '../../test/export-attempts.ts';
import { addMember, setTier, type TestUser, uploadFile } from '../../test/factories.ts';
import { type TestResponse, type TestServer, testServer } from '../../test/harness.ts';
import { suspendOrganization } from '../organizations/index.ts';

const RECORDING = writeFit([simulateActivity(exampleSimulation(steadyRun(1_500), { resolution_s: 5 }))]);

describe('a download looks again', () => {
  let server: TestServer;
  let club: Exporter['club'];
  let key: Exporter['key'];
  let owner: Exporter['owner'];
  let stays: TestUser;
  let changes: TestUser;
  let activity: WireExport;
  before(async () => {
    server = await testServer();
  });
  beforeEach(async () => {
    ({ club, key, owner } = await createExporter(server));
    [stays, changes] = await Promise.all([addMember(server, club), addMember(server, club)]);
    activity = await upload(changes);
  });

  const upload = async (user: TestUser): Promise<WireExport> => {
    const answer = await uploadFile(server, user, RECORDING);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.data.activities[0];
  };
  const download = (id: string): Promise<TestResponse> =>
    server.request('GET', `/developer/v1/exports/${id}/download`, { apiKey: key.secret });
  const linkTo = async (id: string): Promise<string> => {
    const { status, body } = await download(id);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.download_url;
  };
  const act = async (user: TestUser, method: string, path: string, body?: object): Promise<void> => {
    const answer = await server.request(method, `/api/v1${path}`, {
      token: user.token,
      ...(body && { body }),
    });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
  };
  const setPrivacy = (privacy: object) => act(changes, 'PUT', `/users/${changes.user_id}`, { privacy });
  const changeActivity = (change: object) => act(changes, 'PATCH', `/activities/${activity.id}`, change);

  /** Neither a link that was handed out before nor a new one leads to the archive any more. */
  async function assertWithdrawn(id: string, link: string): Promise<void> {
    const followed = await fetch(link);
    assert.equal(followed.status, 410, await followed.clone().text());
    assert.match(await followed.text(), /export_withdrawn/);
    for (const _ of ['when it is noticed', 'and afterwards']) {
      const { status, body } = await download(id);
      assert.deepEqual([status, body.code], [410, 'export_withdrawn'], JSON.stringify(body));
      assert.match(body.error, /Create a new export/);
    }
    const gone = await server.request('GET', `/developer/v1/exports/${id}`, { apiKey: key.secret });
    assert.equal(gone.status, 404);
  }

  const closings: readonly (readonly [what: string, close: () => Promise<void>])[] = [
    [
      'leaves the club',
      () => act(changes, 'DELETE', `/organizations/${club.org_id}/members/${changes.user_id}`),
    ],
    ['deletes the account', () => act(changes, 'DELETE', '/users/me', { password: changes.password })],
    ['shares nothing any more', () => setPrivacy({ share_activity_with_coach: false })],
    ['keeps paces', () => setPrivacy({ share_pace_data: false })],
    ['keeps the name', () => setPrivacy({ share_profile_info: false })],
    ['keeps races', () => setPrivacy({ share_race_history: false })],
    ['keeps personal bests', () => setPrivacy({ share_pb: false })],
    ['marks an activity private', () => changeActivity({ private: true })],
    ['deletes an activity', () => act(changes, 'DELETE', `/activities/${activity.id}`)],
  ];
  for (const [what, close] of closings) {
    test(`an archive is withdrawn once somebody in it ${what}; the next one holds what is still shared`, async () => {
      const job = await runExportOverHttp(server, key.secret);
      const link = await linkTo(job.id);
      assert.equal((await fetch(link)).status, 200);
      await close();
      await assertWithdrawn(job.id, link);
      const next = await runExportOverHttp(server, key.secret);
      const { files } = await downloadArchive(server, key.secret, next.id);
      const ids = jsonRecords(files.get('athletes.json')).map(({ id }) => id);
      assert.ok(ids.includes(stays.user_id));
    });
  }

  test('an account that the operator suspends withdraws it as well', async () => {
    const job = await runExportOverHttp(server, key.secret);
    const link = await linkTo(job.id);
    await server.deps.db.execute(
      sql`UPDATE users SET status = 'suspended' WHERE user_id = ${changes.user_id}`,
    );
    await assertWithdrawn(job.id, link);
  });

  test('for who keeps races, an activity that becomes a race', async () => {
    await setPrivacy({ share_race_history: false });
    const job = await runExportOverHttp(server, key.secret);
    const link = await linkTo(job.id);
    await changeActivity({ is_race: true });
    await assertWithdrawn(job.id, link);
  });

  test('what closes nothing that is in it leaves it alone', async () => {
    const range = { end_date: Date.parse(activity.start_time) - 1, athlete_ids: [changes.user_id] };
    const early = await runExportOverHttp(server, key.secret, range);
    await changeActivity({ private: true });
    await setPrivacy({ share_activity_map: false, share_activity_with_public: false });
    const job = await runExportOverHttp(server, key.secret, { athlete_ids: [changes.user_id] });
    const since = await upload(stays);
    await act(stays, 'DELETE', `/activities/${since.id}`);
    await act(stays, 'DELETE', `/organizations/${club.org_id}/members/${stays.user_id}`);
    await addMember(server, club);
    await setPrivacy({ share_activity_map: true });
    await changeActivity({ private: false, is_race: true, name: 'A name' });
    for (const { id } of [early, job]) await downloadArchive(server, key.secret, id);
  });

  test('an activity that came after it was made and is deleted again was never in it', async () => {
    const job = await runExportOverHttp(server, key.secret);
    const since = await upload(stays);
    await act(stays, 'DELETE', `/activities/${since.id}`);
    await downloadArchive(server, key.secret, job.id);
  });

  test('what is closed while the archive is made, and is still in it, counts', async (t) => {
    // The embedded engine has one connection: nothing happens there at the same time.
    if (server.deps.db.url === null) return t.skip('only where transactions run side by side');
    const job = await recordExport(server, owner);
    const [changed, made] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const change = server.deps.db.transaction(async (tx) => {
      await tx.execute(sql`UPDATE activities SET private = true WHERE id = ${activity.id}`);
      changed.resolve();
      await made.promise;
    });
    await changed.promise;
    await attemptExport(server, job);
    made.resolve();
    await change;
    const { status, body } = await download(job.id);
    assert.deepEqual([status, body.code], [410, 'export_withdrawn']);
  });

  test('a link dies with the key it was made with', async () => {
    const job = await runExportOverHttp(server, key.secret);
    const link = await linkTo(job.id);
    const setHeadCoach = (status: string) =>
      server.deps.db.execute(sql`UPDATE users SET status = ${status} WHERE user_id = ${club.coach.user_id}`);
    await setHeadCoach('suspended');
    assert.equal((await fetch(link)).status, 403, 'nor does it open while the key does not work');
    await setHeadCoach('active');
    await act(club.coach, 'DELETE', `/organizations/${club.org_id}/api-keys/${key.id}`);
    const answer = await fetch(link);
    assert.equal(answer.status, 403);
    assert.match(await answer.text(), /API key .* not valid any more/);
  });

  test('a link rests while its key does: a suspended organization, a closed head coach, a tier without the API', async () => {
    const link = await linkTo((await runExportOverHttp(server, key.secret)).id);
    const { org_id, coach } = club;
    const follow = async (): Promise<number> => (await fetch(link)).status;
    await suspendOrganization(server.deps, { org_id, suspended: true });
    assert.equal(await follow(), 403);
    await suspendOrganization(server.deps, { org_id, suspended: false });
    assert.equal(await follow(), 200);
    await setTier(server, org_id, 'coach');
    assert.equal(await follow(), 403);
    await setTier(server, org_id, 'club');
    assert.equal(await follow(), 200);
    // Past what revokes the keys of a closed account: that of somebody else's would only rest.
    await server.deps.db.execute(sql`UPDATE users SET status = 'suspended' WHERE user_id = ${coach.user_id}`);
    assert.equal(await follow(), 403);
  });
});
