import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import {
  createRecordingParser,
  type RecordingParser,
} from '../modules/activities/import/recording-parser.ts';
import type { Repetitions } from './repetitions.ts';
import { repetitionsOfLaps } from './repetitions-of-laps.ts';
import { repetitionsOfSamples } from './repetitions-of-samples.ts';

type Piece = readonly [metres: number, seconds: number];

function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 1_073_741_824 - 1;
  };
}

const lapsOf = (pieces: readonly Piece[]) =>
  pieces.map(([distance_m, duration_s]) => ({ distance_m, duration_s, climb_m: null, fall_m: null }));

/** One sample a second, with speeds that are off by up to a share, on ground that has one grade in each piece. */
function samplesOf(
  pieces: readonly Piece[],
  { off = 0.15, grades = [] as readonly number[], seed = 7 } = {},
) {
  const next = noise(seed);
  const [time_s, distance_m, altitude_m] = [[0], [0], [100]];
  let [at, up] = [0, 100];
  for (const [place, [metres, seconds]] of pieces.entries())
    for (let second = 0; second < seconds; second += 1) {
      const step = (metres / seconds) * (1 + off * next());
      at += step;
      up += step * (grades[place % grades.length] ?? 0);
      time_s.push(time_s.length);
      distance_m.push(at);
      altitude_m.push(up);
    }
  return { time_s, distance_m, altitude_m };
}

const WARM_UP: Piece = [2_000, 720];
const session = (work: Piece, rest: Piece, count: number): Piece[] => [
  WARM_UP,
  ...Array.from({ length: count }, (_, place) => (place < count - 1 ? [work, rest] : [work])).flat(),
  [1_500, 600],
];
const short = (found: Repetitions | null) =>
  found && [
    found.count,
    ...Object.values(found.each),
    found.between?.way ?? null,
    ...Object.values(found.between ?? {}).slice(1),
  ];

describe('repetitions', () => {
  const CASES: readonly (readonly [string, Piece[], (number | string | null)[] | null])[] = [
    ['6 × 800 m, jogging 2 min', session([800, 195], [280, 120], 6), [6, 800, 'jog', 120]],
    ['5 × 3 min, walking 90 s', session([750, 180], [110, 90], 5), [5, 180, 'walk', 90]],
    ['4 × 1 km, standing 1 min', session([1_000, 240], [0, 60], 4), [4, 1_000, 'rest', 60]],
    ['an even run', [[10_000, 3_000]], null],
    ['two of them', session([800, 195], [280, 120], 2), null],
    [
      'a ladder',
      [WARM_UP, [400, 92], [200, 90], [800, 195], [200, 90], [1_200, 300], [200, 90], [1_600, 410], WARM_UP],
      null,
    ],
    [
      'a run with lights on red now and then',
      [
        [1_310, 400],
        [0, 40],
        [640, 195],
        [0, 25],
        [2_260, 690],
        [0, 55],
        [930, 280],
      ],
      null,
    ],
    [
      'a race that fades',
      [
        [5_000, 1_200],
        [5_000, 1_300],
        [5_000, 1_450],
      ],
      null,
    ],
  ];
  for (const [what, pieces, expected] of CASES) {
    test(`of laps: ${what}`, () => assert.deepEqual(short(repetitionsOfLaps(lapsOf(pieces))), expected));
    for (const seed of [1, 2, 3])
      test(`of noisy samples ${seed}: ${what}`, () =>
        assert.deepEqual(short(repetitionsOfSamples(samplesOf(pieces, { seed }))), expected));
  }

  test('have the times of laps, and paces of samples: where they began is not known to the second', () => {
    const times = [192, 198, 195, 193, 196, 194];
    const pieces = times.flatMap((time): Piece[] => [
      [800 + (time % 3), time],
      [280, 120],
    ]);
    const laps = repetitionsOfLaps(lapsOf([WARM_UP, ...pieces, WARM_UP]));
    assert.deepEqual(laps?.times, { fastest_s: 192, slowest_s: 198 });
    const found = repetitionsOfSamples(samplesOf([WARM_UP, ...pieces, WARM_UP]));
    assert.equal(found?.times, null);
    assert.ok(
      found && Math.abs(found.fastest_s_per_km - 240) < 5 && Math.abs(found.slowest_s_per_km - 247) < 5,
    );
  });

  test('are 400 m by the finger on a track, whatever the satellites make of it', () => {
    const pieces = [402, 409, 398, 405, 411].flatMap((metres, place): Piece[] => [
      [metres, 89 + (place % 3)],
      [200, 75 + place],
    ]);
    assert.deepEqual(short(repetitionsOfLaps(lapsOf([WARM_UP, ...pieces]))), [5, 400, 'jog', 200]);
  });

  test('are none of laps that a watch ends each kilometre, nor of hills, nor of what is too much to be a workout', () => {
    const hills = Array.from({ length: 12 }, (_, place): Piece => [1_000, place % 2 === 0 ? 390 : 300]);
    assert.equal(repetitionsOfLaps(lapsOf(hills)), null);
    assert.equal(repetitionsOfSamples(samplesOf(hills, { grades: [0.06, -0.06] })), null);
    const uneven = hills.map(([, seconds], place): Piece => [place % 2 === 0 ? 950 : 1_000, seconds]);
    const climbs = lapsOf(uneven).map((lap, place) => ({
      ...lap,
      climb_m: place % 2 === 0 ? 60 : 0,
      fall_m: place % 2 === 0 ? 0 : 60,
    }));
    assert.equal(repetitionsOfLaps(climbs), null);
    assert.equal(repetitionsOfLaps(lapsOf(session([800, 195], [280, 120], 300))), null);
    assert.equal(repetitionsOfLaps([]), null);
    assert.equal(repetitionsOfSamples({ time_s: [], distance_m: [] }), null);
    assert.equal(repetitionsOfSamples({ time_s: [0, 1e9], distance_m: [0, 1] }), null);
  });
});

const DATA = join(import.meta.dirname, '../../../shared/data');
const REAL: readonly (readonly [file: string, by: 'laps' | 'samples', (number | string | null)[] | null])[] =
  [
    ['fit/jimmykane_garmin-stamina.fit', 'laps', [5, 180, 'walk', 300]],
    ['fit/jimmykane_running-with-developer-data.fit', 'laps', [4, 1_000, null, 60]],
    ['gpx/clf3_434263453.gpx', 'samples', [11, 400, null]],
    ['fit/irvingb_57664116689_Move_2020_01_13_05_09_42_Running.fit', 'samples', null],
    ['fit/irvingb_329764127452.fit', 'samples', null],
    ['fit/irvingb_392677646032.fit', 'laps', null],
  ];

describe('repetitions of real recordings', { skip: !existsSync(DATA) }, () => {
  let parser: RecordingParser;
  before(() => {
    parser = createRecordingParser();
  });
  after(() => parser.close());

  for (const [file, by, expected] of REAL)
    test(`${file}, by ${by}`, async () => {
      const { activities } = await parser.parse(readFileSync(join(DATA, file)), file, 'somebody');
      const [run = assert.fail()] = activities;
      const laps = run.laps.map(({ distance_m, duration_s, elevation_gain_m, elevation_loss_m }) => ({
        distance_m,
        duration_s,
        climb_m: elevation_gain_m,
        fall_m: elevation_loss_m,
      }));
      const samples = JSON.parse(zstdDecompressSync(run.packed_streams).toString());
      const found = by === 'laps' ? repetitionsOfLaps(laps) : repetitionsOfSamples(samples);
      assert.deepEqual(short(found), expected);
    });
});
