import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { describe, test } from 'node:test';
import { AppError } from '../../shared/errors.ts';
import { createPasswordHasher, needsRehash } from './passwords.ts';

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

function foreignPhc(password: string, memory: number, passes: number): string {
  const nonce = Buffer.from('a salt of 16 byt');
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce,
    memory,
    passes,
    parallelism: 1,
    tagLength: 32,
  });
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${unpadded(nonce)}$${unpadded(tag)}`;
}

describe('passwords', () => {
  const hasher = createPasswordHasher();

  test('a hash verifies its own password only, and says how it was made', async () => {
    const phc = await hasher.hashPassword('Correct horse 1');
    assert.match(phc, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    assert.equal(await hasher.verifyPassword('Correct horse 1', phc), true);
    assert.equal(await hasher.verifyPassword('correct horse 1', phc), false);
    assert.equal(await hasher.verifyPassword('', phc), false);
    assert.equal(needsRehash(phc), false);
  });

  test('two hashes of one password differ', async () => {
    assert.notEqual(await hasher.hashPassword('Password1'), await hasher.hashPassword('Password1'));
  });

  test('another way to type the same characters is the same password', async () => {
    const phc = await hasher.hashPassword('Caf\u00e9 \uff11');
    assert.equal(await hasher.verifyPassword('Cafe\u0301 1', phc), true);
    assert.equal(await hasher.verifyPassword('Cafe 1', phc), false);
  });

  test('a long password counts to its last character', async () => {
    const phc = await hasher.hashPassword(`${'a'.repeat(1_023)}b`);
    assert.equal(await hasher.verifyPassword(`${'a'.repeat(1_023)}c`, phc), false);
  });

  test('a hash of the reference implementation verifies', async () => {
    // phc-winner-argon2, src/test.c: argon2id, v=19, t=2, m=2^16, p=1, "password", "somesalt".
    const phc = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    assert.equal(await hasher.verifyPassword('password', phc), true);
    assert.equal(needsRehash(phc), true);
  });

  test('no hash and a malformed hash are false, not an error', async () => {
    const good = await hasher.hashPassword('Password1');
    const bad = [
      null,
      '',
      'Password1',
      '$2b$12$abcdefghijklmnopqrstuuO8SNLEXS1Fsg0CIZiBWSZ3bQpwhlv3e',
      good.replace('argon2id', 'argon2i'),
      good.replace('v=19', 'v=16'),
      good.replace('m=19456', 'm=999999999'),
      good.replace('m=19456', 'm=7'),
      good.replace('t=2', 't=0'),
      good.replace('p=1', 'p=0'),
      good.slice(0, 40),
      `${good}=`,
      `${good}\n`,
    ];
    for (const phc of bad) assert.equal(await hasher.verifyPassword('Password1', phc), false, String(phc));
    assert.equal(needsRehash('nonsense'), true);
  });

  test('hashes of former parameters verify and ask to be replaced', async () => {
    const phc = foreignPhc('Password1', 4_096, 1);
    assert.equal(await hasher.verifyPassword('Password1', phc), true);
    assert.equal(needsRehash(phc), true);
  });

  test('fifty at once all finish, and a flood beyond the line is turned away', async () => {
    const phc = foreignPhc('Password1', 64, 1);
    const fifty = await Promise.all(
      Array.from({ length: 50 }, () => hasher.verifyPassword('Password1', phc)),
    );
    assert.deepEqual(new Set(fifty), new Set([true]));

    const flood = await Promise.allSettled(
      Array.from({ length: 300 }, () => hasher.verifyPassword('Password1', phc)),
    );
    const refused = flood.filter((outcome) => outcome.status === 'rejected');
    assert.ok([300 - 1 - 256, 300 - 2 - 256].includes(refused.length), String(refused.length));
    for (const { reason } of refused) {
      assert.ok(
        reason instanceof AppError && reason.status === 429 && reason.headers?.['Retry-After'] === '5',
      );
    }
    assert.equal(await hasher.verifyPassword('Password1', phc), true);
  });
});
