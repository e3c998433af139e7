import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RPE, sessionLoad } from './session-load.ts';

test('the load is the rating times minutes, as in the examples that Foster and others give', () => {
  const examples: [rpe: number, minutes: number, load_au: number][] = [
    // Foster 2001 has a session of 30 minutes that was rated 3, and one of 60 minutes that was rated 7.
    [3, 30, 90],
    [7, 60, 420],
    // This week of 1,620 AU is the one from which the facts on session load are computed.
    [4, 60, 240],
    [6, 60, 360],
    [2, 60, 120],
    [3, 60, 180],
    [8, 90, 720],
  ];
  for (const [rpe, minutes, load_au] of examples) {
    assert.equal(sessionLoad({ rpe, duration_s: minutes * 60 }), load_au);
  }
  const week = [0, 240, 360, 120, 0, 180, 720].reduce((sum, load) => sum + load, 0);
  assert.equal(week, 1_620);
  assert.equal(sessionLoad({ rpe: 5, duration_s: 2_877 }), 239.8);
});

test('twice as long or twice as hard is twice the load, to the tenth that it is rounded to', () => {
  const any = fc.record({ rpe: fc.integer({ min: RPE.minimum, max: 5 }), duration_s: fc.nat(1_209_600) });
  fc.assert(
    fc.property(any, ({ rpe, duration_s }) => {
      const load = sessionLoad({ rpe, duration_s });
      assert.ok(Math.abs(sessionLoad({ rpe: 2 * rpe, duration_s }) - 2 * load) < 0.16);
      assert.ok(Math.abs(sessionLoad({ rpe, duration_s: 2 * duration_s }) - 2 * load) < 0.16);
    }),
  );
});
