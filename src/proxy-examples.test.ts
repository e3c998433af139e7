import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { freePort } from './test/free-port.ts';
import { until } from './test/server-process.ts';

const EXAMPLES = path.join(import.meta.dirname, '../docs/proxy');
const find = (program: string): string | undefined =>
  ['/usr/sbin', '/usr/bin', '/usr/local/bin']
    .map((folder) => path.join(folder, program))
    .find((file) => existsSync(file));
const NGINX = find('nginx');
const CADDY = find('caddy');

/** Says what reached it; a stream of events at `/stream`, of which the second comes when it is told to. */
async function startUpstream(t: TestContext): Promise<{ port: number; goOn: () => void }> {
  const told = Promise.withResolvers<void>();
  const server = createServer(async (incoming, answer) => {
    if (incoming.url === '/stream') {
      answer.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n');
      await told.promise;
      answer.end('data: second\n\n');
      return;
    }
    const body = await text(incoming);
    answer.writeHead(200, { 'content-type': 'application/json' });
    answer.end(JSON.stringify({ headers: incoming.headers, bytes: body.length }));
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close().closeAllConnections());
  return { port, goOn: told.resolve };
}

/** A real nginx by the example, on loopback and without its certificate, which no test has. */
async function startNginx(t: TestContext, program: string, upstream: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const example = await readFile(path.join(EXAMPLES, 'nginx.conf'), 'utf8');
  const port = await freePort();
  const site = example
    .replace('127.0.0.1:4000', `127.0.0.1:${upstream}`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *ssl_certificate.*\n/gm, '');
  assert.doesNotMatch(site, /ssl|4000;/);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const config = `${process.getuid?.() === 0 ? 'user root;\n' : ''}daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
${temporary.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
${site}}
`;
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, config);
  const nginx = spawn(program, ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const complaint = text(nginx.stderr);
  t.after(async () => {
    if (nginx.exitCode !== null) return;
    const exited = once(nginx, 'exit');
    nginx.kill('SIGTERM');
    await exited;
  });
  const url = `http://127.0.0.1:${port}`;
  await until('nginx answers', async () => {
    if (nginx.exitCode !== null) throw new Error(`nginx has ended: ${await complaint}`);
    return await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return url;
}

test('the example for nginx names the client, takes a recording of 32 MiB, and lets events through as they come', {
  skip: NGINX === undefined ? 'nginx is not installed (Debian: nginx-light)' : false,
}, async (t) => {
  const upstream = await startUpstream(t);
  const url = await startNginx(t, NGINX ?? '', upstream.port);

  const seen = await fetch(url, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  const { headers } = JSON.parse(await seen.text());
  // What the client says of itself stays left of the address that nginx has seen, which is the one that counts.
  assert.equal(headers['x-forwarded-for'], '203.0.113.9, 127.0.0.1');
  assert.equal(headers['x-forwarded-proto'], 'http');
  assert.equal(headers.host, '127.0.0.1');

  const recording = Buffer.alloc(33 * 1024 * 1024, 'x');
  for (const where of ['/api/v1/activities/upload', '/api/v1/invitations/token/accept']) {
    const sent = await fetch(`${url}${where}`, { method: 'POST', body: recording });
    assert.equal(sent.status, 200, where);
    assert.equal(JSON.parse(await sent.text()).bytes, recording.length);
  }

  const asked = request(`${url}/stream`).end();
  const [stream] = await once(asked, 'response');
  const [first] = await once(stream.setEncoding('utf8'), 'data');
  assert.equal(first, 'data: first\n\n');
  upstream.goOn();
  assert.equal(await text(stream), 'data: second\n\n');
});

test('the example for Caddy is one that Caddy takes', {
  skip: CADDY === undefined ? 'Caddy is not installed (Debian: caddy)' : false,
}, async (t) => {
  const home = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  const file = path.join(EXAMPLES, 'Caddyfile');
  const env = { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home };
  const args = ['adapt', '--config', file, '--adapter', 'caddyfile'];
  const { stdout } = await promisify(execFile)(CADDY ?? '', args, { env });
  assert.match(stdout, /"dial":"127\.0\.0\.1:4000"/);
  assert.match(stdout, /"max_size":64000000/);
});
