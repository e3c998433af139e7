import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { failure, SECRET, scriptedServer, success } from './scripted-server.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Without what `npm test` sets, which would make the npm of the customer that of this project. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
const npm = (cwd: string, ...args: string[]): Promise<{ stdout: string }> =>
  run('npm', args, { cwd, env, shell: process.platform === 'win32' });

/** What a customer writes. */
const PROGRAM = `
import { createDeveloperClient, EkidenApiError } from '@ekiden/sdk';

const [baseUrl, apiKey] = process.argv.slice(2);
const client = createDeveloperClient({ baseUrl, apiKey });
const names = [];
for await (const { display_name } of client.athletes()) names.push(display_name);
const error = await client.getAthlete('nobody').catch((thrown) => thrown);
console.log(JSON.stringify({ names, known: error instanceof EkidenApiError, code: error.code }));
`;

const TYPED_PROGRAM = `
import { createDeveloperClient, type Activity, type ErrorCode, EkidenApiError, RateLimitedError } from '@ekiden/sdk';

const client = createDeveloperClient({ baseUrl: 'https://ekiden.example.org/developer/v1', apiKey: 'ekiden_…' });
export async function longest(athlete_id: string, signal: AbortSignal): Promise<Activity | null> {
  let found: Activity | null = null;
  for await (const activity of client.activities({ athlete_id, start_date: 0 }, { signal })) {
    if ((activity.distance_m ?? 0) > (found?.distance_m ?? 0)) found = activity;
  }
  return found;
}
export async function archive(): Promise<ReadableStream<Uint8Array>> {
  const { id } = await client.createExport({ format: 'csv', athlete_ids: null });
  await client.waitForExport(id, { timeoutMs: 60_000 });
  return (await client.downloadExport(id)).body;
}
export const advice = (error: unknown): string | number | null => {
  if (error instanceof RateLimitedError) return error.retry_after_s;
  const gone: ErrorCode = 'export_expired';
  return error instanceof EkidenApiError && error.code === gone ? error.request_id : null;
};
// @ts-expect-error there is no such format
void client.createExport({ format: 'pdf' });
`;

describe('the published package', () => {
  let customer: string;
  let installed: string;
  before(async () => {
    customer = await mkdtemp(path.join(tmpdir(), 'ekiden-sdk-'));
    installed = path.join(customer, 'node_modules/@ekiden/sdk');
    const { stdout } = await npm(path.join(ROOT, 'sdk'), 'pack', '--silent', '--pack-destination', customer);
    await writeFile(path.join(customer, 'package.json'), '{ "type": "module", "private": true }');
    await npm(customer, 'install', '--offline', '--no-audit', '--no-fund', `./${stdout.trim()}`);
  });
  after(() => rm(customer, { recursive: true, force: true }));

  test('holds JavaScript, types and papers, and brings no dependency along', async () => {
    const files = await readdir(installed, { recursive: true });
    const ofNote = files.filter((file) => !/^dist(\/|$)|^dist\\/.test(file)).sort();
    assert.deepEqual(ofNote, ['LICENSE', 'README.md', 'package.json']);
    assert.ok(
      files.filter((file) => file.startsWith('dist')).every((file) => /\.(js|d\.ts)$|^[^.]+$/.test(file)),
    );
    assert.deepEqual(await readdir(path.join(customer, 'node_modules/@ekiden')), ['sdk']);
    assert.deepEqual(
      (await readdir(path.join(customer, 'node_modules'))).filter((name) => !name.startsWith('.')),
      ['@ekiden'],
    );
  });

  test('runs as JavaScript', async (t) => {
    const server = await scriptedServer(t, ({ path }) =>
      path.startsWith('/athletes?')
        ? success({ athletes: [{ id: '1', display_name: 'Yuki' }], total: 1 })
        : failure(404, 'not_found'),
    );
    await writeFile(path.join(customer, 'program.js'), PROGRAM);
    const { stdout } = await run(process.execPath, ['program.js', server.url, SECRET], { cwd: customer });
    assert.deepEqual(JSON.parse(stdout), { names: ['Yuki'], known: true, code: 'not_found' });
  });

  test('knows nothing of Node, so browsers and bundlers take it as it is', async () => {
    const files = await readdir(path.join(installed, 'dist'), { recursive: true });
    const code = files.filter((file) => file.endsWith('.js'));
    assert.ok(code.length > 5);
    for (const file of code) {
      const text = await readFile(path.join(installed, 'dist', file), 'utf8');
      const specifiers = [...text.matchAll(/(?:from|import)\s*\(?["']([^"']+)["']/g)].map(([, name]) => name);
      assert.ok(
        specifiers.every((name) => /^\.\/.*\.js$/.test(name ?? '')),
        `${file}: ${specifiers}`,
      );
      assert.doesNotMatch(text, /\b(?:process|Buffer|require|__dirname)\b/, file);
    }
  });

  const COMPILERS = { 'TypeScript 7': 'node_modules', 'TypeScript 5.9': 'sdk/node_modules' };
  const SETTINGS = {
    'a browser’s program': {
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2022', 'dom', 'dom.asynciterable'],
      types: [],
    },
    'a program for Node': { module: 'nodenext', lib: ['es2022'], types: ['node'], skipLibCheck: true },
  };
  const compile = async (modules: string, settings: object, program: string): Promise<string> => {
    const folder = await mkdtemp(path.join(customer, 'typed-'));
    await writeFile(path.join(folder, 'program.ts'), program);
    const compilerOptions = {
      target: 'es2022',
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      typeRoots: [path.join(ROOT, 'node_modules/@types')],
      ...settings,
    };
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const tsc = path.join(ROOT, modules, 'typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch((error) => error);
    return stdout;
  };

  for (const [compiler, modules] of Object.entries(COMPILERS)) {
    for (const [kind, settings] of Object.entries(SETTINGS)) {
      test(`has the types for ${kind} under ${compiler}`, async () => {
        assert.equal(await compile(modules, settings, TYPED_PROGRAM), '');
      });
    }
  }

  test('is used in its README and in docs/sdk.md as it can be used', async () => {
    const pages = [path.join(installed, 'README.md'), path.join(ROOT, 'docs/sdk.md')];
    const texts = await Promise.all(pages.map((page) => readFile(page, 'utf8')));
    const [readme = [], manual = []] = texts.map((text) =>
      [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, block]) => block),
    );
    assert.ok(readme.length >= 2 && manual.length >= 5);
    const settings = SETTINGS['a program for Node'];
    const program = [...readme, ...manual].join('\n');
    assert.equal(await compile(COMPILERS['TypeScript 7'], settings, program), '');
  });
});
