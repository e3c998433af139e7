import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { type Config, parseConfig } from '../config.ts';
import { type RunningServer, type StartOptions, startServer } from '../main.ts';
import type { Clock } from '../shared/time.ts';
import { atEnd } from './at-end.ts';
import { openTestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { hashOnce } from './hash-once.ts';
import { watchLog } from './watch-log.ts';

export type RequestOptions = {
  readonly token?: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly form?: FormData;
};

/** `body` is the parsed JSON, or the text where the answer is none. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies whose shape the server has checked already
export type TestResponse = { status: number; headers: Headers; body: any };

export type Mail = { to: string; subject: string; text: string; html: string };

/** A clock that follows the system's, some time ahead of it where it was told to advance, or that stands still. */
type TestClock = Clock & { advance(ms: number): void; stopAt(time: Date): void; reset(): void };

export type TestServer = RunningServer & {
  readonly url: string;
  readonly clock: TestClock;
  readonly dataDir: string;
  request(method: string, path: string, options?: RequestOptions): Promise<TestResponse>;
  /** The newest mail to an address, waiting for one for some seconds; `after` is how many to leave out first. */
  mailTo(address: string, options?: { after?: number }): Promise<Mail>;
  mailsTo(address: string): Promise<Mail[]>;
};

/** Tests share keys and hurry; those of the limits start a server of their own with small ones. */
const NO_LIMITS = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  RATE_LIMIT_PER_HOUR: '1000000',
  EXPORTS_PER_HOUR: '1000000',
  MAIL_REQUESTS_PER_HOUR: '1000000',
};

/** An app key that the test server knows. */
export const TEST_APP_KEY = 'test-app-key-0123456789abcdef';

/** Of everybody whom the factories sign up. */
export const USUAL_PASSWORD = 'Sakura-1964';

/** Of all servers of the process: after the last test, no secret may be in it. */
const log = watchLog();

let shared: Promise<TestServer> | undefined;

atEnd(async () => {
  await (await shared)?.stop();
  log.assertNothingLeaked();
});

/** The server that all test files of a process share: the engine under test, jobs running, every answer checked against its schema. */
export function testServer(): Promise<TestServer> {
  if (shared === undefined) {
    shared = startTestServer();
  }
  return shared;
}

/**
 * A server of its own, for tests that need other settings or stop it; the caller stops it.
 *
 * @param substitutes a database that it then closes, or a logger that shall hear what the shared one does
 */
export async function startTestServer(
  env: Readonly<Record<string, string>> = {},
  substitutes: Pick<StartOptions, 'db' | 'logger' | 'requests'> = {},
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ekiden-test-'));
  const clock = testClock();
  const config = await testConfig(dataDir, env);
  const isLent = env.DATABASE_URL === undefined && env.DATA_DIR === undefined && substitutes.db === undefined;
  let running: RunningServer | null = await startServer(config, {
    clock,
    logger: log.logger,
    passwords: hashOnce(USUAL_PASSWORD),
    ...(isLent ? { db: await openTestDatabase() } : {}),
    ...substitutes,
    checkResponses: true,
  });
  const url = running.url ?? '';
  const outbox = join(config.dataDir, 'outbox');
  const stop = async (): Promise<void> => {
    await running?.stop();
    running = null;
    await rm(dataDir, { recursive: true, force: true });
    // As where a lent one is closed.
    if (!isLent) globalThis.gc?.();
  };
  let stopping: Promise<void> | undefined;
  return {
    // Not the server itself: tests hold this for as long as the process runs, and with it would hold the database of each.
    get deps() {
      if (running === null) throw new Error('The server has stopped.');
      return running.deps;
    },
    url,
    metrics_url: running.metrics_url,
    health_url: running.health_url,
    clock,
    dataDir: config.dataDir,
    leave: () => running?.leave(),
    stop: () => (stopping ??= stop()),
    request: (method, path, options = {}) => request(`${url}${path}`, method, options),
    mailTo: (address, { after: skip = 0 } = {}) => waitForMail(outbox, address, skip),
    mailsTo: (address) => readMails(outbox, address),
  };
}

async function testConfig(dataDir: string, env: Readonly<Record<string, string>>): Promise<Config> {
  const port = String(await freePort());
  const defaults = { DATA_DIR: dataDir, PORT: port, APP_KEYS: TEST_APP_KEY };
  return parseConfig({ ...defaults, ...NO_LIMITS, ...env });
}

function testClock(): TestClock {
  let offsetMs = 0;
  let stopped_ms: number | null = null;
  return {
    now: () => new Date((stopped_ms ?? Date.now()) + offsetMs),
    advance: (ms) => {
      offsetMs += ms;
    },
    stopAt: (time) => {
      stopped_ms = time.getTime();
      offsetMs = 0;
    },
    reset: () => {
      stopped_ms = null;
      offsetMs = 0;
    },
  };
}

async function request(url: string, method: string, options: RequestOptions): Promise<TestResponse> {
  const headers: Record<string, string> = { ...options.headers };
  if (options.token !== undefined) headers.authorization = `Bearer ${options.token}`;
  if (options.apiKey !== undefined) headers['x-api-key'] = options.apiKey;
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  const body = options.form ?? (options.body === undefined ? null : JSON.stringify(options.body));
  const response = await fetch(url, { method, headers, body, redirect: 'manual' });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const received = isJson ? JSON.parse(text) : text;
  for (const carrier of [{ token: options.token, secret: options.apiKey }, options.body, received]) {
    log.keepSecret(carrier);
  }
  return { status: response.status, headers: response.headers, body: received };
}

const MAIL_WAIT_MS = 10_000;

async function waitForMail(outbox: string, address: string, skip: number): Promise<Mail> {
  const deadline = Date.now() + MAIL_WAIT_MS;
  for (;;) {
    const mails = await readMails(outbox, address);
    const mail = mails.slice(skip).at(-1);
    if (mail !== undefined) return mail;
    if (Date.now() > deadline) throw new Error(`No mail to ${address} within ${MAIL_WAIT_MS / 1000} s.`);
    await sleep(20);
  }
}

/** By their files, which are there at once and whole: whoever waits looks at all of a process again and again. */
const read = new Map<string, Mail>();

/** The mails to an address, oldest first, read back from the outbox files. */
async function readMails(outbox: string, address: string): Promise<Mail[]> {
  const names = await readdir(outbox).catch(() => []);
  const mails: Mail[] = [];
  for (const name of names.filter((file) => file.endsWith('.eml')).sort()) {
    const mail = await readMail(join(outbox, name));
    if (mail !== null && mail.to.toLowerCase() === address.toLowerCase()) mails.push(mail);
  }
  return mails;
}

async function readMail(file: string): Promise<Mail | null> {
  const known = read.get(file);
  if (known !== undefined) return known;
  // It can go between the two, with the account of whoever it was to.
  const content = await readFile(file).catch(() => null);
  if (content === null) return null;
  const { to, subject = '', text = '', html = '' } = await PostalMime.parse(content);
  const mail = { to: to?.[0]?.address ?? '', subject, text, html };
  read.set(file, mail);
  return mail;
}
