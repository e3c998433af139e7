import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRecording } from '../../../test/parse-recording.ts';
import {
  everySecond,
  type TestPoint,
  type TestWay,
  testNoise,
  writeTestGpx,
} from '../../../test/write-test-gpx.ts';
import type { ImportedActivity } from './types.ts';

function one(xml: string): ImportedActivity {
  const [activity] = parseRecording(Buffer.from(xml), 'test.gpx');
  assert.ok(activity !== undefined);
  return activity;
}

function near(value: number | null, expected: number, tolerance: number): void {
  assert.ok(value !== null && Math.abs(value - expected) <= tolerance, `${value} is not ${expected}`);
}

/** Ten minutes of running, 3 m/s, with six minutes of `standing` after the first five. */
function runWithStand(standing: TestWay): TestPoint[] {
  const end = standing(660);
  return [
    ...everySecond(0, 300, (time_s) => ({ north_m: 3 * time_s })),
    ...everySecond(301, 660, standing),
    ...everySecond(661, 960, (time_s) => ({
      north_m: end.north_m + 3 * (time_s - 660),
      east_m: end.east_m ?? 0,
    })),
  ];
}

/** GPS noise is correlated: each second forgets a fortieth of its offset. */
function wander(seed: number, around_m: number): TestWay {
  const noise = testNoise(seed);
  let [north_m, east_m] = [0, 0];
  return () => {
    north_m = north_m * 0.975 + noise() * 0.45;
    east_m = east_m * 0.975 + noise() * 0.45;
    return { north_m: around_m + north_m, east_m };
  };
}

const STANDS: readonly (readonly [string, TestWay])[] = [
  ['in one direction at 0.3 m/s', (time_s) => ({ north_m: 900 + 0.3 * (time_s - 300) })],
  [
    'in a circle at 0.3 m/s',
    (time_s) => ({ north_m: 900 + 8 * Math.sin(time_s * 0.0375), east_m: 8 * Math.cos(time_s * 0.0375) - 8 }),
  ],
  ['back and forth by three metres', (time_s) => ({ north_m: 900 + 3 * Math.sin(time_s) })],
];
for (const [how, standing] of STANDS) {
  test(`six minutes of GPS that wanders ${how} are neither moving time nor distance`, () => {
    const run = one(writeTestGpx([runWithStand(standing)]));
    assert.equal(run.duration_s, 960);
    near(run.moving_time_s, 600, 20);
    near(run.distance_m, 1_800, 10);
    near(run.average_speed_mps, 3, 0.1);
    const { time_s, distance_m = [] } = run.streams;
    const during = distance_m[time_s.indexOf(640)] ?? 0;
    near(during - (distance_m[time_s.indexOf(320)] ?? 0), 0, 0.1);
  });
}

test('GPS that wanders as noise does, around any seed, is neither moving time nor distance', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const run = one(writeTestGpx([runWithStand(wander(seed, 900))]));
    near(run.moving_time_s, 600, 60);
    near(run.distance_m, 1_800, 40);
  }
});

test('a recording of nothing but wandering has no moving time and no distance', () => {
  for (const way of [(time_s: number) => ({ north_m: 0.3 * time_s }), wander(7, 0)]) {
    const stand = one(writeTestGpx([everySecond(0, 360, way)]));
    assert.deepEqual([stand.duration_s, stand.moving_time_s, stand.distance_m], [360, 0, null]);
    assert.deepEqual([stand.average_speed_mps, stand.best_efforts], [null, []]);
  }
});

test('a walker at 0.8 m/s is moving: straight on, under noise, around hairpins, sampled every 20 s', () => {
  const noise = testNoise(3);
  const ways: readonly TestWay[] = [
    (time_s) => ({ north_m: 0.8 * time_s }),
    (time_s) => ({ north_m: 0.8 * time_s + noise(), east_m: noise() }),
    (time_s) => ({ north_m: Math.abs(((0.8 * time_s) % 50) - 25), east_m: 0.05 * time_s }),
    (time_s) => ({ north_m: Math.abs(((0.8 * time_s) % 30) - 15), east_m: 0.03 * time_s }),
  ];
  for (const way of ways) {
    const walk = one(writeTestGpx([everySecond(0, 600, way)], 'walking'));
    near(walk.moving_time_s, 600, 10);
    assert.ok((walk.distance_m ?? 0) > 460, `${walk.distance_m} m`);
  }
  const sparse = everySecond(0, 600, ways[0] ?? wander(1, 0)).filter(({ time_s }) => time_s % 20 === 0);
  const walk = one(writeTestGpx([sparse], 'walking'));
  assert.equal(walk.moving_time_s, 600);
  near(walk.distance_m, 480, 1);
});

test('who runs to and fro over twenty metres is moving', () => {
  const shuttles = everySecond(0, 600, (time_s) => ({ north_m: Math.abs(((3 * time_s) % 40) - 20) }));
  const run = one(writeTestGpx([shuttles]));
  near(run.moving_time_s, 600, 10);
  // The way between a turn and the sample before it is lost.
  near(run.distance_m, 1_800, 150);
});

test('a stop costs a runner no more than some metres of the way before and after it', () => {
  const stops = 10;
  const points = everySecond(0, stops * 160, (time_s) => {
    const [stop, second] = [Math.floor(time_s / 160), time_s % 160];
    return { north_m: 300 * stop + 3 * Math.min(second, 100) };
  });
  const run = one(writeTestGpx([points]));
  near(run.distance_m, 3_000, stops * 4);
  near(run.moving_time_s, 1_000, stops * 10);
});

test('who climbs a steep slope slowly goes on, and so does whose steps are counted', () => {
  const slope = everySecond(0, 1_800, (time_s) => ({
    north_m: time_s < 60 ? time_s : 60 + 0.3 * (time_s - 60),
    altitude_m: 900 + Math.max(0, time_s - 60) * 0.12,
  }));
  near(one(writeTestGpx([slope], 'hiking')).distance_m, 582, 2);
  const steps = everySecond(0, 360, (time_s) => ({ north_m: 0.35 * time_s, cadence: 40 }));
  const hike = one(writeTestGpx([steps], 'hiking'));
  near(hike.distance_m, 126, 1);
  assert.equal(hike.moving_time_s, 360);
});

test('a way without a signal for ten minutes counts as its straight line', () => {
  const before = everySecond(0, 60, (time_s) => ({ north_m: 3 * time_s }));
  const after = everySecond(660, 720, (time_s) => ({ north_m: 380 + 3 * (time_s - 660) }));
  near(one(writeTestGpx([[...before, ...after]])).distance_m, 560, 1);
});

test('the distance that a device states itself stays, also where it grows by 0.3 m/s; such time is not moving', () => {
  const points = everySecond(0, 960, (time_s) => ({
    north_m: time_s <= 300 ? 3 * time_s : time_s <= 660 ? 810 + 0.3 * time_s : 1_008 + 3 * (time_s - 660),
  }));
  const trackpoints = points.map(({ time_s, north_m }) => {
    const time = new Date(Date.UTC(2024, 4, 1, 6) + time_s * 1000).toISOString();
    return `<Trackpoint><Time>${time}</Time><DistanceMeters>${north_m}</DistanceMeters></Trackpoint>`;
  });
  const tcx = `<TrainingCenterDatabase><Activities><Activity Sport="Running"><Lap><Track>${trackpoints.join('')}</Track></Lap></Activity></Activities></TrainingCenterDatabase>`;
  const run = one(tcx);
  assert.equal(run.distance_m, 1_908);
  near(run.moving_time_s, 600, 20);
});

test('where a workout is done in one place, GPS says nothing of moving', () => {
  const yoga = one(writeTestGpx([everySecond(0, 600, wander(5, 0))], 'yoga'));
  assert.deepEqual([yoga.sport_type, yoga.moving_time_s, yoga.distance_m], ['yoga', 600, null]);
});
