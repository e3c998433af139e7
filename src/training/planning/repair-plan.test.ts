import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chosenRuns } from '../../test/property.ts';
import { SAMPLE_CONTEXT, SAMPLE_RUNNER, samplePlan, withOnly } from '../../test/sample-plan.ts';
import { checkPlan } from './check-plan.ts';
import type { Finding } from './findings.ts';
import { targetOf } from './paces.ts';
import type { PlanContent, PlannedWorkout, Segment } from './plan.ts';
import { repairPlan } from './repair-plan.ts';

const GOOD = samplePlan();
const [TUE, THU] = ['2026-08-11', '2026-08-13'] as const;

const withWork = (date: string, change: (segment: Segment) => Segment) =>
  withOnly(date, (one) => ({
    ...one,
    segments: one.segments.map((segment) => (segment.kind === 'work' ? change(segment) : segment)),
  }));

const codes = (findings: readonly Finding[]): readonly string[] => findings.map(({ code }) => code);

test('what has one right repair is repaired, and told', async (t) => {
  const targetWithout = { ...SAMPLE_RUNNER, paces: null, heart_rates: null };
  const threshold = targetOf('threshold', SAMPLE_RUNNER);
  const cases: readonly (readonly [string, PlanContent, readonly string[]])[] = [
    ['nothing', GOOD, []],
    [
      'sums of a workout',
      withOnly(THU, (one) => ({ ...one, distance_m: 99, duration_s: 0 })),
      ['sum_wrong', 'time_sum_wrong', 'weekly_info_wrong'],
    ],
    [
      'totals of weeks',
      {
        ...GOOD,
        weekly_info: Object.fromEntries(
          Object.entries(GOOD.weekly_info).map(([key, info]) => [key, { ...info, total_distance_m: 1 }]),
        ),
      },
      ['weekly_info_wrong'],
    ],
    ['the phase of a workout', withOnly(TUE, (one) => ({ ...one, phase: 'peak' })), ['weekly_info_wrong']],
    ['a weekday', withOnly(TUE, (one) => ({ ...one, day: 'monday' })), ['date_wrong']],
    [
      'a date that is none of the calendar',
      withOnly(TUE, (one) => ({ ...one, date: '2026-02-31' })),
      ['date_wrong', 'workout_missing'],
    ],
    ['the order', { ...GOOD, workouts: GOOD.workouts.toReversed() }, ['order_wrong']],
    [
      'a week that the plan does not have',
      { ...GOOD, weekly_info: { ...GOOD.weekly_info, '9': GOOD.weekly_info['8'] ?? assert.fail() } },
      ['week_unknown'],
    ],
    [
      'a time of 0 beside a distance',
      withWork(THU, (one) => ({ ...one, duration_s: 0 })),
      ['number_implausible', 'segment_shape'],
    ],
    [
      'time and distance that say the same',
      withWork(THU, (one) => ({ ...one, duration_s: Math.round(((one.distance_m ?? 0) * 278.5) / 1_000) })),
      ['segment_shape'],
    ],
    [
      'a repeat by another name',
      withOnly('2026-08-15', (one) => ({
        ...one,
        segments: one.segments.map((segment) =>
          segment.repeat === undefined ? segment : { ...segment, kind: 'work' },
        ),
      })),
      ['segment_shape'],
    ],
    [
      'numbers of a zone',
      withWork(THU, (one) => ({ ...one, target: { ...threshold, min: 200, max: 210 } })),
      ['pace_target', 'time_sum_wrong'],
    ],
    [
      'a zone without numbers',
      withWork(THU, (one) => ({ ...one, target: { ...threshold, min: null, max: null } })),
      ['pace_target'],
    ],
    [
      'a range the wrong way round',
      withWork(THU, (one) => ({
        ...one,
        target: { type: 'pace', min: threshold.max, max: threshold.min, zone: null },
      })),
      ['pace_target'],
    ],
  ];
  for (const [name, content, expected] of cases) {
    await t.test(name, () => {
      const { content: after, repaired, findings } = repairPlan(content, SAMPLE_CONTEXT);
      assert.deepEqual([...new Set(codes(repaired))].sort(), expected);
      assert.deepEqual(findings, []);
      // Every repair but one restores the original plan; the exception says the same without a zone.
      if (!name.startsWith('a range')) assert.deepEqual(after, GOOD);
    });
  }
  await t.test('a pace of whom none is known becomes the effort of its zone', () => {
    const context = { ...SAMPLE_CONTEXT, runner: targetWithout };
    const { repaired, findings, content } = repairPlan(GOOD, context);
    assert.ok(codes(repaired).includes('pace_target'));
    assert.ok(codes(repaired).includes('heart_rate_target'));
    assert.deepEqual(
      findings.filter(({ code }) => code.endsWith('target')),
      [],
    );
    const thursday = content.workouts.find(({ date }) => date === THU);
    assert.deepEqual(thursday?.segments[1]?.target, targetOf('threshold', targetWithout));
  });
});

test('what more than one repair fits, or none, stays', async (t) => {
  const cases: readonly (readonly [string, PlanContent, readonly string[]])[] = [
    [
      'a date of another week',
      withOnly(TUE, (one) => ({ ...one, date: '2026-08-17', day: 'monday' })),
      ['date_wrong', 'workout_missing'],
    ],
    [
      'time and distance that differ',
      withWork(THU, (one) => ({ ...one, duration_s: 60 })),
      ['segment_shape'],
    ],
    ['two of one id', withOnly(TUE, (one) => ({ ...one, id: '1-tuesday' })), ['id_repeated']],
    [
      'a pace nobody runs',
      withWork(THU, (one) => ({ ...one, target: { type: 'pace', min: 100, max: 110, zone: null } })),
      ['pace_target', 'session_cap'],
    ],
    [
      'a workout that is not there',
      { ...GOOD, workouts: GOOD.workouts.filter(({ date }) => date !== '2026-08-08') },
      ['workout_missing'],
    ],
    [
      'far too much',
      withWork('2026-08-16', (one) => ({ ...one, distance_m: 30_000 })),
      ['growth', 'long_run_growth', 'long_run_time'],
    ],
  ];
  for (const [name, content, expected] of cases) {
    await t.test(name, () => {
      const { findings } = repairPlan(content, SAMPLE_CONTEXT);
      assert.deepEqual([...new Set(codes(findings))].sort(), expected);
    });
  }
});

type Fault = (content: PlanContent, at: number, by: number) => PlanContent;

function changed(
  content: PlanContent,
  at: number,
  change: (one: PlannedWorkout) => PlannedWorkout,
): PlanContent {
  const index = at % content.workouts.length;
  return { ...content, workouts: content.workouts.map((one, own) => (own === index ? change(one) : one)) };
}

const changedStretch = (content: PlanContent, at: number, change: (one: Segment) => Segment) =>
  changed(content, at, (one) => ({
    ...one,
    segments: one.segments.map((segment, index) =>
      index === at % one.segments.length ? change(segment) : segment,
    ),
  }));

/** Faults that models make. Each changes a number or a name, so that something is wrong afterwards. */
const FAULTS: readonly Fault[] = [
  (content, at, by) => changed(content, at, (one) => ({ ...one, distance_m: one.distance_m + by })),
  (content, at, by) => changed(content, at, (one) => ({ ...one, duration_s: one.duration_s - by })),
  (content, at, by) => changed(content, at, (one) => ({ ...one, week_number: one.week_number + by })),
  (content, at) =>
    changed(content, at, (one) => ({ ...one, day: one.day === 'monday' ? 'friday' : 'monday' })),
  (content, at, by) => changed(content, at, (one) => ({ ...one, date: `2026-08-${by + 10}` })),
  (content, at) => changed(content, at, (one) => ({ ...one, date: 'soon' })),
  (content, at) => changed(content, at, (one) => ({ ...one, segments: [] })),
  (content) => ({ ...content, workouts: content.workouts.toReversed() }),
  (content, at) =>
    changed(content, at, (one) => ({
      ...one,
      id: content.workouts[(at + 1) % content.workouts.length]?.id ?? '',
    })),
  (content, at, by) => changedStretch(content, at, (one) => ({ ...one, duration_s: by - 1 })),
  (content, at) => changedStretch(content, at, ({ kind }) => ({ kind })),
  (content, at, by) =>
    changedStretch(content, at, (one) => ({ ...one, distance_m: (one.distance_m ?? 0) + by * 7 })),
  (content, at, by) =>
    changedStretch(content, at, (one) => ({
      ...one,
      target: { type: 'pace', min: 100 - by, max: null, zone: null },
    })),
  (content, at, by) =>
    changedStretch(content, at, (one) => ({
      ...one,
      target: { type: 'pace', min: 400, max: 500 + by, zone: 'easy' },
    })),
  (content, at) => {
    const entries = Object.entries(content.weekly_info);
    const [key, info] = entries[at % entries.length] ?? assert.fail();
    return {
      ...content,
      weekly_info: {
        ...content.weekly_info,
        [key]: { ...info, total_duration_s: info.total_duration_s + 1 },
      },
    };
  },
];

const anyFault = fc.record({
  fault: fc.constantFrom(...FAULTS),
  at: fc.nat(100),
  by: fc.integer({ min: 1, max: 20 }),
});

test('whatever one number or name is changed to, it is found', () => {
  const { seed, runs } = chosenRuns(120);
  fc.assert(
    fc.property(anyFault, ({ fault, at, by }) => {
      const content = fault(GOOD, at, by);
      fc.pre(JSON.stringify(content) !== JSON.stringify(GOOD));
      assert.notDeepEqual(checkPlan(content, SAMPLE_CONTEXT), []);
    }),
    { seed, numRuns: runs },
  );
});

test('a repair is whole, keeps its word, and does nothing the second time', () => {
  const { seed, runs } = chosenRuns(120);
  fc.assert(
    fc.property(fc.array(anyFault, { minLength: 1, maxLength: 6 }), (faults) => {
      const content = faults.reduce((plan, { fault, at, by }) => fault(plan, at, by), GOOD);
      const once = repairPlan(content, SAMPLE_CONTEXT);
      assert.deepEqual(checkPlan(once.content, SAMPLE_CONTEXT), once.findings);
      const left = new Set(
        once.findings.map(({ code, week_number, date }) => `${code} ${week_number} ${date}`),
      );
      for (const { code, week_number, date } of once.repaired)
        assert.ok(!left.has(`${code} ${week_number} ${date}`));
      const twice = repairPlan(once.content, SAMPLE_CONTEXT);
      assert.deepEqual(twice, { content: once.content, repaired: [], findings: once.findings });
    }),
    { seed, numRuns: runs },
  );
});
