import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { describeActivity } from '../../../sandbox/recordings/describe-activity.ts';
import { exampleSimulation } from '../../../sandbox/recordings/example-simulation.ts';
import { enduranceRide, steadyRun } from '../../../sandbox/recordings/plan-session.ts';
import type { Recording } from '../../../sandbox/recordings/recording.ts';
import { simulateActivity } from '../../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../../sandbox/recordings/write-fit.ts';
import { writeGpx } from '../../../sandbox/recordings/write-gpx.ts';
import { writeTcx } from '../../../sandbox/recordings/write-tcx.ts';
import { sql } from '../../infra/db/sql.ts';
import { signUp, type TestUser, uploadFile } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { gzipFile, zipFile } from '../../test/pack-file.ts';

const UPLOAD = '/api/v1/activities/upload';

function shortRun(minute = 0): Recording {
  const session = steadyRun(2_000);
  const start = new Date(Date.UTC(2026, 2, 28, 7, minute));
  return simulateActivity(exampleSimulation(session, { start, resolution_s: 5, seed: `run ${minute}` }));
}

describe('POST /activities/upload', () => {
  let server: TestServer;
  let run: Recording;
  before(async () => {
    server = await testServer();
    run = shortRun();
  });

  async function storedFor({ user_id }: TestUser): Promise<Record<string, number>> {
    const { db, store } = server.deps;
    const rows = await db.one<Record<string, number>>(sql`
      SELECT (SELECT count(*) FROM activity_files WHERE user_id = ${user_id}) AS files,
        (SELECT count(*) FROM activities WHERE user_id = ${user_id}) AS activities,
        (SELECT count(*) FROM activity_streams WHERE user_id = ${user_id}) AS streams`);
    const objects = await Array.fromAsync(store.list(`uploads/${user_id}/`));
    return { ...rows, objects: objects.length };
  }
  const NOTHING = { files: 0, activities: 0, streams: 0, objects: 0 };

  test('imports FIT, TCX and GPX, plain, gzipped and zipped', async () => {
    const expected = describeActivity(run);
    const fit = writeFit([run]);
    const files: [string, Uint8Array | string][] = [
      ['run.fit', fit],
      ['run.tcx', writeTcx(run)],
      ['run.gpx', writeGpx(run)],
      ['run.fit.gz', await gzipFile(fit)],
      ['run.tcx.gz', await gzipFile(writeTcx(run))],
      ['run.zip', await zipFile('run.fit', fit)],
    ];
    for (const [name, content] of files) {
      const user = await signUp(server);
      const { status, body } = await uploadFile(server, user, content, name);
      assert.equal(status, 201, `${name}: ${JSON.stringify(body)}`);
      assert.equal(body.data.activities.length, 1);
      const [activity] = body.data.activities;
      assert.equal(activity.athlete_id, user.user_id);
      assert.equal(activity.source, 'upload');
      assert.equal(activity.external_id, null);
      assert.equal(activity.start_time_ms, expected.start_time.getTime());
      assert.equal(activity.sport_type, 'run', name);
      assert.equal(activity.timezone, 'Europe/London');
      assert.ok(Math.abs(activity.distance_m - 2_000) < 20, `${name}: ${activity.distance_m} m`);
      assert.ok(
        Math.abs(activity.duration_s - expected.duration_s) <= 5,
        `${name}: ${activity.duration_s} s`,
      );
      const tenths = (activity.moving_time_s * 10_000) / activity.distance_m;
      assert.equal(activity.average_pace_s_per_km, Math.floor(tenths + 0.5) / 10, 'to a tenth of a second');
      assert.deepEqual([activity.private, activity.privacy_filtered, activity.vdot], [false, [], null]);
      assert.deepEqual(await storedFor(user), { files: 1, activities: 1, streams: 1, objects: 1 });
    }
  });

  test('stores the bytes as they were uploaded', async () => {
    const user = await signUp(server);
    const bytes = await gzipFile(writeGpx(run));
    assert.equal((await uploadFile(server, user, bytes, 'a/..\u0000/東京.gpx.gz')).status, 201);
    const file = await server.deps.db.one<{ object_key: string; sha256: Buffer; size_bytes: number }>(
      sql`SELECT object_key, sha256, size_bytes FROM activity_files WHERE user_id = ${user.user_id}`,
    );
    const object = await server.deps.store.get(file.object_key);
    assert.ok(object);
    assert.deepEqual(await buffer(object.body), Buffer.from(bytes));
    assert.deepEqual(file.sha256, createHash('sha256').update(bytes).digest());
    assert.equal(file.size_bytes, bytes.length);
  });

  test('a multisport file gives one activity a sport', async () => {
    const user = await signUp(server);
    const ride = simulateActivity(
      exampleSimulation(enduranceRide(5_000), {
        start: new Date(run.start.getTime() + (run.duration_s + 60) * 1000),
        resolution_s: 5,
      }),
    );
    const { status, body } = await uploadFile(server, user, writeFit([run, ride]));
    assert.equal(status, 201, JSON.stringify(body));
    const sports = body.data.activities.map((one: { sport_type: string }) => one.sport_type);
    assert.deepEqual(sports, ['run', 'ride']);
    assert.deepEqual(await storedFor(user), { files: 1, activities: 2, streams: 2, objects: 1 });
    // Each with its own streams: they end when it ends.
    for (const activity of body.data.activities as { id: string; duration_s: number }[]) {
      const { token } = user;
      const read = await server.request('GET', `/api/v1/activities/${activity.id}/streams`, { token });
      assert.equal(read.status, 200, JSON.stringify(read.body));
      const last = read.body.data.streams.time_s.at(-1);
      assert.ok(Math.abs(last - activity.duration_s) <= 5, `${last} s of ${activity.duration_s} s`);
    }
  });

  test('what a file does not name is named by sport and time of day, in the language of the athlete', async () => {
    const bytes = writeFit([run]);
    const expected = { en: 'Morning run', 'zh-TW': '早晨跑步', ja: '朝のランニング' };
    for (const [language, name] of Object.entries(expected)) {
      const user = await signUp(server);
      const path = `/api/v1/users/${user.user_id}`;
      const changed = await server.request('PUT', path, {
        token: user.token,
        body: { preferences: { language } },
      });
      assert.equal(changed.status, 200, JSON.stringify(changed.body));
      const { body } = await uploadFile(server, user, bytes);
      assert.equal(body.data.activities[0].name, name);
    }
  });

  test('the same file again is answered with what it gave before', async () => {
    const user = await signUp(server);
    const bytes = writeFit([run]);
    const first = await uploadFile(server, user, bytes);
    const again = await uploadFile(server, user, bytes, 'another name.fit');
    assert.deepEqual([first.status, again.status], [201, 200]);
    assert.deepEqual(again.body, first.body);
    assert.deepEqual(await storedFor(user), { files: 1, activities: 1, streams: 1, objects: 1 });
    const other = await signUp(server);
    const elsewhere = await uploadFile(server, other, bytes);
    assert.equal(elsewhere.status, 201);
    assert.notEqual(elsewhere.body.data.activities[0].id, first.body.data.activities[0].id);
  });

  test('the same recording is one import, however it is packed', async () => {
    const fit = writeFit([shortRun(3)]);
    const packed = [fit, await gzipFile(fit), await zipFile('run.fit', fit)];
    for (const [first, ...again] of [packed, packed.toReversed()]) {
      const user = await signUp(server);
      const { status, body } = await uploadFile(server, user, first ?? '', 'run');
      assert.equal(status, 201);
      for (const bytes of again) {
        const second = await uploadFile(server, user, bytes, 'run');
        assert.equal(second.status, 200);
        assert.deepEqual(second.body, body);
      }
      assert.deepEqual(await storedFor(user), { files: 1, activities: 1, streams: 1, objects: 1 });
    }
  });

  test('the same file several times at once is one import', async () => {
    const user = await signUp(server);
    const bytes = writeFit([run]);
    const answers = await Promise.all(Array.from({ length: 4 }, () => uploadFile(server, user, bytes)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 201]);
    for (const { body } of answers) assert.deepEqual(body, answers[0]?.body);
    assert.deepEqual(await storedFor(user), { files: 1, activities: 1, streams: 1, objects: 1 });
  });

  test('a file that is refused leaves nothing behind', async () => {
    const user = await signUp(server);
    const fit = Buffer.from(writeFit([run]));
    const refused: [string, Uint8Array | string][] = [
      ['empty.fit', ''],
      ['text.gpx', 'no recording at all'],
      ['cut.fit', fit.subarray(0, Math.floor(fit.length / 3))],
      ['open.gpx', '<?xml version="1.0"?><gpx><trk><trkseg><trkpt lat="1" lon="1">'],
      ['bomb.gpx', '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;">]><gpx>&c;</gpx>'],
      ['two.zip', await zipFile('readme.txt', Buffer.from('hello'))],
      ['page.html', '<!doctype html><title>Sign in</title>'],
    ];
    for (const [name, content] of refused) {
      const { status, body } = await uploadFile(server, user, content, name);
      assert.equal(status, 400, name);
      assert.equal(body.code, 'validation_error');
      assert.ok(body.error.length > 20, body.error);
    }
    assert.deepEqual(await storedFor(user), NOTHING);
  });

  test('when the rows cannot be written the stored object goes again', async () => {
    const user = await signUp(server);
    const { db } = server.deps;
    // A constraint that only this user's rows violate simulates a failing database.
    await db.executeSql(
      `ALTER TABLE activity_streams ADD CONSTRAINT planted CHECK (user_id <> '${user.user_id}')`,
    );
    try {
      const { status, body } = await uploadFile(server, user, writeFit([run]));
      assert.equal(status, 500);
      assert.equal(body.code, 'internal_error');
      assert.deepEqual(await storedFor(user), NOTHING);
    } finally {
      await db.executeSql('ALTER TABLE activity_streams DROP CONSTRAINT planted');
    }
    assert.equal((await uploadFile(server, user, writeFit([run]))).status, 201);
  });

  test('refuses what is no upload, and says why', async () => {
    const user = await signUp(server);
    const { token } = user;
    const bytes = new Uint8Array(writeFit([run]));
    const form = (...fields: string[]): FormData => {
      const data = new FormData();
      for (const field of fields) data.append(field, new Blob([bytes]), 'run.fit');
      return data;
    };
    const cases = [
      { name: 'no credentials', options: { form: form('file') }, status: 401, code: 'unauthenticated' },
      { name: 'no field', options: { token, form: new FormData() }, status: 400, code: 'validation_error' },
      { name: 'another field', options: { token, form: form('gpx') }, status: 400, code: 'validation_error' },
      {
        name: 'two files',
        options: { token, form: form('file', 'file') },
        status: 400,
        code: 'validation_error',
      },
      { name: 'JSON', options: { token, body: {} }, status: 415, code: 'unsupported_media_type' },
      { name: 'nothing', options: { token }, status: 415, code: 'unsupported_media_type' },
    ];
    for (const { name, options, status, code } of cases) {
      const answer = await server.request('POST', UPLOAD, options);
      assert.deepEqual([answer.status, answer.body.code], [status, code], name);
    }
    assert.deepEqual(await storedFor(user), NOTHING);
  });

  test('an app may send twenty files at once: they are taken two at a time', async () => {
    const user = await signUp(server);
    const files = Array.from({ length: 20 }, (_, day) => {
      const point = (lat: string, second: string) =>
        `<trkpt lat="${lat}" lon="15.6"><time>2024-05-${10 + day}T06:00:${second}Z</time></trkpt>`;
      return `<gpx><trk><trkseg>${point('46.50', '00')}${point('46.51', '50')}</trkseg></trk></gpx>`;
    });
    const answers = await Promise.all(files.map((file) => uploadFile(server, user, file, 'run.gpx')));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    assert.deepEqual(await storedFor(user), { files: 20, activities: 20, streams: 20, objects: 20 });
  });

  test('a file over 32 MiB is 413, one of 32 MiB is looked at', async () => {
    const user = await signUp(server);
    const tooLarge = await uploadFile(server, user, new Uint8Array(33 * 1024 * 1024), 'huge.gpx');
    assert.deepEqual([tooLarge.status, tooLarge.body.code], [413, 'payload_too_large']);
    const largest = await uploadFile(server, user, new Uint8Array(32 * 1024 * 1024), 'zeros.gpx');
    assert.deepEqual([largest.status, largest.body.code], [400, 'validation_error']);
    assert.deepEqual(await storedFor(user), NOTHING);
  });
});
