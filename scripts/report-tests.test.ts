import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { RECORD, type Told } from './report-tests.ts';

const TESTS = `
  import assert from 'node:assert/strict';
  import { before, describe, test } from 'node:test';
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
  });
`;

async function tell(): Promise<Told[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ekiden-test-'));
  const file = path.join(folder, 'some.test.mjs');
  await writeFile(file, TESTS);
  // The runner tells its own tests from those of a runner above it by this.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const reporter = `--test-reporter=${path.join(import.meta.dirname, 'report-tests.ts')}`;
  const child = spawn(process.execPath, ['--test', '--test-isolation=none', reporter, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  const [out] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  await rm(folder, { recursive: true });
  return out
    .split('\n')
    .filter((line) => line.startsWith(RECORD))
    .map((line) => JSON.parse(line.slice(RECORD.length)));
}

test('what fails is told once and short, and not again by what fails with it', async () => {
  const told = await tell();
  assert.deepEqual(
    told.map(({ became, name }) => `${became}: ${name}`),
    [
      'failed: a stage',
      'failed: a list › of thousands',
      'passed: a list › is there',
      'skipped: a list › elsewhere',
      'failed: a list › outer › inner',
    ],
  );
  const errors = told.flatMap(({ error }) => error ?? []);
  assert.match(errors[0] ?? '', /^nothing to stand on\nbecause: no wood/);
  assert.match(errors[1] ?? '', /… \d+ lines …/);
  for (const error of errors) {
    assert.ok(error.split('\n').length <= 40 && error.length < 20_000, error);
  }
});
