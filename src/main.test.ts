import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { migratedClusterDirectory } from './test/database.ts';
import { freePort } from './test/free-port.ts';

const LONGEST_MS = 60_000;

/** Runs a command on an existing database until it ends by itself. */
async function failToStart(
  settings: Readonly<Record<string, string>>,
  command: 'start' | 'demo' = 'start',
): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  try {
    await rename(await migratedClusterDirectory(), path.join(dataDir, 'db'));
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...settings };
    const child = spawn(process.execPath, ['src/cli.mjs', command], { env, timeout: LONGEST_MS });
    const [[code, signal], out, err] = await Promise.all([
      once(child, 'exit'),
      text(child.stdout),
      text(child.stderr),
    ]);
    assert.deepEqual({ code, signal, out }, { code: 1, signal: null, out: '' });
    return err;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

test('a start that fails at its last step ends the process: nothing it began goes on', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  try {
    for (const command of ['start', 'demo'] as const) {
      const err = await failToStart({ PORT: String(port) }, command);
      const expected = `^ekiden ${command}: Port ${port} is in use: [^\n]+ PORT [^\n]+\n$`;
      assert.match(err, new RegExp(expected));
    }
    const beside = await failToStart(
      { PORT: String(await freePort()), DEMO_GARMIN_PORT: String(port) },
      'demo',
    );
    assert.match(
      beside,
      new RegExp(`^ekiden demo: Port ${port} is in use: [^\n]+ DEMO_GARMIN_PORT [^\n]+\n$`),
    );
  } finally {
    other.close();
  }
});

test('a setting that only its use shows to be wrong is named in one line', async () => {
  // An address that no machine has (RFC 5737), and a file in place of a folder.
  const cases: [settings: Record<string, string>, expected: RegExp][] = [
    [
      { HOST: '192.0.2.1', PORT: String(await freePort()) },
      /^ekiden start: Cannot listen at HOST 192\.0\.2\.1, PORT \d+: [^\n]*EADDRNOTAVAIL[^\n]*\n$/,
    ],
    [
      { METRICS_HOST: '192.0.2.1', METRICS_PORT: '9464', PORT: String(await freePort()) },
      /^ekiden start: Cannot listen at METRICS_HOST 192\.0\.2\.1, METRICS_PORT 9464: [^\n]*EADDRNOTAVAIL[^\n]*\n$/,
    ],
    [
      { DATA_DIR: path.resolve('package.json') },
      /^ekiden start: DATA_DIR [^\n]+package\.json cannot be used: ENOTDIR[^\n]+\n$/,
    ],
  ];
  for (const [settings, expected] of cases) assert.match(await failToStart(settings), expected);
});
