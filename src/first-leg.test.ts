import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { exampleSimulation } from '../sandbox/recordings/example-simulation.ts';
import { gzipFile } from '../sandbox/recordings/pack-file.ts';
import { steadyRun } from '../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../sandbox/recordings/write-fit.ts';
import { writeGpx } from '../sandbox/recordings/write-gpx.ts';
import { writeTcx } from '../sandbox/recordings/write-tcx.ts';
import { newEmail } from './test/factories.ts';
import { type TestServer, testServer } from './test/harness.ts';
import { unzip } from './test/unzip.ts';

const RECORDINGS = path.resolve(import.meta.dirname, '../../shared/data');
const REAL = [
  { file: 'fit/irvingb_143763853795.fit', sport: 'run', start: '2022-07-04T22:22:32.000Z', distance_m: 2095 },
  { file: 'gpx/clf3_408032556.gpx', sport: 'run', start: '2024-08-20T12:02:52.000Z', distance_m: 803 },
  { file: 'tcx/vkurup_test.tcx', sport: 'run', start: '2012-12-26T21:29:53.000Z', distance_m: 4689 },
];

/** Sign-up as a person does it: ask, read the mail, follow its token. */
async function signUpByMail(
  server: TestServer,
  fields: Record<string, unknown>,
): Promise<{ token: string; id: string }> {
  const email = newEmail();
  const asked = await server.request('POST', '/api/v1/auth/request-verification', { body: { email } });
  assert.equal(asked.status, 200);
  const mail = await server.mailTo(email);
  const [, token] = /token=([A-Za-z0-9_-]+)/.exec(mail.text) ?? [];
  const verified = await server.request('POST', '/api/v1/auth/verify-token', { body: { token } });
  assert.deepEqual(verified.body.data, { valid: true, email });
  const body = { token, password: 'Sakura-1964', ...fields };
  const completed = await server.request('POST', '/api/v1/auth/complete-signup', { body });
  assert.equal(completed.status, 201);
  return { token: completed.body.access_token, id: completed.body.user_id };
}

function formOf(bytes: Uint8Array | string, name: string): FormData {
  const form = new FormData();
  form.set('file', new Blob([Buffer.from(bytes)]), name);
  return form;
}

async function waitForExport(
  server: TestServer,
  apiKey: string,
  id: string,
): Promise<Record<string, unknown>> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const { body } = await server.request('GET', `/developer/v1/exports/${id}`, { apiKey });
    if (['completed', 'failed'].includes(body.data.export.status)) return body.data.export;
    await sleep(50);
  }
  throw new Error('The export did not end.');
}

/** The files of an archive, each checked against the manifest. */
async function openArchive(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = await unzip(bytes);
  const manifest = JSON.parse(String(files.get('manifest.json')));
  for (const { name, sha256, size_bytes, rows } of manifest.files) {
    const file = files.get(name);
    assert.ok(file, name);
    assert.equal(createHash('sha256').update(file).digest('hex'), sha256, name);
    assert.equal(file.length, size_bytes, name);
    const records = name.endsWith('.csv') ? csvRows(file) : JSON.parse(String(file));
    assert.equal(records.length, rows, name);
  }
  return files;
}

/** A strict reader: CRLF records, every record as wide as the header. */
const csvRows = (file: Buffer | undefined): Record<string, string>[] =>
  parse(file ?? '', { columns: true, record_delimiter: '\r\n', relax_column_count: false });

test('a club goes from sign-up to a downloaded export over HTTP alone', async (t) => {
  const server = await testServer();
  const coach = await signUpByMail(server, { membership_role: 'coach', display_name: 'Coach Kim' });
  const athlete = await signUpByMail(server, { display_name: 'Ana' });

  const created = await server.request('POST', '/api/v1/organizations', {
    token: coach.token,
    body: { name: `Riverside ${coach.id}`, description: 'Along the river' },
  });
  assert.equal(created.status, 201);
  const org = `/api/v1/organizations/${created.body.organization.org_id}`;
  const added = await server.request('POST', `${org}/members`, {
    token: coach.token,
    body: { user_id: athlete.id, display_name: '=SUM(A1)', labels: ['fast', 'trail'] },
  });
  assert.equal(added.status, 201);
  const group = await server.request('POST', `${org}/groups`, {
    token: coach.token,
    body: { name: 'Track' },
  });
  assert.equal(group.status, 201);

  const recording = simulateActivity(exampleSimulation(steadyRun(3000)));
  const uploads: { bytes: Uint8Array | string; name: string }[] = [
    { bytes: writeFit([recording]), name: 'morning.fit' },
    { bytes: writeTcx(recording), name: 'morning.tcx' },
    { bytes: await gzipFile(writeGpx(recording)), name: 'morning.gpx.gz' },
  ];
  const real = existsSync(RECORDINGS) ? REAL : [];
  if (real.length === 0) t.diagnostic('The real recordings are not here: simulated ones only.');
  for (const { file } of real)
    uploads.push({ bytes: await readFile(path.join(RECORDINGS, file)), name: file });
  for (const { bytes, name } of uploads) {
    const form = formOf(bytes, name);
    const uploaded = await server.request('POST', '/api/v1/activities/upload', {
      token: athlete.token,
      form,
    });
    assert.equal(uploaded.status, 201, `${name}: ${JSON.stringify(uploaded.body)}`);
    assert.equal(uploaded.body.data.activities.length, 1, name);
  }

  const key = await server.request('POST', `${org}/api-keys`, {
    token: coach.token,
    body: { name: 'Analytics', scopes: ['admin'] },
  });
  assert.equal(key.status, 201);
  const apiKey: string = key.body.api_key.secret;
  const get = async (where: string) => {
    const { status, body, headers } = await server.request('GET', `/developer/v1${where}`, { apiKey });
    assert.equal(status, 200, `${where}: ${JSON.stringify(body)}`);
    assert.equal(headers.get('x-api-version'), '2026-07-01');
    assert.equal(body.success, true);
    return body.data;
  };
  assert.equal((await get('/org')).organization.athlete_count, 1);
  const { athletes, total } = await get('/athletes');
  assert.equal(total, 1);
  assert.equal(athletes[0].display_name, '=SUM(A1)');
  assert.equal((await get(`/athletes/${athlete.id}`)).athlete.id, athlete.id);
  assert.deepEqual((await get('/groups')).groups[0].member_count, 0);

  const { activities } = await get(`/activities?athlete_id=${athlete.id}`);
  assert.equal(activities.length, uploads.length);
  for (const { start, sport, distance_m } of real) {
    const activity = activities.find(({ start_time }: { start_time: string }) => start_time === start);
    assert.equal(activity.sport_type, sport);
    assert.ok(Math.abs(activity.distance_m - distance_m) <= distance_m * 0.01);
    assert.ok(!('start_latlng' in activity), 'the map is not shared unless the athlete says so');
  }
  const { activity } = await get(`/activities/${activities[0].id}`);
  assert.deepEqual(activity, activities[0]);

  const asked = await server.request('POST', '/developer/v1/exports', { apiKey, body: {} });
  assert.equal(asked.status, 202);
  assert.equal(asked.body.data.export.status, 'pending');
  const job = await waitForExport(server, apiKey, asked.body.data.export.id);
  assert.equal(job.status, 'completed');
  const { download_url, expires_in_seconds } = await get(`/exports/${job.id}/download`);
  assert.equal(expires_in_seconds, 600);
  const archive = Buffer.from(await (await fetch(download_url)).arrayBuffer());
  assert.equal(archive.length, job.file_size_bytes);

  const files = await openArchive(archive);
  assert.deepEqual([...files.keys()].sort(), [
    'activities.csv',
    'activities.json',
    'athletes.csv',
    'athletes.json',
    'laps.csv',
    'laps.json',
    'manifest.json',
  ]);
  assert.deepEqual(JSON.parse(String(files.get('activities.json'))), activities);
  assert.equal(
    csvRows(files.get('athletes.csv'))[0]?.display_name,
    "'=SUM(A1)",
    'no formula for a spreadsheet',
  );
  const rows = csvRows(files.get('activities.csv'));
  assert.deepEqual(
    rows.map(({ id, distance_m }) => ({ id, distance_m: Number(distance_m) })),
    activities.map(({ id, distance_m }: { id: string; distance_m: number }) => ({ id, distance_m })),
  );
});
