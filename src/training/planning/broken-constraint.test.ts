import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planBrief } from '../../test/plan-brief.ts';
import { brokenConstraint } from './broken-constraint.ts';
import { type Constraints, NO_CONSTRAINTS } from './constraints.ts';
import type { PlannedWorkout } from './plan.ts';

/** The Tuesday of the first week, which begins on Monday 2027-01-04. */
const RUN: PlannedWorkout = {
  id: 'id-1',
  week_number: 1,
  day: 'tuesday',
  date: '2027-01-05',
  phase: 'base',
  workout_type: 'easy-run',
  title: 'Easy run',
  description: '',
  duration_s: 3_600,
  distance_m: 10_000,
  segments: [{ kind: 'work', distance_m: 10_000 }],
  source: 'generated',
};
const STRIDES: PlannedWorkout = {
  ...RUN,
  segments: [
    { kind: 'work', distance_m: 9_000 },
    {
      kind: 'repeat',
      repeat: {
        times: 4,
        segments: [
          {
            kind: 'work',
            duration_s: 20,
            target: { type: 'effort', min: 9, max: 9, zone: 'repetition' },
          },
        ],
      },
    },
  ],
};
const at = (workout_type: PlannedWorkout['workout_type'], zone: string): PlannedWorkout => ({
  ...RUN,
  workout_type,
  segments: [{ kind: 'work', distance_m: 10_000, target: { type: 'pace', min: 250, max: 260, zone } }],
});
const injury = (running: Constraints['injuries'][number]['running'], to: string | null = null) => ({
  injuries: [{ area: 'calf', from: '2027-01-01', to, running }],
});

const CASES: readonly (readonly [PlannedWorkout, Partial<Constraints>, keyof Constraints | null])[] = [
  [RUN, { days_off: ['tuesday'] }, 'days_off'],
  [RUN, { days_off: ['monday'] }, null],
  [{ ...RUN, workout_type: 'race' }, { days_off: ['tuesday'] }, null],
  [{ ...RUN, workout_type: 'long-run' }, { long_run_day: 'sunday' }, 'long_run_day'],
  [RUN, { long_run_day: 'sunday' }, null],
  [RUN, { longest_run_m: 9_900 }, 'longest_run_m'],
  [RUN, { longest_run_m: 10_000 }, null],
  [RUN, { max_weekly_distance_m: 9_000 }, 'max_weekly_distance_m'],
  [{ ...RUN, workout_type: 'race' }, { max_weekly_distance_m: 9_000 }, null],
  [RUN, { first_week_distance_m: 9_000 }, 'first_week_distance_m'],
  [RUN, { first_week_distance_m: 9_600 }, null],
  [{ ...RUN, workout_type: 'hills' }, { exclude: ['hills'] }, 'exclude'],
  [{ ...RUN, workout_type: 'fartlek' }, { exclude: ['speed'] }, 'exclude'],
  [{ ...RUN, workout_type: 'hills' }, { exclude: ['speed'] }, null],
  [STRIDES, { exclude: ['speed'] }, null],
  [at('tempo', 'threshold'), { exclude: ['speed'] }, null],
  [at('race-pace', 'marathon'), { exclude: ['speed'] }, null],
  [at('race-pace', '10k'), { exclude: ['speed'] }, 'exclude'],
  [at('easy-run', 'interval'), { exclude: ['speed'] }, 'exclude'],
  [STRIDES, { exclude: ['strides'] }, 'exclude'],
  [RUN, { exclude: ['speed', 'strides', 'hills'] }, null],
  [
    { ...RUN, workout_type: 'strength' },
    { unavailable: [{ from: '2027-01-05', to: '2027-01-05', reason: null }] },
    'unavailable',
  ],
  [RUN, { unavailable: [{ from: '2027-01-06', to: '2027-01-09', reason: null }] }, null],
  [RUN, { races: [{ date: '2027-01-10', distance_m: 5_000, priority: 'c', target_time_s: null }] }, 'races'],
  [RUN, { races: [{ date: '2027-01-11', distance_m: 5_000, priority: 'c', target_time_s: null }] }, null],
  [RUN, injury('none'), 'injuries'],
  [RUN, injury('none', '2027-01-04'), null],
  [{ ...RUN, workout_type: 'cross-training' }, injury('none'), null],
  [RUN, injury('easy_only'), null],
  [STRIDES, injury('easy_only'), 'injuries'],
  [STRIDES, injury('no_speed'), 'injuries'],
  [{ ...RUN, workout_type: 'hills' }, injury('no_hills'), 'injuries'],
];

test('a week that does not keep to a constraint is told with the field, and no other is', () => {
  for (const [workout, constraints, field] of CASES) {
    const numbers = planBrief({ constraints: { ...NO_CONSTRAINTS, ...constraints } });
    const broken = brokenConstraint({ number: 1, workouts: [workout] }, numbers, { has_lines: false });
    assert.equal(broken?.field ?? null, field, JSON.stringify([workout.workout_type, constraints]));
  }
  const two = [RUN, { ...RUN, date: '2027-01-06', day: 'wednesday' } as const];
  const once = planBrief({ constraints: { ...NO_CONSTRAINTS, days_per_week: 1 } });
  const broken = brokenConstraint({ number: 1, workouts: two }, once, { has_lines: false });
  assert.deepEqual(broken, { field: 'days_per_week', date: null });
});

test('lines of a draft, which tell rounded distances, are allowed a little more', () => {
  const numbers = planBrief({ constraints: { ...NO_CONSTRAINTS, longest_run_m: 9_960 } });
  const week = { number: 1, workouts: [RUN] };
  assert.equal(brokenConstraint(week, numbers, { has_lines: true }), null);
  assert.equal(brokenConstraint(week, numbers, { has_lines: false })?.field, 'longest_run_m');
});
