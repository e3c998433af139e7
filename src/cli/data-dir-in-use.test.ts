import assert from 'node:assert/strict';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { openEmbedded } from '../infra/db/embedded.ts';
import { emptyClusterDirectory } from '../test/database.ts';
import { runCli } from '../test/run-cli.ts';

test('while a server has the data directory, a command says to stop it', async (t) => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'ekiden-test-'));
  t.after(() => rm(DATA_DIR, { recursive: true, force: true }));
  await rename(await emptyClusterDirectory(), join(DATA_DIR, 'db'));
  const db = await openEmbedded({ dataDir: join(DATA_DIR, 'db'), logger: pino({ level: 'silent' }) });
  try {
    const { code, err } = await runCli({ DATA_DIR }, 'admin', 'grant', 'operator@example.org');
    assert.equal(code, 1);
    assert.match(err, /^ekiden admin: A server is using .* Stop it first: /);
  } finally {
    await db.close();
  }
});
