import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { after, before, describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { eventually } from '../../test/eventually.ts';
import { createOrganization, newEmail, type TestOrganization } from '../../test/factories.ts';
import { freePort } from '../../test/free-port.ts';
import { startTestServer, type TestServer } from '../../test/harness.ts';
import { type CollectedSpan, type OtlpCollector, startOtlpCollector } from '../../test/otlp-collector.ts';
import { startServerProcess } from '../../test/server-process.ts';
import { watchLog } from '../../test/watch-log.ts';
import { createTracing } from './index.ts';

const ID = '019a1c5e-8f00-7000-8000-1b2c3d4e5f60';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/;
const SERVER = 2;
const CLIENT = 3;
const CONSUMER = 5;

const below = (spans: readonly CollectedSpan[], { span_id }: CollectedSpan): CollectedSpan[] =>
  spans.flatMap((span) => (span.parent_id === span_id ? [span, ...below(spans, span)] : []));

describe('traces of a server', () => {
  let collector: OtlpCollector;
  let server: TestServer;
  let club: TestOrganization;
  let email: string;
  let spans: readonly CollectedSpan[];
  let stream_answered_ms: number;
  /** Of the span of this name, which there is once, or the last one. */
  const named = (name: string): CollectedSpan => {
    const found = spans.findLast((span) => span.name === name);
    assert.ok(found, `${name} is not among ${[...new Set(spans.map((span) => span.name))].join('; ')}`);
    return found;
  };

  before(async () => {
    collector = await startOtlpCollector();
    server = await startTestServer({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-secret-1',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.name=not-this',
      OTEL_SERVICE_NAME: 'club-server',
      TRUST_PROXY: 'loopback',
    });
    club = await createOrganization(server);
    const { token } = club.coach;
    const ask = (path: string, headers: Record<string, string> = {}) =>
      server.request('GET', path, { token, headers });
    const traceparent = `00-${TRACE}-${CALLER}-01`;
    await ask(`/api/v1/activities/${ID}`, { 'user-agent': 'canary-7-agent' });
    await ask('/api/v1/users/me', { traceparent, 'x-forwarded-for': '203.0.113.7' });
    await ask('/api/v1/organizations', { traceparent: traceparent.replace(TRACE, `${'1'.repeat(31)}2`) });
    await ask(`/api/v1/nothing/${ID}?secret=canary-7-query`);
    await ask('/readyz');
    const leaving = new AbortController();
    const stream = await fetch(`${server.url}/api/v1/notifications/center/stream`, {
      headers: { authorization: `Bearer ${token}` },
      signal: leaving.signal,
    });
    stream_answered_ms = Date.now();
    email = newEmail();
    await server.request('POST', '/api/v1/auth/request-verification', { body: { email } });
    await server.mailTo(email);
    leaving.abort();
    await assert.rejects(stream.text());
    await server.stop();
    spans = collector.spans();
  });
  after(() => collector.close());

  test('a request is a span by the template of its route, with its statements below it', () => {
    const request = named('GET /api/v1/activities/:activity_id');
    assert.deepEqual(
      [request.kind, request.parent_id, request.failed, request.attributes],
      [
        SERVER,
        '',
        false,
        {
          'http.request.method': 'GET',
          'http.route': '/api/v1/activities/:activity_id',
          'http.response.status_code': 404,
        },
      ],
    );
    const statements = below(spans, request);
    assert.ok(statements.length >= 2, 'of who asks, and of what is asked for');
    for (const { kind, trace_id, name, attributes } of statements) {
      assert.deepEqual([kind, trace_id], [CLIENT, request.trace_id]);
      assert.equal(attributes['db.query.summary'], name);
      assert.match(name, /^SELECT \w+$/);
      assert.match(String(attributes['db.query.text']), /^SELECT /);
    }
    assert.ok(statements.some(({ attributes }) => /= \$1/.test(String(attributes['db.query.text']))));
    const unknown = named('GET');
    assert.deepEqual(unknown.attributes, {
      'http.request.method': 'GET',
      'http.response.status_code': 404,
    });
  });

  test('what is written after a body was read is below its request, in its transaction', () => {
    const request = named('POST /api/v1/organizations');
    const transaction = below(spans, request).find(({ name }) => name === 'transaction');
    assert.ok(transaction);
    assert.equal(transaction.parent_id, request.span_id);
    assert.ok(below(spans, transaction).some(({ name }) => name === 'INSERT organizations'));
  });

  test('a stream of events is a span until it begins', () => {
    const { end_ms, attributes } = named('GET /api/v1/notifications/center/stream');
    assert.equal(attributes['http.response.status_code'], 200);
    assert.ok(end_ms <= stream_answered_ms + 1, `${end_ms - stream_answered_ms} ms after its first byte`);
  });

  test('each attempt of a job is a trace of its own, with its statements and the mail that it sends', () => {
    const job = named('accounts.send-verification-mail');
    assert.deepEqual([job.kind, job.parent_id, job.attributes], [CONSUMER, '', { 'ekiden.job.attempt': 1 }]);
    const names = below(spans, job).map(({ name }) => name);
    assert.ok(names.includes('mail'), names.join());
    assert.ok(names.some((name) => /^(?:INSERT|UPDATE|SELECT) \w+$/.test(name)));
  });

  test('a trace goes on where a proxy of TRUST_PROXY says so, and nobody else is believed', () => {
    const request = named('GET /api/v1/users/me');
    assert.deepEqual([request.trace_id, request.parent_id], [TRACE, CALLER]);
    assert.equal(named('GET /api/v1/organizations').parent_id, '');
  });

  test('no value of a statement, query, body or header, no id and no person is told', () => {
    const text = collector.text();
    const { coach, org_id, name } = club;
    const private_ones = [
      email,
      coach.email,
      coach.token,
      coach.user_id,
      org_id,
      name,
      ID,
      'canary-7',
      '203.0.113',
    ];
    for (const one of private_ones) assert.ok(!text.includes(one), one);
    const log = watchLog();
    log.keepSecret({ ...coach, secret: name });
    for (const span of spans) {
      log.logger.info(span.attributes, span.name);
      assert.doesNotMatch(JSON.stringify([span.name, span.attributes]), UUID, span.name);
    }
    log.assertNothingLeaked();
    assert.deepEqual(
      spans.filter(({ name: one }) => /readyz|healthz/.test(one)),
      [],
      'nor that somebody looks whether it is ready',
    );
  });

  test('the collector sees the header that it wants, and which server it is', () => {
    for (const { headers } of collector.requests)
      assert.equal(headers.authorization, 'Bearer collector-secret-1');
    const { resource } = named('GET /api/v1/users/me');
    assert.partialDeepStrictEqual(resource, {
      'service.name': 'club-server',
      'deployment.environment.name': 'test',
    });
    assert.match(String(resource['service.version']), /^\d+\.\d+\.\d+/);
  });
});

/** Tracing with a log that is kept. */
function tracingTo(endpoint: string) {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)).msg);
      done();
    },
  });
  const tracing = createTracing({
    endpoint,
    headers: {},
    timeout_ms: 500,
    service_name: 'ekiden',
    resource_attributes: {},
    sampler: 'parentbased_always_on',
    sampler_arg: 1,
    version: '0.0.0',
    logger: pino({}, sink),
  });
  const begin = () => tracing.beginRequest({ method: 'GET', route: '/x', traceparent: undefined });
  return { tracing, begin, lines };
}

async function collectorOf(t: TestContext): Promise<OtlpCollector> {
  const collector = await startOtlpCollector();
  t.after(() => collector.close());
  return collector;
}

test('a call is told by its host and the shape of its path, a push and a chat by their service, a model by its name', async (t) => {
  const collector = await collectorOf(t);
  const { tracing, begin } = tracingTo(collector.url);
  const http = tracing.traceCalls({
    send: async ({ url }) => {
      if (url.host === 'away.example') throw Object.assign(new Error('canary'), { fault: 'timeout' });
      return { status: 429, headers: new Headers(), body: Buffer.from('canary') };
    },
  });
  const get = (url: string) => http.send({ method: 'GET', url: new URL(url), name: 'canary' });
  const pusher = tracing.tracePushes({ send: async () => ({ kind: 'gone' }) } as never);
  const model = tracing.traceModel({
    name: 'openai/small',
    async *streamText() {
      yield 'canary';
      throw Object.assign(new Error('canary'), { reason: 'cut_off' });
    },
  } as never);
  await get('https://outside.example/of/any/request');
  const request = begin();
  await request.run(async () => {
    await get('https://www.strava.com/api/v3/activities/12345678/streams?keys=time&access_token=canary');
    await assert.rejects(get('https://away.example/bot99:canary-token/users/0f3b'), /canary/);
    await pusher.send({ platform: 'ios', token: 'canary' }, {} as never, AbortSignal.abort());
    await assert.rejects(Array.fromAsync(model.streamText({ prompt: 'canary' } as never)), /canary/);
  });
  request.end(200);
  await tracing.close();
  const [root] = collector.spans().filter(({ parent_id }) => parent_id === '');
  assert.ok(root);
  assert.deepEqual(
    below(collector.spans(), root).map(({ name, failed, attributes }) => ({ name, failed, attributes })),
    [
      {
        name: 'GET /api/v3/activities/*/streams',
        failed: false,
        attributes: {
          'http.request.method': 'GET',
          'server.address': 'www.strava.com',
          'url.template': '/api/v3/activities/*/streams',
          'http.response.status_code': 429,
        },
      },
      {
        name: 'GET /*/users/*',
        failed: true,
        attributes: {
          'http.request.method': 'GET',
          'server.address': 'away.example',
          'url.template': '/*/users/*',
          'error.type': 'timeout',
        },
      },
      { name: 'push ios', failed: false, attributes: { 'ekiden.outcome': 'gone' } },
      {
        name: 'language model',
        failed: true,
        attributes: { 'gen_ai.request.model': 'openai/small', 'error.type': 'cut_off' },
      },
    ],
  );
  assert.equal(collector.spans().length, 5, 'what nobody asked for is no span');
  assert.doesNotMatch(collector.text(), /canary|12345678|outside/);
});

test('a collector that refuses what it is sent costs one line in the log, and one when it takes it again', async (t) => {
  const collector = await collectorOf(t);
  const { tracing, begin, lines } = tracingTo(collector.url);
  /** As many spans as are sent at once. */
  const sendBatch = async () => {
    const before_it = collector.requests.length;
    for (let i = 0; i < 512; i += 1) begin().end(200);
    await eventually(
      () => collector.requests.length,
      (count) => count > before_it,
    );
  };
  collector.answerWith(400);
  await sendBatch();
  await eventually(
    () => lines.length,
    (count) => count > 0,
  );
  await sendBatch();
  await sendBatch();
  collector.answerWith(200);
  await sendBatch();
  await tracing.close();
  assert.deepEqual(lines, [
    'traces are dropped: what OTEL_EXPORTER_OTLP_ENDPOINT names does not take them',
    'traces are taken again',
  ]);
});

test('a collector that is away keeps nobody waiting, and the end no longer than one sending may take', async () => {
  const { tracing, begin, lines } = tracingTo(`http://127.0.0.1:${await freePort()}`);
  for (let i = 0; i < 5_000; i += 1) begin().end(200);
  await tracing.close();
  assert.deepEqual(lines, ['traces are dropped: what OTEL_EXPORTER_OTLP_ENDPOINT names does not take them']);
});

/** Writes which of OpenTelemetry's packages a process asks for into a file. */
const NOTE_LOADED = `
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('@opentelemetry/')) appendFileSync(process.env.NOTE_LOADED_IN, specifier + '\\n');
    return next(specifier, context);
  },
});`;

test('without a collector not one module of OpenTelemetry is loaded', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ekiden-tracing-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const note = join(folder, 'loaded');
  const env = {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(NOTE_LOADED)}`,
    NOTE_LOADED_IN: note,
    OTEL_EXPORTER_OTLP_ENDPOINT: '',
  };
  const { child, url } = await startServerProcess(t, folder, env);
  assert.equal((await fetch(`${url}/api/v1/users/me`)).status, 401);
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'exit'), [0, null]);
  assert.ok(!existsSync(note), 'while it started, answered and stopped');
  const room = new URL('./index.ts', import.meta.url).href;
  await promisify(execFile)(process.execPath, ['-e', `import('${room}')`], {
    env: { ...process.env, ...env },
  });
  assert.match(readFileSync(note, 'utf8'), /@opentelemetry\/sdk-trace/, 'what is loaded would be seen');
});
