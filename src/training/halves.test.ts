import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runningCost } from './grade-adjusted-pace.ts';
import { halvesOfLaps, halvesOfSamples } from './halves.ts';

/** The two halves of 10 km, with a sample each 2 s. */
function track(
  first: { pace: number; grade: number },
  second: { pace: number; grade: number },
  knows = true,
) {
  const [time_s, distance_m, altitude_m] = [[0], [0], [500]];
  for (const { pace, grade } of [first, second])
    for (let covered = 0; covered < 5_000; ) {
      const step = Math.min(2_000 / pace, 5_000 - covered);
      covered += step;
      time_s.push((time_s.at(-1) ?? 0) + (step * pace) / 1_000);
      distance_m.push((distance_m.at(-1) ?? 0) + step);
      altitude_m.push((altitude_m.at(-1) ?? 0) + step * grade);
    }
  return knows ? { time_s, distance_m, altitude_m } : { time_s, distance_m };
}
const near = (value: number | undefined, expected: number) =>
  assert.ok(
    value !== undefined && Math.abs(value / expected - 1) < 0.01,
    `${value} is not about ${expected}`,
  );

describe('halves of a run', () => {
  test('on the flat are the paces of both', () => {
    const halves = halvesOfSamples(track({ pace: 300, grade: 0 }, { pace: 330, grade: 0 }));
    near(halves?.first_s_per_km, 300);
    near(halves?.second_s_per_km, 330);
    near(halves?.ratio.least, 1.1);
    near(halves?.ratio.most, 1.1);
    assert.equal(halves?.is_graded, false);
  });

  const cost = (grade: number) => runningCost(grade) / runningCost(0);

  test('uphill and then down at an even effort do not fade, whether descents give back much or little', () => {
    for (const relief of [1, 0.5, 0.2]) {
      const down = 300 * (1 - relief * (1 - cost(-0.05)));
      const halves = halvesOfSamples(
        track({ pace: 300 * cost(0.05), grade: 0.05 }, { pace: down, grade: -0.05 }),
      );
      assert.equal(halves?.is_graded, true);
      assert.ok(halves.ratio.least < 1.06, `${relief}: ${halves.ratio.least}`);
    }
  });

  test('down and then uphill at an even effort do not fade, though the second half takes longer', () => {
    const halves = halvesOfSamples(
      track({ pace: 285, grade: -0.03 }, { pace: 300 * cost(0.03), grade: 0.03 }),
    );
    assert.ok(halves && halves.ratio.least < 1.06 && halves.ratio.most > 0.98, JSON.stringify(halves));
    const unknown = halvesOfSamples(
      track({ pace: 285, grade: -0.03 }, { pace: 300 * cost(0.03), grade: 0.03 }, false),
    );
    assert.ok(unknown && unknown.ratio.least > 1.06, 'without altitudes nobody knows');
  });

  test('of a climb that gets slower and slower fade all the same', () => {
    const halves = halvesOfSamples(track({ pace: 360, grade: 0.04 }, { pace: 430, grade: 0.04 }));
    assert.ok(halves && halves.ratio.least > 1.15);
  });

  test('leave out standing and gaps, and are none of what is short', () => {
    const { time_s, distance_m } = track({ pace: 300, grade: 0 }, { pace: 300, grade: 0 });
    const paused = time_s.map((second) => (second > 2_000 ? second + 600 : second));
    near(halvesOfSamples({ time_s: paused, distance_m })?.ratio.most, 1);
    assert.equal(halvesOfSamples({ time_s: [0, 600], distance_m: [0, 2_999] }), null);
    assert.equal(halvesOfSamples({ time_s: [], distance_m: [] }), null);
    assert.equal(halvesOfSamples({ time_s: [0, 1_000], distance_m: [0, 5_000] }), null, 'one gap');
  });

  test('of laps are those of the ground', () => {
    const laps = [310, 310, 290, 290].map((duration_s) => ({ distance_m: 1_000, duration_s }));
    const halves = halvesOfLaps(laps);
    assert.deepEqual([halves?.first_s_per_km, halves?.second_s_per_km, halves?.is_graded], [310, 290, false]);
  });
});
