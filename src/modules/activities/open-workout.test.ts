import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { exampleSimulation } from '../../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../../sandbox/recordings/write-fit.ts';
import { createDeveloperClient, EkidenApiError } from '../../../sdk/src/index.ts';
import { sql } from '../../infra/db/sql.ts';
import { PRIVACY_SETTINGS } from '../../privacy/index.ts';
import { newId } from '../../shared/ids.ts';
import {
  addMember,
  createApiKey,
  createOrganization,
  type TestOrganization,
  type TestUser,
  uploadFile,
} from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { packStreams, unpackStreams } from './pack-streams.ts';

const RECORDING = writeFit([simulateActivity(exampleSimulation(steadyRun(1_500), { resolution_s: 5 }))]);
const COLUMNS = [
  'time_s',
  'distance_m',
  'latlng',
  'altitude_m',
  'speed_mps',
  'heart_rate_bpm',
  'cadence_spm',
];

describe('a workout that is opened', () => {
  let server: TestServer;
  let club: TestOrganization;
  let athlete: TestUser;
  let activity_id: string;
  let ekiden: ReturnType<typeof createDeveloperClient>;
  before(async () => {
    server = await testServer();
    club = await createOrganization(server);
    athlete = await addMember(server, club);
    const uploaded = await uploadFile(server, athlete, RECORDING, 'Along the river.fit');
    activity_id = uploaded.body.data.activities[0].id;
    const { secret } = await createApiKey(server, club, { scopes: ['streams:read', 'metrics:read'] });
    ekiden = createDeveloperClient({ baseUrl: `${server.url}/developer/v1`, apiKey: secret });
  });

  const share = async (privacy: object): Promise<void> => {
    const { status } = await server.request('PUT', `/api/v1/users/${athlete.user_id}`, {
      token: athlete.token,
      body: { privacy },
    });
    assert.equal(status, 200);
  };
  const shareAll = () => share(Object.fromEntries(PRIVACY_SETTINGS.map((name) => [name, true])));
  const coachs = (sub = '', id = activity_id, org = club) =>
    server.request(
      'GET',
      `/api/v1/organizations/${org.org_id}/athletes/${athlete.user_id}/activities/${id}${sub}`,
      {
        token: org.coach.token,
      },
    );
  const fileOf = async (path: string, headers: Record<string, string>): Promise<Buffer | number> => {
    const answer = await fetch(`${server.url}${path}`, { headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return answer.status === 200 ? bytes : answer.status;
  };
  const coachsFile = () =>
    fileOf(
      `/api/v1/organizations/${club.org_id}/athletes/${athlete.user_id}/activities/${activity_id}/file`,
      {
        authorization: `Bearer ${club.coach.token}`,
      },
    );
  const missing = (error: unknown) => error instanceof EkidenApiError && error.code === 'not_found';

  test('shows a coach laps, best efforts and samples as the athlete shares them, and nothing of a hidden one', async () => {
    await shareAll();
    const own = await server.request('GET', `/api/v1/activities/${activity_id}`, { token: athlete.token });
    const { private: _, average_pace_s_per_100m: __, ...whole } = own.body.data.activity;
    const opened = (await coachs()).body.data.activity;
    assert.deepEqual(opened, { ...whole, privacy_filtered: [] });
    assert.ok(opened.laps.length > 0 && opened.best_efforts.length > 0);

    const samples = (await coachs('/streams')).body.data;
    const ownSamples = await server.request('GET', `/api/v1/activities/${activity_id}/streams`, {
      token: athlete.token,
    });
    assert.deepEqual(samples, { ...ownSamples.body.data, privacy_filtered: [] });
    for (const name of COLUMNS) assert.ok(samples.streams[name].length > 10, name);

    await share({ share_pb: false });
    const without = (await coachs('/streams')).body.data;
    assert.deepEqual(without.privacy_filtered, ['distance_m', 'latlng', 'speed_mps']);
    assert.deepEqual(Object.keys(without.streams).includes('distance_m'), false);
    assert.deepEqual(without.streams.heart_rate_bpm, samples.streams.heart_rate_bpm);

    await share({ share_pb: true, share_activity_with_coach: false });
    for (const sub of ['', '/streams', '/file']) {
      const [hidden, none] = [await coachs(sub), await coachs(sub, newId())];
      assert.deepEqual([hidden.status, hidden.body.error], [404, none.body.error], sub);
    }
    const other = await createOrganization(server);
    await shareAll();
    assert.equal((await coachs('', activity_id, other)).status, 404);
    assert.equal((await coachs('', 'no-id')).status, 404);
  });

  test('has samples that are asked for again by their tag, which is another one where other columns are shared', async () => {
    await shareAll();
    const path = `/api/v1/organizations/${club.org_id}/athletes/${athlete.user_id}/activities/${activity_id}/streams`;
    const asks = [
      { path, token: club.coach.token },
      { path: `/api/v1/activities/${activity_id}/streams`, token: athlete.token },
    ];
    const tags: string[] = [];
    for (const { path, token } of asks) {
      const first = await server.request('GET', path, { token });
      const tag = first.headers.get('etag') ?? '';
      const again = await server.request('GET', path, { token, headers: { 'if-none-match': tag } });
      assert.deepEqual([first.status, again.status], [200, 304], path);
      tags.push(tag);
    }
    assert.equal(new Set(tags).size, 2);
    const [shared = ''] = tags;
    await share({ share_activity_map: false });
    const less = await server.request('GET', path, {
      token: club.coach.token,
      headers: { 'if-none-match': shared },
    });
    assert.deepEqual([less.status, less.body.data.streams.latlng], [200, undefined]);
    await shareAll();
    const same = await server.request('GET', path, {
      token: club.coach.token,
      headers: { 'if-none-match': shared },
    });
    assert.equal(same.status, 304);
  });

  test('keeps the tag of its samples for whom only what is withheld from them has changed', async () => {
    const path = `/api/v1/organizations/${club.org_id}/athletes/${athlete.user_id}/activities/${activity_id}/streams`;
    const tag = async (): Promise<string | null> =>
      (await server.request('GET', path, { token: club.coach.token })).headers.get('etag');
    const { db } = server.deps;
    const { data } = await db.one<{ data: Buffer }>(
      sql`SELECT data FROM activity_streams WHERE user_id = ${athlete.user_id}`,
    );
    const samples = JSON.parse(await unpackStreams(data));
    const elsewhere = samples.latlng.map(([lat, lng]: [number, number]) => [lat + 1, lng]);
    const store = async (streams: object): Promise<void> => {
      const packed = packStreams(streams as Parameters<typeof packStreams>[0]);
      await db.query(sql`UPDATE activity_streams SET data = ${packed} WHERE user_id = ${athlete.user_id}`);
    };
    await shareAll();
    const open = await tag();
    await share({ share_activity_map: false });
    const withoutMap = await tag();
    await store({ ...samples, latlng: elsewhere });
    assert.equal(await tag(), withoutMap);
    await shareAll();
    assert.notEqual(await tag(), open);
    await store(samples);
    assert.equal(await tag(), open);
  });

  test('stands in lists whose tag changes with a listed activity, and with what the athlete shares', async () => {
    await shareAll();
    const { secret } = await createApiKey(server, club);
    const lists = [
      { path: '/api/v1/activities', token: athlete.token },
      {
        path: `/api/v1/organizations/${club.org_id}/athletes/${athlete.user_id}/activities`,
        token: club.coach.token,
      },
      { path: `/developer/v1/activities?athlete_id=${athlete.user_id}`, token: secret },
    ];
    const known = async (tags: readonly string[]): Promise<(string | number)[]> =>
      await Promise.all(
        lists.map(async ({ path, token }, place) => {
          const headers = { 'if-none-match': tags[place] ?? '' };
          const { status } = await server.request('GET', path, { token, headers });
          return status;
        }),
      );
    const tagsNow = async (): Promise<string[]> =>
      await Promise.all(
        lists.map(async ({ path, token }) => {
          const { status, headers } = await server.request('GET', path, { token });
          assert.equal(status, 200, path);
          return headers.get('etag') ?? '';
        }),
      );
    const rename = async (name: string): Promise<void> => {
      const { status } = await server.request('PATCH', `/api/v1/activities/${activity_id}`, {
        token: athlete.token,
        body: { name },
      });
      assert.equal(status, 200);
    };

    const tags = await tagsNow();
    assert.deepEqual(await known(tags), [304, 304, 304]);
    await rename('Hills in the rain');
    assert.deepEqual(await known(tags), [200, 200, 200]);
    const renamed = await tagsNow();
    await share({ share_activity_map: false });
    assert.deepEqual(await known(renamed), [304, 200, 200], 'the athlete’s own list shows the map still');
    await shareAll();
    assert.deepEqual(await known(renamed), [304, 304, 304]);
  });

  test('gives its file to coaches whom the athlete lets have it, byte by byte, whole or not at all', async () => {
    await shareAll();
    assert.deepEqual(await coachsFile(), RECORDING_BYTES);
    const own = await fileOf(`/api/v1/activities/${activity_id}/file`, {
      authorization: `Bearer ${athlete.token}`,
    });
    assert.deepEqual(own, RECORDING_BYTES);
    for (const setting of [
      'share_files_with_coach',
      'share_profile_info',
      'share_activity_map',
      'share_pb',
    ]) {
      await share({ [setting]: false });
      assert.equal(await coachsFile(), 404, setting);
      await share({ [setting]: true });
    }
    const of = sql`id = (SELECT file_id FROM activity_records WHERE activity_id = ${activity_id})`;
    for (const count of [2, null]) {
      await server.deps.db.execute(sql`UPDATE activity_files SET activity_count = ${count}::int WHERE ${of}`);
      assert.equal(await coachsFile(), 404, 'something of it is gone, or nobody knows');
    }
    await server.deps.db.execute(sql`UPDATE activity_files SET activity_count = 1 WHERE ${of}`);
    const { object_key } = await server.deps.db.one<{ object_key: string }>(
      sql`SELECT object_key FROM activity_files WHERE ${of}`,
    );
    await server.deps.store.put(object_key, Buffer.from('damaged'));
    assert.equal(await coachsFile(), 404, 'what is damaged is not handed out');
    await server.deps.store.put(object_key, RECORDING_BYTES);
  });

  test('is read by keys with scopes and consents of their own, and the athlete sees who read what', async () => {
    await shareAll();
    await share({ share_streams_with_api: false, share_health_with_api: false });
    const closed = await ekiden.getActivityStreams(activity_id);
    assert.deepEqual([closed.streams, closed.privacy_filtered.length], [{}, 9]);
    await assert.rejects(ekiden.downloadActivityFile(activity_id), missing);
    assert.deepEqual((await ekiden.listAthleteHealthDays(athlete.user_id)).privacy_filtered, [
      'activity',
      'heart_rate',
      'hrv',
      'sleep',
    ]);
    await shareAll();
    const open = await ekiden.getActivityStreams(activity_id);
    assert.deepEqual([open.privacy_filtered, open.athlete_id], [[], athlete.user_id]);
    assert.ok((open.streams.latlng?.length ?? 0) > 10);
    const file = await ekiden.downloadActivityFile(activity_id);
    assert.deepEqual([file.file_name, Buffer.from(file.bytes)], ['Along the river.fit', RECORDING_BYTES]);
    assert.deepEqual((await ekiden.listAthleteHealthDays(athlete.user_id)).privacy_filtered, []);
    const load = await ekiden.getAthleteLoad(athlete.user_id);
    const seen = await server.request(
      'GET',
      `/api/v1/organizations/${club.org_id}/athletes/${athlete.user_id}/load`,
      { token: club.coach.token },
    );
    assert.deepEqual(load, { ...seen.body.data, athlete_id: athlete.user_id });
    await share({ share_pace_data: false });
    assert.deepEqual((await ekiden.getAthleteLoad(athlete.user_id)).days, []);
    for (const ask of [
      () => ekiden.getAthleteLoad(newId()),
      () => ekiden.listAthleteHealthDays('no-id'),
      () => ekiden.getActivityStreams(newId()),
    ])
      await assert.rejects(ask, missing);

    const { body } = await server.request('GET', '/api/v1/users/me/accesses?limit=100', {
      token: athlete.token,
    });
    const read = body.data.accesses.flatMap(
      (entry: { read: { data: string } | null; actor: { type: string } }) =>
        entry.read === null ? [] : [`${entry.actor.type} ${entry.read.data}`],
    );
    for (const what of [
      'api_key streams',
      'api_key files',
      'api_key activities',
      'user streams',
      'user files',
    ])
      assert.ok(read.includes(what), what);
    assert.equal(read.includes('api_key health'), false, 'of days that there are not nothing was read');
  });

  test('needs its scope: read has neither, admin has both', async () => {
    const keyWith = async (scopes: string[]) => (await createApiKey(server, club, { scopes })).secret;
    const [read, admin] = [await keyWith(['read']), await keyWith(['admin'])];
    for (const path of [
      `/activities/${activity_id}/streams`,
      `/activities/${activity_id}/file`,
      `/athletes/${athlete.user_id}/load`,
      `/athletes/${athlete.user_id}/health/daily`,
    ]) {
      const refused = await server.request('GET', `/developer/v1${path}`, { apiKey: read });
      assert.deepEqual([refused.status, refused.body.code], [403, 'missing_scope'], path);
      const { status } = await server.request('GET', `/developer/v1${path}`, { apiKey: admin });
      assert.notEqual(status, 403, path);
    }
  });
});

const RECORDING_BYTES = Buffer.from(RECORDING);
