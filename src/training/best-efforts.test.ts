import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type BestEffort, findBestEfforts } from './best-efforts.ts';

function effort(efforts: readonly BestEffort[], name: string): BestEffort | undefined {
  return efforts.find((one) => one.name === name);
}

function atSpeeds(speeds: readonly number[]): { time: number[]; distance: number[] } {
  const time = [0];
  const distance = [0];
  for (const [index, speed] of speeds.entries()) {
    time.push(index + 1);
    distance.push((distance.at(-1) ?? 0) + speed);
  }
  return { time, distance };
}

test('an even run has the same pace over every distance', () => {
  const { time, distance } = atSpeeds(Array.from({ length: 3_600 }, () => 4));
  const efforts = findBestEfforts(time, distance);
  assert.deepEqual(
    efforts.map(({ name, duration_s }) => [name, duration_s]),
    [
      ['400 m', 100],
      ['1/2 mile', 201.2],
      ['1 km', 250],
      ['1 mile', 402.3],
      ['2 mile', 804.7],
      ['5 km', 1_250],
      ['10 km', 2_500],
    ],
  );
});

test('the fast stretch is found where it is', () => {
  const speeds = [...Array.from({ length: 600 }, () => 2), ...Array.from({ length: 80 }, () => 5)];
  const { time, distance } = atSpeeds([...speeds, ...Array.from({ length: 600 }, () => 2)]);
  const found = effort(findBestEfforts(time, distance), '400 m');
  assert.deepEqual(found, { name: '400 m', distance_m: 400, duration_s: 80, start_offset_s: 600 });
});

test('samples far apart are interpolated at both ends', () => {
  const found = findBestEfforts([0, 100, 200, 300], [0, 250, 650, 900]);
  assert.equal(effort(found, '400 m')?.duration_s, 100);
  // The stretch of 150 m at 2.5 m/s and 400 m at 4 m/s with 254.672 m at 2.5 m/s after it would be slower than the first half mile.
  assert.equal(effort(found, '1/2 mile')?.duration_s, 261.9);
});

test('time spent standing inside the stretch counts', () => {
  const moving = atSpeeds(Array.from({ length: 150 }, () => 4));
  const time = [...moving.time, ...moving.time.map((t) => t + 400)];
  const distance = [...moving.distance, ...moving.distance.map((d) => d + 600)];
  assert.equal(effort(findBestEfforts(time, distance), '1 km')?.duration_s, 500);
});

test('a distance that falls back, repeats a moment or jumps like GPS makes nobody faster', () => {
  const even = atSpeeds(Array.from({ length: 400 }, () => 3));
  const distance = even.distance.map((d, index) => (index === 100 ? d - 50 : d));
  assert.equal(effort(findBestEfforts(even.time, distance), '1 km')?.duration_s, 333.3);
  assert.deepEqual(findBestEfforts([0, 1, 2, 3], [0, 5_000, 10_000, 42_195]), []);
  assert.deepEqual(findBestEfforts([0, 0, 0, 0], [0, 400, 800, 1_200]), []);
});

test('unknown distances and values that are no numbers are left out', () => {
  const even = atSpeeds(Array.from({ length: 300 }, () => 4));
  const holes = even.distance.map((d, index) => (index % 7 === 3 ? null : index % 11 === 5 ? Number.NaN : d));
  assert.equal(effort(findBestEfforts(even.time, holes), '1 km')?.duration_s, 250);
  assert.deepEqual(findBestEfforts([], []), []);
  assert.deepEqual(findBestEfforts([0, 1], [null, null]), []);
  assert.deepEqual(findBestEfforts([Number.POSITIVE_INFINITY, 1], [0, 400]), []);
});

function slowFastest(time: readonly number[], distance: readonly number[], length: number): number {
  let best = Number.POSITIVE_INFINITY;
  const timeAt = (target: number): number => {
    const next = distance.findIndex((d) => d >= target);
    const d1 = distance[next] ?? 0;
    const d0 = distance[next - 1] ?? 0;
    const t1 = time[next] ?? 0;
    const t0 = time[next - 1] ?? 0;
    return next === 0 ? t1 : t0 + ((target - d0) / (d1 - d0)) * (t1 - t0);
  };
  const total = distance.at(-1) ?? 0;
  for (const [index, d] of distance.entries()) {
    if (d + length <= total) best = Math.min(best, timeAt(d + length) - (time[index] ?? 0));
    if (d - length >= 0) {
      // The runner may stand at the start of the stretch, so its time begins at the last moment at that distance.
      const from = Math.max(timeAt(d - length), time[distance.lastIndexOf(d - length)] ?? 0);
      best = Math.min(best, (time[index] ?? 0) - from);
    }
  }
  return best;
}

test('a stretch may begin between samples', () => {
  const found = effort(findBestEfforts([0, 300, 340, 1_000], [0, 200, 570, 600]), '400 m');
  assert.deepEqual(found, { name: '400 m', distance_m: 400, duration_s: 85, start_offset_s: 255 });
});

test('agrees with trying every start and end', () => {
  const speed = fc.integer({ min: 5, max: 90 }).map((tenths) => tenths / 10);
  const speeds = fc.array(speed, { minLength: 250, maxLength: 400 });
  fc.assert(
    fc.property(speeds, (values) => {
      const { time, distance } = atSpeeds(values);
      const efforts = findBestEfforts(time, distance);
      assert.equal(efforts.length > 0, (distance.at(-1) ?? 0) >= 400);
      for (const { distance_m, duration_s, start_offset_s } of efforts) {
        const exact = distance_m === 804.7 ? 804.672 : distance_m === 1609.3 ? 1609.344 : distance_m;
        assert.ok(Math.abs(duration_s - slowFastest(time, distance, exact)) <= 0.051);
        assert.ok(start_offset_s >= 0 && start_offset_s + duration_s <= (time.at(-1) ?? 0) + 0.11);
      }
    }),
    { numRuns: 60 },
  );
});

test('longer efforts take longer, and only those that fit are there', () => {
  const speeds = fc.array(fc.double({ min: 0, max: 12, noNaN: true }), { minLength: 2, maxLength: 2_000 });
  fc.assert(
    fc.property(speeds, (values) => {
      const { time, distance } = atSpeeds(values);
      let last = 0;
      for (const found of findBestEfforts(time, distance)) {
        assert.ok(found.duration_s >= last);
        assert.ok(found.distance_m <= (distance.at(-1) ?? 0) + 0.1);
        assert.ok(found.distance_m / found.duration_s <= 12.6);
        last = found.duration_s;
      }
    }),
    { numRuns: 60 },
  );
});

test('a day of seconds is fast', () => {
  const { time, distance } = atSpeeds(Array.from({ length: 86_400 }, (_, index) => 2 + (index % 3)));
  assert.equal(findBestEfforts(time, distance).length, 14);
});
