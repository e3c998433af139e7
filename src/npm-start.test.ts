import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { migratedClusterDirectory } from './test/database.ts';
import { testEngine } from './test/engine.ts';
import { freePort } from './test/free-port.ts';

const ROOT = path.join(import.meta.dirname, '..');
const LONGEST_MS = 90_000;
const skip = testEngine() === 'embedded' ? false : 'the engine makes no difference; the embedded run has it';

/** `npm …` as a process of its own. Without the scripts that come before, which would install what the tests run on. */
async function startNpm(
  t: TestContext,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  database?: string,
): Promise<{ npm: ChildProcess; dataDir: string; lines: AsyncIterableIterator<string> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  t.after(() => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }));
  if (database !== undefined) await rename(database, path.join(dataDir, 'db'));
  const npm = spawn('npm', [...args, '--ignore-scripts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      ...settings,
    },
  });
  t.after(() => npm.kill('SIGKILL'));
  const lines = createInterface(npm.stdout)[Symbol.asyncIterator]();
  return { npm, dataDir, lines };
}

async function rest(lines: AsyncIterableIterator<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} to npm start stops the server in order, and its log is nothing but JSON`, {
    skip,
  }, async (t) => {
    const database = await migratedClusterDirectory();
    const { npm, lines } = await startNpm(t, ['start', '--silent'], {}, database);
    const said: { msg: string; pid: number }[] = [];
    for (let last = ''; last !== 'ready'; last = said.at(-1)?.msg ?? '') {
      const { value, done } = await lines.next();
      assert.ok(!done, 'it ended before it was ready');
      said.push(JSON.parse(value));
    }
    const pid = said.at(-1)?.pid ?? 0;
    assert.ok(isAlive(pid));
    const exited = once(npm, 'exit');
    npm.kill(signal);
    const after = (await rest(lines)).map((line) => JSON.parse(line).msg);
    assert.deepEqual(after.slice(-2), ['stopping', 'stopped']);
    assert.deepEqual(await exited, [0, null]);
    assert.equal(isAlive(pid), false, 'the server has ended with npm');
  });
}

test('a signal to npm run demo while the club is made stops it in order, and nothing is left running', {
  skip,
}, async (t) => {
  const { npm, dataDir, lines } = await startNpm(t, ['run', 'demo', '--silent'], {
    LOG_FORMAT: 'json',
    DEMO_STRAVA_PORT: '0',
    DEMO_GARMIN_PORT: '0',
  });
  const { value } = await lines.next();
  const { msg, pid } = JSON.parse(value);
  assert.equal(msg, `Setting up ${dataDir} …`);
  const exited = once(npm, 'exit');
  npm.kill('SIGTERM');
  await rest(lines);
  assert.deepEqual(await exited, [130, null]);
  assert.equal(isAlive(pid), false);
});

/** Once the command is over, a thread that takes four times its bound of memory. */
const GREEDY_THREAD = `data:text/javascript,${encodeURIComponent(`
  import { Worker } from 'node:worker_threads';
  const greedy = 'const all = []; for (let n = 0; n < 30; n++) all.push(Array.from({ length: 1e5 }, (_, i) => ({ i })))';
  process.once('beforeExit', () => {
    const thread = new Worker(greedy, { eval: true, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 32 } });
    thread.on('error', ({ code }) => console.log(code));
  });
`)}`;

test('with the flags of npm start a thread still ends at its own bound of memory', { skip }, async () => {
  const flags = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'));
  const args = [...flags, '--import', GREEDY_THREAD, 'src/cli.mjs', 'help'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  assert.match(stdout, /^ERR_WORKER_OUT_OF_MEMORY$/m);
});
