import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { exampleSimulation } from '../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../sandbox/recordings/write-fit.ts';
import { type Database, openDatabase } from './infra/db/database.ts';
import { sql } from './infra/db/sql.ts';
import { downloadArchive, jsonRecords, runExportOverHttp } from './test/archives.ts';
import { testEngine } from './test/engine.ts';
import { eventually } from './test/eventually.ts';
import {
  addMember,
  createApiKey,
  createOrganization,
  type TestOrganization,
  type TestUser,
  uploadFile,
} from './test/factories.ts';
import { startTestServer, type TestServer } from './test/harness.ts';
import { hasOwnPostgres, type OwnPostgres, startOwnPostgres } from './test/own-postgres.ts';

const skip =
  testEngine() !== 'postgres'
    ? 'only a server has replicas'
    : hasOwnPostgres
      ? false
      : 'needs the programs of a PostgreSQL server (Debian: postgresql)';

const RUN = simulateActivity(exampleSimulation(steadyRun(600), { resolution_s: 5 }));
const lines: string[] = [];
const logger = pino({ level: 'info' }, { write: (line) => lines.push(line) });

let primary: OwnPostgres;
let replica: OwnPostgres;
let atReplica: Database;
let server: TestServer;
let organization: TestOrganization;
let athlete: TestUser;
let apiKey: string;

before(async () => {
  if (skip !== false) return;
  primary = await startOwnPostgres();
  replica = await startOwnPostgres({ follows: primary });
  server = await startTestServer(
    { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: replica.url },
    { logger },
  );
  atReplica = await openDatabase({
    url: replica.url,
    dataDir: '',
    logger: pino({ level: 'silent' }),
    poolSize: 2,
  });
  organization = await createOrganization(server);
  athlete = await addMember(server, organization);
  assert.equal((await uploadFile(server, athlete, writeFit([RUN]))).status, 201);
  apiKey = (await createApiKey(server, organization, { scopes: ['admin'] })).secret;
});

after(async () => {
  if (skip !== false) return;
  await server.stop();
  await atReplica.close();
  await replica.remove();
  await primary.remove();
});

async function listed(): Promise<number> {
  const { status, body } = await server.request('GET', '/developer/v1/activities', { apiKey });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.activities.length;
}

async function exported(): Promise<unknown[]> {
  const { id, status } = await runExportOverHttp(server, apiKey, { format: 'json' });
  assert.equal(status, 'completed');
  const { files } = await downloadArchive(server, apiKey, id);
  return files.has('activities.json') ? jsonRecords(files.get('activities.json')) : [];
}

/** Whether lists are read from the replica just now, and not from the primary. */
async function readsFromReplica(): Promise<boolean> {
  return (await server.deps.reads.choose()).url === replica.url;
}

async function setPrivacy(shares: boolean): Promise<void> {
  const body = { privacy: { share_activity_with_coach: shares } };
  const answer = await server.request('PUT', `/api/v1/users/${athlete.user_id}`, {
    token: athlete.token,
    body,
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}

describe('a replica', { skip }, () => {
  test('answers lists and exports once it has what the primary had', async () => {
    await eventually(readsFromReplica, Boolean);
    assert.equal(await listed(), 1);
    assert.equal((await exported()).length, 1);
    const { reads } = await atReplica.one<{ reads: number }>(sql`
      SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0) AS reads FROM pg_stat_user_tables WHERE relname = 'activities'`);
    assert.ok(reads > 0, 'the replica has read no activity');
  });

  test('that stands still shows nothing of what the primary denies by now, and is used again when it has caught up', async () => {
    await eventually(readsFromReplica, Boolean);
    await atReplica.executeSql('SELECT pg_wal_replay_pause()');
    for (const deny of [
      () => setPrivacy(false),
      () =>
        server.request('DELETE', `/api/v1/organizations/${organization.org_id}/members/${athlete.user_id}`, {
          token: organization.coach.token,
        }),
    ]) {
      await deny();
      assert.equal(await listed(), 0);
      assert.deepEqual(await exported(), []);
      await setPrivacy(true);
      const stale = await atReplica.one<{ activities: number }>(
        sql`SELECT count(*) AS activities FROM activities`,
      );
      assert.equal(stale.activities, 1);
    }
    assert.match(lines.join(''), /behind the primary.*reads go to the primary/);
    await atReplica.executeSql('SELECT pg_wal_replay_resume()');
    await eventually(readsFromReplica, Boolean);
    assert.equal(await listed(), 0);
    assert.match(lines.join(''), /is used again/);
  });

  test('that is away, or has become a primary, is passed over, and the log says so', async () => {
    await eventually(readsFromReplica, Boolean);
    await replica.stop('SIGQUIT');
    assert.equal(await listed(), 0);
    assert.equal(await readsFromReplica(), false);
    await replica.start();
    await eventually(readsFromReplica, Boolean);
    await replica.promote();
    await eventually(readsFromReplica, (used) => !used);
    assert.equal(await listed(), 0);
    await eventually(
      () => lines.join(''),
      (text) => text.includes('it is no replica, but a primary'),
    );
  });
});
