import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { keysOfStatement } from './note-statements.ts';
import { statementsOfTests } from './statements-of-tests.ts';

test('a statement that stands in tests alone is one of tests, with whatever values; one that the product asks as well is not', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ekiden-statements-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(path.join(folder, 'src'));
  const write = async (name: string, text: string): Promise<string> => {
    const file = path.join(folder, 'src', name);
    await writeFile(file, text);
    return file;
  };
  const asking = (before: string, value: string): string => `run(sql\`${before} \${${value}}\`);`;
  const keys = statementsOfTests([
    await write('queries.ts', asking('SELECT name FROM clubs WHERE id =', 'id')),
    await write(
      'one.test.ts',
      asking('SELECT name  FROM clubs WHERE id =', 'of.club') + asking('DELETE FROM clubs WHERE id =', 'id'),
    ),
  ]);
  assert.deepEqual(keys.toSorted(), keysOfStatement('DELETE FROM clubs WHERE id = $7').toSorted());
});
