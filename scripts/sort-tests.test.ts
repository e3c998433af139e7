import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { projectFiles } from './boundaries.ts';
import type { SortedTests } from './sort-tests.ts';

describe('kinds of tests', () => {
  let sorted: SortedTests;
  before(() => {
    const script = path.join(import.meta.dirname, 'sort-tests.ts');
    sorted = JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8' }));
  });

  test('every test that starts a browser is one of those in a browser, and no other is', () => {
    const starting = projectFiles('.test.ts').filter((file) =>
      /\b(?:inBrowser|sharedBrowser)\(|\bchromium\.launch\(/.test(readFileSync(file, 'utf8')),
    );
    assert.ok(starting.length > 10);
    assert.deepEqual(sorted.browser, starting);
  });

  test('a test reaches the database through a helper', () => {
    assert.ok(sorted.database.includes('src/modules/groups/groups.test.ts'));
    assert.ok(!sorted.database.includes('src/training/repetitions.test.ts'));
  });
});
