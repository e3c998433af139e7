import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import {
  createRecordingParser,
  type RecordingParser,
} from '../../modules/activities/import/recording-parser.ts';
import type { ParsedActivity } from '../../modules/activities/import/types.ts';
import { comparePlannedWithDone } from './compare.ts';
import type { DoneSamples } from './done-run.ts';
import type { PlannedSegment } from './steps.ts';

const DATA = join(import.meta.dirname, '../../../../shared/data');

const sets = (times: number, work: PlannedSegment, recovery: PlannedSegment): PlannedSegment => ({
  kind: 'repeat',
  repeat: { times, segments: [work, recovery] },
});
const PLANS = {
  'fit/jimmykane_garmin-stamina.fit': [
    { kind: 'warmup', duration_s: 1_200 },
    sets(5, { kind: 'work', duration_s: 180 }, { kind: 'recovery', duration_s: 300 }),
    { kind: 'cooldown', duration_s: 900 },
  ],
  'fit/jimmykane_running-with-developer-data.fit': [
    sets(4, { kind: 'work', distance_m: 1_000 }, { kind: 'recovery', duration_s: 60 }),
    { kind: 'cooldown', distance_m: 1_000 },
  ],
  'gpx/clf3_434263453.gpx': [
    { kind: 'warmup', duration_s: 600 },
    sets(12, { kind: 'work', distance_m: 400 }, { kind: 'recovery', duration_s: 60 }),
    { kind: 'cooldown', duration_s: 300 },
  ],
} satisfies Record<string, PlannedSegment[]>;

describe('real interval recordings', { skip: !existsSync(DATA) }, () => {
  let parser: RecordingParser;
  before(() => {
    parser = createRecordingParser();
  });
  after(() => parser.close());

  async function compared(file: keyof typeof PLANS, by: 'laps' | 'speed') {
    const { activities } = await parser.parse(readFileSync(join(DATA, file)), file, 'somebody');
    const [run = assert.fail()] = activities;
    const samples: DoneSamples = JSON.parse(zstdDecompressSync(run.packed_streams).toString());
    const laps = by === 'laps' ? lapsOf(run) : [];
    const planned = { workout_type: 'intervals' as const, segments: PLANS[file] };
    const done = { activity_id: 'one', whole: null, laps, samples };
    const result = comparePlannedWithDone(planned, [done], { paces: null, heart_rates: null });
    assert.equal(result.method, by);
    const work = result.steps.filter(({ step }) => step.kind === 'work');
    return { ...result, work, laps: lapsOf(run) };
  }
  function lapsOf({ laps }: ParsedActivity) {
    const first = Date.parse(laps[0]?.start_time ?? '');
    return laps.map((lap) => ({ ...lap, start_s: (Date.parse(lap.start_time) - first) / 1_000 }));
  }

  test('five times three minutes are the laps that the runner pressed, and by speed the same within 6 s', async () => {
    const file = 'fit/jimmykane_garmin-stamina.fit';
    const [pressed, found] = [await compared(file, 'laps'), await compared(file, 'speed')];
    assert.deepEqual(
      pressed.work.map(({ status, ranges }) => [status, ranges[0]?.lap_indexes]),
      [2, 4, 6, 8, 10].map((index) => ['matched', [index]]),
    );
    for (const [place, { status, ranges }] of found.work.entries()) {
      const [range, lap] = [ranges[0], pressed.work[place]?.ranges[0]];
      assert.equal(status, 'matched');
      assert.ok(Math.abs((range?.start_s ?? 0) - (lap?.start_s ?? 0)) <= 6);
      assert.ok(Math.abs((range?.end_s ?? 0) - (lap?.end_s ?? 0)) <= 6);
    }
    assert.deepEqual(pressed.steps.at(-1)?.merged_with, [10, 11]);
  });

  test('four kilometres are found among laps of a second and of ten metres', async () => {
    const { work, steps } = await compared('fit/jimmykane_running-with-developer-data.fit', 'laps');
    assert.deepEqual(
      work.map(({ status, ranges }) => [status, ranges[0]?.lap_indexes]),
      [1, 3, 5, 7].map((index) => ['matched', [index]]),
    );
    assert.deepEqual(
      steps
        .filter(({ step }) => step.kind === 'recovery')
        .map(({ reached }) => Math.round(reached?.duration_s ?? 0)),
      [60, 60, 60, 60],
    );
  });

  test('all eleven of twelve times 400 m are found without laps, though the watch was stopped in rests', async () => {
    const { work } = await compared('gpx/clf3_434263453.gpx', 'speed');
    const found = work.filter(({ status }) => status === 'matched');
    assert.deepEqual([found.length, work.filter(({ status }) => status === 'missing').length], [11, 1]);
    for (const { reached } of found)
      assert.ok(Math.abs((reached?.distance_m ?? 0) - 400) <= 40, JSON.stringify(reached));
  });
});
