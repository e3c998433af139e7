import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { openPostgres, TIMINGS } from './infra/db/postgres.ts';
import { createMigratedServerDatabase } from './test/database.ts';
import { testEngine } from './test/engine.ts';
import { type Answer, answerOf, assertErrorAnswer, type SurfaceName } from './test/envelopes.ts';
import { eventually } from './test/eventually.ts';
import {
  createApiKey,
  createOrganization,
  newEmail,
  signUp,
  type TestOrganization,
  type TestUser,
} from './test/factories.ts';
import { startTestServer, type TestServer } from './test/harness.ts';
import { startTcpProxy, type TcpProxy } from './test/tcp-proxy.ts';

const skip = testEngine() === 'postgres' ? false : 'only a server can be away';

/** How long the database may be silent before the process counts as dead; 30 s in production. */
const DEAD_MS = 500;
/** The longest time for recovery, in milliseconds. */
const LONGEST_MS = 15_000;
const AT_ONCE = 16;

let database: Awaited<ReturnType<typeof createMigratedServerDatabase>>;
let proxy: TcpProxy;
let server: TestServer;
let user: TestUser;
let organization: TestOrganization;
let apiKey: string;
const lines: string[] = [];

before(async () => {
  if (skip !== false) return;
  database = await createMigratedServerDatabase();
  proxy = await startTcpProxy(database.url);
  const logger = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  const db = await openPostgres({ url: proxy.url, logger, timings: { ...TIMINGS, dead: DEAD_MS } });
  server = await startTestServer({ METRICS_PORT: '0' }, { db, logger });
  user = await signUp(server);
  organization = await createOrganization(server);
  apiKey = (await createApiKey(server, organization, { scopes: ['admin'] })).secret;
});

after(async () => {
  if (skip !== false) return;
  await server.stop();
  await proxy.close();
  await database.drop();
});

type DependencyCheck = { name: string; ok: boolean };
type Asked = { method: string; path: string; body?: unknown; form?: FormData };

async function ask({ method, path, body, form }: Asked): Promise<Answer> {
  const credentials: Record<string, string> = path.startsWith('/developer')
    ? { 'x-api-key': apiKey }
    : { authorization: `Bearer ${user.token}` };
  if (body !== undefined) credentials['content-type'] = 'application/json';
  return await answerOf(
    await fetch(`${server.url}${path}`, {
      method,
      headers: credentials,
      body: form ?? (body === undefined ? null : JSON.stringify(body)),
      signal: AbortSignal.timeout(LONGEST_MS),
    }),
  );
}

function recording(): FormData {
  const form = new FormData();
  form.append('file', new Blob(['<TrainingCenterDatabase/>']), 'run.tcx');
  return form;
}

/** Reads, writes, uploads and downloads of both APIs. */
const OF_BOTH: readonly Asked[] = [
  { method: 'GET', path: '/api/v1/activities' },
  { method: 'GET', path: '/api/v1/users/me/export' },
  { method: 'POST', path: '/api/v1/auth/request-verification', body: { email: newEmail() } },
  { method: 'POST', path: '/api/v1/auth/login', body: { email: newEmail(), password: 'Sakura-1964' } },
  { method: 'POST', path: '/api/v1/activities/upload', form: recording() },
  { method: 'GET', path: '/developer/v1/org' },
  { method: 'GET', path: '/developer/v1/athletes' },
  { method: 'POST', path: '/developer/v1/exports', body: { format: 'csv' } },
  { method: 'GET', path: '/developer/v1/exports/019a1c5e-8f00-7000-8000-1b2c3d4e5f60/download' },
];

function assertUnavailable(answer: Answer, path: string): void {
  const surface: SurfaceName = path.startsWith('/developer') ? '/developer/v1' : '/api/v1';
  assertErrorAnswer(answer, { surface, status: 503, code: 'unavailable' });
  assert.match(answer.headers['retry-after'] ?? '', /^[1-9]\d?$/);
}

/** Sends requests without a pause until told to stop. @returns what was answered */
function underLoad(): { stop(): Promise<(Answer & { at: number })[]> } {
  const answers: (Answer & { at: number })[] = [];
  let over = false;
  const client = async (place: number): Promise<void> => {
    for (let sent = place; !over; sent++) {
      const asked =
        sent % 2 === 0
          ? { method: 'GET', path: '/developer/v1/org' }
          : { method: 'GET', path: '/api/v1/activities' };
      answers.push({ ...(await ask(asked)), at: performance.now() });
    }
  };
  const clients = Promise.all(Array.from({ length: AT_ONCE }, (_, place) => client(place)));
  return {
    async stop() {
      over = true;
      await clients;
      return answers;
    },
  };
}

describe('a database that', { skip }, () => {
  test('refuses connections: 503 unavailable on both APIs, one line a second says why, and all is well afterwards', async () => {
    lines.length = 0;
    const began = performance.now();
    await proxy.refuse();
    for (let round = 0; round < 5; round++) {
      await Promise.all(OF_BOTH.map(async (asked) => assertUnavailable(await ask(asked), asked.path)));
    }
    const most = 1 + Math.ceil((performance.now() - began) / 1_000);
    await proxy.restore();
    const back = await Promise.all(OF_BOTH.map(ask));
    for (const { status, text } of back) assert.ok(status < 500, text);
    const causes = lines.filter((line) => line.includes('the database cannot be used'));
    assert.ok(causes.length >= 1 && causes.length <= most, lines.join(''));
    assert.match(causes.join(''), /ECONN|Connection terminated/);
    assert.equal(lines.length, causes.length, lines.join(''));
    assert.doesNotMatch(lines.join(''), /\[object Object\]/);
  });

  test('no longer answers on the connections that there are, under load: requests and jobs are soon back to normal', async () => {
    const load = underLoad();
    await ask({ method: 'GET', path: '/developer/v1/org' });
    proxy.silence();
    const began = performance.now();
    await eventually(
      () => ask({ method: 'GET', path: '/developer/v1/org' }),
      ({ status }) => status === 200,
    );
    const email = newEmail();
    const sent = await ask({ method: 'POST', path: '/api/v1/auth/request-verification', body: { email } });
    assert.equal(sent.status, 200, sent.text);
    assert.equal((await server.mailTo(email)).to, email);
    const answers = await load.stop();
    for (const { status, text } of answers) {
      assert.ok(status === 200 || (status === 503 && text.includes('"unavailable"')), text);
    }
    const refused = answers.filter(({ status }) => status === 503);
    assert.ok(refused.length > 0, 'the silence met nobody');
    for (const { at } of refused) assert.ok(at - began < LONGEST_MS);
  });

  test('answers nothing any more: the process says that it does not live, until the database is back', async () => {
    const load = underLoad();
    await ask({ method: 'GET', path: '/developer/v1/org' });
    proxy.silenceAll();
    const began = performance.now();
    await new Promise((resolve) => setTimeout(resolve, DEAD_MS));
    const under_way = await load.stop();
    assert.ok(performance.now() - began < 2 * 2_000, 'what was under way heard of the outage too late');
    assert.ok(under_way.some(({ status }) => status === 503));
    for (const { status } of under_way) assert.ok(status === 200 || status === 503);
    const health = async (): Promise<number> => (await ask({ method: 'GET', path: '/healthz' })).status;
    assert.equal(await eventually(health, (status) => status === 503), 503);
    assertUnavailable(await ask({ method: 'GET', path: '/healthz' }), '/healthz');
    const [ready, full] = await Promise.all([
      ask({ method: 'GET', path: '/readyz' }),
      fetch(`${server.url}/readyz?full`),
    ]);
    assertErrorAnswer(ready, { surface: '/api/v1', status: 503, code: 'not_ready' });
    assert.equal(full.status, 503);
    const { status, checks } = (await full.json()) as { status: string; checks: DependencyCheck[] };
    assert.equal(status, 'failed');
    const ofDatabase = ['database', 'jobs', 'backup'];
    for (const { name, ok } of checks) assert.equal(ok, !ofDatabase.includes(name), name);
    const metrics = await (await fetch(`${server.metrics_url}/metrics`)).text();
    assert.match(metrics, /^ekiden_jobs_up 0$/m);
    assert.doesNotMatch(metrics, /^ekiden_jobs\{/m, 'old counts are none');
    await proxy.restore();
    assert.equal(await eventually(health, (status) => status === 200), 200);
    await eventually(
      async () => (await ask({ method: 'GET', path: '/developer/v1/org' })).status,
      (status) => status === 200,
    );
  });
});
