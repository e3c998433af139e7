import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { planBrief } from '../../test/plan-brief.ts';
import { raceTime } from '../vdot.ts';
import { EVENT_DISTANCE_M, type PlanNumbers, type RunningHistory } from './brief.ts';
import { type PlanPaces, planPaces } from './paces.ts';
import type { PlannedWorkout } from './plan.ts';
import { judgeReadiness, type PlannedLoad, readinessOf } from './readiness.ts';

const START = '2027-01-04';
const weekly = (weekly_m: number, longest_run_m: number): RunningHistory => ({
  weekly_distance_m: Array.from({ length: 8 }, () => weekly_m),
  longest_run_m,
});
const load = (changes: Partial<PlannedLoad> = {}): PlannedLoad => ({
  first_week_m: 0,
  first_long_run_m: 0,
  peak_week_m: 60_000,
  longest_run_m: 30_000,
  longest_run_s: 10_000,
  ...changes,
});
const asked = (changes: Partial<PlanNumbers>): PlanNumbers =>
  planBrief({ start_date: START, goal: { event: '10k', race_date: null, target_time_s: null }, ...changes });
const judge = (numbers: PlanNumbers, planned = load()) => readinessOf(numbers, planned);
const marathon = { event: 'marathon', race_date: null, target_time_s: null } as const;

describe('readiness', () => {
  test('a marathon in four weeks on 14 km a week is not advised, and says when and what would be', () => {
    const found = judge(asked({ weeks: 4, goal: marathon, history: weekly(14_000, 6_000) }));
    assert.equal(found.level, 'not_advised');
    const { code, evidence } = found.reasons[0] ?? assert.fail();
    assert.deepEqual([code, evidence], ['weeks_to_race', { found: 4, ready: 18, stretch: 12 }]);
    // From 14 km a week the 12 km are already reached, so twelve weeks remain, whose last day is a Sunday.
    assert.equal(found.earliest_date, '2027-03-28');
    assert.equal(found.nearest_event, '10k');
  });

  test('of what is near the longest event within reach is named', () => {
    const ten = judge(asked({ weeks: 10, goal: marathon, history: weekly(14_000, 8_000) }));
    assert.equal(ten.nearest_event, 'half_marathon');
    const six = judge(asked({ weeks: 6, goal: marathon, history: weekly(14_000, 8_000) }));
    assert.equal(six.nearest_event, '10k');
  });

  test('who runs enough for long enough is ready, for each event', () => {
    for (const [event, weeks, weekly_m] of [
      ['5k', 8, 0],
      ['10k', 8, 10_000],
      ['half_marathon', 12, 16_000],
      ['marathon', 18, 24_000],
    ] as const) {
      const goal = { event, race_date: null, target_time_s: null };
      const history = weekly(weekly_m, 4_000);
      assert.deepEqual(judge(asked({ weeks, goal, history })).reasons, [], event);
      const shorter = judge(asked({ weeks: weeks - 1, goal, history }));
      assert.deepEqual([shorter.level, shorter.earliest_date], ['stretch', null], event);
    }
  });

  test('who runs already what it asks for needs only the weeks to freshen up', () => {
    const found = judge(asked({ weeks: 4, goal: marathon, history: weekly(80_000, 28_000) }));
    assert.equal(found.level, 'ready');
    assert.equal(
      judge(asked({ weeks: 1, goal: marathon, history: weekly(80_000, 28_000) })).level,
      'not_advised',
    );
  });

  test('what is not known is never enough: the best is a stretch', () => {
    const found = judge(asked({ weeks: 20, goal: marathon, history: null }));
    assert.deepEqual(
      [found.level, found.reasons],
      ['stretch', [{ code: 'history_unknown', level: 'stretch', evidence: null }]],
    );
  });

  test('a start far above recent running is named, by week and by run', () => {
    const history = weekly(40_000, 15_000);
    const codes = (planned: Partial<PlannedLoad>) =>
      judge(asked({ weeks: 10, history }), load(planned)).reasons.map(({ code, level }) => [code, level]);
    assert.deepEqual(codes({ first_week_m: 44_000, first_long_run_m: 16_500 }), []);
    assert.deepEqual(codes({ first_week_m: 44_001 }), [['first_week', 'stretch']]);
    assert.deepEqual(codes({ first_long_run_m: 19_501 }), [['first_long_run', 'not_advised']]);
  });

  test('twelve kilometres are a first week for anybody, and five a first run', () => {
    const history = weekly(0, 0);
    const found = judge(
      asked({ weeks: 8, goal: { event: '5k', race_date: null, target_time_s: null }, history }),
      {
        ...load(),
        first_week_m: 12_000,
        first_long_run_m: 5_000,
      },
    );
    assert.equal(found.level, 'ready');
  });

  test('three hours are a long run whatever its distance', () => {
    const numbers = asked({ weeks: 18, goal: marathon, history: weekly(30_000, 12_000) });
    const codes = (planned: Partial<PlannedLoad>) =>
      judge(numbers, load(planned)).reasons.map(({ code }) => code);
    assert.deepEqual(codes({ longest_run_m: 23_000, longest_run_s: 9_000 }), ['longest_run']);
    assert.deepEqual(codes({ longest_run_m: 23_000, longest_run_s: 10_800 }), []);
  });

  test('a target time is judged by the gain it asks for in eight weeks, and by own paces alone', () => {
    const goalFor = (vdot: number) =>
      ({ event: '10k', race_date: null, target_time_s: raceTime(vdot, EVENT_DISTANCE_M['10k']) }) as const;
    const numbers = (vdot: number, paces: PlanPaces | null = planPaces(45)) =>
      asked({
        weeks: 16,
        goal: goalFor(vdot),
        history: weekly(40_000, 15_000),
        runner: { paces, heart_rates: null, experience_level: 'intermediate' },
      });
    const levels = [46.9, 48.9, 49.5].map((vdot) => judge(numbers(vdot)).level);
    assert.deepEqual(levels, ['ready', 'stretch', 'not_advised']);
    const [reason] = judge(numbers(49.5, null)).reasons;
    assert.deepEqual([reason?.code, reason?.level], ['fitness_unknown', 'stretch']);
  });

  test('what is run after the race is no preparation for it', () => {
    const goal = { event: 'half_marathon', race_date: '2027-01-17', target_time_s: null } as const;
    const numbers = asked({ weeks: 4, goal, history: weekly(40_000, 16_000) });
    const run = (date: string, week_number: number, distance_m: number) =>
      ({ date, week_number, distance_m, duration_s: 3_600, workout_type: 'long-run' }) as PlannedWorkout;
    const [before, after] = [run('2027-01-09', 1, 12_000), run('2027-01-30', 4, 18_000)];
    const longest = (workouts: readonly PlannedWorkout[]) =>
      judgeReadiness(numbers, workouts).reasons.find(({ code }) => code === 'longest_run')?.evidence?.found;
    assert.equal(longest([before, after]), 12_000);
    assert.equal(longest([run('2027-01-09', 1, 18_000), after]), undefined);
  });

  test('a race after the last day is not judged by the largest week so far', () => {
    const goal = { event: 'marathon', race_date: '2027-06-27', target_time_s: null } as const;
    const numbers = asked({ weeks: 8, goal, history: weekly(30_000, 12_000) });
    assert.equal(judge(numbers, load({ peak_week_m: 35_000, longest_run_m: 16_000 })).level, 'ready');
  });
});
