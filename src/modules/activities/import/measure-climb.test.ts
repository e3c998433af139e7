import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { measureClimb } from './measure-climb.ts';

const seconds = (count: number): number[] => Array.from({ length: count }, (_, second) => second);

test('a hill up and down counts once each way', () => {
  const altitude = seconds(401).map((second) => 300 + 50 - Math.abs(200 - second) / 4);
  const climb = measureClimb(seconds(401), altitude);
  assert.ok(climb !== null && Math.abs(climb.gainM - 50) < 2 && Math.abs(climb.lossM - 50) < 2);
});

test('noise of a metre on the flat is not climbing', () => {
  let state = 1;
  const noise = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return (state / 2_147_483_647) * 2 - 1;
  };
  const altitude = seconds(3_600).map(() => 300 + noise());
  const naive = altitude.reduce(
    (sum, value, index) => sum + Math.max(0, value - (altitude[index - 1] ?? value)),
    0,
  );
  const climb = measureClimb(seconds(3_600), altitude);
  assert.ok(naive > 1_000);
  assert.ok(climb !== null && climb.gainM < 100, String(climb?.gainM));
});

test('unknown altitudes are left out; fewer than two tell nothing', () => {
  assert.deepEqual(measureClimb([0, 60, 120], [100, null, 150]), { gainM: 50, lossM: 0 });
  assert.equal(measureClimb([0, 1, 2], [null, 100, null]), null);
  assert.equal(measureClimb([], []), null);
});

test('never more than the sum of all rises, and up minus down is where it ends, but for what is too little at either end', () => {
  const altitudes = fc.array(fc.double({ min: -100, max: 4_000, noNaN: true }), {
    minLength: 2,
    maxLength: 200,
  });
  fc.assert(
    fc.property(altitudes, (altitude) => {
      // A minute apart nothing is averaged.
      const time = altitude.map((_, index) => index * 60);
      const climb = measureClimb(time, altitude);
      assert.ok(climb !== null);
      const rises = altitude.reduce(
        (sum, value, index) => sum + Math.max(0, value - (altitude[index - 1] ?? value)),
        0,
      );
      assert.ok(climb.gainM >= 0 && climb.lossM >= 0 && climb.gainM <= rises + 1e-6);
      const end = (altitude.at(-1) ?? 0) - (altitude[0] ?? 0);
      // A change below the threshold before the first climb, and another one after the last.
      assert.ok(Math.abs(climb.gainM - climb.lossM - end) < 2 * 3 + 1e-6);
    }),
    { examples: [[[0, -2.9, 0.1, 0, 0]], [[0, -2.9, 50, 47.1]]] },
  );
});
