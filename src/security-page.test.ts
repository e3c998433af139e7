import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const PROOF = /`((?:src|sandbox)\/[\w./-]+\.ts)`(?: › ([^;|]+))?/g;

test('what docs/security.md names as proofs is there', () => {
  const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
  const proofs = [...page.matchAll(PROOF)];
  assert.ok(proofs.length > 50);
  const missing = proofs.flatMap(([, file = '', title]) => {
    if (!existsSync(join(ROOT, file))) return [file];
    const source = readFileSync(join(ROOT, file), 'utf8');
    return title === undefined || source.includes(title.trim()) ? [] : [`${file} › ${title.trim()}`];
  });
  assert.deepEqual(missing, []);
});
