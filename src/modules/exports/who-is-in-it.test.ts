import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import { csvRecords, downloadArchive, jsonRecords, runExportOverHttp } from '../../test/archives.ts';
import { attemptExport, createExporter, type Exporter, recordExport } from '../../test/export-attempts.ts';
import { createOrganization } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { insertActivities } from '../../test/insert-activities.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';

describe('who is in an export', () => {
  let server: TestServer;
  let club: Exporter['club'];
  let key: Exporter['key'];
  let owner: Exporter['owner'];
  before(async () => {
    server = await testServer();
  });
  beforeEach(async () => {
    ({ club, key, owner } = await createExporter(server));
  });

  const get = (where: string) => server.request('GET', `/developer/v1${where}`, { apiKey: key.secret });
  const byUid = (a: { uid: string }, b: { uid: string }) => (a.uid < b.uid ? -1 : 1);
  const idsOf = (records: { id: string }[]) => records.map(({ id }) => id);

  test('each athlete who cannot be in it is named with the reason, and the rest is there', async () => {
    const { db } = server.deps;
    const other = await createOrganization(server);
    const [fine, inactive, closed, broken] = await Promise.all([
      seedAthlete(server, club.org_id),
      seedAthlete(server, club.org_id, { account_status: 'suspended' }),
      seedAthlete(server, club.org_id, { privacy: { share_activity_with_coach: false } }),
      seedAthlete(server, club.org_id),
    ]);
    const left = await seedAthlete(server, club.org_id, {
      left_at: new Date(server.clock.now().getTime() - 1_000),
    });
    const elsewhere = await seedAthlete(server, other.org_id);
    const everybody = [fine, inactive, closed, broken, left, elsewhere];
    await insertActivities(
      db,
      everybody.map(({ user_id }) => makeActivity(user_id)),
    );
    await db.execute(sql`UPDATE activities SET laps = '{"not": "a list"}' WHERE user_id = ${broken.user_id}`);

    const asked = [
      ...everybody.map(({ user_id }) => user_id),
      fine.user_id.toUpperCase(),
      newId(),
      'no-uuid, "x"',
    ];
    const all = await runExportOverHttp(server, key.secret, { athlete_ids: asked });
    const unknown = asked.slice(-2);
    const reasons: [string, string][] = [
      [inactive.user_id, 'account_inactive'],
      [closed.user_id, 'sharing_disabled'],
      [broken.user_id, 'read_error'],
      [left.user_id, 'left_organization'],
      [elsewhere.user_id, 'not_a_member'],
      ...unknown.map((uid): [string, string] => [uid, 'not_a_member']),
    ];
    const skipped = reasons.map(([uid, reason]) => ({ uid, reason }));
    assert.equal(all.status, 'completed');
    assert.deepEqual(all.skipped_athletes, skipped);
    assert.equal(all.params.athlete_ids.length, asked.length - 1, 'duplicates count once, in either case');
    const { files, manifest } = await downloadArchive(server, key.secret, all.id);
    assert.deepEqual(manifest.skipped_athletes, skipped);
    for (const name of ['athletes', 'activities', 'laps']) {
      const field = name === 'athletes' ? 'id' : 'athlete_id';
      assert.deepEqual(
        csvRecords(files.get(`${name}.csv`)).map((row) => row[field]),
        [fine.user_id],
      );
      assert.deepEqual(
        jsonRecords(files.get(`${name}.json`)).map((row) => row[field]),
        [fine.user_id],
      );
    }

    const now = await runExportOverHttp(server, key.secret);
    assert.deepEqual(now.skipped_athletes.toSorted(byUid), skipped.slice(0, 3).sort(byUid));
    const alone = await runExportOverHttp(server, key.secret, { athlete_ids: [broken.user_id] });
    assert.equal(alone.status, 'completed');
    assert.deepEqual(alone.skipped_athletes, [{ uid: broken.user_id, reason: 'read_error' }]);
  });

  test('who leaves between the request and the archive is left out and named', async () => {
    const [stays, leaves] = await Promise.all([
      seedAthlete(server, club.org_id),
      seedAthlete(server, club.org_id),
    ]);
    const job = await recordExport(server, owner);
    const left_at = new Date(job.created_at.getTime() + 1);
    await server.deps.db.execute(
      sql`UPDATE organization_members SET left_at = ${left_at} WHERE user_id = ${leaves.user_id}`,
    );
    await attemptExport(server, job);
    const { body } = await get(`/exports/${job.id}`);
    assert.deepEqual(body.data.export.skipped_athletes, [
      { uid: leaves.user_id, reason: 'left_organization' },
    ]);
    const { files } = await downloadArchive(server, key.secret, job.id);
    assert.deepEqual(idsOf(jsonRecords(files.get('athletes.json'))), [stays.user_id]);
  });

  test('a fault that is not one athlete’s fails the attempt instead of emptying the archive', async () => {
    const athletes = await Promise.all([seedAthlete(server, club.org_id), seedAthlete(server, club.org_id)]);
    await insertActivities(
      server.deps.db,
      athletes.map(({ user_id }) => makeActivity(user_id)),
    );
    for (const { user_id } of athletes)
      await server.deps.db.execute(sql`UPDATE activities SET laps = '{}' WHERE user_id = ${user_id}`);
    const job = await recordExport(server, owner);
    await assert.rejects(attemptExport(server, job));
    assert.equal((await get(`/exports/${job.id}`)).body.data.export.status, 'running');
    assert.equal((await get('/org')).status, 200);
  });
});
