import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { readMigrations } from '../src/infra/db/migration-files.ts';
import { createMigratedServerDatabase } from '../src/test/database.ts';
import { testEngine } from '../src/test/engine.ts';
import { freePort } from '../src/test/free-port.ts';

const ROOT = path.join(import.meta.dirname, '..');
const skip = testEngine() === 'postgres' ? false : 'the dump that a release keeps is one of PostgreSQL';
const VERSION = '9.8.7';
/** What git does not know either, or has its own of. */
const NOT_COPIED = /^(?:\.git|data|demo-data|\.tmp|release|bench[\\/]results|(?:.*[\\/])?node_modules)$/;

let folder = '';
let clone = '';
let former = '';

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: clone, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** A repository with the files of this one, whether or not these are committed. */
before(async () => {
  if (skip) return;
  folder = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  clone = path.join(folder, 'clone');
  await cp(ROOT, clone, { recursive: true, filter: (from) => !NOT_COPIED.test(path.relative(ROOT, from)) });
  for (const modules of ['node_modules', 'sdk/node_modules', 'console/node_modules'])
    await symlink(path.join(ROOT, modules), path.join(clone, modules));
  git('init', '--quiet', '--initial-branch=main');
  for (const [name, value] of Object.entries({ name: 'Rune', email: 'rune@example.org' }))
    git('config', `user.${name}`, value);
  for (const kind of ['commit', 'tag']) git('config', `${kind}.gpgSign`, 'false');
  await replaceSlowSteps();
  const changelog = path.join(clone, 'CHANGELOG.md');
  const text = await readFile(changelog, 'utf8');
  await writeFile(changelog, text.replace('## [Unreleased]\n', '## [Unreleased]\n\n### Added\n\n- Rain.\n'));
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Everything');
  former = JSON.parse(await readFile(path.join(clone, 'package.json'), 'utf8')).version;
});

after(async () => {
  if (folder !== '') await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

/** What the dump has is held by `src/former-versions.test.ts`, and the console is built before the tests: both would take longer than all else. */
async function replaceSlowSteps(): Promise<void> {
  const keep = `import { writeFileSync } from 'node:fs';
for (const kind of ['json', 'sql']) writeFileSync(\`src/test/former-versions/\${process.argv[2]}.\${kind}.gz\`, '');`;
  await writeFile(path.join(clone, 'scripts/keep-version.ts'), keep);
  const file = path.join(clone, 'console/package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  manifest.scripts.build = `cp -R "${path.join(ROOT, 'console/dist')}" dist`;
  await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

async function release(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number; output: string }> {
  return await new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/release.ts', ...args],
      { cwd: clone, env: { ...process.env, ...env } },
      (failure, stdout, stderr) =>
        resolve({ code: failure === null ? 0 : Number(failure.code), output: stdout + stderr }),
    );
  });
}

function assertNothingChanged(head: string): void {
  assert.equal(git('rev-parse', 'HEAD'), head);
  assert.equal(git('status', '--porcelain'), '');
  assert.equal(git('tag', '--list'), '');
  assert.equal(git('worktree', 'list').split('\n').length, 1);
  assert.equal(git('status', '--porcelain', '--ignored', 'release'), '');
}

test('a release that may not be made says everything that speaks against it', { skip }, async () => {
  const head = git('rev-parse', 'HEAD');
  git('switch', '--quiet', '--create', 'aside');
  await writeFile(path.join(clone, 'new.txt'), 'new');
  const database = { TEST_DATABASE_URL: `postgres://postgres@127.0.0.1:${await freePort()}/postgres` };
  const refused = await release([former, '--passed', 'HEAD~1'], database);
  await rm(path.join(clone, 'new.txt'));
  git('switch', '--quiet', 'main');
  git('branch', '--quiet', '--delete', 'aside');
  assert.equal(refused.code, 1);
  for (const said of [
    'this is aside: git switch main',
    'not committed:\n?? new.txt',
    `${former} has to be greater than ${former}`,
    `it has to be ${head}`,
    'needs PostgreSQL (TEST_DATABASE_URL)',
  ])
    assert.ok(refused.output.includes(said), refused.output);
  assertNothingChanged(head);
  assert.match((await release(['1.2'])).output, /^npm run release -- 0\.2\.0 --passed COMMIT/);
});

test('a rehearsal shows the change and the notes, and one that breaks off leaves nothing', {
  skip,
}, async () => {
  const head = git('rev-parse', 'HEAD');
  const dry = await release([VERSION, '--dry-run']);
  assert.equal(dry.code, 0, dry.output);
  assert.match(dry.output, /CHANGELOG\.md +\| +2 /);
  assert.match(dry.output, /# Ekiden 9\.8\.7\n\n### Added\n\n- Rain\./);
  assertNothingChanged(head);
  const broken = path.join(folder, 'broken');
  await mkdir(broken);
  await writeFile(path.join(broken, 'npm'), '#!/bin/sh\necho "npm has no disk" >&2; exit 1\n', {
    mode: 0o755,
  });
  const PATH = `${broken}${path.delimiter}${process.env.PATH}`;
  const failed = await release([VERSION, '--passed', head], { PATH });
  assert.equal(failed.code, 1);
  assert.match(failed.output, /npm [^\n]+ ended with 1:\nnpm has no disk/);
  assert.match(failed.output, /Nothing was released, and nothing has changed\.\n$/);
  assertNothingChanged(head);
});

test('a release is one commit, its tag and archives of it that hold and serve, and is taken back as it says', {
  skip,
}, async (t) => {
  const head = git('rev-parse', 'HEAD');
  const made = await release([VERSION, '--passed', head.slice(0, 12), '--without-image']);
  assert.equal(made.code, 0, made.output);

  assert.equal(git('log', '--format=%s', `${head}..HEAD`), `Release ${VERSION}`);
  assert.equal(git('rev-parse', `v${VERSION}^{commit}`), git('rev-parse', 'HEAD'));
  assert.equal(git('cat-file', '-t', `v${VERSION}`), 'tag');
  assert.equal(git('status', '--porcelain'), '');
  assert.equal(git('worktree', 'list').split('\n').length, 1);
  const changed = git('diff', '--name-only', head).split('\n');
  const dumps = ['json', 'sql'].map((kind) => `src/test/former-versions/${VERSION}.${kind}.gz`);
  const versions = ['console/package.json', 'package-lock.json', 'package.json', 'sdk/package.json'];
  const frozen = changed.filter((name) => name === 'migrations/released.sha256');
  assert.deepEqual(changed, ['CHANGELOG.md', ...versions, ...frozen, ...dumps].sort());
  for (const name of versions)
    assert.equal(JSON.parse(await readFile(path.join(clone, name), 'utf8')).version, VERSION);
  const changelog = await readFile(path.join(clone, 'CHANGELOG.md'), 'utf8');
  assert.match(changelog, /## \[Unreleased\]\n\n## \[9\.8\.7\] - \d{4}-\d\d-\d\d\n\n### Added\n\n- Rain\.\n/);
  const hashes = await readFile(path.join(clone, 'migrations/released.sha256'), 'utf8');
  for (const { name, sha256 } of await readMigrations(path.join(clone, 'migrations')))
    assert.ok(hashes.includes(`${sha256}  ${name}\n`), `${name} is frozen`);

  const kept = path.join(clone, 'release', VERSION);
  const names = [
    'NOTES.md',
    `ekiden-${VERSION}.cdx.json`,
    `ekiden-${VERSION}.tar.gz`,
    `ekiden-sdk-${VERSION}.tgz`,
    `ekiden-server-${VERSION}.tar.gz`,
  ];
  assert.deepEqual((await readdir(kept)).sort(), [...names, 'SHA256SUMS'].sort());
  const sums: string[] = [];
  for (const name of names) {
    const sha256 = createHash('sha256')
      .update(await readFile(path.join(kept, name)))
      .digest('hex');
    sums.push(`${sha256}  ${name}`);
  }
  assert.deepEqual(
    (await readFile(path.join(kept, 'SHA256SUMS'), 'utf8')).trim().split('\n').sort(),
    sums.sort(),
  );
  const again = execFileSync(
    'git',
    ['-c', 'tar.umask=0022', 'archive', `--prefix=ekiden-${VERSION}/`, `v${VERSION}`],
    { cwd: clone, maxBuffer: 1e9 },
  );
  const source = gunzipSync(await readFile(path.join(kept, `ekiden-${VERSION}.tar.gz`)));
  assert.ok(source.equals(again), 'the source is what the tag has');
  const parts = JSON.parse(await readFile(path.join(kept, `ekiden-${VERSION}.cdx.json`), 'utf8'));
  assert.equal(parts.metadata.component.version, VERSION);
  assert.ok(parts.components.some(({ name }: { name: string }) => name === 'fastify'));
  const listed = execFileSync('tar', ['-tzf', path.join(kept, `ekiden-sdk-${VERSION}.tgz`)], {
    encoding: 'utf8',
  });
  assert.ok(listed.includes('package/dist/index.js\n') && listed.includes('package/dist/index.d.ts\n'));
  const notes = await readFile(path.join(kept, 'NOTES.md'), 'utf8');
  assert.ok(notes.includes('- Rain.') && notes.includes(git('rev-parse', 'HEAD')));

  await assertServes(t, path.join(kept, `ekiden-server-${VERSION}.tar.gz`));

  const twice = await release([VERSION, '--passed', 'HEAD', '--without-image']);
  assert.equal(twice.code, 1);
  const [, undo = ''] =
    /to take it back, as long as nothing was pushed:\n\n {2}(.+)/i.exec(made.output) ?? [];
  assert.ok(undo.startsWith(`git tag --delete v${VERSION} && `), made.output);
  assert.ok(twice.output.includes(`git tag --delete v${VERSION} && git reset --hard HEAD~1`), twice.output);
  execFileSync('sh', ['-c', undo], { cwd: clone, stdio: 'ignore' });
  assertNothingChanged(head);
});

/** What the archive has serves, with the packages and nothing else of this repository. */
async function assertServes(t: TestContext, archive: string): Promise<void> {
  const unpacked = path.join(folder, 'unpacked');
  await mkdir(unpacked);
  execFileSync('tar', ['-xzf', archive, '-C', unpacked]);
  const server = path.join(unpacked, `ekiden-server-${VERSION}`);
  await symlink(path.join(ROOT, 'node_modules'), path.join(server, 'node_modules'));
  const { url: DATABASE_URL, drop } = await createMigratedServerDatabase();
  t.after(drop);
  const port = String(await freePort());
  const data = path.join(folder, 'data-of-server');
  const env = {
    ...process.env,
    DATABASE_URL,
    DATA_DIR: data,
    HOST: '127.0.0.1',
    PORT: port,
    LOG_FORMAT: 'json',
  };
  const child = spawn(process.execPath, ['src/cli.mjs', 'start'], {
    cwd: server,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  for await (const line of createInterface(child.stdout)) if (JSON.parse(line).msg === 'ready') break;
  const page = await fetch(`http://127.0.0.1:${port}/console`);
  const text = await page.text();
  assert.equal(page.status, 200);
  const [script = ''] = /\/console\/assets\/[^"]+\.js/.exec(text) ?? [];
  assert.equal((await fetch(`http://127.0.0.1:${port}${script}`)).status, 200, text);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  child.stdout.resume();
  assert.deepEqual(await ended, [0, null]);
}
