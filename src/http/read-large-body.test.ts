import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, describe, test } from 'node:test';
import Type from 'typebox';
import { createLargeBodies } from './read-large-body.ts';

describe('large bodies wait for their turn', () => {
  const bodies = createLargeBodies();
  after(() => bodies.close());

  const ANY = Type.Unknown();
  const small = () => Buffer.from('{"a":1}');
  const read = (bytes: Buffer, response: PassThrough) => bodies.read(bytes, ANY, { response, of: undefined });
  const gone = { message: 'The client has gone.' };

  test('who leaves while waiting waits no longer, and the others go on', async () => {
    const [first, second, third] = [new PassThrough(), new PassThrough(), new PassThrough()];
    assert.deepEqual(await read(small(), first), { a: 1 });
    const left = read(small(), second);
    const waits = read(small(), third);
    second.destroy();
    await assert.rejects(left, gone);
    first.destroy();
    assert.deepEqual(await waits, { a: 1 });
    third.destroy();
  });

  test('who leaves while it is read is read no further', async () => {
    const [first, second] = [new PassThrough(), new PassThrough()];
    const many = Buffer.from(`[${'{"a":{}},'.repeat(1_000_000)}0]`);
    const left = read(many, first);
    const waits = read(small(), second);
    setImmediate(() => first.destroy());
    await assert.rejects(left, gone);
    assert.deepEqual(await waits, { a: 1 });
    second.destroy();
    const late = new PassThrough().destroy();
    await assert.rejects(read(small(), late), gone);
  });

  test('there is room for so many', async () => {
    const first = new PassThrough();
    await read(small(), first);
    const waiting = Array.from({ length: 32 }, () => new PassThrough());
    const reads = waiting.map((response) => read(small(), response));
    const refused = { code: 'rate_limited', status: 429 };
    await assert.rejects(read(small(), new PassThrough()), refused);
    for (const response of waiting) response.destroy();
    for (const one of reads) await assert.rejects(one, gone);
    first.destroy();
    const next = new PassThrough();
    assert.deepEqual(await read(small(), next), { a: 1 });
    next.destroy();
  });
});
