import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { exampleSimulation } from '../../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../../sandbox/recordings/write-fit.ts';
import { parseAndHash } from './import/parse-recording.ts';
import { packStreams, packStreamsInThread, unpackedSize, unpackStreams } from './pack-streams.ts';

function samplesOf(seconds: number) {
  const column = (factor: number) =>
    Array.from({ length: seconds }, (_, second) => Math.round(1e6 * Math.sin(second * factor)) / 1e3);
  return { time_s: column(0.1), distance_m: column(12.9898), altitude_m: column(78.233) };
}

describe('packed streams', () => {
  for (const seconds of [0, 1, 10, 400, 4_000, 40_000])
    test(`of ${seconds} seconds are unpacked as they were`, async () => {
      const streams = samplesOf(seconds);
      assert.equal(await unpackStreams(packStreams(streams)), JSON.stringify(streams));
    });

  test('of a run take at least a tenth less than zstd makes of them when nobody says how hard to try', async () => {
    const run = simulateActivity(exampleSimulation(steadyRun(5_000)));
    const [activity] = parseAndHash(writeFit([run]), 'run.fit').activities;
    const streams = activity?.streams;
    assert.ok(streams);
    const usual = zstdCompressSync(JSON.stringify(streams)).length;
    for (const packed of [await packStreams(streams), packStreamsInThread(streams)])
      assert.ok(packed.length < 0.9 * usual, `${packed.length} of ${usual} bytes`);
  });

  test('are unpacked where they do not say how long they are, or say what nobody believes', async () => {
    const text = JSON.stringify(samplesOf(3_000));
    const packed = zstdCompressSync(text);
    // A frame of one segment with four bytes of size, which becomes one with a window of 128 MB and no size.
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
