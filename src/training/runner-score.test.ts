import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  type RunDay,
  type RunnerForm,
  runnerForm,
  runnerScore,
  SCORE_DAYS,
  type ScoreMove,
  scoreMove,
} from './runner-score.ts';

const REST: RunDay = { load: 0, runs: 0 };
const rest = (days: number): RunDay[] => Array.from({ length: days }, () => REST);
/** Weeks from Monday on that each have the same number of runs, each of the same load. */
const weeks = (count: number, runs: number, load: number): RunDay[] =>
  Array.from({ length: count * 7 }, (_, day) => (day % 7 < runs ? { load, runs: 1 } : REST));

function scoreOf(days: readonly RunDay[]): number | null {
  const form = runnerForm(days);
  return form === null ? null : runnerScore(form);
}

describe('the runner score', () => {
  test('is half fitness, three tenths consistency and two tenths progress', () => {
    const forms: [RunnerForm, number][] = [
      [{ fitness: 0, consistency: 0, progress: 0 }, 0],
      [{ fitness: 1, consistency: 0, progress: 0 }, 50],
      [{ fitness: 0, consistency: 1, progress: 0 }, 30],
      [{ fitness: 0, consistency: 0, progress: 1 }, 20],
      [{ fitness: 1, consistency: 1, progress: 1 }, 100],
      [{ fitness: 0.63, consistency: 1, progress: 0.5 }, 72],
    ];
    for (const [form, score] of forms) assert.equal(runnerScore(form), score);
  });

  test('of who runs the same each day for long has a fitness that is the load of a day, and no progress', () => {
    const steady = runnerForm(Array.from({ length: 420 }, () => ({ load: 50, runs: 1 })));
    assert.ok(steady);
    // The fitness is 1 - 1/e.
    assert.ok(Math.abs(steady.fitness - 0.632) < 0.001, String(steady.fitness));
    assert.ok(Math.abs(steady.progress - 0.5) < 0.001, String(steady.progress));
    assert.equal(steady.consistency, 1);
    assert.equal(runnerScore(steady), 72);
  });

  test('takes three runs of a week for enough, and makes none up with another week', () => {
    const consistency = (days: readonly RunDay[]) => runnerForm(days)?.consistency;
    assert.equal(consistency(weeks(18, 3, 40)), 1);
    assert.equal(consistency(weeks(18, 7, 40)), 1);
    assert.equal(consistency(weeks(18, 1, 40)), 1 / 3);
    assert.equal(consistency([...weeks(14, 3, 40), ...weeks(4, 6, 40)]), 1);
    assert.equal(consistency([...weeks(10, 6, 40), ...weeks(4, 6, 40), ...rest(28)]), 0.5);
    assert.equal(consistency(weeks(5, 3, 40)), 5 / 8);
  });

  test('has progress by how far fitness went, up to a quarter', () => {
    const progress = (last: number) =>
      runnerForm([...weeks(14, 7, 40), ...weeks(4, 7, last)])?.progress ?? -1;
    assert.ok(progress(10) < 0.2);
    assert.ok(progress(30) > 0.2 && progress(30) < 0.5, String(progress(30)));
    assert.ok(progress(50) > 0.6 && progress(50) < 1, String(progress(50)));
    assert.equal(progress(100), 1);
    assert.equal(progress(300), 1);
    assert.equal(runnerForm([...weeks(14, 7, 40), ...rest(28)])?.progress, 0);
  });

  test('is none without four weeks to look back on, or eight weeks after the last run', () => {
    assert.equal(scoreOf([]), null);
    assert.equal(scoreOf(rest(SCORE_DAYS)), null);
    const begun = (daysAgo: number) =>
      scoreOf([...rest(SCORE_DAYS - daysAgo), { load: 50, runs: 1 }, ...rest(daysAgo - 1)]);
    assert.deepEqual([begun(28), begun(29) === null], [null, false]);
    assert.deepEqual([begun(56) === null, begun(57)], [false, null]);
    assert.equal(scoreOf(Array.from({ length: SCORE_DAYS }, () => ({ load: 50, runs: 0 }))), null);
  });

  test('is never outside of 0 to 100', () => {
    const day = fc.record({
      load: fc.oneof(
        fc.constantFrom(0, 5e-324, 1e9),
        fc.double({ min: 0, max: 1e9, noNaN: true }),
        fc.nat(200),
      ),
      runs: fc.oneof(fc.nat(3), fc.nat(1_000_000)),
    });
    fc.assert(
      fc.property(fc.array(day, { maxLength: 200, size: 'max' }), (days) => {
        const form = runnerForm(days);
        if (form === null) return;
        for (const part of Object.values(form)) assert.ok(part >= 0 && part <= 1, JSON.stringify(form));
        const score = runnerScore(form);
        assert.ok(Number.isInteger(score) && score >= 0 && score <= 100);
      }),
      { numRuns: 300 },
    );
  });

  test('never falls where fitness, consistency or progress grows', () => {
    const part = fc.double({ min: -0.5, max: 1.5, noNaN: true });
    const form = fc.record({ fitness: part, consistency: part, progress: part });
    fc.assert(
      fc.property(form, form, (a, b) => {
        const more = {
          fitness: Math.max(a.fitness, b.fitness),
          consistency: Math.max(a.consistency, b.consistency),
          progress: Math.max(a.progress, b.progress),
        };
        assert.ok(runnerScore(more) >= runnerScore(a));
      }),
    );
  });

  test('never falls by one more run in the last four weeks', () => {
    const day = fc.record({ load: fc.nat(200), runs: fc.nat(2) });
    const days = fc.array(day, { minLength: 40, maxLength: SCORE_DAYS, size: 'max' });
    fc.assert(
      fc.property(
        days,
        fc.integer({ min: 1, max: 28 }),
        fc.integer({ min: 1, max: 300 }),
        (known, daysAgo, load) => {
          const without = scoreOf(known);
          const more = known.with(-daysAgo, {
            load: (known.at(-daysAgo)?.load ?? 0) + load,
            runs: (known.at(-daysAgo)?.runs ?? 0) + 1,
          });
          assert.ok(without === null || (scoreOf(more) ?? -1) >= without);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('what moved the runner score', () => {
  const form = (fitness: number, consistency: number, progress: number): RunnerForm => ({
    fitness,
    consistency,
    progress,
  });

  test('is the part whose points went furthest its way', () => {
    const moves: [before: RunnerForm, now: RunnerForm, move: ScoreMove][] = [
      [form(0.5, 0.5, 0.5), form(0.5, 0.5, 0.5), { before: 50, now: 50, by: null }],
      [form(0.5, 0.5, 0.5), form(0.504, 0.506, 0.49), { before: 50, now: 50, by: null }],
      [form(0.5, 0.5, 0.5), form(0.54, 0.5, 0.5), { before: 50, now: 52, by: 'fitness' }],
      [form(0.5, 0.5, 0.5), form(0.46, 0.5, 0.5), { before: 50, now: 48, by: 'fitness' }],
      [form(0.5, 0.5, 0.5), form(0.5, 0.6, 0.5), { before: 50, now: 53, by: 'consistency' }],
      [form(0.5, 0.5, 0.5), form(0.5, 0.4, 0.5), { before: 50, now: 47, by: 'consistency' }],
      [form(0.5, 0.5, 0.5), form(0.5, 0.5, 0.6), { before: 50, now: 52, by: 'progress' }],
      [form(0.5, 0.5, 0.5), form(0.5, 0.5, 0.4), { before: 50, now: 48, by: 'progress' }],
      // The parts are compared by points, not by shares: 0.1 of progress are 2, 0.05 of fitness 2.5.
      [form(0.5, 0.5, 0.5), form(0.55, 0.5, 0.6), { before: 50, now: 55, by: 'fitness' }],
      // Fitness rose by more than either other part fell, but it is no reason for a fall.
      [form(0.5, 0.5, 0.5), form(0.56, 0.42, 0.35), { before: 50, now: 48, by: 'progress' }],
      [form(0.5, 0.5, 0.5), form(0.44, 0.58, 0.65), { before: 50, now: 52, by: 'progress' }],
      // Values below 0 and above 1 are cut off.
      [form(0.5, 1, 0.5), form(0.46, 0.9, -3), { before: 65, now: 50, by: 'progress' }],
      [form(2, 0.5, 0.5), form(1, 0.45, 0.5), { before: 75, now: 74, by: 'consistency' }],
    ];
    for (const [before, now, move] of moves)
      assert.deepEqual(scoreMove(before, now), move, JSON.stringify([before, now]));
  });

  test('always went the way of the score, and nothing where it stayed', () => {
    const part = fc.double({ min: 0, max: 1, noNaN: true });
    const any = fc.record({ fitness: part, consistency: part, progress: part });
    fc.assert(
      fc.property(any, any, (before, now) => {
        const move = scoreMove(before, now);
        assert.deepEqual([move.before, move.now], [runnerScore(before), runnerScore(now)]);
        assert.equal(move.by === null, move.before === move.now);
        if (move.by !== null)
          assert.equal(Math.sign(now[move.by] - before[move.by]), Math.sign(move.now - move.before));
        const { by, ...back } = scoreMove(now, before);
        assert.deepEqual([back, by === null], [{ before: move.now, now: move.before }, move.by === null]);
      }),
    );
  });
});
