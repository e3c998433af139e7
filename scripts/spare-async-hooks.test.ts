import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';

const HOOK = path.join(import.meta.dirname, 'spare-async-hooks.ts');
const FLAGS = [
  '--expose-internals',
  '--import',
  HOOK,
  '--test',
  '--test-isolation=none',
  '--test-force-exit',
];

const IMPORTS = `
  import { executionAsyncId } from 'node:async_hooks';
  import { after, before, beforeEach, describe, test } from 'node:test';
  import { setTimeout as sleep } from 'node:timers/promises';
`;

/** Runs a file of tests as the suite is run. */
async function run(
  t: TestContext,
  tests: string,
): Promise<{ status: number | null; out: string; err: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'some.test.mjs');
  await writeFile(file, IMPORTS + tests);
  // The runner tells its own tests from those of a runner above it by this.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, [...FLAGS, '--test-reporter=tap', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  const [[status], out, err] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { status, out, err };
}

test('hooks and tests stand in their suites, and promises are not followed', async (t) => {
  const { status, out, err } = await run(
    t,
    `
    const said = [];
    describe('outer', () => {
      before(async () => { await sleep(1); said.push('before outer'); });
      beforeEach(() => said.push('each'));
      after(() => console.error(said.join(', ')));
      describe('inner', () => {
        before(() => said.push('before inner'));
        after(() => said.push('after inner'));
        test('one', async (t) => {
          t.after(() => said.push('after one'));
          await sleep(1);
          await t.test('part', () => said.push('part'));
          said.push(await Promise.resolve().then(() => executionAsyncId()));
        });
      });
      test('two', () => said.push('two'));
    });`,
  );
  const order = 'before outer, before inner, each, each, part, 0, after one, after inner, each, two';
  assert.equal(err, `${order}\n`);
  assert.match(out, /^ {12}# Subtest: part$/m);
  assert.match(out, /^# pass 3$/m);
  assert.equal(status, 0);
});

test('an error outside of all awaiting fails the run and says where it came from', async (t) => {
  for (const lost of [
    "void Promise.reject(new Error('Lost.'))",
    "setTimeout(() => { throw new Error('Lost.'); })",
  ]) {
    const { status, err } = await run(t, `test('one', async () => { ${lost}; await sleep(20); });`);
    assert.equal(status, 1, lost);
    assert.match(err, /^Error: Lost\.\n[\s\S]*some\.test\.mjs:\d+/, lost);
  }
});
