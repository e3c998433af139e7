import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { exampleSimulation } from '../../../sandbox/recordings/example-simulation.ts';
import { steadyRun } from '../../../sandbox/recordings/plan-session.ts';
import { simulateActivity } from '../../../sandbox/recordings/simulate-activity.ts';
import { writeFit } from '../../../sandbox/recordings/write-fit.ts';
import { parseAndHash } from './import/parse-recording.ts';
import { packStreams, unpackStreams } from './pack-streams.ts';

/** Samples of so many seconds, none of a pattern. */
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

  test('of a run take at least a tenth less than at the default level of zstd', () => {
    const run = simulateActivity(exampleSimulation(steadyRun(5_000)));
    const [activity] = parseAndHash(writeFit([run]), 'run.fit').activities;
    assert.ok(activity);
    const usual = zstdCompressSync(JSON.stringify(activity.streams)).length;
    const packed = packStreams(activity.streams).length;
    assert.ok(packed < 0.9 * usual, `${packed} of ${usual} bytes`);
  });

  test('are unpacked whole also where they are many times as long as packed', async () => {
    const alike = (seconds: number) => Array.from({ length: seconds }, () => 100);
    const { distance_m } = samplesOf(20_000);
    for (const streams of [{ time_s: alike(40_000) }, { time_s: alike(1_000_000), distance_m }]) {
      const text = JSON.stringify(streams);
      const packed = packStreams(streams);
      assert.ok(packed.length * 20 < text.length, `${packed.length} of ${text.length}`);
      assert.equal(await unpackStreams(packed), text);
    }
  });

  // Bytes as they may lie in databases.
  for (const [what, packed] of [
    [
      'in one frame that says how long they are',
      'KLUv/SBJSQIAeyJ0aW1lX3MiOlswLDEsMl0sImhlYXJ0X3JhdGVfYnBtIjpbOTAsOTEsbnVsbF0sImRpc3RhbmNlX20iOlswLDIuNSw1LjFdfQ==',
    ],
    [
      'in frames of which the first does not say how long it is',
      'KLUv/QBYSQIAeyJ0aW1lX3MiOlswLDEsMl0sImhlYXJ0X3JhdGVfYnBtIjpbOTAsOTEsbnVsbF0sImRpc3RhbmNlX20iOlswLDIuNSw1LjFdfSi1L/0gAAEAAA==',
    ],
  ] as const)
    test(`stored ${what} are read`, async () => {
      const text = '{"time_s":[0,1,2],"heart_rate_bpm":[90,91,null],"distance_m":[0,2.5,5.1]}';
      assert.equal(await unpackStreams(Buffer.from(packed, 'base64')), text);
    });

  test('that are cut off or none at all are refused', async () => {
    const packed = packStreams(samplesOf(400));
    await assert.rejects(unpackStreams(packed.subarray(0, 100)));
    await assert.rejects(unpackStreams(Buffer.from('no frame at all, but long enough')));
    const large = packStreams(samplesOf(40_000));
    await assert.rejects(unpackStreams(large.subarray(0, 100_000)));
  });
});
