import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createHealth } from './http/health.ts';
import { type BackupNote, noteBackup } from './infra/backup/index.ts';
import { eventually } from './test/eventually.ts';
import { createApiKey, createOrganization, newEmail } from './test/factories.ts';
import { freePort } from './test/free-port.ts';
import { startTestServer, type TestServer } from './test/harness.ts';
import { UNREACHABLE_PLATFORMS } from './test/unreachable-platforms.ts';

const FILES = join(import.meta.dirname, '../docs/metrics');
const PROMTOOL = '/usr/bin/promtool';
const ID = '019a1c5e-8f00-7000-8000-1b2c3d4e5f60';
const OLD_BACKUP: BackupNote = {
  id: '20260101T030000Z-000000',
  place: '/mnt/backups',
  scheduled: true,
  encrypted: false,
  snapshot_at: new Date('2026-01-01T03:00:00Z'),
  finished_at: new Date('2026-01-01T03:01:00Z'),
  row_count: 10,
  object_count: 1,
  missing_objects: 0,
  size_bytes: 1_000,
  written_bytes: 1_000,
};

describe('/metrics', () => {
  let server: TestServer;
  /** Strava, as far as it says how many calls are left. */
  const strava = createServer((_request, response) => {
    const headers = { 'x-ratelimit-limit': '200,2000', 'x-ratelimit-usage': '50,60' };
    response.writeHead(200, { ...headers, 'content-type': 'application/json' }).end('[]');
  });

  before(async () => {
    const port = await freePort();
    await new Promise<void>((resolve) => strava.listen(port, '127.0.0.1', resolve));
    server = await startTestServer({
      ...UNREACHABLE_PLATFORMS,
      METRICS_PORT: '0',
      STRAVA_API_URL: `http://127.0.0.1:${port}`,
      RATE_LIMIT_PER_MINUTE: '1',
    });
    await noteBackup(server.deps.db, OLD_BACKUP);
  });
  after(async () => {
    await server.stop();
    strava.close();
  });

  test('counts requests by the template of their route, and streams of events apart', async () => {
    const { coach: user } = await createOrganization(server);
    const { token } = user;
    assert.equal((await server.request('GET', `/api/v1/activities/${ID}`, { token })).status, 404);
    assert.equal((await server.request('GET', `/api/v1/nothing/${ID}`, { token })).status, 404);
    const leaving = new AbortController();
    const stream = await fetch(`${server.url}/api/v1/notifications/center/stream`, {
      headers: { authorization: `Bearer ${token}` },
      signal: leaving.signal,
    });
    const open = await scrape(server);
    assert.equal(open.get('ekiden_event_streams_open'), 1);
    leaving.abort();
    await assert.rejects(stream.text());
    const metrics = await eventually(
      () => scrape(server),
      (found) => found.get('ekiden_event_streams_open') === 0,
    );
    const count = (method: string, route: string, status: string) =>
      metrics.get(
        `ekiden_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`,
      );
    assert.equal(count('GET', '/api/v1/activities/:activity_id', '4xx'), 1);
    assert.equal(count('GET', 'unmatched', '4xx'), 1);
    assert.equal(count('POST', '/api/v1/organizations', '2xx'), 1);
    assert.equal(count('GET', '/api/v1/notifications/center/stream', '2xx'), undefined);
    assert.equal(metrics.get('ekiden_http_answers_total{status="4xx"}'), 2);
    assert.equal(metrics.get('ekiden_http_answers_total{status="5xx"}'), 0);
    for (const name of metrics.keys()) {
      assert.doesNotMatch(name, /[0-9a-f]{8}-[0-9a-f]{4}-/, 'an id is no label');
      assert.ok(!name.includes(user.email), name);
    }
  });

  test('counts jobs, mails, calls, webhooks, refusals and connections, from 0', async () => {
    const organization = await createOrganization(server);
    const { secret: apiKey } = await createApiKey(server, organization);
    const before = await scrape(server);
    const mailed = 'ekiden_mails_total{outcome="sent"}';
    const worked = 'ekiden_job_attempts_total{job="accounts.send-verification-mail",outcome="completed"}';
    assert.equal(before.get(mailed), 0);
    assert.equal(before.get(worked), 0);
    const email = newEmail();
    await server.request('POST', '/api/v1/auth/request-verification', { body: { email } });
    await server.mailTo(email);
    for (const status of [200, 429])
      assert.equal((await server.request('GET', '/developer/v1/org', { apiKey })).status, status);
    assert.equal((await server.request('POST', '/api/webhooks/garmin/push', { body: {} })).status, 401);
    const { httpClient } = server.deps;
    const nowhere = { method: 'GET', url: new URL('http://127.0.0.1:1'), name: 'Nobody' } as const;
    await assert.rejects(httpClient.send({ ...nowhere, service: 'garmin' }));
    const session = {
      provider_user_id: '1',
      credentials: { access_token: 'a', refresh_token: 'r', expires_at: '2100-01-01T00:00:00Z' },
      signal: AbortSignal.timeout(30_000),
    };
    await server.deps.providers.strava.stillConsents(session as never).catch(() => undefined);
    const metrics = await eventually(
      () => scrape(server),
      (found) => found.get(worked) === 1,
    );
    assert.equal(metrics.get(mailed), 1);
    assert.equal(metrics.get('ekiden_limit_refusals_total{limit="api-key"}'), 1);
    assert.equal(metrics.get('ekiden_limit_refusals_total{limit="other"}'), 0);
    assert.equal(metrics.get('ekiden_webhooks_received_total{platform="garmin",outcome="refused"}'), 1);
    assert.equal(metrics.get('ekiden_outbound_calls_total{service="garmin",status="broken"}'), 1);
    assert.equal(metrics.get('ekiden_outbound_calls_total{service="strava",status="2xx"}'), 1);
    assert.equal(metrics.get('ekiden_platform_allowance_calls{platform="strava",kind="left"}'), 150);
    assert.equal(metrics.get('ekiden_platform_allowance_calls{platform="strava",kind="limit"}'), 200);
    assert.equal(metrics.get('ekiden_platform_allowance_calls{platform="garmin",kind="left"}'), undefined);
    assert.ok((metrics.get('ekiden_db_pool_acquire_seconds_count') ?? 0) > 10);
    assert.ok((metrics.get('ekiden_db_pool_connections{state="idle"}') ?? 0) >= 1);
    assert.equal(metrics.get('ekiden_db_pool_waiting'), 0);
    assert.equal(metrics.get('ekiden_jobs_up'), 1);
    assert.equal(metrics.get('ekiden_jobs{queue="dead-letters",state="waiting"}'), 0);
    assert.equal(metrics.get('ekiden_job_oldest_ready_seconds{queue="exports.run"}'), 0);
    assert.ok((metrics.get('ekiden_event_loop_active_seconds_total') ?? 0) > 0);
    const build = [...metrics.keys()].find((name) => name.startsWith('ekiden_build_info{'));
    assert.match(build ?? '', /version="\d+\.\d+\.\d+",roles="api,worker"/);
  });

  test('asks the database how full the queues are once in some seconds, however often it is scraped', async () => {
    const { jobs } = server.deps;
    const { counts } = jobs;
    let asked = 0;
    jobs.counts = async () => {
      asked += 1;
      return await counts();
    };
    try {
      await Promise.all(Array.from({ length: 20 }, () => scrape(server)));
    } finally {
      jobs.counts = counts;
    }
    assert.ok(asked <= 1, `${asked} questions`);
  });

  test('tells when the last backup is from, and of one that is more than a week old', async () => {
    const metrics = await scrape(server);
    assert.equal(metrics.get('ekiden_backup_timestamp_seconds'), OLD_BACKUP.snapshot_at.getTime() / 1_000);
    const { status, body } = await server.request('GET', '/readyz?full');
    assert.deepEqual([status, body.status], [200, 'degraded']);
    const backup = body.checks.find(({ name }: { name: string }) => name === 'backup');
    assert.deepEqual([backup.ok, backup.note.includes('more than a week old')], [false, true]);
  });

  test('has every metric that the dashboard and the alerts ask for, and they are sound to promtool', async (t) => {
    const known = new Set([...(await scrape(server)).keys()].map((name) => name.replace(/\{.*/, '')));
    const dashboard = JSON.parse(readFileSync(join(FILES, 'dashboard.json'), 'utf8'));
    const asked: string[] = dashboard.panels.flatMap(
      ({ type, targets }: { type: string; targets?: { expr: string }[] }) => {
        if (type !== 'row') assert.ok(targets !== undefined && targets.length > 0, 'a panel shows something');
        return (targets ?? []).map(({ expr }) => expr);
      },
    );
    const alerts = readFileSync(join(FILES, 'alerts.yml'), 'utf8');
    const names = [...asked, alerts].flatMap((text) => text.match(/\b(?:ekiden|nodejs|process)_\w+/g) ?? []);
    assert.ok(new Set(names).size > 25);
    for (const name of new Set(names)) assert.ok(known.has(name), `${name} does not exist`);
    for (const name of known)
      if (name.startsWith('ekiden_') && !/_(?:bucket|sum|count)$/.test(name))
        assert.ok(names.includes(name), `${name} is on no panel and in no alert`);
    if (!existsSync(PROMTOOL)) return t.diagnostic('promtool is not installed (Debian: prometheus)');
    const promtool = (args: readonly string[], input?: string): string =>
      execFileSync(PROMTOOL, args, { cwd: FILES, encoding: 'utf8', input, stdio: 'pipe' });
    promtool(['check', 'config', 'prometheus.yml']);
    promtool(['test', 'rules', 'alerts-test.yml']);
    const text = await (await fetch(`${server.metrics_url}/metrics`)).text();
    const ours = text
      .split('\n\n')
      .filter((metric) => metric.includes(' ekiden_'))
      .join('\n');
    assert.equal(promtool(['check', 'metrics'], `${ours}\n`), '');
    // Variables of Grafana are ranges of time; in Prometheus' rules there are none.
    const rules = asked.map((expr, index) => ({ record: `panel:${index}`, expr: withoutVariables(expr) }));
    const folder = mkdtempSync(join(tmpdir(), 'ekiden-test-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'panels.json');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
    promtool(['check', 'rules', file]);
  });

  test('is nowhere else: neither on the port of the APIs, nor anything else on its own', async () => {
    assert.equal((await server.request('GET', '/metrics')).status, 404);
    for (const path of ['/', '/healthz', '/api/v1/users/me'])
      assert.equal((await fetch(`${server.metrics_url}${path}`)).status, 404);
    assert.equal((await fetch(`${server.metrics_url}/metrics`, { method: 'POST' })).status, 404);
  });
});

/** Series by name and labels, as they are written. */
async function scrape({ metrics_url }: TestServer): Promise<Map<string, number>> {
  const response = await fetch(`${metrics_url}/metrics`);
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

function withoutVariables(expr: string): string {
  return expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*');
}

describe('health', () => {
  const AWAY = {
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_BUCKET: 'away',
    S3_ACCESS_KEY_ID: 'away',
    S3_SECRET_ACCESS_KEY: 'away',
    SMTP_URL: 'smtp://127.0.0.1:9',
  };
  type Full = { status: string; checks: { name: string; ok: boolean; took_ms: number }[] };
  const oks = (body: Full | undefined) => {
    for (const { took_ms } of body?.checks ?? []) assert.ok(Number.isInteger(took_ms) && took_ms >= 0);
    return Object.fromEntries((body?.checks ?? []).map(({ name, ok }) => [name, ok]));
  };

  test('an object store and a mail server that are away are told of, and take no node out of the balancer', async () => {
    const server = await startTestServer(AWAY);
    const counted = [server.metrics_url, server.health_url, server.deps.metrics];
    const ready = await server.request('GET', '/readyz');
    const full = await server.request('GET', '/readyz?full');
    await server.stop();
    assert.deepEqual(counted, [null, null, undefined], 'off unless it is asked for');
    assert.deepEqual([ready.status, ready.body.status], [200, 'ok']);
    assert.deepEqual(oks(ready.body), { database: true, rate_limits: true });
    assert.deepEqual([full.status, full.body.status], [200, 'degraded']);
    assert.deepEqual(oks(full.body), {
      database: true,
      rate_limits: true,
      jobs: true,
      object_store: false,
      mail: false,
      backup: true,
    });
  });

  test('a worker answers probes on a port of its own, and counts on another', async () => {
    const server = await startTestServer({ ROLES: 'worker', WORKER_PORT: '0', METRICS_PORT: '0' });
    const answers = [];
    for (const path of ['/healthz', '/readyz', '/readyz?full', '/api/v1/users/me']) {
      const response = await fetch(`${server.health_url}${path}`);
      answers.push([response.status, (await response.json()) as Full] as const);
    }
    const metrics = await scrape(server);
    await server.stop();
    const [alive, ready, full, nothing] = answers;
    assert.deepEqual(alive, [200, { status: 'ok' }]);
    assert.deepEqual([ready?.[0], oks(ready?.[1])], [200, { database: true, rate_limits: true }]);
    const all = {
      database: true,
      rate_limits: true,
      jobs: true,
      object_store: true,
      mail: true,
      backup: true,
    };
    assert.deepEqual([full?.[0], full?.[1].status, oks(full?.[1])], [200, 'ok', all]);
    assert.equal(nothing?.[0], 404);
    assert.equal(server.url, '');
    assert.equal(metrics.get('ekiden_job_attempts_total{job="exports.run",outcome="given_up"}'), 0);
  });

  test('what never answers holds up nothing for more than two seconds, and is not asked again meanwhile', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let asked = 0;
    const never = (): Promise<never> => {
      asked += 1;
      return new Promise(() => undefined);
    };
    const db = { ping: async () => undefined, isDead: () => false };
    const health = createHealth(
      db,
      [
        { name: 'database', kind: 'needed', ask: never },
        { name: 'backup', kind: 'full', ask: async () => 'An hour old.' },
      ],
      new AbortController().signal,
    );
    const asking = Promise.all([health.ready(), health.readyInFull(), health.readyInFull()]);
    await new Promise((resolve) => setImmediate(resolve));
    t.mock.timers.tick(2_000);
    const [ready, full] = await asking;
    assert.equal(ready.status, 'failed');
    assert.deepEqual(
      full.checks.map(({ name, ok, note }) => [name, ok, note]),
      [
        ['database', false, 'It did not answer within 2 seconds.'],
        ['backup', true, 'An hour old.'],
      ],
    );
    assert.equal(asked, 1);
  });

  test('an answer that may be kept is passed on, so that whoever asks often does not make others answer', async () => {
    let asked = 0;
    const mail = async (): Promise<void> => {
      asked += 1;
    };
    const db = { ping: async () => undefined, isDead: () => false };
    const health = createHealth(
      db,
      [{ name: 'mail', kind: 'full', kept_ms: 60_000, ask: mail }],
      new AbortController().signal,
    );
    for (let i = 0; i < 5; i++) assert.equal((await health.readyInFull()).status, 'ok');
    assert.equal(asked, 1);
  });
});
