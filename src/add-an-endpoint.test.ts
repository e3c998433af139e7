import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const ROOT = path.join(import.meta.dirname, '..');
const PAGE = 'docs/add-an-endpoint.md';
const LONGEST_MS = 300_000;
const run = promisify(execFile);

/** A code block of the page with the line above it, which names a file and the kind of block; or a block of commands. */
type Block =
  | { readonly kind: 'new' | 'end' | 'change' | 'excerpt'; readonly file: string; readonly text: string }
  | { readonly kind: 'commands'; readonly text: string };

const KINDS = { ', a new file:': 'new', ', at the end:': 'end', ':': 'change', ' has:': 'excerpt' } as const;

async function readBlocks(): Promise<Block[]> {
  const page = await readFile(path.join(ROOT, PAGE), 'utf8');
  return [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(({ index, 1: language, 2: text = '' }) => {
    if (language === 'sh') return { kind: 'commands', text };
    const before = page.slice(0, index).trimEnd();
    const [, file = '', words = ''] = /\n`([^`]+)`([^`\n]*)$/.exec(before) ?? [];
    const kind = Object.entries(KINDS).find(([end]) => end === words)?.[1];
    if (kind === undefined) throw new Error(`Nothing above this says where it goes:\n${text}`);
    assert.equal(language === 'diff', kind === 'change', `${file}: ${language}`);
    return { kind, file, text };
  });
}

/** Copies the files that the test needs into a folder of its own, without the other tests. */
async function copyProject(folder: string): Promise<void> {
  const files = globSync(
    [
      '{src,sandbox}/**/*',
      'sdk/{src,scripts,test}/**/*',
      'sdk/tsconfig.json',
      'scripts/*',
      'migrations/*',
      'console/src/client/generated.ts',
      '{package,tsconfig,biome}.json',
      'CHANGELOG.md',
    ],
    { cwd: ROOT, withFileTypes: true },
  )
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
    .filter(
      (file) => !file.endsWith('.test.ts') || file === 'src/modules/developer-api/whole-document.test.ts',
    );
  for (const place of new Set(files.map((file) => path.dirname(file))))
    await mkdir(path.join(folder, place), { recursive: true });
  for (const file of files) await copyFile(path.join(ROOT, file), path.join(folder, file));
  for (const modules of ['node_modules', 'sdk/node_modules'])
    await symlink(path.join(ROOT, modules), path.join(folder, modules));
}

/** Applies a block to its file as a reader of the page would. */
async function apply(block: Exclude<Block, { kind: 'commands' }>, folder: string): Promise<void> {
  const file = path.join(folder, block.file);
  if (block.kind === 'new') {
    await writeFile(file, block.text, { flag: 'wx' });
    return;
  }
  const before = await readFile(file, 'utf8');
  if (block.kind === 'end') {
    await writeFile(file, before + block.text);
    return;
  }
  let text = before;
  for (const part of block.text.split(/^ *…\n/m)) {
    const lines = part.split('\n').slice(0, -1);
    const isDiff = block.kind === 'change';
    const without = (sign: string): string =>
      lines
        .filter((line) => !isDiff || line[0] !== sign)
        .map((line) => `${isDiff ? line.slice(1) : line}\n`)
        .join('');
    const [old, changed] = [without('+'), without('-')];
    assert.equal(text.split(old).length - 1, 1, `${block.file} has these lines once:\n${old}`);
    text = text.replace(old, () => changed);
  }
  await writeFile(file, text);
}

test('the endpoint of docs/add-an-endpoint.md compiles, passes its tests and is in the SDK, as the page prints it', {
  timeout: LONGEST_MS,
}, async (t) => {
  const blocks = await readBlocks();
  const folder = await mkdtemp(path.join(tmpdir(), 'ekiden-endpoint-'));
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  await copyProject(folder);
  const inside = (program: string, args: readonly string[]) =>
    run(program, args, { cwd: folder }).catch((error) =>
      assert.fail(`${program} ${args.join(' ')}\n${error.stdout}\n${error.stderr}`),
    );
  const bin = (name: string): string => path.join(ROOT, 'node_modules/.bin', name);

  const changed = new Set<string>();
  const tests: string[] = [];
  for (const block of blocks) {
    if (block.kind !== 'commands') {
      await apply(block, folder);
      if (block.kind !== 'excerpt' && block.file.endsWith('.ts')) changed.add(block.file);
      continue;
    }
    for (const command of block.text.trimEnd().split('\n')) {
      const [, file] = /^npm test -- (\S+\.test\.ts)$/.exec(command) ?? [];
      if (file !== undefined) tests.push(file);
      else if (command === 'npm run sdk') await inside(process.execPath, ['scripts/sdk.ts']);
      else assert.ok(['npm run check', 'npm test'].includes(command), command);
    }
  }
  assert.equal(tests.length, 2);

  const tsconfig = { extends: './tsconfig.json', include: [], files: [...changed, ...tests] };
  await writeFile(path.join(folder, 'tsconfig.changed.json'), JSON.stringify(tsconfig));
  await inside(bin('tsc'), ['-p', 'tsconfig.changed.json']);
  await inside(bin('tsc'), ['--noEmit', '-p', 'sdk']);
  await inside(bin('biome'), ['format', '--vcs-enabled=false', ...changed]);
  await inside(process.execPath, ['scripts/check-boundaries.ts']);
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const flags = ['--test', '--test-isolation=none', '--test-force-exit', '--test-reporter=tap'];
  const { stdout } = await run(process.execPath, [...flags, ...tests], { cwd: folder, env }).catch((error) =>
    assert.fail(`${error.stdout}\n${error.stderr}`),
  );
  assert.match(stdout, /^# pass 2$/m);
});
