import assert from 'node:assert/strict';
import { test } from 'node:test';
import { equalSecrets, hashToken, newToken } from './tokens.ts';

test('a token has 256 random bits in base64url', () => {
  const token = newToken();
  assert.match(token, /^[A-Za-z0-9_-]{43}$/);
  assert.equal(Buffer.from(token, 'base64url').length, 32);
  assert.equal(new Set(Array.from({ length: 1_000 }, newToken)).size, 1_000);
});

test('a token is stored as its SHA-256', () => {
  // FIPS 180-2, appendix B.1.
  assert.equal(
    hashToken('abc').toString('hex'),
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

test('secrets of any length compare without an error', () => {
  assert.equal(equalSecrets('same', 'same'), true);
  assert.equal(equalSecrets('same', 'Same'), false);
  assert.equal(equalSecrets('same', 'same '), false);
  assert.equal(equalSecrets('', 'x'.repeat(10_000)), false);
});
