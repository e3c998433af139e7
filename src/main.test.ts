import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { freePort } from './test/free-port.ts';

const LONGEST_MS = 60_000;

test('a start that fails at its last step ends the process: nothing it began goes on', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  try {
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' };
    const child = spawn(process.execPath, ['src/cli.ts', 'start'], { env, timeout: LONGEST_MS });
    const [[code, signal], out, err] = await Promise.all([
      once(child, 'exit'),
      text(child.stdout),
      text(child.stderr),
    ]);
    assert.deepEqual({ code, signal, out }, { code: 1, signal: null, out: '' });
    assert.match(err, new RegExp(`^ekiden start: Port ${port} is in use: [^\n]+\n$`));
  } finally {
    other.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
