import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { pino } from 'pino';
import { SERVER_LIMITS } from '../../http/actor.ts';
import { sql } from '../../infra/db/sql.ts';
import type { JobContext } from '../../infra/jobs/index.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import { newId } from '../../shared/ids.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts';
import { csvRecords, downloadArchive, jsonRecords, runExportOverHttp } from '../../test/archives.ts';
import { createApiKey, createOrganization, type TestOrganization } from '../../test/factories.ts';
import { type TestServer, testServer } from '../../test/harness.ts';
import { makeActivity } from '../../test/random-activities.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';
import { insertActivities } from '../activities/queries.ts';
import { cleanUp } from './clean-up.ts';
import { createExport } from './create-export.ts';
import type { ExportJob } from './export-job.ts';
import { runExport } from './run-export.ts';
import { runExportJob } from './run-export-job.ts';

describe('exports', () => {
  let server: TestServer;
  let club: TestOrganization;
  let key: { id: string; secret: string };
  before(async () => {
    server = await testServer();
  });
  beforeEach(async () => {
    club = await createOrganization(server);
    key = await createApiKey(server, club, { scopes: ['admin'] });
  });
  after(() => server.clock.reset());

  const get = (where: string, apiKey = key.secret) =>
    server.request('GET', `/developer/v1${where}`, { apiKey });
  const byUid = (a: { uid: string }, b: { uid: string }) => (a.uid < b.uid ? -1 : 1);
  const idsOf = (records: { id: string }[]) => records.map(({ id }) => id);

  /** An export whose job the server's own worker does not see. */
  async function recordExport(input: { athlete_ids?: string[] } = {}): Promise<ExportJob> {
    const actor = {
      type: 'api_key',
      key_id: key.id,
      org_id: club.org_id,
      scopes: [],
      features: [],
      limits: SERVER_LIMITS,
    } as const;
    const request = {
      start_date_ms: null,
      end_date_ms: null,
      format: 'both',
      athlete_ids: null,
      ...input,
    } as const;
    return await createExport({ ...server.deps, jobs: { enqueue: async () => null } }, actor, request);
  }

  function attempt(
    job: ExportJob,
    options: { attempt?: number; signal?: AbortSignal; store?: ObjectStore } = {},
  ): Promise<void> {
    const { attempt = 1, signal = new AbortController().signal, store = server.deps.store } = options;
    const context: JobContext = { job_id: newId(), attempt, signal, logger: pino({ level: 'silent' }) };
    return runExport({ ...server.deps, store }, { org_id: job.org_id, export_id: job.id }, context);
  }

  async function objectsOf({ org_id, id }: { org_id: string; id: string }): Promise<string[]> {
    const keys: string[] = [];
    for await (const object of server.deps.store.list(`exports/${org_id}/${id}`)) keys.push(object.key);
    return keys;
  }

  const cleanUpNow = () => cleanUp(server.deps, new AbortController().signal);

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
    // What no writer of ours stores: the database refuses to take it apart.
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

    // All athletes: those who left before it was asked for are not meant.
    const now = await runExportOverHttp(server, key.secret);
    assert.deepEqual(now.skipped_athletes.toSorted(byUid), skipped.slice(0, 3).sort(byUid));
    // One athlete alone, who cannot be read, makes no export fail either.
    const alone = await runExportOverHttp(server, key.secret, { athlete_ids: [broken.user_id] });
    assert.equal(alone.status, 'completed');
    assert.deepEqual(alone.skipped_athletes, [{ uid: broken.user_id, reason: 'read_error' }]);
  });

  test('who leaves between the request and the archive is left out and named', async () => {
    const [stays, leaves] = await Promise.all([
      seedAthlete(server, club.org_id),
      seedAthlete(server, club.org_id),
    ]);
    const job = await recordExport();
    const left_at = new Date(job.created_at.getTime() + 1);
    await server.deps.db.execute(
      sql`UPDATE organization_members SET left_at = ${left_at} WHERE user_id = ${leaves.user_id}`,
    );
    await attempt(job);
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
    const job = await recordExport();
    await assert.rejects(attempt(job));
    assert.equal((await get(`/exports/${job.id}`)).body.data.export.status, 'running');
    // The connection that was reading is no worse for it.
    assert.equal((await get('/org')).status, 200);
  });

  test('before it has completed there is no link; after its expiry, 410, and then nothing', async () => {
    const job = await recordExport();
    const link = `/exports/${job.id}/download`;
    const early = await get(link);
    assert.equal(early.status, 409);
    assert.equal(early.body.code, 'export_not_ready');
    await attempt(job);
    const { status, body } = await get(link);
    assert.equal(status, 200);
    assert.equal(body.data.expires_in_seconds, 600);
    try {
      server.clock.advance(10 * MINUTE_MS + 1_000);
      assert.equal((await fetch(body.data.download_url)).status, 403, 'the link lives 600 seconds');
      assert.equal((await get(link)).status, 200, 'a fresh one can be had');
      server.clock.advance(7 * DAY_MS - 10 * MINUTE_MS - 1_000);
      assert.equal((await get(link)).status, 410);
      assert.equal((await get(link)).body.code, 'export_expired');
      assert.equal((await get(`/exports/${job.id}`)).body.data.export.status, 'completed');
    } finally {
      server.clock.reset();
    }
  });

  test('the clean-up removes what has expired, file first, and leaves the rest', async () => {
    const [old, recent] = [await recordExport(), await recordExport()];
    await attempt(old);
    await attempt(recent);
    await server.deps.db.execute(
      sql`UPDATE export_jobs SET expires_at = ${server.clock.now()} WHERE id = ${old.id}`,
    );
    assert.equal((await get(`/exports/${old.id}/download`)).status, 410);
    const listed = async () => idsOf((await get('/exports')).body.data.exports);
    assert.deepEqual(await listed(), [recent.id, old.id]);
    await cleanUpNow();
    assert.deepEqual(await objectsOf(old), []);
    assert.equal((await objectsOf(recent)).length, 1);
    assert.deepEqual(await listed(), [recent.id]);
    assert.deepEqual((await get('/exports?status=deleted')).body.data.exports, []);
    for (const where of [`/exports/${old.id}`, `/exports/${old.id}/download`]) {
      const answer = await get(where);
      assert.equal(answer.status, 404);
      assert.equal(answer.body.code, 'not_found');
    }
    await cleanUpNow();
  });

  test('only the key that asked sees an export, and only its own download is audited', async () => {
    const job = await runExportOverHttp(server, key.secret);
    const sibling = await createApiKey(server, club, { scopes: ['admin'] });
    const stranger = await createApiKey(server, await createOrganization(server), { scopes: ['admin'] });
    for (const { secret } of [sibling, stranger]) {
      for (const where of [`/exports/${job.id}`, `/exports/${job.id}/download`]) {
        const answer = await get(where, secret);
        assert.equal(answer.status, 404);
        assert.deepEqual(
          { ...answer.body, request_id: null },
          {
            ...(await get(`/exports/${newId()}${where.endsWith('download') ? '/download' : ''}`, secret))
              .body,
            request_id: null,
          },
        );
      }
      assert.deepEqual((await get('/exports', secret)).body.data.exports, []);
    }
    await downloadArchive(server, key.secret, job.id);
    const { body } = await server.request('GET', `/api/v1/organizations/${club.org_id}/audit-logs`, {
      token: club.coach.token,
    });
    const entries = await server.deps.db.query<{ event_type: string; actor: string; target_id: string }>(sql`
      SELECT event_type, to_jsonb(a)::text AS actor, target_id FROM audit_log a
      WHERE org_id = ${club.org_id} AND event_type LIKE 'export%' ORDER BY event_type`);
    assert.equal(JSON.stringify(body).split('export_created').length - 1, 1);
    assert.deepEqual(
      entries.map(({ event_type, target_id }) => [event_type, target_id]),
      [
        ['export_created', job.id],
        ['export_downloaded', job.id],
      ],
    );
    for (const { actor } of entries) assert.ok(actor.includes(key.id), 'the entry names the key');
  });

  test('a store that fails is tried again; nothing stays of what failed', async () => {
    const { store } = server.deps;
    const failing: ObjectStore = {
      ...store,
      put: async (name, body, options) => {
        await store.put(name, body, options);
        throw new Error('the store broke down after writing');
      },
    };
    const job = await recordExport();
    await assert.rejects(attempt(job, { store: failing }), /broke down/);
    assert.equal((await get(`/exports/${job.id}`)).body.data.export.status, 'running');
    assert.equal((await objectsOf(job)).length, 1, 'the fake leaves one behind');
    await attempt(job, { attempt: 2 });
    assert.equal((await get(`/exports/${job.id}`)).body.data.export.status, 'completed');
    assert.equal((await objectsOf(job)).length, 1);
    await downloadArchive(server, key.secret, job.id);

    const hopeless = await recordExport();
    const last = runExportJob.retry.limit + 1;
    for (let at = 1; at <= last; at++) {
      assert.equal((await get(`/exports/${hopeless.id}`)).body.data.export.error_message, null);
      await assert.rejects(attempt(hopeless, { store: failing, attempt: at }), /broke down/);
    }
    const { export: failed } = (await get(`/exports/${hopeless.id}`)).body.data;
    assert.equal(failed.status, 'failed');
    assert.match(failed.error_message, /Create a new one/);
    assert.ok(!failed.error_message.includes('broke down'), 'the operator’s text is not the caller’s');
    assert.ok(Date.parse(failed.completed_at) > 0);
    assert.equal(failed.expires_at, null);
    assert.equal(failed.file_size_bytes, null);
    assert.deepEqual(await objectsOf(hopeless), []);
    const link = await get(`/exports/${hopeless.id}/download`);
    assert.equal(link.status, 409);
    assert.match(link.body.error, /failed/);
  });

  test('twice and at once, an export is made once', async () => {
    await seedAthlete(server, club.org_id);
    const job = await recordExport();
    await Promise.all([attempt(job), attempt(job), attempt(job)]);
    const first = await get(`/exports/${job.id}`);
    assert.equal(first.body.data.export.status, 'completed');
    assert.equal((await objectsOf(job)).length, 1);
    await attempt(job, { attempt: 2 });
    assert.deepEqual((await get(`/exports/${job.id}`)).body.data, first.body.data);
    const { bytes } = await downloadArchive(server, key.secret, job.id);
    assert.equal(bytes.length, first.body.data.export.file_size_bytes);
  });

  test('an attempt that is cut short is taken up again; the last one ends the export', async () => {
    const job = await recordExport();
    const cut = AbortSignal.abort(new Error('shutting down'));
    await assert.rejects(attempt(job, { signal: cut }), /shutting down/);
    assert.equal((await get(`/exports/${job.id}`)).body.data.export.status, 'running');
    assert.deepEqual(await objectsOf(job), []);
    await attempt(job, { attempt: 2 });
    assert.equal((await get(`/exports/${job.id}`)).body.data.export.status, 'completed');

    const late = await recordExport();
    await assert.rejects(
      attempt(late, { signal: cut, attempt: runExportJob.retry.limit + 1 }),
      /shutting down/,
    );
    assert.equal((await get(`/exports/${late.id}`)).body.data.export.status, 'failed');
  });

  test('an export that the queue has given up without a word ends as failed', async () => {
    const [dead, alive] = [await recordExport(), await recordExport()];
    const payload = { org_id: club.org_id, export_id: dead.id };
    const letter = { job_id: newId(), error: 'The process ended.', attempts: 4, created_at: new Date() };
    const listFailed = async () => [
      { ...letter, id: newId(), name: runExportJob.name, payload, failed_at: new Date() },
      { ...letter, id: newId(), name: runExportJob.name, payload: {}, failed_at: new Date() },
    ];
    await cleanUp({ ...server.deps, jobs: { listFailed } }, new AbortController().signal);
    assert.equal((await get(`/exports/${dead.id}`)).body.data.export.status, 'failed');
    assert.equal((await get(`/exports/${alive.id}`)).body.data.export.status, 'pending');
  });

  test('an organization that goes while its export runs leaves no file', async () => {
    const job = await recordExport();
    const { store, db } = server.deps;
    const stored = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const slow: ObjectStore = {
      ...store,
      put: async (name, body, options) => {
        const put = await store.put(name, body, options);
        stored.resolve();
        await gone.promise;
        return put;
      },
    };
    const running = attempt(job, { store: slow });
    await stored.promise;
    await db.execute(sql`DELETE FROM export_jobs WHERE org_id = ${club.org_id}`);
    gone.resolve();
    await running;
    assert.deepEqual(await objectsOf(job), []);
    await attempt(job);
  });

  test('files whose record is gone are removed once no export can need them', async () => {
    const { store } = server.deps;
    const stray = `exports/${newId()}/${newId()}/${newId()}.zip`;
    const kept = `uploads/${newId()}`;
    for (const name of [stray, kept]) await store.put(name, Buffer.from('x'));
    await cleanUpNow();
    assert.ok(await store.head(stray));
    const clock = { now: () => new Date(Date.now() + 8 * DAY_MS + MINUTE_MS) };
    const own = await recordExport();
    // With that clock every other archive of this store would expire as well.
    const only: ObjectStore = {
      ...store,
      list: async function* (prefix) {
        for await (const object of store.list(prefix)) if ([stray, kept].includes(object.key)) yield object;
      },
      delete: async (name) => {
        if (name === stray) await store.delete(name);
      },
    };
    const db = { ...server.deps.db, query: async () => [], execute: async () => 0 };
    await cleanUp({ ...server.deps, db, store: only, clock }, new AbortController().signal);
    assert.equal(await store.head(stray), null);
    assert.ok(await store.head(kept));
    await store.delete(kept);
    assert.equal((await get(`/exports/${own.id}`)).status, 200);
  });

  test('exports of several organizations at once hold each its own', async () => {
    const clubs = await Promise.all(
      [0, 1, 2].map(async () => {
        const organization = await createOrganization(server);
        const { secret } = await createApiKey(server, organization, { scopes: ['admin'] });
        const { user_id } = await seedAthlete(server, organization.org_id);
        const activities = [0, 1, 2].map(() => makeActivity(user_id));
        await insertActivities(server.deps.db, activities);
        return { secret, activities };
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

  test('no half-written file is left on the disk', async () => {
    const scratch = path.join(server.dataDir, 'objects', 'scratch');
    if (!existsSync(scratch)) return;
    for (const folder of await readdir(scratch)) {
      const parts = (await readdir(path.join(scratch, folder))).filter((name) => name.endsWith('.part'));
      assert.deepEqual(parts, []);
    }
  });
});
