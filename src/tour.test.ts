import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { migratedClusterDirectory } from './test/database.ts';
import { startDemoStage, walkConsent } from './test/demo-stage.ts';
import { eventually } from './test/eventually.ts';
import { verificationToken } from './test/factories.ts';
import { startServerProcess } from './test/server-process.ts';

const ROOT = path.join(import.meta.dirname, '..');
const MISSING = ['bash', 'curl', 'unzip'].filter(
  (program) => spawnSync(program, ['-v'], { stdio: 'ignore' }).error !== undefined,
);
const skip = MISSING.length > 0 && `${MISSING.join(', ')} are not installed`;
/** The tour waits for what comes in loops of the shell; this only ends them where it never comes. */
const LONGEST_MS = 180_000;

/** Commands as a person pastes them, and what the page prints below them. */
type Step = { readonly commands: string; readonly printed: string | null };

/** @param server where it serves in place of the address on the page */
async function stepsOf(heading: string, server: string): Promise<Step[]> {
  const page = await readFile(path.join(ROOT, 'docs/tour.md'), 'utf8');
  let current = '';
  const blocks: { language: string; text: string }[] = [];
  for (const [, title, language, text = ''] of page.matchAll(/^## (.+?)$|^```(\w+)\n(.*?)^```$/gms)) {
    if (title !== undefined) current = title;
    else if (current === heading)
      blocks.push({ language: language ?? '', text: text.replaceAll('http://127.0.0.1:4000', server) });
  }
  return blocks.flatMap(({ language, text }, at) => {
    if (language !== 'sh') return [];
    const next = blocks[at + 1];
    return [{ commands: text, printed: next === undefined || next.language === 'sh' ? null : next.text }];
  });
}

async function openTerminal(
  t: TestContext,
): Promise<{ dataDir: string; paste: (commands: string) => Promise<string>; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ekiden-tour-'));
  const own = ['.git', 'data', 'demo-data'];
  for (const name of await readdir(ROOT))
    if (!own.includes(name)) await symlink(path.join(ROOT, name), path.join(folder, name));
  const dataDir = path.join(folder, 'data');
  await mkdir(dataDir);
  // Without the scripts that come before a script of npm, which would install what the tests run on.
  const env = { ...process.env, npm_config_ignore_scripts: 'true' };
  const bash = spawn('bash', ['--norc'], { cwd: folder, env, detached: true });
  t.after(() => {
    // With the loops and streams that it has begun.
    if (bash.pid !== undefined && bash.exitCode === null) process.kill(-bash.pid, 'SIGKILL');
  });
  let out = '';
  let complaints = '';
  bash.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  bash.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  const END = '-- pasted --\n';
  return {
    dataDir,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
    paste: async (commands) => {
      out = '';
      bash.stdin.write(`${commands}printf '%s' '${END}'\n`);
      await eventually(
        () => `${commands}\n${out}\n${complaints}`,
        () => out.endsWith(END) || bash.exitCode !== null,
      );
      assert.equal(bash.exitCode, null, complaints);
      return out.slice(0, -END.length);
    },
  };
}

/** Holds what came back to what the page prints: `…` stands for anything, ids and days are other ones each time. */
function assertPrinted(commands: string, came: string, printed: string): void {
  const pattern = printed
    .trimEnd()
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\b[0-9a-f]{8}-…/g, '[0-9a-f-]{36}')
    .replaceAll('…', '.*')
    .replaceAll(/\b\d{4}-\d\d-\d\d(?!T)/g, '\\d{4}-\\d\\d-\\d\\d')
    .replaceAll(/\b\d{13}\b/g, '\\d{13}');
  assert.match(came.trimEnd(), new RegExp(`^${pattern}$`), `of\n${commands}came\n${came}`);
}

async function pasteAll(
  paste: (commands: string) => Promise<string>,
  steps: readonly Step[],
): Promise<string> {
  let last = '';
  for (const { commands, printed } of steps) {
    last = await paste(commands);
    if (printed !== null) assertPrinted(commands, last, printed);
  }
  return last;
}

test('the five minutes of the tour, pasted into bash, print what the page says', {
  skip,
  timeout: LONGEST_MS,
}, async (t) => {
  const { dataDir, paste, remove } = await openTerminal(t);
  await rename(await migratedClusterDirectory(), path.join(dataDir, 'db'));
  const { url } = await startServerProcess(t, dataDir, { RATE_LIMIT_PER_MINUTE: '' });
  t.after(remove);
  const steps = await stepsOf('Five minutes', url);
  assert.ok(steps.length >= 9);
  await pasteAll(paste, steps);
});

test('the consent of the tour, pasted into bash on both sides of the pages, connects Strava', {
  skip,
  timeout: LONGEST_MS,
}, async (t) => {
  const { server } = await startDemoStage(t);
  const body = {
    token: await verificationToken(server, 'aissatou.diallo@example.org'),
    password: 'Demo-Club-1',
  };
  assert.equal((await server.request('POST', '/api/v1/auth/complete-signup', { body })).status, 201);
  const { paste, remove } = await openTerminal(t);
  t.after(remove);
  const [before, after, ...others] = await stepsOf('Walk through a consent', server.url);
  assert.ok(before !== undefined && after !== undefined);
  assert.equal(others.length, 0);

  const start_url = await pasteAll(paste, [before]);
  const end = await walkConsent(server, start_url.trim());
  assert.match(end, /\/connected\?provider=strava&status=success/);
  await pasteAll(paste, [after]);
});
