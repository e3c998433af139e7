import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Told } from './report-tests.ts';
import { startTestProcess } from './test-process.ts';

const IMPORTS = `
  import assert from 'node:assert/strict';
  import { after, before, beforeEach, describe, test } from 'node:test';
  import { setTimeout as sleep } from 'node:timers/promises';
`;

/** Runs texts as test files, in one process, as `npm test` does. */
async function run(
  t: TestContext,
  ...texts: readonly string[]
): Promise<{ told: Told[]; passed: boolean; lost: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  t.after(() => rm(folder, { recursive: true }));
  const told: Told[] = [];
  const started = await startTestProcess('embedded', {}, (one) => told.push(one));
  let lost = 0;
  for (const [index, text] of texts.entries()) {
    const file = path.join(folder, `${index}.test.mjs`);
    await writeFile(file, IMPORTS + text);
    if ((await started.run(file, 1)) === null) lost += 1;
  }
  const { passed } = await started.end();
  return { told, passed, lost };
}

const outcomes = (told: readonly Told[]): string[] => told.map(({ became, name }) => `${became}: ${name}`);

test('what fails is told once and short, and not again by what fails with it', async (t) => {
  const { told, passed } = await run(
    t,
    `
    describe('a stage', () => {
      before(() => { throw new Error('nothing to stand on', { cause: new Error('no wood') }); });
      for (let n = 0; n < 6; n++) test('scene ' + n, () => undefined);
    });
    describe('a list', () => {
      test('of thousands', () => {
        const some = Array.from({ length: 2_000 }, (_, n) => 'entry ' + n);
        assert.deepEqual(some, some.map((one) => one + '!'));
      });
      test('is there', () => undefined);
      test('elsewhere', { skip: 'no such place' }, () => undefined);
      test('outer', (t) => t.test('inner', () => assert.fail('x'.repeat(10_000))));
    });`,
  );
  assert.equal(passed, false);
  assert.deepEqual(outcomes(told), [
    'failed: a stage',
    'failed: a list › of thousands',
    'passed: a list › is there',
    'skipped: a list › elsewhere',
    'failed: a list › outer › inner',
  ]);
  const errors = told.flatMap(({ error }) => error ?? []);
  assert.match(errors[0] ?? '', /^nothing to stand on\nbecause: no wood/);
  assert.match(errors[1] ?? '', /… \d+ lines …/);
  for (const error of errors) {
    assert.ok(error.split('\n').length <= 40 && error.length < 20_000, error);
  }
});

test('hooks outside of all suites belong to the tests of their file', async (t) => {
  const { told, passed } = await run(
    t,
    `
    const said = globalThis.said = [];
    before(async () => { await sleep(1); said.push('before'); });
    beforeEach(() => said.push('each'));
    after(() => said.push('after'));
    describe('inner', () => {
      before(() => said.push('before inner'));
      test('one', async (t) => {
        t.after(() => said.push('after one'));
        await sleep(1);
        await t.test('part', () => said.push('part'));
      });
    });
    test('two', () => said.push('two'));`,
    `test('what was said', () => assert.equal(
      globalThis.said.join(', '), 'before, before inner, each, each, part, after one, each, two, after'));`,
  );
  assert.deepEqual(outcomes(told), [
    'passed: inner › one › part',
    'passed: inner › one',
    'passed: two',
    'passed: what was said',
  ]);
  assert.equal(passed, true);
});

test('a file that cannot be loaded fails, and the next one runs', async (t) => {
  const { told, passed } = await run(t, `import './nowhere.mjs';`, `test('one', () => undefined);`);
  assert.deepEqual(
    told.map(({ became, file }) => `${became}: ${path.basename(file)}`),
    ['failed: 0.test.mjs', 'passed: 1.test.mjs'],
  );
  assert.equal(passed, false);
});

test('an error outside of all awaiting fails the run', async (t) => {
  for (const lost of [
    "void Promise.reject(new Error('Lost.'))",
    "setTimeout(() => { throw new Error('Lost.'); })",
  ]) {
    const { passed } = await run(t, `test('one', async () => { ${lost}; await sleep(20); });`);
    assert.equal(passed, false, lost);
  }
});

test('a process that ends in a file is noticed', async (t) => {
  const { passed, lost } = await run(t, `test('one', () => process.exit(3));`);
  assert.deepEqual({ passed, lost }, { passed: false, lost: 1 });
});
