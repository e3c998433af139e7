import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

const CLI = path.join(import.meta.dirname, '../cli.mjs');
const WAIT_MS = 90_000;
/** Rare enough not to slow an embedded database down, whose one connection everything shares. */
const POLL_MS = 50;

/** `ekiden start` as a process of its own, on the embedded database; killed at the end of the test at the latest. */
export async function startServerProcess(
  t: TestContext,
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort();
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    DATABASE_URL: '',
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_PER_MINUTE: '100000',
    ...settings,
  };
  const child = spawn(process.execPath, [CLI, 'start'], { stdio: ['ignore', 'ignore', 'inherit'], env });
  t.after(() => child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  await until('the server answers', () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return { child, url };
}

/** Looks again and again until it is so. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WAIT_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain until ${what}.`);
    await sleep(POLL_MS);
  }
}
