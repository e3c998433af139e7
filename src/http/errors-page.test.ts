import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.resolve(import.meta.dirname, '../..');

test('docs/errors.md lists every code that is declared, with its status, and no others', () => {
  const files = globSync('src/**/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'));
  const declared = new Set(
    files.flatMap((file) => {
      const text = readFileSync(path.join(ROOT, file), 'utf8').replace(/^ *\*.*$/gm, '');
      return [...text.matchAll(/\bdefineError\(\s*'(\w+)',\s*(\d+)/g)].map(
        ([, code, status]) => `${code} ${status}`,
      );
    }),
  );
  assert.ok(declared.size > 15);
  const page = readFileSync(path.join(ROOT, 'docs/errors.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\d+) \| ([^|]+) \| ([^|]+) \|$/gm)];
  assert.deepEqual(rows.map(([, code, status]) => `${code} ${status}`).sort(), [...declared].sort());
  const statuses = rows.map(([, , status]) => Number(status));
  assert.deepEqual(statuses, [...statuses].sort(), 'in the order of their statuses');
});
