import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { generateApiKeySecret, parseApiKeySecret } from './api-key-secret.ts';
import { hashToken } from './tokens.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('secrets of API keys', () => {
  test('a new secret has the documented shape and parses', () => {
    const secret = generateApiKeySecret();
    assert.match(secret, /^ekiden_[0-9A-Za-z]{43}$/);
    assert.deepEqual(parseApiKeySecret(secret), {
      secret_sha256: hashToken(secret),
      prefix: secret.slice(0, 12),
    });
  });

  test('the checksum is the CRC-32 of the random part, in six digits', () => {
    const secret = generateApiKeySecret((size) => new Uint8Array(size));
    // CRC-32 of 37 times "0" is 0xcc2719d4 (Python: zlib.crc32(b"0" * 37)), in base 62 "3jnQlY".
    assert.equal(secret, `ekiden_${'0'.repeat(37)}3jnQlY`);
  });

  test('any one changed character is noticed', () => {
    fc.assert(
      fc.property(
        fc.infiniteStream(fc.uint8Array({ minLength: 37, maxLength: 37 })),
        fc.integer({ min: 7, max: 49 }),
        fc.constantFrom(...ALPHABET),
        (bytes, at, other) => {
          const secret = generateApiKeySecret(() => bytes.next().value);
          const changed = secret.slice(0, at) + other + secret.slice(at + 1);
          assert.equal(parseApiKeySecret(changed) === null, changed !== secret);
        },
      ),
    );
  });

  test('any other text parses to null', () => {
    const secret = generateApiKeySecret();
    const bad = [
      '',
      'ekiden_',
      secret.toUpperCase(),
      ` ${secret}`,
      `${secret}\n`,
      `${secret}0`,
      secret.slice(0, -1),
    ];
    bad.push(secret.replace('ekiden_', 'ekidem_'), 'x'.repeat(1_000_000), secret.replace(/.$/, '\u0000'));
    for (const text of bad) assert.equal(parseApiKeySecret(text), null, text.slice(0, 60));
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => parseApiKeySecret(text) === null));
  });

  test('all characters are equally likely', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 2_000; i += 1) {
      for (const character of generateApiKeySecret().slice(7, 44)) {
        counts.set(character, (counts.get(character) ?? 0) + 1);
      }
    }
    // 74,000 draws in 62 classes, 1,193.5 expected. Chi-squared with 61 degrees of freedom exceeds 150 once in 10^9 runs;
    // bytes modulo 62 without rejection give about 550.
    const expected = (2_000 * 37) / 62;
    const chiSquared = [...counts.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
    assert.equal(counts.size, 62);
    assert.ok(chiSquared < 150, `chi squared ${chiSquared}`);
  });

  test('bytes that would bias the characters are thrown away', () => {
    const draws = [new Uint8Array(37).fill(255), new Uint8Array(37).fill(61)];
    const secret = generateApiKeySecret(() => draws.shift() ?? new Uint8Array(37));
    assert.equal(secret.slice(7, 44), 'z'.repeat(37));
  });
});
