import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createSecretBox, SecretBoxError } from './secret-box.ts';

const failsWith = (reason: SecretBoxError['reason']) => (error: unknown) =>
  error instanceof SecretBoxError && error.reason === reason;

describe('secret box', () => {
  const oldKey = randomBytes(32);
  const newKey = randomBytes(32);
  const box = createSecretBox([newKey]);

  test('any sealed bytes open again', () => {
    fc.assert(
      fc.property(fc.string(), fc.uint8Array({ maxLength: 2_000 }), (purpose, bytes) => {
        assert.deepEqual(box.open(purpose, box.seal(purpose, bytes)), Buffer.from(bytes));
      }),
    );
  });

  test('the same bytes never seal to the same box', () => {
    const bytes = Buffer.from('refresh token');
    assert.notDeepEqual(box.seal('p', bytes), box.seal('p', bytes));
    assert.equal(box.seal('p', bytes).includes(bytes), false);
  });

  test('a box does not open under another purpose', () => {
    const sealed = box.seal('strava token of user 1', Buffer.from('x'));
    assert.throws(() => box.open('strava token of user 2', sealed), failsWith('forged'));
  });

  test('every flipped bit and every cut is noticed', () => {
    const sealed = box.seal('p', Buffer.from('secret'));
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      assert.throws(() => box.open('p', changed), SecretBoxError, `bit ${bit}`);
    }
    for (let length = 0; length < sealed.length; length += 1) {
      assert.throws(() => box.open('p', sealed.subarray(0, length)), SecretBoxError, `cut at ${length}`);
    }
    assert.throws(() => box.open('p', Buffer.concat([sealed, Buffer.of(0)])), failsWith('forged'));
    assert.throws(() => box.open('p', Buffer.alloc(0)), failsWith('malformed'));
  });

  test('after a rotation old boxes open and ask to be sealed anew', () => {
    const sealed = createSecretBox([oldKey]).seal('p', Buffer.from('x'));
    const rotated = createSecretBox([newKey, oldKey]);
    assert.deepEqual(rotated.open('p', sealed), Buffer.from('x'));
    assert.equal(rotated.needsReseal(sealed), true);
    assert.equal(rotated.needsReseal(rotated.seal('p', Buffer.from('x'))), false);
    assert.throws(() => box.open('p', sealed), failsWith('unknown_key'));
  });

  test('derived keys differ by purpose and key, newest first', () => {
    const rotated = createSecretBox([newKey, oldKey]);
    const [newest, ...older] = rotated.deriveKeys('file links');
    assert.deepEqual(newest, box.deriveKeys('file links')[0]);
    assert.deepEqual(older, [...createSecretBox([oldKey]).deriveKeys('file links')]);
    assert.equal(newest.length, 32);
    assert.notDeepEqual(newest, rotated.deriveKeys('access tokens')[0]);
    assert.notDeepEqual(newest, newKey);
  });

  test('without a whole key there is no box', () => {
    assert.throws(() => createSecretBox([]), /at least one/i);
    assert.throws(() => createSecretBox([randomBytes(16)]), /32 bytes/);
  });
});
