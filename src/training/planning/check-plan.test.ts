import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  planOf,
  SAMPLE_CONTEXT,
  SAMPLE_RUNNER,
  samplePlan,
  sampleWorkout,
  stretch,
  type Told,
  told,
  withOnly,
} from '../../test/sample-plan.ts';
import { withSums } from './adapt-plan.ts';
import { checkPlan, createPlanChecker } from './check-plan.ts';
import type { CheckContext } from './findings.ts';
import type { PlanContent, PlannedWorkout, Segment } from './plan.ts';

const GOOD = samplePlan();

/** A finding without the null values at its end. */
type Short = readonly [Told[0], Told[1], Told[2]?, Told[3]?, Told[4]?];

function whole([code, week, date = null, found = null, allowed = null]: Short): Told {
  return [code, week, date, found, allowed];
}

function assertFindings(content: PlanContent, context: CheckContext, expected: readonly Short[]): void {
  assert.deepEqual(checkPlan(content, context).map(told), expected.map(whole));
}

function withWorkout(date: string, change: (workout: PlannedWorkout) => PlannedWorkout): PlanContent {
  return planOf(GOOD.workouts.map((one) => (one.date === date ? withSums(change(one), SAMPLE_RUNNER) : one)));
}

const segmentsOf = (segments: readonly Segment[]) => (workout: PlannedWorkout) => ({ ...workout, segments });
const easy = (distance_m: number): Segment => stretch('work', 'easy', distance_m);
const repeat = (times: number, ...segments: readonly Segment[]): Segment => ({
  kind: 'repeat',
  repeat: { times, segments },
});

test('a good plan has no findings, whole and week by week', () => {
  assertFindings(GOOD, SAMPLE_CONTEXT, []);
  const checker = createPlanChecker(SAMPLE_CONTEXT);
  for (let week = 1; week <= SAMPLE_CONTEXT.weeks; week += 1) {
    const workouts = GOOD.workouts.filter(({ week_number }) => week_number === week);
    const info = GOOD.weekly_info[week] ?? null;
    assert.deepEqual(checker.check({ workouts, info: null }), []);
    assert.deepEqual(checker.check({ workouts, info }), []);
    checker.accept({ workouts, info });
    const soFar = GOOD.workouts.filter(({ week_number }) => week_number <= week);
    const weekly_info = Object.fromEntries(
      Object.entries(GOOD.weekly_info).filter(([key]) => Number(key) <= week),
    );
    assertFindings({ workouts: soFar, weekly_info }, { ...SAMPLE_CONTEXT, weeks_so_far: week }, []);
  }
});

/** Tuesday, Thursday and Sunday of week 2. */
const [TUE, THU, SUN] = ['2026-08-11', '2026-08-13', '2026-08-16'] as const;

test('a week takes no workout of another week', () => {
  const workouts = GOOD.workouts.filter(({ week_number }) => week_number === 1);
  const strays = workouts.map((one) => (one.day === 'thursday' ? { ...one, week_number: 2 } : one));
  const findings = createPlanChecker(SAMPLE_CONTEXT).check({ workouts: strays, info: null });
  assert.deepEqual(findings.map(told), [['date_wrong', 1, '2026-08-06', null, null]]);
});

test('days and weeks are all there, once, and fit the calendar', async (t) => {
  const { '5': _, ...fourAndLater } = GOOD.weekly_info;
  const extra = sampleWorkout(2, 'friday', 'strength', [{ kind: 'work', duration_s: 1_800 }]);
  const withExtra = planOf([...GOOD.workouts, extra].sort((a, b) => (a.date < b.date ? -1 : 1)));
  const cases: readonly (readonly [string, PlanContent, Partial<CheckContext>, readonly Short[]])[] = [
    [
      'a week is missing',
      { workouts: GOOD.workouts.filter(({ week_number }) => week_number !== 5), weekly_info: fourAndLater },
      {},
      [['week_missing', 5]],
    ],
    ['its totals are', { ...GOOD, weekly_info: fourAndLater }, {}, [['weekly_info_wrong', 5]]],
    [
      'there is a week too many',
      { ...GOOD, workouts: [...GOOD.workouts, { ...extra, week_number: 9, date: '2026-09-29' }] },
      {},
      [['week_unknown', 0, '2026-09-29']],
    ],
    [
      'weeks are named that are none',
      { ...GOOD, weekly_info: { ...GOOD.weekly_info, '01': fourAndLater['1'] ?? assert.fail() } },
      {},
      [['week_unknown', 0]],
    ],
    [
      'a day of training has no workout',
      GOOD,
      { days_of_weeks: { 2: ['tuesday', 'thursday', 'friday', 'saturday', 'sunday'] } },
      [['workout_missing', 2, '2026-08-14']],
    ],
    ['a day has one that should not', withExtra, {}, [['day_not_allowed', 2, '2026-08-14']]],
    [
      'unless the coach put it there',
      withExtra,
      { days_of_weeks: { 2: ['tuesday', 'thursday', 'friday', 'saturday', 'sunday'] } },
      [],
    ],
    [
      'a day has two',
      planOf(
        GOOD.workouts.flatMap((one) =>
          one.date === THU ? [one, { ...extra, date: THU, day: 'thursday' }] : [one],
        ),
      ),
      {},
      [['workout_twice', 2, THU]],
    ],
    ['two have one id', withOnly(TUE, (one) => ({ ...one, id: '1-tuesday' })), {}, [['id_repeated', 2, TUE]]],
    [
      'the weekday is another',
      withOnly(TUE, (one) => ({ ...one, day: 'friday' })),
      {},
      [['date_wrong', 2, TUE]],
    ],
    [
      'the date is of another week',
      withOnly(SUN, (one) => ({ ...one, date: '2026-08-22' })),
      {},
      [
        ['date_wrong', 2, '2026-08-22'],
        ['workout_missing', 2, SUN],
      ],
    ],
    [
      'the date is none',
      withOnly(SUN, (one) => ({ ...one, date: '2026-08-32' })),
      {},
      [
        ['date_wrong', 2, '2026-08-32'],
        ['workout_missing', 2, SUN],
      ],
    ],
    [
      'two weeks change places',
      {
        ...GOOD,
        workouts: [...GOOD.workouts.slice(4, 8), ...GOOD.workouts.slice(0, 4), ...GOOD.workouts.slice(8)],
      },
      {},
      [['order_wrong', 0, '2026-08-04']],
    ],
    [
      'the order is wrong',
      {
        ...GOOD,
        workouts: [1, 0].flatMap((index) => GOOD.workouts[index] ?? []).concat(GOOD.workouts.slice(2)),
      },
      {},
      [['order_wrong', 1, '2026-08-04']],
    ],
  ];
  for (const [name, content, context, expected] of cases) {
    await t.test(name, () => assertFindings(content, { ...SAMPLE_CONTEXT, ...context }, expected));
  }
});

test('segments have one of their shapes, and plausible numbers', async (t) => {
  const shape: Short = ['segment_shape', 2, TUE];
  const deep = repeat(2, repeat(2, repeat(2, easy(400))));
  const cases: readonly (readonly [string, readonly Segment[], Short])[] = [
    ['none', [], shape],
    ['a stretch without a measure', [{ kind: 'work' }], shape],
    ['a stretch with both', [{ kind: 'work', distance_m: 5_000, duration_s: 3_000 }], shape],
    ['a repeat of nothing', [{ kind: 'repeat' }], shape],
    ['a repeat of no segments', [repeat(3)], shape],
    ['a repeat with a measure', [{ ...repeat(3, easy(500)), distance_m: 1_500 }], shape],
    ['a repeat that is called work', [{ ...repeat(3, easy(500)), kind: 'work' }], shape],
    ['repeats three deep', [deep], shape],
    ['half a repeat', [repeat(2.5, easy(500))], shape],
    ['101 stretches', Array.from({ length: 101 }, () => easy(100)), shape],
    ['no times', [repeat(0, easy(500))], ['number_implausible', 2, TUE, 0, 1]],
    ['101 times', [repeat(101, easy(100))], ['number_implausible', 2, TUE, 101, 100]],
    ['no number', [easy(Number.NaN)], ['number_implausible', 2, TUE, null, 10]],
    ['less than nothing', [easy(-5_000)], ['number_implausible', 2, TUE, -5_000, 10]],
    [
      'without end',
      [{ kind: 'work', duration_s: Number.POSITIVE_INFINITY }],
      ['number_implausible', 2, TUE, null, 86_400],
    ],
    ['a run of four minutes', [{ kind: 'work', duration_s: 240 }], ['number_implausible', 2, TUE, 240, 300]],
  ];
  for (const [name, segments, expected] of cases) {
    await t.test(name, () => {
      const findings = checkPlan(withWorkout(TUE, segmentsOf(segments)), SAMPLE_CONTEXT).map(told);
      const ofSegments = findings.filter(
        ([code]) => code === 'segment_shape' || code === 'number_implausible',
      );
      assert.deepEqual(ofSegments, [whole(expected)]);
      assert.deepEqual(findings.at(0), whole(expected));
    });
  }
  await t.test('two deep, a hundred times and by time are well', () => {
    const sets = repeat(2, repeat(4, easy(600), { kind: 'recovery', distance_m: 150 }), easy(400));
    const short = withWorkout(
      TUE,
      segmentsOf([sets, repeat(100, easy(20)), { kind: 'cooldown', duration_s: 300 }]),
    );
    assertFindings(short, SAMPLE_CONTEXT, []);
  });
  await t.test('strength has no metres, and nobody cycles all day by plan', () => {
    const other = (...segments: readonly Segment[]) =>
      withWorkout(TUE, (one) => ({ ...one, workout_type: 'cross-training', segments }));
    assert.deepEqual(
      checkPlan(other(easy(5_000)), SAMPLE_CONTEXT)
        .map(told)
        .at(0),
      whole(shape),
    );
    const long = checkPlan(other({ kind: 'work', duration_s: 12_000 }), SAMPLE_CONTEXT)
      .map(told)
      .at(0);
    assert.deepEqual(long, ['number_implausible', 2, TUE, 12_000, 10_800]);
  });
});

test('sums are right to the metre and the second', async (t) => {
  const thursday = GOOD.workouts.find(({ date }) => date === THU) ?? assert.fail();
  const { distance_m, duration_s } = thursday;
  await t.test('of a workout', () => {
    assertFindings(
      withOnly(THU, (one) => ({ ...one, distance_m: distance_m + 1, duration_s: duration_s - 1 })),
      SAMPLE_CONTEXT,
      [
        ['sum_wrong', 2, THU, distance_m + 1, distance_m],
        ['time_sum_wrong', 2, THU, duration_s - 1, duration_s],
        ['weekly_info_wrong', 2],
      ],
    );
  });
  const second = GOOD.weekly_info['2'] ?? assert.fail();
  for (const wrong of [
    { total_distance_m: second.total_distance_m + 1 },
    { total_duration_s: second.total_duration_s + 1 },
    { workout_count: 5 },
    { phase: 'peak' as const },
  ]) {
    await t.test(`of a week: ${Object.keys(wrong)}`, () => {
      const weekly_info = { ...GOOD.weekly_info, '2': { ...second, ...wrong } };
      assertFindings({ ...GOOD, weekly_info }, SAMPLE_CONTEXT, [['weekly_info_wrong', 2]]);
    });
  }
});
