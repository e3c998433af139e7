import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { DAY_MS } from '../../shared/time.ts';
import { downloadArchive, jsonRecords, runExportOverHttp } from '../../test/archives.ts';
import { createExporter, type Exporter } from '../../test/export-attempts.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { insertActivities } from '../../test/insert-activities.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';

describe('an export holds what was asked for', () => {
  let server: TestServer;
  let club: Exporter['club'];
  let key: Exporter['key'];
  before(async () => {
    server = await testServer();
  });
  beforeEach(async () => {
    ({ club, key } = await createExporter(server));
  });

  const idsOf = (records: { id: string }[]) => records.map(({ id }) => id);

  test('a club without athletes or activities gets a whole archive of empty files', async () => {
    for (const athletes of [0, 1]) {
      for (let i = 0; i < athletes; i++) await seedAthlete(server, club.org_id);
      const job = await runExportOverHttp(server, key.secret);
      assert.equal(job.status, 'completed');
      assert.deepEqual(job.skipped_athletes, []);
      assert.equal(job.error_message, null);
      const { files, manifest } = await downloadArchive(server, key.secret, job.id);
      assert.deepEqual(manifest.counts, { athletes, activities: 0, laps: 0 });
      assert.equal(jsonRecords(files.get('athletes.json')).length, athletes);
      assert.equal(String(files.get('activities.json')), '[]\n');
      assert.match(
        String(files.get('laps.csv')),
        /^activity_id,athlete_id,lap_index,start_time,[a-z_,]+\r\n$/,
      );
    }
  });

  test('the record, the manifest and the file name say what was asked for and made', async () => {
    const athlete = await seedAthlete(server, club.org_id);
    await insertActivities(server.deps.db, [makeActivity(athlete.user_id, { source: 'upload' })]);
    const body = {
      start_date: 0,
      end_date: 253_402_300_799_999,
      format: 'csv',
      athlete_ids: [athlete.user_id],
    };
    const job = await runExportOverHttp(server, key.secret, body);
    const params = { ...body, actor_type: 'api_key', api_key_id: key.id };
    assert.deepEqual(job.params, params);
    assert.equal(job.requester_uid, `api-key:${key.id}`);
    assert.equal(job.org_id, club.org_id);
    assert.equal(job.export_type, 'org_activities');
    assert.equal(job.schema_version, '1.0');
    assert.equal(Date.parse(job.expires_at) - Date.parse(job.completed_at), 7 * DAY_MS);
    const { bytes, headers, manifest, files } = await downloadArchive(server, key.secret, job.id);
    assert.equal(bytes.length, job.file_size_bytes);
    const name = `ekiden-${club.org_id}-${job.created_at.slice(0, 10)}.zip`;
    assert.match(headers.get('content-disposition') ?? '', new RegExp(`attachment;.*${name}`));
    assert.equal(headers.get('content-type'), 'application/zip');
    assert.deepEqual([...files.keys()], ['athletes.csv', 'activities.csv', 'laps.csv', 'manifest.json']);
    const { files: facts, generated_at, ...rest } = manifest;
    assert.ok(Date.parse(generated_at) >= Date.parse(job.created_at));
    assert.deepEqual(
      facts.map((file: { name: string; rows: number }) => [file.name, file.rows]),
      [
        ['athletes.csv', 1],
        ['activities.csv', 1],
        ['laps.csv', 1],
      ],
    );
    assert.deepEqual(rest, {
      schema_version: '1.0',
      export_id: job.id,
      export_type: 'org_activities',
      organization: { id: club.org_id, name: club.name },
      range: { start_date: body.start_date, end_date: body.end_date },
      format: 'csv',
      requester: { type: 'api_key', id: key.id },
      requested_at: job.created_at,
      counts: { athletes: 1, activities: 1, laps: 1 },
      skipped_athletes: [],
      sources_left_out: ['strava'],
      left_out: [],
    });
  });

  test('the range includes both ends, to the millisecond', async () => {
    const { user_id } = await seedAthlete(server, club.org_id);
    const start = Date.parse('2026-03-29T00:59:59.999Z');
    const activities = [-1, 0, 5, 10, 11].map((ms) =>
      makeActivity(user_id, { start_time: new Date(start + ms) }),
    );
    await insertActivities(server.deps.db, activities);
    const exported = async (range: object) => {
      const job = await runExportOverHttp(server, key.secret, { ...range, format: 'json' });
      const { files } = await downloadArchive(server, key.secret, job.id);
      return jsonRecords(files.get('activities.json')).map(({ start_time_ms }) => start_time_ms - start);
    };
    assert.deepEqual(await exported({ start_date: start, end_date: start + 10 }), [10, 5, 0]);
    assert.deepEqual(await exported({ start_date: start + 5, end_date: start + 5 }), [5]);
    assert.deepEqual(await exported({ end_date: start }), [0, -1]);
    assert.deepEqual(await exported({ start_date: start + 11 }), [11]);
  });

  test('exports of several organizations at once hold each its own', async () => {
    const clubs = await Promise.all(
      [0, 1, 2].map(async () => {
        const exporter = await createExporter(server);
        const { user_id } = await seedAthlete(server, exporter.club.org_id);
        const activities = [0, 1, 2].map(() => makeActivity(user_id));
        await insertActivities(server.deps.db, activities);
        return { secret: exporter.key.secret, activities };
      }),
    );
    await Promise.all(
      clubs.map(async ({ secret, activities }) => {
        const jobs = await Promise.all([0, 1].map(() => runExportOverHttp(server, secret)));
        for (const { id } of jobs) {
          const { files } = await downloadArchive(server, secret, id);
          assert.deepEqual(idsOf(jsonRecords(files.get('activities.json'))).sort(), idsOf(activities).sort());
        }
      }),
    );
  });
});
