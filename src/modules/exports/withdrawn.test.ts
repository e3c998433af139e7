import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import { downloadArchive } from '../../test/archives.ts';
import {
  attemptExport,
  createExporter,
  type Exporter,
  objectsOf,
  pausingStore,
  recordExport,
} from '../../test/export-attempts.ts';
import { addMember, type TestUser } from '../../test/factories.ts';
import { startTestServer, type TestServer } from '../../test/harness.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';
import type { ExportJob } from './export-job.ts';
import { removeWithdrawnHandler } from './remove-withdrawn.ts';

describe('exports with somebody in them who leaves', () => {
  let server: TestServer;
  let club: Exporter['club'];
  let key: Exporter['key'];
  let owner: Exporter['owner'];
  let stays: string;
  before(async () => {
    // No worker: attempts are those of these tests.
    server = await startTestServer({ ROLES: 'api' });
    ({ club, key, owner } = await createExporter(server));
    stays = (await seedAthlete(server, club.org_id)).user_id;
  });
  after(() => server.stop());

  const leave = async ({ token, password }: TestUser): Promise<void> => {
    const answer = await server.request('DELETE', '/api/v1/users/me', { token, body: { password } });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };
  const made = async (athlete_ids?: readonly string[]): Promise<ExportJob> => {
    const job = await recordExport(server, owner, athlete_ids === undefined ? {} : { athlete_ids });
    await attemptExport(server, job);
    return job;
  };
  const rowOf = ({ id }: ExportJob) =>
    server.deps.db.one<Pick<ExportJob, 'status' | 'athlete_ids' | 'skipped_athletes' | 'object_key'>>(sql`
      SELECT status, athlete_ids, skipped_athletes, object_key FROM export_jobs WHERE id = ${id}`);
  const GONE = { status: 'deleted', athlete_ids: null, skipped_athletes: null, object_key: null };

  async function removeArchives(): Promise<void> {
    const jobs = await server.deps.db.query<{ data: { exports: { id: string; org_id: string }[] } }>(
      sql`SELECT data FROM pgboss.job WHERE name = 'exports.remove-withdrawn'`,
    );
    const handle = removeWithdrawnHandler(server.deps);
    const context = {
      job_id: newId(),
      attempt: 1,
      signal: new AbortController().signal,
      logger: server.deps.logger,
    };
    for (const { data } of jobs) await handle(data, context);
  }

  test('every archive that holds or names them goes, and no other', async () => {
    const other = await made([stays]);
    const earlier = await made();
    const user = await addMember(server, club);
    const held = [await made(), await made([user.user_id]), await made([stays, user.user_id])];
    const stranger = await createExporter(server);
    const named = await recordExport(server, stranger.owner, { athlete_ids: [user.user_id] });
    await attemptExport(server, named);
    await server.deps.db.execute(sql`UPDATE export_jobs SET athlete_ids = NULL WHERE id = ${named.id}`);
    const waiting = await recordExport(server, owner, { athlete_ids: [user.user_id, stays] });
    await leave(user);
    for (const job of [...held, named]) assert.deepEqual(await rowOf(job), GONE);
    for (const job of [other, earlier]) {
      const { status, object_key } = await rowOf(job);
      assert.deepEqual([status, object_key !== null], ['completed', true]);
    }
    assert.deepEqual((await rowOf(waiting)).athlete_ids, [stays]);

    assert.equal((await objectsOf(server, held[0] ?? other)).length, 1);
    const gone = await server.request('GET', `/developer/v1/exports/${held[0]?.id}`, { apiKey: key.secret });
    assert.equal(gone.status, 404);
    for (const _ of ['then', 'and once more']) await removeArchives();
    for (const job of [...held, named]) assert.deepEqual(await objectsOf(server, job), []);
    await downloadArchive(server, key.secret, other.id);
    await attemptExport(server, waiting);
    assert.equal((await rowOf(waiting)).status, 'completed');
  });

  test('an archive of everybody from after they left the club is not theirs', async () => {
    const user = await addMember(server, club);
    const path = `/api/v1/organizations/${club.org_id}/members/${user.user_id}`;
    assert.equal((await server.request('DELETE', path, { token: user.token })).status, 200);
    const since = await made();
    await leave(user);
    assert.equal((await rowOf(since)).status, 'completed');
  });

  for (const [how, privacy] of [
    ['in it', {}],
    ['named as left out', { share_activity_with_coach: false }],
  ] as const) {
    test(`an archive that is being made is not recorded with them ${how}; the next attempt is without`, async () => {
      const user = await addMember(server, club);
      await server.request('PUT', `/api/v1/users/${user.user_id}`, { token: user.token, body: { privacy } });
      const job = await recordExport(server, owner);
      const { slow, stored, goOn } = pausingStore(server.deps.store);
      const attempt = attemptExport(server, job, { store: slow });
      await stored;
      await leave(user);
      goOn();
      await assert.rejects(attempt, /has deleted their account/);
      assert.deepEqual(await objectsOf(server, job), []);
      assert.equal((await rowOf(job)).status, 'running');

      await attemptExport(server, job, { attempt: 2 });
      const { files } = await downloadArchive(server, key.secret, job.id);
      assert.ok(String(files.get('athletes.csv')).includes(stays));
      for (const [name, text] of files) assert.ok(!String(text).includes(user.user_id), name);
      assert.ok(!JSON.stringify(await rowOf(job)).includes(user.user_id));
    });
  }
});
