import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { startStrava } from '../../../sandbox/strava/start-strava.ts';
import { listSettings } from '../../config/setting.ts';
import { SETTINGS } from '../../config/settings.ts';
import { parseConfig } from '../../config.ts';
import { type Clock, DAY_MS, systemClock } from '../../shared/time.ts';
import { freePort } from '../../test/free-port.ts';
import { LOCAL_CERTIFICATE } from '../../test/local-certificate.ts';
import { runCli } from '../../test/run-cli.ts';
import { startReceiver, subscribe } from '../../test/strava-app.ts';
import type { Finding } from './finding.ts';
import { MACHINE_CHECKS } from './machine-checks.ts';
import { REACH_CHECKS, reachClient } from './reach-checks.ts';
import { runTogether } from './run-checks.ts';
import { SETTINGS_CHECKS } from './settings-checks.ts';

type Env = Readonly<Record<string, string>>;
const { signal } = new AbortController();

async function folder(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'ekiden-test-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

const settingsSeen = (env: Env): Promise<Finding[]> =>
  runTogether(SETTINGS_CHECKS, { config: parseConfig(env), env }, signal);

const reached = (env: Env, clock: Clock = systemClock): Promise<Finding[]> =>
  runTogether(REACH_CHECKS, { config: parseConfig(env), clock, http: reachClient() }, signal);

/** `severity check: what was seen`, of what is not as it should be. */
const faultsOf = (findings: readonly Finding[]): string[] =>
  findings
    .filter(({ severity }) => severity === 'warning' || severity === 'error')
    .map(({ check, severity, seen }) => `${severity} ${check}: ${seen}`);

test('settings: sound ones are no finding; unknown, suspicious and guessable ones are, and no secret is quoted', async (t) => {
  const DATA_DIR = await folder(t);
  const sound = { DATA_DIR, APP_KEYS: 'bJ3wzX9rT5nQ7sKfLm2Vh8', PATH: '/bin', LINES: '50', HOSTNAME: 'club' };
  assert.deepEqual(faultsOf(await settingsSeen(sound)), []);
  await writeFile(join(DATA_DIR, 'secrets.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`, {
    mode: 0o644,
  });
  const poor = await settingsSeen({
    DATA_DIR,
    BASE_URL: 'http://club.example.org',
    STRAVA_CLIENTID: '17',
    DATADIR: '/srv',
    APP_KEYS: 'my-password-is-hush,aaaaaaaaaaaaaaaaaa',
    SMTP_URL: 'smtp://hush:hush@mail.example.org',
    DATABASE_URL: 'postgres://ekiden:hush@db.example.org/ekiden',
    S3_BUCKET: 'b',
    S3_ACCESS_KEY_ID: 'minioadmin',
    S3_SECRET_ACCESS_KEY: 'minioadmin-hush-hush',
  });
  const faults = faultsOf(poor).join('\n');
  for (const expected of [
    /^warning settings: STRAVA_CLIENTID is set and no setting$/m,
    /^warning settings: DATADIR is set and no setting$/m,
    /^warning configuration: BASE_URL .* is not https/m,
    /^warning configuration: MAIL_FROM ends in @localhost/m,
    /^warning configuration: DATABASE_URL leads to another machine without TLS/m,
    /^warning secrets: key 1 of APP_KEYS looks like an example/m,
    /^warning secrets: key 2 of APP_KEYS has 1 different characters/m,
    /^warning secrets: S3_SECRET_ACCESS_KEY looks like/m,
    /^warning secrets: the password in DATABASE_URL has 4 characters/m,
    /^error secrets: a key in .*secrets\.key is not random/m,
    /^warning secrets: .*secrets\.key can be read by other users \(mode 644\)/m,
  ])
    assert.match(faults, expected);
  assert.match(poor.find(({ seen }) => seen.startsWith('STRAVA'))?.mend ?? '', /STRAVA_CLIENT_ID/);
  assert.doesNotMatch(JSON.stringify(poor), /hush/);
});

test('a secrets key that cannot be read is an error beside the other secrets, and is not quoted', async (t) => {
  const DATA_DIR = await folder(t);
  const SECRETS_KEY_FILE = join(DATA_DIR, 'garbage');
  await writeFile(SECRETS_KEY_FILE, 'hush-hush-hush\n', { mode: 0o600 });
  const broken = await settingsSeen({ DATA_DIR, SECRETS_KEY_FILE, APP_KEYS: 'password-of-the-app' });
  assert.match(
    faultsOf(broken).join('\n'),
    /^warning secrets: key 1 of APP_KEYS .*\nerror secrets: the secrets key cannot be read: .*garbage holds no valid key/,
  );
  assert.doesNotMatch(JSON.stringify(broken), /hush/);
  const folderAsFile = faultsOf(await settingsSeen({ DATA_DIR, SECRETS_KEY_FILE: DATA_DIR }));
  assert.match(`${folderAsFile}`, /^error secrets: the secrets key cannot be read: EISDIR/);
});

test('without a secrets key beside a database there is an error, and no key is made', async (t) => {
  const DATA_DIR = await folder(t);
  const [found] = faultsOf(await settingsSeen({ DATA_DIR, DATABASE_URL: 'postgres://127.0.0.1/x' }));
  assert.match(found ?? '', /^error secrets: there is no secrets key in /);
  assert.deepEqual(await readdir(DATA_DIR), []);
});

test('settings that stop the start are one error with exit code 2, and typing wrongly is answered with the usage', async () => {
  const { code, out, err } = await runCli({ PORT: 'many' }, 'doctor', '--json');
  assert.deepEqual([code, err], [2, '']);
  const { status, findings } = JSON.parse(out);
  assert.equal(status, 'error');
  assert.match(findings[0].seen, /^PORT must be a whole number/);
  for (const wrong of [
    ['doctor', 'now'],
    ['doctor', '--mail-to'],
    ['check', '--all'],
    ['check', '--yes'],
  ]) {
    const answer = await runCli({}, ...wrong);
    assert.equal(answer.code, 2, wrong.join(' '));
    assert.match(answer.err, /\n\nUsage:\n {2}ekiden (?:doctor|check) /);
  }
});

test('machine: an old Node, a full disk, few inodes and a folder that is not there', async (t) => {
  const DATA_DIR = await folder(t);
  const look = async (space: { bavail: number; ffree: number }, version = '26.1.0', dir = DATA_DIR) => {
    const disk = {
      type: 0,
      bsize: 4_096,
      frsize: 4_096,
      blocks: 25_000_000,
      bfree: space.bavail,
      files: 1_000,
    };
    const statfs = (async () => ({ ...disk, ...space })) as never;
    const config = parseConfig({ DATA_DIR: dir });
    return faultsOf(await runTogether(MACHINE_CHECKS, { config, statfs, nodeVersion: version }, signal));
  };
  assert.deepEqual(await look({ bavail: 20_000_000, ffree: 900 }), []);
  assert.deepEqual(await readdir(DATA_DIR), []);
  assert.match(
    `${await look({ bavail: 1_000_000, ffree: 900 })}`,
    /^warning disk: 4\.1 of 102\.4 GB \(4 %\) are free/,
  );
  assert.match(`${await look({ bavail: 100_000, ffree: 900 })}`, /^error disk: 0\.4 of/);
  assert.match(`${await look({ bavail: 20_000_000, ffree: 10 })}`, /^error disk: 10 of 1000 inodes/);
  assert.match(
    `${await look({ bavail: 20_000_000, ffree: 900 }, '24.9.1')}`,
    /^error node: Node 24\.9\.1 is older than 26/,
  );
  const missing = await look({ bavail: 20_000_000, ffree: 900 }, '26.1.0', join(DATA_DIR, 'none'));
  assert.match(`${missing}`, /^error disk: there is no folder/);
  assert.deepEqual(await readdir(DATA_DIR), []);
});

test('a database that is away is one error without its password, and the rest is looked at', async (t) => {
  const DATA_DIR = await folder(t);
  const DATABASE_URL = `postgres://ekiden:hush@127.0.0.1:${await freePort()}/ekiden`;
  const { code, out } = await runCli(
    { DATA_DIR, DATABASE_URL, PORT: String(await freePort()) },
    'doctor',
    '--json',
  );
  assert.equal(code, 2);
  const { findings } = JSON.parse(out) as { findings: Finding[] };
  for (const { check, severity, seen, mend, ...more } of findings) {
    assert.deepEqual([typeof check, typeof seen, more], ['string', 'string', {}]);
    assert.ok(['ok', 'note', 'warning', 'error'].includes(severity));
    assert.equal(typeof mend, ['warning', 'error'].includes(severity) ? 'string' : typeof mend);
  }
  const away = findings.find(({ check }) => check === 'database');
  assert.match(
    away?.seen ?? '',
    /^Cannot connect to PostgreSQL .*; schema, background work and files were not looked at$/,
  );
  assert.ok(
    ['disk', 'node', 'mail', 'public address'].every((name) => findings.some(({ check }) => check === name)),
  );
  assert.doesNotMatch(out, /hush/);
});

test('a certificate that ends soon, one that nobody trusts, and a server that is none of ours', async (t) => {
  let health = '{"status":"ok"}';
  const server = createTlsServer(LOCAL_CERTIFICATE, (_request, answer) => answer.end(health));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  t.after(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const BASE_URL = `https://localhost:${port}`;
  const at = (days: number): Clock => ({
    now: () => new Date(LOCAL_CERTIFICATE.ends_at.getTime() - days * DAY_MS),
  });
  const look = async (days: number, env: Env = { TRUST_PROXY: 'loopback' }) =>
    faultsOf(await reached({ BASE_URL, ...env }, at(days))).filter((fault) => !fault.includes(' mail'));
  assert.match(
    (await look(100))[0] ?? '',
    /^error public address: the certificate of localhost:\d+ is not trusted: /,
  );
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, LOCAL_CERTIFICATE.cert]);
  t.after(() => setDefaultCACertificates(trusted));
  assert.deepEqual(await look(100), []);
  assert.match(
    `${await look(10)}`,
    /^warning public address: the certificate of localhost:\d+ ends in 10\.0 days, on 2036-11-26T07:23:15/,
  );
  assert.match(
    `${await look(1)}`,
    /^error public address: the certificate of localhost:\d+ ends in 1\.0 days/,
  );
  assert.match(`${await look(-1)}`, /^error public address: .* ends in -1\.0 days/);
  assert.match(`${await look(100, {})}`, /^warning public address: .*TRUST_PROXY names none/);
  health = '<html>another program</html>';
  assert.match(
    `${await look(100)}`,
    /^error public address: .*\/healthz answers 200, and not as this server does$/,
  );
});

test('an address that takes connections and says nothing is told as what it is', async (t) => {
  const silent = createTcpServer((socket) => void socket.on('error', () => undefined).resume());
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.after(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  const env = { BASE_URL: `https://localhost:${port}`, TRUST_PROXY: 'loopback' };
  const [tls, health, ...others] = faultsOf(await reached(env)).filter((fault) => !fault.includes(' mail'));
  assert.match(tls ?? '', /^error public address: no TLS with localhost:\d+: it takes too long$/);
  assert.match(health ?? '', /^warning public address: localhost:\d+ did not answer within .* at BASE_URL$/);
  assert.deepEqual(others, []);
});

test('the mail server is greeted and gets no mail, but for one that is asked for; one that is away is an error', async (t) => {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      mails.push(...session.envelope.rcptTo.map(({ address }) => address));
      stream.resume().on('end', () => done());
    },
  });
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  t.after(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = listener.address() as AddressInfo;
  const SMTP_URL = `smtp://127.0.0.1:${port}`;
  const mailOf = (findings: readonly Finding[]) => findings.find(({ check }) => check === 'mail');
  assert.equal(mailOf(await reached({ SMTP_URL }))?.severity, 'ok');
  assert.deepEqual(mails, []);
  const DATA_DIR = await folder(t);
  const env = { DATA_DIR, SMTP_URL, MAIL_FROM: 'club@example.org', PORT: String(await freePort()) };
  const { out } = await runCli(env, 'doctor', '--mail-to', 'operator@example.org');
  assert.match(out, /^ok +mail to you +a mail was taken by the mail server/m);
  assert.deepEqual(mails, ['operator@example.org']);
  const away = mailOf(await reached({ SMTP_URL: `smtp://me:hush@127.0.0.1:${await freePort()}` }));
  assert.equal(away?.severity, 'error');
  assert.match(away?.seen ?? '', /The mail server could not be used \(/);
  assert.doesNotMatch(JSON.stringify(away), /hush/);
});

test('the subscription at Strava: none, elsewhere, without a key, and as it is mended; one that cannot be seen', async (t) => {
  const strava = await startStrava();
  t.after(() => strava.stop());
  const receiver = await startReceiver();
  t.after(() => receiver.stop());
  const { client_id, client_secret } = strava.settings;
  const env = {
    BASE_URL: new URL(receiver.url).origin,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    STRAVA_CLIENT_ID: String(client_id),
    STRAVA_CLIENT_SECRET: client_secret,
    STRAVA_WEBHOOK_VERIFY_TOKEN: 'ours',
    STRAVA_WEB_URL: strava.url,
    STRAVA_API_URL: `${strava.url}/api/v3`,
  };
  const seen = async (more: Env = {}) =>
    (await reached({ ...env, ...more })).find(({ check }) => check === 'subscription at Strava');
  const none = await seen();
  assert.match(`${none?.severity}: ${none?.seen}`, /^warning: Strava sends its events nowhere$/);
  const elsewhere = await subscribe(strava, `${receiver.url}&old`);
  const away = await seen();
  assert.match(`${away?.severity}: ${away?.seen}`, /^error: Strava sends its events to http:.*\/webhook$/);
  const { id } = elsewhere.body as { id: number };
  const form = new URLSearchParams({ client_id: String(client_id), client_secret });
  await fetch(`${env.STRAVA_API_URL}/push_subscriptions/${id}?${form}`, { method: 'DELETE' });
  await subscribe(strava, `${env.BASE_URL}/api/v1/activities/webhook/strava`);
  const open = await seen();
  assert.match(`${open?.severity}: ${open?.seen}`, /^warning: .* has no key, so anybody/);
  // The command that all three are mended by.
  for (const finding of [none, away, open]) assert.match(finding?.mend ?? '', /^ekiden strava subscribe,/);
  assert.equal((await runCli(env, 'strava', 'subscribe')).code, 0);
  assert.equal((await seen())?.severity, 'ok');
  for (const broken of [
    { STRAVA_CLIENT_SECRET: 'hush' },
    { STRAVA_API_URL: `http://127.0.0.1:${await freePort()}` },
  ]) {
    const found = await seen(broken);
    assert.match(`${found?.severity}: ${found?.seen}`, /^warning: not checked: .*Strava/);
    assert.ok(found?.mend);
    assert.doesNotMatch(JSON.stringify(found), new RegExp(`hush|${client_secret}`));
  }
});

test('every command that a finding is mended by is one that there is', async () => {
  const { out: help } = await runCli({}, 'help');
  const forms = [...help.matchAll(/^ {2}ekiden (\S.*?)(?: {2,}|$)/gm)].map(([, form = '']) => form);
  const texts = await Promise.all(
    (await readdir(import.meta.dirname))
      .filter((name) => !name.includes('.test.'))
      .map((name) => readFile(join(import.meta.dirname, name), 'utf8')),
  );
  texts.push(await readFile(join(import.meta.dirname, '../../../docs/doctor.md'), 'utf8'));
  const named = texts.flatMap((text) =>
    [...text.matchAll(/\bekiden ([a-z-]+(?: [a-z]+)?)((?: --[a-z-]+)*)/g)].map(
      ([, words = '', options = '']) => ({
        words,
        options: options.trim().split(' ').filter(Boolean),
      }),
    ),
  );
  assert.ok(named.length > 20);
  for (const { words, options } of named) {
    const [command, verb] = words.split(' ');
    const verbs = forms
      .map((form) => form.split(' '))
      .flatMap(([name, next]) => (name === command ? [next] : []));
    // A word of the sentence may follow a command that stands alone.
    const standsAlone = verbs.some((next) => !/^[a-z]/.test(next ?? ''));
    assert.ok(verbs.length > 0 && (standsAlone || verbs.includes(verb)), `ekiden ${words}`);
    for (const option of options) assert.ok(help.includes(option), `ekiden ${words} ${option}`);
  }
});

test('no secret is printed, whatever is wrong with it', async (t) => {
  const DATA_DIR = await folder(t);
  const settings = listSettings(SETTINGS);
  const canary = 'hush-9f3c-hush';
  const secrets = settings.filter(({ type }) => type.secret).map(({ name }) => name);
  assert.ok(secrets.length > 10);
  // Addresses have a password in them.
  for (const { name, type } of settings) {
    const values = type.secret ? [canary, ` ${canary} \n${canary}`] : [];
    if (name.endsWith('_URL'))
      values.push(`nonsense://me:${canary}@[/`, `smtp://me:${canary}@127.0.0.1:1/?password=${canary}`);
    for (const value of values) {
      const { code, out, err } = await runCli(
        { DATA_DIR: join(DATA_DIR, 'none'), PORT: '1', [name]: value },
        'doctor',
        '--json',
      );
      assert.ok([0, 1, 2].includes(code), name);
      assert.doesNotMatch(out + err, /hush/, name);
      assert.ok(Array.isArray(JSON.parse(out).findings), name);
    }
  }
});

test('push services and the clock of the object store are asked where they are', async (t) => {
  let off_ms = 0;
  const server = createHttpServer((_request, answer) => {
    answer.setHeader('date', new Date(Date.now() + off_ms).toUTCString());
    answer.writeHead(403).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  t.after(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const { out } = await runCli({}, 'push-keys', 'mailto:you@example.org');
  const keys = Object.fromEntries(
    [...out.matchAll(/^(VAPID_\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  const env = {
    ...keys,
    WEB_PUSH_ORIGINS: origin,
    S3_BUCKET: 'b',
    S3_ENDPOINT: origin,
    S3_ACCESS_KEY_ID: 'k',
    S3_SECRET_ACCESS_KEY: 's',
  };
  const of = async (more: Env = {}) =>
    (await reached({ ...env, ...more })).filter(({ check }) => check === 'push' || check.startsWith('clock'));
  assert.deepEqual(
    (await of()).map(({ severity }) => severity),
    ['ok', 'ok'],
  );
  off_ms = 60_000;
  assert.match(`${faultsOf(await of())}`, /^warning clock of the object store: .* by (?:59|60) s$/);
  off_ms = -3_600_000;
  assert.match(`${faultsOf(await of())}`, /^error clock of the object store: /);
  off_ms = 0;
  const dead = `http://127.0.0.1:${await freePort()}`;
  assert.match(
    `${faultsOf(await of({ WEB_PUSH_ORIGINS: dead }))}`,
    /^error push: 127\.0\.0\.1:\d+ does not answer/,
  );
});
