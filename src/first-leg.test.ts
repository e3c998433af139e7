import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { exampleSimulation } from '../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../sandbox/recordings/write-fit.ts';
import { writeGpx } from '../sandbox/recordings/write-gpx.ts';
import { writeTcx } from '../sandbox/recordings/write-tcx.ts';
import { createDeveloperClient } from '../sdk/src/index.ts';
import { csvRecords, jsonRecords, openArchive } from './test/archives.ts';
import { newEmail } from './test/factories.ts';
import { type TestServer, testServer } from './test/harness.ts';
import { gzipFile } from './test/pack-file.ts';

const RECORDINGS = path.resolve(import.meta.dirname, '../../shared/data');
const REAL = [
  { file: 'fit/irvingb_143763853795.fit', sport: 'run', start: '2022-07-04T22:22:32.000Z', distance_m: 2095 },
  { file: 'gpx/clf3_408032556.gpx', sport: 'run', start: '2024-08-20T12:02:52.000Z', distance_m: 803 },
  { file: 'tcx/vkurup_test.tcx', sport: 'run', start: '2012-12-26T21:29:53.000Z', distance_m: 4689 },
];

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
  assert.deepEqual([added.status, added.body.member.status], [201, 'pending']);
  const accepted = await server.request('POST', `${org}/membership/accept`, { token: athlete.token });
  assert.equal(accepted.status, 200);
  const group = await server.request('POST', `${org}/groups`, {
    token: coach.token,
    body: { name: 'Track' },
  });
  assert.equal(group.status, 201);

  // Each file is of another morning: the same run in three formats would be one activity.
  const runOn = (day: string) =>
    simulateActivity(exampleSimulation(steadyRun(3000), { start: new Date(`${day}T07:30:00Z`) }));
  const uploads: { bytes: Uint8Array | string; name: string }[] = [
    { bytes: writeFit([runOn('2026-03-26')]), name: 'thursday.fit' },
    { bytes: writeTcx(runOn('2026-03-27')), name: 'friday.tcx' },
    { bytes: await gzipFile(writeGpx(runOn('2026-03-28'))), name: 'saturday.gpx.gz' },
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
  const ekiden = createDeveloperClient({
    baseUrl: `${server.url}/developer/v1`,
    apiKey: key.body.api_key.secret,
  });
  assert.equal((await ekiden.getOrganization()).athlete_count, 1);
  const { athletes, total } = await ekiden.listAthletes();
  assert.equal(total, 1);
  assert.equal(athletes[0]?.display_name, '=SUM(A1)');
  assert.equal((await ekiden.getAthlete(athlete.id)).id, athlete.id);
  assert.equal((await ekiden.listGroups())[0]?.member_count, 0);

  const activities = await Array.fromAsync(ekiden.activities({ athlete_id: athlete.id }));
  assert.equal(activities.length, uploads.length);
  for (const { start, sport, distance_m } of real) {
    const activity = activities.find(({ start_time }) => start_time === start);
    assert.equal(activity?.sport_type, sport);
    assert.ok(Math.abs((activity?.distance_m ?? 0) - distance_m) <= distance_m * 0.01);
    assert.ok(!('start_latlng' in (activity ?? {})), 'the map is not shared unless the athlete says so');
  }
  assert.deepEqual(await ekiden.getActivity(activities[0]?.id ?? ''), activities[0]);

  const { id, status } = await ekiden.createExport();
  assert.equal(status, 'pending');
  const job = await ekiden.waitForExport(id, { pollMs: 50, maxPollMs: 100 });
  const { body, size_bytes } = await ekiden.downloadExport(id);
  assert.equal(size_bytes, job.file_size_bytes);
  const { files } = await openArchive(Buffer.from(await new Response(body).arrayBuffer()));
  assert.deepEqual([...files.keys()].sort(), [
    'activities.csv',
    'activities.json',
    'athletes.csv',
    'athletes.json',
    'laps.csv',
    'laps.json',
    'manifest.json',
  ]);
  assert.deepEqual(jsonRecords(files.get('activities.json')), activities);
  const [row] = csvRecords(files.get('athletes.csv'));
  assert.equal(row?.display_name, "'=SUM(A1)", 'no formula for a spreadsheet');
  assert.deepEqual(
    csvRecords(files.get('activities.csv')).map((cells) => ({
      id: cells.id,
      distance_m: Number(cells.distance_m),
    })),
    activities.map(({ id, distance_m }) => ({ id, distance_m })),
  );
});
