import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../infra/db/sql.ts';
import { newId } from '../../shared/ids.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import { downloadArchive, type WireExport } from '../../test/archives.ts';
import {
  attemptExport,
  createExporter,
  type Exporter,
  failingStore,
  objectsOf,
  pausingStore,
  recordExport,
} from '../../test/export-attempts.ts';
import { createApiKey, createOrganization } from '../../test/factories.ts';
import { startTestServer, type TestResponse, type TestServer } from '../../test/harness.ts';
import { shownLimits } from '../../test/rate-limits.ts';
import { seedAthlete } from '../../test/seed-athletes.ts';
import { cleanUp } from './clean-up.ts';
import type { ExportJob } from './export-job.ts';
import { runExportJob } from './run-export-job.ts';

describe('the states of an export', () => {
  let server: TestServer;
  let club: Exporter['club'];
  let key: Exporter['key'];
  let owner: Exporter['owner'];
  before(async () => {
    // No worker: what has expired stays until these tests clean up.
    server = await startTestServer({ ROLES: 'api' });
  });
  beforeEach(async () => {
    ({ club, key, owner } = await createExporter(server));
  });
  after(() => server.stop());

  const get = (where: string, apiKey = key.secret) =>
    server.request('GET', `/developer/v1/exports${where}`, { apiKey });
  const read = async (id: string): Promise<WireExport> => (await get(`/${id}`)).body.data.export;
  const listed = async (query = ''): Promise<WireExport[]> => (await get(query)).body.data.exports;
  const auditOf = async (id: string): Promise<WireExport[]> => {
    const { body } = await server.request('GET', `/api/v1/organizations/${club.org_id}/audit-logs`, {
      token: club.coach.token,
    });
    return body.logs.filter((entry: WireExport) => entry.target_id === id).toReversed();
  };

  function assertRefused(answer: TestResponse, status: number, code: string): void {
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    assert.deepEqual(Object.keys(answer.body), ['success', 'error', 'code', 'request_id']);
    assert.deepEqual([answer.body.success, answer.body.code], [false, code]);
    assert.equal(answer.body.request_id, answer.headers.get('x-request-id'));
    assert.equal(answer.headers.get('x-api-version'), '2026-07-01');
    assert.ok(shownLimits(answer), 'the three headers of the limits');
  }

  const UNFINISHED = {
    file_size_bytes: null,
    schema_version: null,
    error_message: null,
    skipped_athletes: null,
    completed_at: null,
    expires_at: null,
  };
  const outcomeOf = (job: WireExport) =>
    Object.fromEntries(Object.keys(UNFINISHED).map((field) => [field, job[field]]));

  test('pending, then running, then completed: a link only then', async () => {
    await seedAthlete(server, club.org_id);
    const job = await recordExport(server, owner);
    const pending = await read(job.id);
    assert.deepEqual([pending.status, outcomeOf(pending)], ['pending', UNFINISHED]);
    assertRefused(await get(`/${job.id}/download`), 409, 'export_not_ready');

    const { slow, stored, goOn } = pausingStore(server.deps.store);
    const attempt = attemptExport(server, job, { store: slow });
    await stored;
    const running = await read(job.id);
    assert.deepEqual([running.status, outcomeOf(running)], ['running', UNFINISHED]);
    assertRefused(await get(`/${job.id}/download`), 409, 'export_not_ready');
    goOn();
    await attempt;

    const completed = await read(job.id);
    const { bytes } = await downloadArchive(server, key.secret, job.id);
    assert.deepEqual(
      [completed.status, outcomeOf(completed)],
      [
        'completed',
        {
          ...UNFINISHED,
          file_size_bytes: bytes.length,
          schema_version: '1.0',
          skipped_athletes: [],
          completed_at: completed.completed_at,
          expires_at: new Date(Date.parse(completed.completed_at) + 7 * DAY_MS).toISOString(),
        },
      ],
    );
    for (const one of [pending, running, completed]) {
      const { id, created_at, params } = one;
      assert.deepEqual(
        { id, created_at, params },
        {
          id: job.id,
          created_at: job.created_at.toISOString(),
          params: pending.params,
        },
      );
    }
    assert.deepEqual(await listed(), [completed]);
  });

  test('failed: a message and the time of it, no file, no link', async () => {
    const job = await recordExport(server, owner);
    const failing = failingStore(server.deps.store);
    const { slow, stored, goOn } = pausingStore(server.deps.store);
    const late = attemptExport(server, job, { store: slow });
    await stored;
    const last = runExportJob.retry.limit + 1;
    const before = server.clock.now().getTime();
    await assert.rejects(attemptExport(server, job, { store: failing, attempt: last }), /broke down/);
    const failed = await read(job.id);
    const { error_message, completed_at, ...rest } = outcomeOf(failed);
    assert.equal(failed.status, 'failed');
    assert.match(error_message, /Create a new one/);
    assert.ok(!error_message.includes('broke down'), 'the operator’s text is not the caller’s');
    assert.ok(Date.parse(completed_at) >= before && Date.parse(completed_at) <= server.clock.now().getTime());
    assert.deepEqual(rest, {
      file_size_bytes: null,
      schema_version: null,
      skipped_athletes: null,
      expires_at: null,
    });
    assert.deepEqual(await objectsOf(server, job), []);
    const refused = await get(`/${job.id}/download`);
    assertRefused(refused, 409, 'export_not_ready');
    assert.match(refused.body.error, /failed/);
    assert.deepEqual(await listed('?status=failed'), [failed]);
    // Attempts that end all the same come too late.
    goOn();
    await late;
    await attemptExport(server, job);
    assert.deepEqual(await read(job.id), failed);
    assert.deepEqual(await objectsOf(server, job), []);
  });

  /** Until the hook resets the clock, `ms` after the export has completed. */
  async function completedFor(ms: number): Promise<ExportJob> {
    const job = await recordExport(server, owner);
    await attemptExport(server, job);
    server.clock.advance(ms);
    return job;
  }

  test('a link lives 600 seconds; fresh ones can be had for seven days', async (t) => {
    t.after(() => server.clock.reset());
    const job = await completedFor(0);
    const { status, body } = await get(`/${job.id}/download`);
    assert.deepEqual([status, body.data.expires_in_seconds], [200, 600]);
    assert.equal((await fetch(body.data.download_url)).status, 200);
    server.clock.advance(10 * MINUTE_MS + SECOND_MS);
    assert.equal((await fetch(body.data.download_url)).status, 403);
    server.clock.advance(7 * DAY_MS - 11 * MINUTE_MS);
    await downloadArchive(server, key.secret, job.id);
  });

  test('expired: 410, for thirty days also when it is cleaned up and seen nowhere else; then nobody knows of it', async (t) => {
    t.after(() => server.clock.reset());
    const job = await completedFor(7 * DAY_MS);
    const expired = await read(job.id);
    assert.equal(expired.status, 'completed');
    assert.ok(Date.parse(expired.expires_at) <= server.clock.now().getTime());
    assert.deepEqual(await listed(), [expired]);
    assertRefused(await get(`/${job.id}/download`), 410, 'export_expired');
    assert.equal((await objectsOf(server, job)).length, 1);

    await cleanUp(server.deps, new AbortController().signal);
    assert.deepEqual(await objectsOf(server, job), []);
    assertRefused(await get(`/${job.id}`), 404, 'not_found');
    assertRefused(await get(`/${job.id}/download`), 410, 'export_expired');
    for (const query of ['', '?status=completed', '?status=deleted'])
      assert.deepEqual(await listed(query), []);
    server.clock.advance(30 * DAY_MS - 5 * MINUTE_MS);
    await cleanUp(server.deps, new AbortController().signal);
    assertRefused(await get(`/${job.id}/download`), 410, 'export_expired');
    server.clock.advance(10 * MINUTE_MS);
    assertRefused(await get(`/${job.id}/download`), 404, 'not_found');
    await cleanUp(server.deps, new AbortController().signal);
    const left = await server.deps.db.query(sql`SELECT 1 FROM export_jobs WHERE id = ${job.id}`);
    assert.deepEqual(left, []);
    server.clock.reset();
    const events = (await auditOf(job.id)).map(({ event_type }) => event_type);
    assert.deepEqual(events, ['export_created'], 'what was refused is no download');
  });

  test('the audit log names the key that asked and each link that was handed out', async () => {
    const job = await recordExport(server, owner, { athlete_ids: [newId(), newId()] });
    assertRefused(await get(`/${job.id}/download`), 409, 'export_not_ready');
    await attemptExport(server, job);
    for (const _ of [1, 2]) await downloadArchive(server, key.secret, job.id);
    const entries = await auditOf(job.id);
    assert.deepEqual(
      entries.map(({ event_type, data }) => [event_type, data]),
      [
        [
          'export_created',
          { start_date_ms: null, end_date_ms: null, format: 'both', include: [], athletes: 2 },
        ],
        ['export_downloaded', {}],
        ['export_downloaded', {}],
      ],
    );
    for (const { actor_type, actor_id } of entries)
      assert.deepEqual([actor_type, actor_id], ['api_key', key.id]);
  });

  test('only the key that asked sees an export; to others it is like one that does not exist', async () => {
    const job = await recordExport(server, owner);
    await attemptExport(server, job);
    const sibling = await createApiKey(server, club, { scopes: ['admin'] });
    const stranger = await createApiKey(server, await createOrganization(server), { scopes: ['admin'] });
    for (const { secret } of [sibling, stranger]) {
      for (const what of ['', '/download']) {
        const answer = await get(`/${job.id}${what}`, secret);
        assertRefused(answer, 404, 'not_found');
        const unknown = await get(`/${newId()}${what}`, secret);
        assert.deepEqual({ ...answer.body, request_id: null }, { ...unknown.body, request_id: null });
      }
      assert.deepEqual((await get('', secret)).body.data.exports, []);
    }
    assert.equal((await auditOf(job.id)).length, 1);
  });
});
