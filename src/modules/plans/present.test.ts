import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_PRIVACY, planCeiling } from '../../privacy/index.ts';
import { newId } from '../../shared/ids.ts';
import { givenPlan } from '../../test/given-plan.ts';
import { viewAthletePlan } from './present.ts';
import type { AthletePlan } from './queries.ts';

const ID = newId();
const at = new Date('2026-07-01T00:00:00Z');

/** A plan for a runner with this threshold pace, whose first workout was shortened. */
function planAt(pace_s_per_km: number): AthletePlan {
  const { workouts, weekly_info } = givenPlan('2026-07-06', 1, pace_s_per_km);
  const [sets] = workouts;
  assert.ok(sets !== undefined);
  return {
    ...{ id: ID, user_id: ID, plan_id: ID, title: 'Plan', engine: 'rules', weeks: 1 },
    ...{ start_date: '2026-07-06', end_date: '2026-07-12', assigned_at: at, updated_at: at },
    weekly_info,
    workouts: workouts.map((workout, place) => ({
      ...workout,
      id: ID,
      ...(place === 0 && {
        as_planned: { title: 'Sets', description: '', segments: sets.segments.slice(1) },
      }),
    })),
  };
}

const textsFor = (plan: AthletePlan, share_pace_data: boolean, audience: 'coach' | 'self' = 'coach') =>
  viewAthletePlan(
    planCeiling({ settings: { ...DEFAULT_PRIVACY, share_pace_data }, audience }),
    plan,
  )?.workouts?.map(({ text }) => text) ?? [];

test('the text of a workout tells what its segments show, and nothing of paces that are withheld', () => {
  const [open = ''] = textsFor(planAt(270), true);
  assert.match(open ?? '', /Threshold 400mtr 4:33-4:27\/km Pace/);
  assert.match(open ?? '', /Note: In 108 s\./);
  assert.deepEqual(textsFor(planAt(270), false, 'self'), textsFor(planAt(270), true));
  const paces = fc.integer({ min: 150, max: 600 });
  fc.assert(
    fc.property(paces, paces, (one, other) => {
      const closed = textsFor(planAt(one), false);
      assert.deepEqual(closed, textsFor(planAt(other), false));
      assert.match(closed[0] ?? '', /- Threshold 400mtr\n/);
      assert.doesNotMatch(closed.join('\n'), /Pace|bpm|Note|In \d/);
    }),
  );
});

test('a text that stands in a stored workout is not what is shown', () => {
  const plan = planAt(270);
  const workouts = plan.workouts.map((workout) => ({ ...workout, text: 'At 4:30/km.' }));
  assert.deepEqual(textsFor({ ...plan, workouts }, false), textsFor(plan, false));
});
