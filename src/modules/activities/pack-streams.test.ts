import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { packStreams, packStreamsInThread, unpackedSize, unpackStreams } from './pack-streams.ts';

function samplesOf(seconds: number) {
  const column = (factor: number) =>
    Array.from({ length: seconds }, (_, second) => Math.round(1e6 * Math.sin(second * factor)) / 1e3);
  return { time_s: column(0.1), distance_m: column(12.9898), altitude_m: column(78.233) };
}

describe('packed streams', () => {
  for (const seconds of [0, 1, 10, 400, 4_000, 40_000])
    test(`of ${seconds} seconds are unpacked as they were, and say how long they are`, async () => {
      const streams = samplesOf(seconds);
      const text = JSON.stringify(streams);
      for (const packed of [await packStreams(streams), packStreamsInThread(streams)]) {
        assert.equal(unpackedSize(packed), text.length);
        assert.equal(await unpackStreams(packed), text);
      }
    });

  test('are unpacked where they do not say how long they are, or say what nobody believes', async () => {
    const text = JSON.stringify(samplesOf(3_000));
    const packed = zstdCompressSync(text);
    // Changes the frame to one with a window of 128 MB and no size.
    const descriptor = packed[4] ?? 0;
    assert.equal(descriptor & 0xe0, 0xa0);
    const unsaid = Buffer.concat([
      packed.subarray(0, 4),
      Buffer.from([descriptor & 0x1f, 0x88]),
      packed.subarray(9),
    ]);
    assert.equal(unpackedSize(unsaid), null);
    assert.equal(await unpackStreams(unsaid), text);
    const huge = Buffer.from(packed);
    huge.writeUInt32LE(0xffffffff, 5);
    assert.equal(unpackedSize(huge), null);
    assert.equal(unpackedSize(Buffer.from('no frame at all, but long enough')), null);
    assert.equal(unpackedSize(Buffer.alloc(0)), null);
  });
});
