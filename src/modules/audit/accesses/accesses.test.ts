import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { exampleSimulation } from '../../../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../../../sandbox/recordings/write-fit.ts';
import { sql } from '../../../infra/db/sql.ts';
import { newId } from '../../../shared/ids.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { downloadArchive, runExportOverHttp, type WireExport } from '../../../test/archives.ts';
import {
  addCoach,
  addMember,
  createApiKey,
  createGroup,
  createOrganization,
  signUp,
  type TestOrganization,
  type TestUser,
  uploadFile,
} from '../../../test/factories.ts';
import { type TestServer, testServer } from '../../../test/harness.ts';
import { takeOut } from '../../../test/personal-archive.ts';
import { accessJobs } from './forget-reads.ts';
import { writeReads } from './queries.ts';

const RECORDING = writeFit([simulateActivity(exampleSimulation(steadyRun(1_500), { resolution_s: 5 }))]);
type Entry = WireExport;

describe('an athlete’s list of accesses', () => {
  let server: TestServer;
  let club: TestOrganization;
  let key: { id: string; secret: string };
  let athlete: TestUser;
  let other: TestUser;
  before(async () => {
    server = await testServer();
  });
  beforeEach(async () => {
    club = await createOrganization(server);
    key = await createApiKey(server, club, { scopes: ['admin'], name: 'Weekly report' });
    [athlete, other] = await Promise.all([addMember(server, club), addMember(server, club)]);
  });

  async function page(
    user: TestUser,
    query = '',
  ): Promise<{ accesses: Entry[]; next_cursor: string | null }> {
    const { status, body } = await server.request('GET', `/api/v1/users/me/accesses?${query}`, {
      token: user.token,
    });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  }
  const listOf = async (user: TestUser): Promise<Entry[]> => (await page(user, 'limit=100')).accesses;
  const eventsOf = async (user: TestUser): Promise<string[]> =>
    (await listOf(user)).map(({ event, read }) => (read === null ? event : `${event}: ${read.data}`));
  const developer = async (path: string): Promise<WireExport> => {
    const { status, body } = await server.request('GET', `/developer/v1${path}`, { apiKey: key.secret });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const upload = async (user: TestUser): Promise<string> =>
    (await uploadFile(server, user, RECORDING)).body.data.activities[0].id;

  test('says which key took their data out, for whom, when, what, and how often it was downloaded', async () => {
    const job = await runExportOverHttp(server, key.secret, {
      start_date: 1_700_000_000_000,
      end_date: 1_900_000_000_000,
      format: 'csv',
      athlete_ids: [athlete.user_id],
    });
    const range = { from: '2023-11-14T22:13:20.000Z', to: '2030-03-17T17:46:40.000Z', format: 'csv' };
    for (const _ of [1, 2]) await downloadArchive(server, key.secret, job.id);
    const [entry] = await listOf(athlete);
    const { last_downloaded_at, ...exported } = entry.exported;
    assert.ok(last_downloaded_at > job.completed_at);
    assert.deepEqual(
      { ...entry, exported },
      {
        id: job.id,
        at: job.completed_at,
        event: 'data_exported',
        organization: { org_id: club.org_id, org_name: club.name },
        actor: { type: 'api_key', id: key.id, name: 'Weekly report', key_prefix: key.secret.slice(0, 12) },
        read: null,
        exported: { ...range, downloads: 2 },
        data: {},
      },
    );
    assert.deepEqual(
      await eventsOf(other),
      ['member_added'],
      'who is not in the archive has nothing to do with it',
    );
  });

  test('says what keys read: once for each kind and day, with how often', async () => {
    const activity_id = await upload(athlete);
    for (const path of [
      `/athletes/${athlete.user_id}`,
      '/athletes',
      `/activities?athlete_id=${athlete.user_id.toUpperCase()}`,
      `/activities/${activity_id}`,
      `/plans?athlete_id=${athlete.user_id}`,
    ])
      await developer(path);
    const read = (await listOf(athlete)).filter(({ event }) => event === 'data_read');
    assert.deepEqual(read.map((entry) => [entry.read.data, entry.read.times, entry.actor.id]).toSorted(), [
      ['activities', 2, key.id],
      ['profile', 2, key.id],
    ]);
    assert.deepEqual(await eventsOf(other), ['data_read: profile', 'member_added']);
    await developer(`/athletes/${athlete.user_id}`);
    const again = (await listOf(athlete)).find((entry) => entry.read?.data === 'profile');
    assert.equal(again?.read.times, 3, 'what was written before is counted on');
  });

  test('says which coach looked, and nothing where nothing was shown', async () => {
    const coach = await addCoach(server, club, { user: await signUp(server, { display_name: 'Coach Aoi' }) });
    const look = async (what: string, user_id = athlete.user_id): Promise<void> => {
      const path = `/api/v1/organizations/${club.org_id}/athletes/${user_id}/${what}`;
      const answer = await server.request('GET', path, { token: coach.token });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    };
    for (const what of ['activities', 'health/daily']) await look(what);
    assert.deepEqual(await eventsOf(athlete), ['member_added']);
    await upload(athlete);
    for (const what of ['activities', 'load', 'plans']) await look(what);
    await look('plans', athlete.user_id.toUpperCase());
    const [entry, plans] = await listOf(athlete);
    const { name } = entry.actor;
    assert.deepEqual([entry.actor.type, entry.actor.id], ['user', coach.user_id]);
    assert.equal(typeof name, 'string');
    assert.deepEqual([entry.read.data, plans.read.data].toSorted(), ['activities', 'plans']);
  });

  test('has what the logs of organizations say about them, and not what they did themselves', async () => {
    await createGroup(server, club, { members: [athlete] });
    const path = `/api/v1/organizations/${club.org_id}/members/${athlete.user_id}`;
    await server.request('PATCH', path, { token: club.coach.token, body: { member_level: 'advanced' } });
    assert.deepEqual(await eventsOf(athlete), ['member_updated', 'group_member_added', 'member_added']);
    const { status } = await server.request('DELETE', path, { token: athlete.token });
    assert.equal(status, 200);
    assert.deepEqual(
      await eventsOf(athlete),
      ['member_updated', 'group_member_added', 'member_added'],
      'who has left still sees what was',
    );
  });

  test('comes in pages that neither skip nor repeat, and refuses a cursor that is none', async () => {
    const at = server.clock.now();
    const reads = Array.from({ length: 25 }, (_, n) => ({
      id: newId(),
      user_id: athlete.user_id,
      org_id: newId(),
      reader_type: 'api_key' as const,
      reader_id: newId(),
      kind: 'profile' as const,
      // Five at each time.
      first_at: new Date(at.getTime() - Math.floor(n / 5)),
      last_at: at,
      times: 1,
    }));
    await writeReads(server.deps.db, reads);
    const all = (await listOf(athlete)).map(({ id }) => id);
    assert.equal(all.length, 26);
    const paged: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const next = await page(athlete, `limit=7${cursor && `&cursor=${cursor}`}`);
      paged.push(...next.accesses.map(({ id }) => id));
      cursor = next.next_cursor;
    }
    assert.deepEqual(paged, all);
    for (const wrong of ['x', 'MSAy', '_'.repeat(32), 'A'.repeat(33), 'A'.repeat(31)]) {
      const answer = await server.request('GET', `/api/v1/users/me/accesses?cursor=${wrong}`, {
        token: athlete.token,
      });
      assert.equal(answer.status, 400, wrong);
      assert.match(JSON.stringify(answer.body), /cursor/);
    }
  });

  test('is in their own archive, goes with the account, and is forgotten after a year but for what logs keep', async () => {
    await developer('/athletes');
    await runExportOverHttp(server, key.secret);
    const events = await eventsOf(athlete);
    assert.deepEqual(events, ['data_exported', 'data_read: profile', 'member_added']);
    const { records } = await takeOut(server, athlete);
    assert.deepEqual(
      records('accesses.json').map(({ event }: Entry) => event),
      ['data_exported', 'data_read', 'member_added'],
    );
    const day = server.clock.now().toISOString().slice(0, 10);
    await server.deps.db.execute(sql`
      UPDATE data_reads SET day = ${day}::date - 366 WHERE user_id = ${athlete.user_id}`);
    const [job] = accessJobs(server.deps);
    assert.equal(job?.job.name, 'audit.forget-reads');
    const context = {
      job_id: newId(),
      attempt: 1,
      signal: new AbortController().signal,
      logger: server.deps.logger,
    };
    await job?.run({}, context);
    assert.deepEqual(await eventsOf(athlete), ['data_exported', 'member_added']);
    assert.deepEqual(await eventsOf(other), events, 'what is younger than a year stays');
    await server.request('DELETE', '/api/v1/users/me', {
      token: other.token,
      body: { password: other.password },
    });
    for (const table of ['data_reads', 'export_athletes']) {
      const { rows } = await server.deps.db.executeSql(`SELECT 1 FROM ${table} WHERE user_id = $1`, [
        other.user_id,
      ]);
      assert.deepEqual(rows, [], table);
    }
  });

  test('is forgotten in parts, between which a process that ends can stop, and whole by the next time', async () => {
    const { db, logger } = server.deps;
    await db.executeSql(
      `INSERT INTO data_reads SELECT gen_random_uuid(), $1, $2, 'api_key', gen_random_uuid(), 'plans', $3::timestamptz - interval '366 days',
         $3::timestamptz - interval '366 days', $3::timestamptz - interval '366 days', 1 FROM generate_series(1, 5001)`,
      [athlete.user_id, club.org_id, server.clock.now().toISOString()],
    );
    const left = async (): Promise<number> => {
      const { rows } = await db.executeSql(
        'SELECT count(*)::int AS left FROM data_reads WHERE user_id = $1',
        [athlete.user_id],
      );
      return (rows as { left: number }[])[0]?.left ?? Number.NaN;
    };
    const [job] = accessJobs(server.deps);
    const run = async (signal: AbortSignal) =>
      await job?.run({}, { job_id: newId(), attempt: 1, signal, logger });
    let parts = 0;
    const stopsAfterOne = Object.assign(new AbortController().signal, {
      throwIfAborted() {
        parts += 1;
        if (parts === 2) throw new Error('The process ends.');
      },
    });
    await assert.rejects(async () => await run(stopsAfterOne), /The process ends/);
    assert.equal(await left(), 1);
    await run(new AbortController().signal);
    assert.equal(await left(), 0);
  });

  test('counts what was read across midnight by the day, and what is read of nobody nowhere', async () => {
    const at = server.clock.now();
    const read = (user_id: string, days: number) => ({
      id: newId(),
      user_id,
      org_id: club.org_id,
      reader_type: 'api_key' as const,
      reader_id: key.id,
      kind: 'plans' as const,
      first_at: new Date(at.getTime() - days * DAY_MS),
      last_at: new Date(at.getTime() - days * DAY_MS),
      times: 4,
    });
    const reads = [read(athlete.user_id, 0), read(athlete.user_id, 1), read(newId(), 0)];
    for (const _ of [1, 2]) await writeReads(server.deps.db, reads);
    const times = (await listOf(athlete)).flatMap((entry) => (entry.read === null ? [] : [entry.read.times]));
    assert.deepEqual(times, [8, 8]);
  });
});
