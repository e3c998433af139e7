import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPage, withSettings } from './settings.ts';

test('the documentation lists every setting as the code has it', () => {
  const page = readPage();
  assert.equal(withSettings(page), page, 'npm run settings writes it anew');
});
