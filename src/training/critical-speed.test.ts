import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { criticalSpeed } from './critical-speed.ts';

const effort = (distance_m: number, time_s: number) => ({ distance_m, time_s });

test('critical speed of three and of two efforts is the worked one', () => {
  const [short, middle, long] = [effort(1200, 228), effort(2400, 492), effort(3600, 758)];
  const three = criticalSpeed([short, middle, long]);
  assert.ok(three && Math.abs(three.critical_speed_mps - 4.5283) < 5e-5, `${three?.critical_speed_mps}`);
  assert.ok(Math.abs(three.d_prime_m - 169.067) < 5e-4, `${three.d_prime_m}`);
  const two = criticalSpeed([long, short]);
  assert.ok(two && Math.abs(two.critical_speed_mps - 4.5283) < 5e-5, `${two?.critical_speed_mps}`);
  assert.ok(Math.abs(two.d_prime_m - 167.547) < 5e-4, `${two.d_prime_m}`);
});

test('efforts on a line give that line back', () => {
  const speed = fc.double({ min: 2, max: 7, noNaN: true });
  const store = fc.double({ min: 0.1, max: 400, noNaN: true });
  const times = fc.uniqueArray(fc.integer({ min: 120, max: 900 }), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(speed, store, times, (critical_speed_mps, d_prime_m, seconds) => {
      const found = criticalSpeed(
        seconds.map((time_s) => effort(critical_speed_mps * time_s + d_prime_m, time_s)),
      );
      assert.ok(found && Math.abs(found.critical_speed_mps - critical_speed_mps) < 1e-6);
      assert.ok(Math.abs(found.d_prime_m - d_prime_m) < 1e-3);
    }),
  );
});

test('efforts that cannot all be all-out have none, and what is no effort is refused', () => {
  // Slower over the shorter distance: that one was not run out.
  assert.equal(criticalSpeed([effort(1200, 400), effort(3600, 758)]), null);
  assert.equal(criticalSpeed([effort(3600, 228), effort(1200, 758)]), null);
  assert.throws(() => criticalSpeed([effort(1200, 228)]), /two different times/);
  assert.throws(() => criticalSpeed([effort(1200, 228), effort(1300, 228)]), /two different times/);
  for (const bad of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => criticalSpeed([effort(1200, 228), effort(bad, 500)]), /above 0/);
    assert.throws(() => criticalSpeed([effort(1200, 228), effort(2000, bad)]), /above 0/);
  }
});
