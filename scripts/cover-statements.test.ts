import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { coverStatements } from './cover-statements.ts';
import type { EngineName } from './note-statements.ts';
import { partsOf, withoutValues } from './note-statements.ts';
import type { FileRun } from './test-process.ts';

function run(
  file: string,
  seconds: number,
  ran: Partial<Record<EngineName, readonly string[]>>,
): Pick<FileRun, 'file' | 'seconds' | 'statements'> {
  return { file, seconds, statements: { ran: { embedded: [], postgres: [], ...ran }, texts: {} } };
}

describe('which files run on the embedded engine too', () => {
  test('each statement that ran on the server is run, in little time', () => {
    const coverage = coverStatements();
    coverage.note('postgres', run('all but one', 10, { postgres: ['a', 'b', 'c'] }));
    coverage.note('postgres', run('two', 1, { postgres: ['a', 'b'] }));
    coverage.note('postgres', run('the last', 2, { postgres: ['c', 'd'] }));
    coverage.note('postgres', run('nothing new', 0.1, { postgres: [] }));
    assert.deepEqual(coverage.missing(), ['the last', 'two']);
  });

  test('a file whose statements others run as well is left out, also where it was chosen before them', () => {
    const coverage = coverStatements();
    coverage.note('postgres', run('cheap', 1, { postgres: ['a', 'b'] }));
    coverage.note('postgres', run('with a', 4, { postgres: ['a', 'c'] }));
    coverage.note('postgres', run('with b', 4, { postgres: ['b', 'd'] }));
    assert.deepEqual(coverage.missing(), ['with a', 'with b']);
  });

  test('what a file ran on an embedded database of its own needs no other', () => {
    const coverage = coverStatements();
    coverage.note('postgres', run('its own', 1, { embedded: ['a'], postgres: ['b'] }));
    coverage.note('postgres', run('the server', 1, { postgres: ['a'] }));
    assert.deepEqual(coverage.missing(), ['its own']);
  });

  test('a statement that did not run when it was to is looked for in one more file', () => {
    const coverage = coverStatements();
    const files = ['first', 'second', 'third'];
    for (const [index, file] of files.entries())
      coverage.note('postgres', run(file, index + 1, { postgres: ['now and then'] }));
    assert.deepEqual(coverage.missing(), ['first']);
    coverage.note('embedded', run('first', 1, {}));
    assert.deepEqual(coverage.missing(), ['second']);
    coverage.note('embedded', run('second', 1, {}));
    assert.deepEqual(coverage.missing(), []);
    assert.deepEqual(coverage.uncovered(), ['now and then']);
  });

  test('a statement that only tests ask need not run on both', () => {
    const coverage = coverStatements(['of a test']);
    coverage.note('postgres', run('one', 1, { postgres: ['of a test'] }));
    coverage.note('postgres', run('two', 1, { postgres: ['of a test', 'a'] }));
    assert.deepEqual(coverage.missing(), ['two']);
  });

  test('when all has run on both, nothing is missing', () => {
    const coverage = coverStatements();
    coverage.note('postgres', run('one', 1, { postgres: ['a'] }));
    coverage.note('embedded', run('one', 1, { embedded: ['a'] }));
    assert.deepEqual([coverage.missing(), coverage.uncovered()], [[], []]);
  });
});

test('a statement is the same with other values and more rows, and another one with another condition', () => {
  const one = withoutValues(`SELECT id -- the key
    FROM users WHERE id IN ($1, $2) AND name <> 'it''s' LIMIT 10`);
  assert.equal(one, "SELECT id FROM users WHERE id IN ($) AND name <> '…' LIMIT 0");
  assert.equal(withoutValues(`SELECT id FROM users WHERE id IN ($3,$4,$5) AND name <> 'she' LIMIT 7`), one);
  assert.notEqual(
    withoutValues(`SELECT id FROM users WHERE id IN ($3,$4,$5) AND email <> 'she' LIMIT 7`),
    one,
  );
  assert.equal(
    withoutValues('INSERT INTO t VALUES ($1, $2), ($3, $4)'),
    withoutValues('INSERT INTO t VALUES ($1, $2)'),
  );
  assert.equal(withoutValues('/* test */ SELECT 1'), null);
});

test('what a text of JSON is put together of is noted for itself, so that one list of fields stands for every choice of them', () => {
  const few = partsOf("SELECT concat('…', id, '…', coalesce(to_json(name), '…')) AS json FROM runs");
  const one = partsOf("SELECT concat('…', id) AS json FROM runs");
  assert.deepEqual(few, [
    'SELECT concat() AS json FROM runs',
    "concat('…')",
    'concat(id)',
    "concat(coalesce(to_json(name), '…'))",
  ]);
  assert.deepEqual(one, few.slice(0, 3));
  assert.deepEqual(partsOf('SELECT id FROM runs'), ['SELECT id FROM runs']);
});
