import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askForPlans } from '../../../test/constraints/ask-for-plans.ts';
import { brokenConstraints } from '../../../test/constraints/broken-constraints.ts';
import { testServer } from '../../../test/harness.ts';
import { planStage } from '../../../test/plan-stage.ts';

const COUNT = 60;

test('a plan honours every field of constraints in every week, or is refused with the name of one', async () => {
  const { ask } = await planStage(await testServer());
  const outcome = await askForPlans((request) => ask('/generate', request), {
    count: COUNT,
    seed: Math.floor(Math.random() * 1_000_000),
  });
  assert.deepEqual([outcome.broken, outcome.unnamed], [[], []]);
  assert.equal(outcome.made + outcome.refused, COUNT);
  assert.ok(outcome.made > 5, `${outcome.made} plans`);
});

test('a plan that breaks a field is told from one that does not', () => {
  const run = {
    week_number: 1,
    date: '2027-01-05',
    workout_type: 'hills',
    distance_m: 12_000,
    segments: [{ kind: 'work', target: { type: 'effort', min: 9, zone: null } }],
  };
  const fieldsOf = (asked: Parameters<typeof brokenConstraints>[0]) =>
    brokenConstraints(asked, { content: [run] }).map(({ field }) => field);
  assert.deepEqual(
    fieldsOf({
      days_off: ['tuesday'],
      days_per_week: 0,
      first_week_distance_m: 9_000,
      max_weekly_distance_m: 11_000,
      longest_run_m: 11_000,
      exclude: ['hills'],
      unavailable: [{ from: '2027-01-04', to: '2027-01-05' }],
      races: [{ date: '2027-01-05', distance_m: 10_000, priority: 'a' }],
      injuries: [{ area: 'calf', from: '2027-01-01', running: 'no_hills' }],
    }).toSorted(),
    [
      'days_off',
      'days_per_week',
      'exclude',
      'first_week_distance_m',
      'injuries',
      'longest_run_m',
      'max_weekly_distance_m',
      'races',
      'unavailable',
    ],
  );
  assert.deepEqual(
    fieldsOf({
      days_off: ['monday'],
      days_per_week: 1,
      first_week_distance_m: 12_400,
      max_weekly_distance_m: 12_000,
      longest_run_m: 12_000,
      exclude: ['speed'],
      unavailable: [{ from: '2027-01-06', to: '2027-01-07' }],
      injuries: [{ area: 'calf', from: '2027-01-06', running: 'none' }],
    }),
    [],
  );
});

test('speed is what is faster than threshold pace, and neither hills nor strides', () => {
  const run = (workout_type: string, zone: string, duration_s: number) => ({
    week_number: 1,
    date: '2027-01-05',
    workout_type,
    distance_m: 9_000,
    segments: [{ kind: 'work', duration_s, target: { type: 'pace', zone } }],
  });
  const isBroken = (...told: Parameters<typeof run>) =>
    brokenConstraints({ exclude: ['speed'] }, { content: [run(...told)] }).length > 0;
  assert.ok(isBroken('intervals', 'threshold', 180));
  assert.ok(isBroken('race-pace', '10k', 180));
  assert.ok(isBroken('easy-run', 'interval', 180));
  assert.ok(!isBroken('tempo', 'threshold', 1_200));
  assert.ok(!isBroken('strides', 'repetition', 20));
});
