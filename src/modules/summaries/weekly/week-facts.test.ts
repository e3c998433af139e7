import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts';
import { isRunning, SPORT_TYPES } from '../../../training/sport.ts';
import type { Race } from '../races.ts';
import type { Workout } from './placed-workout.ts';
import { rangeOf, weekOver } from './week.ts';
import { factsOfWeek, type WeekFacts } from './week-facts.ts';

const NOW = new Date('2026-11-02T12:00:00Z');
const ZONE = 'America/New_York';
const WEEK = weekOver(ZONE, NOW);
if (WEEK === null) throw new Error('There is a week.');
const { from } = rangeOf(WEEK);
const TODAY = '2026-11-02';

/** At noon of a day of the week, from 0 for Monday; negative for days before. */
const on = (day: number, hours = 12): number => from.getTime() + day * DAY_MS + hours * HOUR_MS;
function run(day: number, distance_m: number | null, minutes: number, more: Partial<Workout> = {}): Workout {
  return {
    start_ms: on(day),
    sport_type: 'run',
    distance_m,
    time_s: minutes * 60,
    elapsed_s: minutes * 60,
    training_load: 50,
    is_race: false,
    ...more,
  };
}
const factsOf = (workouts: readonly Workout[], race: Race | null = null): WeekFacts =>
  factsOfWeek(WEEK, workouts, { races: race === null ? [] : [race], today: TODAY });

describe('the facts of a week', () => {
  test('of no workouts at all are nothing', () => {
    const none = { activities: 0, distance_m: 0, time_s: 0 };
    assert.deepEqual(factsOf([]), {
      ...none,
      active_days: 0,
      load: 0,
      running: { ...none, pace_s_per_km: null },
      other: none,
      longest_run: null,
      fastest_run: null,
      usual_run_m: null,
      change_percent: null,
      growth: null,
      longer_run: null,
      raced: null,
      is_recovery: false,
      race: null,
      runner_score: null,
      score_move: null,
    });
  });

  test('count what began between two Mondays, runs and others apart', () => {
    const facts = factsOf([
      run(0, 10_000, 50),
      run(2, 8_000, 36, { sport_type: 'trail_run' }),
      run(6, 20_000.4, 110),
      run(3, 40_000, 90, { sport_type: 'ride', training_load: 70 }),
      run(3, null, 30, { sport_type: 'yoga', training_load: 5 }),
      run(0, 1, 1, { start_ms: from.getTime() - 60_000 }),
      run(0, 2, 1, { start_ms: rangeOf(WEEK).until.getTime() + 60_000 }),
    ]);
    assert.deepEqual([facts.activities, facts.distance_m, facts.time_s], [5, 78_000.4, 316 * 60]);
    assert.deepEqual([facts.active_days, facts.load], [4, 225]);
    assert.deepEqual(facts.running, {
      activities: 3,
      distance_m: 38_000.4,
      time_s: 196 * 60,
      pace_s_per_km: (196 * 60 * 1_000) / 38_000.4,
    });
    assert.deepEqual(facts.other, { activities: 2, distance_m: 40_000, time_s: 120 * 60 });
    // Sunday is the first of November there, on which clocks went back.
    assert.deepEqual(facts.longest_run, { date: '2026-11-01', distance_m: 20_000.4 });
    assert.deepEqual(facts.fastest_run, { date: '2026-10-28', pace_s_per_km: 270 });
  });

  test('have a pace of the runs that have a distance, and none that nobody runs', () => {
    const paces = (...runs: Workout[]) => factsOf(runs).running.pace_s_per_km;
    assert.equal(paces(run(0, 10_000, 50), run(1, null, 60), run(2, 0, 60)), 300);
    assert.equal(paces(run(0, null, 60)), null);
    assert.equal(paces(run(0, 1, 1_000_000)), null);
    assert.equal(paces(run(0, 100_000, 1)), null);
    assert.equal(paces(run(0, 10_000, 50, { sport_type: 'ride' })), null);
  });

  test('have no load where one is not known, and no longest or fastest of one', () => {
    const one = factsOf([run(0, 10_000, 50, { training_load: null })]);
    assert.deepEqual([one.load, one.longest_run, one.fastest_run], [null, null, null]);
    const short = factsOf([run(0, 2_999, 9), run(1, 2_000, 5)]);
    assert.deepEqual([short.longest_run?.distance_m, short.fastest_run], [2_999, null]);
    const unmeasured = factsOf([run(0, null, 9), run(1, 0, 5)]);
    assert.equal(unmeasured.longest_run, null);
  });

  test('are compared with the four weeks before, where two of them had a run', () => {
    const compared = (...runs: Workout[]) => {
      const { usual_run_m, change_percent, growth } = factsOf(runs);
      return [usual_run_m, change_percent, growth?.grade ?? null];
    };
    const now = run(0, 12_000, 60);
    assert.deepEqual(compared(now), [null, null, null]);
    assert.deepEqual(compared(now, run(-1, 10_000, 50)), [null, null, null]);
    assert.deepEqual(compared(now, run(-1, 10_000, 50), run(-8, 9_000, 9, { sport_type: 'ride' })), [
      null,
      null,
      null,
    ]);
    const four = [run(-1, 10_000, 50), run(-8, 10_000, 50), run(-15, 10_000, 50), run(-22, 10_000, 50)];
    assert.deepEqual(compared(now, ...four), [10_000, 20, 'more']);
    assert.deepEqual(compared(run(0, 30_000, 60), ...four), [10_000, 200, 'leap']);
    assert.deepEqual(compared(run(0, 5_000, 60), ...four), [10_000, -50, 'less']);
    assert.deepEqual(compared(...four), [10_000, -100, 'less']);
    // Five weeks ago is not usual any more.
    assert.deepEqual(compared(now, ...four, run(-29, 90_000, 50)), [10_000, 20, 'more']);
    assert.deepEqual(compared(run(0, 30_000, 60), run(-1, 4_000, 50), run(-8, 4_000, 50)), [
      2_000,
      1_400,
      null,
    ]);
  });

  test('are compared by time where a run has no distance: that is not less', () => {
    const compared = (...runs: Workout[]) => {
      const { usual_run_m, change_percent, growth } = factsOf(runs);
      return [usual_run_m, change_percent, growth?.grade ?? null];
    };
    const four = [run(-1, 10_000, 50), run(-8, 10_000, 50), run(-15, 10_000, 50), run(-22, 10_000, 50)];
    assert.deepEqual(compared(run(0, null, 50), ...four), [null, 0, 'steady']);
    assert.deepEqual(compared(run(0, 0, 25), ...four), [null, -50, 'less']);
    assert.deepEqual(compared(run(0, 10_000, 50), run(1, null, 50), ...four), [null, 100, 'leap']);
    const treadmill = four.with(2, run(-15, null, 50));
    assert.deepEqual(compared(run(0, 10_000, 50), ...treadmill), [null, 0, 'steady']);
    assert.deepEqual(compared(run(0, null, 50), run(-1, null, 50)), [null, null, null]);
    assert.deepEqual(compared(run(0, null, 0), run(-1, null, 0), run(-8, null, 0)), [null, null, null]);
    const swim = run(1, null, 40, { sport_type: 'pool_swim' });
    assert.deepEqual(compared(run(0, 12_000, 60), swim, ...four), [10_000, 20, 'more']);
    // Five weeks ago is not usual any more, whatever it was.
    assert.deepEqual(compared(run(0, 12_000, 60), run(-29, null, 50), ...four), [10_000, 20, 'more']);
  });

  test('are graded by how they rise over the best of four weeks, and not by the last one', () => {
    const KM = 1_000;
    const TABLE: readonly (readonly [string, weeks: readonly number[], grade: string | null])[] = [
      ['as ever', [40, 40, 38, 41, 39], 'steady'],
      ['11 % more than the best', [44, 40, 38, 39, 36], 'more'],
      ['51 % more than the best', [60.4, 40, 38, 39, 36], 'leap'],
      ['a third more', [53, 40, 38, 39, 36], 'much_more'],
      ['back after a lighter week, half as much again as that', [40, 26, 40, 38, 36], 'rebound'],
      ['a lighter week', [28, 40, 38, 39, 36], 'less'],
      ['the third week that is known', [40, 20, 10, 0, 0], null],
      ['two of four weeks', [40, 20, 0, 0, 20], null],
      ['four weeks, and nothing before', [44, 40, 38, 39, 36], 'more'],
    ];
    for (const [what, weeks, grade] of TABLE) {
      const runs = weeks.flatMap((km, week) => (km === 0 ? [] : [run(1 - week * 7, km * KM, km * 6)]));
      assert.equal(factsOf(runs).growth?.grade ?? null, grade, what);
    }
  });

  test('have a run that was longer than all of the 30 days before, where they are known', () => {
    const before = [-2, -6, -10, -14, -20].map((day) => run(day, 10_000, 55));
    const longer = (distance_m: number, ...others: Workout[]) =>
      factsOf([run(5, distance_m, 80), ...(others.length === 0 ? before : others)]).longer_run ?? null;
    assert.equal(longer(11_000), null);
    assert.deepEqual(longer(12_500), { date: '2026-10-31', distance_m: 12_500, percent: 25, is_far: false });
    assert.equal(longer(13_800)?.is_far, true);
    assert.equal(longer(13_800, ...before.slice(0, 3)), null, 'too few runs');
    assert.equal(
      longer(13_800, ...[-1, -2, -3, -4].map((day) => run(day, 5_000, 30))),
      null,
      'known for too short',
    );
    assert.equal(
      factsOf([run(5, 21_100, 100, { is_race: true }), ...before]).longer_run,
      null,
      'a race is no training',
    );
    assert.equal(longer(12_500, ...before, run(-24, 12_000, 70)), null);
  });

  test('have the race that was run, with its taper, and the days of recovery after it', () => {
    const weekly = [30, 45, 60, 58, 60];
    const training = weekly.map((km, week) => run(5 - week * 7 - 1, km * 1_000, km * 6));
    const half = run(6, 21_300, 100, { is_race: true, elapsed_s: 6_130 });
    assert.deepEqual(factsOf([half, ...training]).raced, {
      date: '2026-11-01',
      distance_m: 21_300,
      time_s: 6_130,
      taper_weeks: 2,
    });
    assert.equal(factsOf([half]).raced?.taper_weeks, null, 'nothing is known before it');
    assert.equal(factsOf([{ ...half, sport_type: 'ride' }]).raced, null);
    const after = (day: number, distance_m: number) =>
      factsOf([run(day, distance_m, 100, { is_race: true })]).is_recovery;
    assert.deepEqual(
      [after(-1, 5_000), after(-8, 5_000), after(-8, 21_100), after(-28, 42_195)],
      [true, false, true, true],
    );
  });

  test('have the race that is ahead', () => {
    const race = (date: string) => factsOf([], { date, distance_m: 42_195 }).race;
    assert.deepEqual(race('2026-11-29'), { date: '2026-11-29', distance_m: 42_195, days_left: 27 });
    assert.equal(race(TODAY)?.days_left, 0);
    assert.equal(race('2026-11-01'), null);
  });

  test('have the score of running alone, with an easy load where none is known', () => {
    const weeks = (more: Partial<Workout>): Workout[] =>
      Array.from({ length: 119 }, (_, place) => run(place - 112, 10_000, 60, more));
    const known = factsOf(weeks({ training_load: 50 })).runner_score;
    // 0.61 of fitness, all of consistency, 0.63 of progress: fitness went from 44.3 to 47.1.
    assert.equal(known, 73);
    assert.equal(factsOf(weeks({ training_load: null })).runner_score, known);
    assert.ok((factsOf(weeks({ training_load: 100 })).runner_score ?? 0) > 80);
    assert.equal(factsOf(weeks({ sport_type: 'ride' })).runner_score, null);
    assert.equal(factsOf(weeks({}).slice(-27)).runner_score, null);
  });

  test('have how the score moved since the Sunday before, which was the score of that week', () => {
    const before = weekOver(ZONE, new Date(NOW.getTime() - 7 * DAY_MS));
    assert.ok(before);
    const any = fc.array(
      fc.record({ day: fc.integer({ min: -220, max: 6 }), load: fc.nat(200), minutes: fc.nat(120) }),
      { minLength: 20, maxLength: 120, size: 'max' },
    );
    let moves = 0;
    fc.assert(
      fc.property(any, (done) => {
        const runs = done.map(({ day, load, minutes }) => run(day, 5_000, minutes, { training_load: load }));
        const [then, now] = [factsOfWeek(before, runs, { races: [], today: TODAY }), factsOf(runs)];
        if (then.runner_score === null || now.runner_score === null)
          return assert.equal(now.score_move, null);
        assert.deepEqual(
          [now.score_move?.before, now.score_move?.now],
          [then.runner_score, now.runner_score],
        );
        moves += 1;
      }),
    );
    assert.ok(moves > 50);
    // After twenty weeks of three runs none, and one: fitness falls slowly, how far it fell of late at once.
    const regular = Array.from({ length: 140 }, (_, place) => place - 140)
      .filter((day) => day % 7 > -4)
      .map((day) => run(day, 8_000, 45));
    const rested = factsOf(regular).score_move;
    assert.ok(rested && rested.now < rested.before && rested.by === 'progress', JSON.stringify(rested));
  });

  test('are the sums of a plain loop, whatever was done', () => {
    const workout = fc.record({
      start_ms: fc.integer({ min: on(-60), max: on(10) }),
      sport_type: fc.constantFrom(...SPORT_TYPES),
      distance_m: fc.option(fc.nat(1_000_000)),
      time_s: fc.nat(100_000),
      training_load: fc.option(fc.nat(500)),
      elapsed_s: fc.nat(100_000),
      is_race: fc.boolean(),
    });
    const { until } = rangeOf(WEEK);
    fc.assert(
      fc.property(fc.array(workout, { maxLength: 60 }), (workouts) => {
        const facts = factsOf(workouts);
        const [all, runs] = [
          { activities: 0, distance_m: 0, time_s: 0 },
          { activities: 0, distance_m: 0, time_s: 0 },
        ];
        for (const { start_ms, sport_type, distance_m, time_s } of workouts) {
          if (start_ms < from.getTime() || start_ms >= until.getTime()) continue;
          for (const sums of isRunning(sport_type) ? [all, runs] : [all]) {
            sums.activities += 1;
            sums.distance_m += distance_m ?? 0;
            sums.time_s += time_s;
          }
        }
        const { activities, distance_m, time_s } = facts;
        assert.deepEqual({ activities, distance_m, time_s }, all);
        const { pace_s_per_km: _, ...running } = facts.running;
        assert.deepEqual(running, runs);
        assert.deepEqual(facts.other, {
          activities: all.activities - runs.activities,
          distance_m: all.distance_m - runs.distance_m,
          time_s: all.time_s - runs.time_s,
        });
      }),
    );
  });
});
