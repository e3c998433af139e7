import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { newId } from '../shared/ids.ts';
import { runCli } from '../test/run-cli.ts';

test('help is printed, and a wrong command names the right ones', async () => {
  for (const asked of [[], ['help'], ['--help']]) {
    const { code, out, err } = await runCli({}, ...asked);
    assert.equal(code, 0);
    assert.equal(err, '');
    for (const form of ['start', 'demo', 'migrate', 'config', 'admin grant <email>', 'jobs retry <id>']) {
      assert.ok(out.includes(`  ekiden ${form} `), form);
    }
  }
  for (const wrong of ['strat', 'constructor', '__proto__', '']) {
    const { code, err } = await runCli({}, wrong);
    assert.equal(code, 2);
    assert.ok(err.startsWith(`There is no command "${wrong}".`), err);
  }
});

test('what is typed wrongly is answered with the usage, and opens nothing', async () => {
  const wrong = [
    ['admin'],
    ['admin', 'give', 'a@example.org'],
    ['admin', 'grant'],
    ['admin', 'revoke', 'a@example.org', 'b@example.org'],
    ['user'],
    ['user', 'name', 'a@example.org', 'x'],
    ['user', 'status'],
    ['user', 'status', 'a@example.org'],
    ['user', 'status', 'a@example.org', 'active', 'more'],
    ['org', 'name', 'x', 'y'],
    ['org', 'tier', newId()],
    ['org', 'head-coach', newId()],
    ['org', 'head-coach', newId(), 'a@example.org', 'more'],
    ['key'],
    ['key', 'limits'],
    ['key', 'rename', newId()],
    ['key', 'limits', newId(), 'more'],
    ['key', 'limits', newId(), '--per-day', '7'],
    ['key', 'limits', newId(), '--per-minute'],
    ...['0', '-1', '1.5', '1e3', '1000000001', ''].map((n) => ['key', 'limits', newId(), `--per-hour=${n}`]),
    ['audit'],
    ['audit', 'verify'],
    ['audit', 'read', newId()],
    ['audit', 'verify', newId(), 'beef'],
    ['audit', 'verify', newId(), 'a'.repeat(64), 'more'],
    ['push-keys'],
    ['push-keys', 'a@example.org', 'more'],
    ['jobs'],
    ['jobs', 'list'],
    ['jobs', 'retry'],
    ['jobs', 'list', '--failed', 'more'],
    ['config', 'all'],
    ['migrate', 'now'],
    ['start', 'here'],
    ['demo', 'small'],
  ];
  for (const argv of wrong) {
    const { code, out, err } = await runCli({ DATA_DIR: '/nowhere/at/all' }, ...argv);
    assert.equal(code, 2, argv.join(' '));
    assert.equal(out, '');
    assert.match(err, new RegExp(`^ekiden ${argv[0]}: .+\n\nUsage:\n {2}ekiden ${argv[0]}`), argv.join(' '));
  }
});

test('config prints what is in force; a wrong setting is named in one line', async () => {
  const { code, out } = await runCli({ PORT: '4123', APP_KEYS: 'a-secret-of-an-application' }, 'config');
  assert.equal(code, 0);
  assert.match(out, /^PORT +4123$/m);
  assert.doesNotMatch(out, /a-secret/);
  const wrong = await runCli({ PORT: 'many' }, 'config');
  assert.equal(wrong.code, 1);
  assert.equal(wrong.err, 'ekiden config: PORT must be a whole number from 0 to 65535.');
});

test('no command of the operator makes a database where there is none', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ekiden-test-'));
  try {
    const { code, err } = await runCli({ DATA_DIR: dataDir }, 'admin', 'grant', 'a@example.org');
    assert.equal(code, 1);
    assert.match(err, /^ekiden admin: There is no database in .*DATA_DIR or DATABASE_URL/);
    assert.deepEqual(await readdir(dataDir), []);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
