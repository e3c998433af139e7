import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { DEFAULT_SOURCE_POLICIES } from '../../privacy/index.ts';
import { downloadArchive, jsonRecords, runExportOverHttp } from '../../test/archives.ts';
import { eventually } from '../../test/eventually.ts';
import { attemptExport, createExporter, type Exporter, recordExport } from '../../test/export-attempts.ts';
import { addCoach, createApiKey } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { insertActivities } from '../../test/insert-activities.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';
import type { StoredActivity } from '../activities/activity.ts';

describe('what the terms of sources keep out of an export', () => {
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

  const DAY = new Date('2026-05-01T06:00:00.000Z');
  const has = (user_id: string, ...activities: Partial<StoredActivity>[]): Promise<void> =>
    insertActivities(
      server.deps.db,
      activities.map((changes) => ({
        ...makeActivity(user_id),
        source: 'strava' as const,
        start_time: DAY,
        private: false,
        is_race: false,
        ...changes,
      })),
    );

  type Told = { message: string; data: Record<string, unknown> };
  const toldOfIncomplete = (
    { user_id }: { user_id: string },
    areEnough: (count: number) => boolean,
  ): Promise<Told[]> =>
    eventually(
      () =>
        server.deps.db.query<Told>(sql`
          SELECT message, data FROM notifications WHERE user_id = ${user_id} AND type = 'export_incomplete'`),
      (told) => areEnough(told.length),
    );

  test('is counted by source in the export, its manifest and what the coach who made the key is told', async () => {
    const [one, two, closed, noRaces] = await Promise.all([
      seedAthlete(server, club.org_id),
      seedAthlete(server, club.org_id),
      seedAthlete(server, club.org_id, { privacy: { share_activity_with_coach: false } }),
      seedAthlete(server, club.org_id, { privacy: { share_race_history: false } }),
    ]);
    await has(one.user_id, {}, {}, { source: 'garmin' }, { private: true }, { is_race: true });
    await has(two.user_id, {}, { start_time: new Date('2020-01-01T00:00:00.000Z') });
    await has(closed.user_id, {}, {});
    await has(noRaces.user_id, { is_race: true }, { private: true });
    const range = { start_date: DAY.getTime() - 1, end_date: DAY.getTime() + 1 };
    const coach = await addCoach(server, club, { role: 'admin' });
    const other = await createApiKey(server, { ...club, coach }, { scopes: ['admin'] });

    const job = await runExportOverHttp(server, other.secret, range);
    const left_out = [{ source: 'strava', reason: 'source_policy', athletes: 2, activities: 4 }];
    assert.deepEqual([job.status, job.left_out], ['completed', left_out]);
    const { manifest, files } = await downloadArchive(server, other.secret, job.id);
    assert.deepEqual(manifest.left_out, left_out);
    assert.deepEqual(
      jsonRecords(files.get('activities.json')).map(({ source }) => source),
      ['garmin'],
    );
    const told = await toldOfIncomplete(coach, (count) => count > 0);
    assert.deepEqual([told[0]?.data.export_id, told[0]?.data.left_out], [job.id, left_out]);
    assert.match(told[0]?.message ?? '', /Strava \(activities: 4, athletes: 2\)/);
  });

  test('is nothing where everything leaves, and nobody is told of it', async () => {
    const { user_id } = await seedAthlete(server, club.org_id);
    await has(user_id, { source: 'garmin' }, { private: true });
    const job = await runExportOverHttp(server, key.secret);
    assert.deepEqual(job.left_out, []);
    assert.deepEqual(await toldOfIncomplete(club.coach, () => true), []);
  });

  test('is named without numbers where coaches do not see it either, whether there is any or not', async () => {
    const strava = { ...DEFAULT_SOURCE_POLICIES.strava, show_to_coach: false };
    const sourcePolicies = { ...DEFAULT_SOURCE_POLICIES, strava };
    const { user_id } = await seedAthlete(server, club.org_id);
    const read = async (): Promise<unknown> => {
      const job = await recordExport(server, owner);
      await attemptExport(server, job, { sourcePolicies });
      const answer = await server.request('GET', `/developer/v1/exports/${job.id}`, { apiKey: key.secret });
      return answer.body.data.export.left_out;
    };
    const unknown = [{ source: 'strava', reason: 'source_policy', athletes: null, activities: null }];
    assert.deepEqual(await read(), unknown);
    await has(user_id, {}, {});
    assert.deepEqual(await read(), unknown);
  });

  test('follows from the policies that the organization’s own address names', async () => {
    const { body } = await server.request('GET', '/developer/v1/org', { apiKey: key.secret });
    assert.deepEqual(Object.keys(body.data.organization), ['id', 'name', 'athlete_count']);
    assert.deepEqual(
      body.data.source_policies,
      Object.entries(DEFAULT_SOURCE_POLICIES).map(([source, policy]) => ({ source, ...policy })),
    );
  });
});
