import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countedIds, planBrief } from '../../../test/plan-brief.ts';
import { checkContext } from '../../../training/plan-request/check-context.ts';
import type { LibraryWorkout, PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import { PlanRefused } from '../../../training/plan-request/plan-fault.ts';
import { checkPlan } from '../../../training/planning/check-plan.ts';
import { isInvalid } from '../../../training/planning/finding-rules.ts';
import { planPaces } from '../../../training/planning/paces.ts';
import type { Segment } from '../../../training/planning/plan.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import { readDraft } from '../draft/read-draft.ts';
import { writeDraft } from '../draft/write-draft.ts';
import { buildPlan } from './plan-weeks.ts';

const easy = (distance_m: number): Segment => ({
  kind: 'work',
  distance_m,
  target: { type: 'effort', min: 2, max: 4, zone: 'easy' },
});

let shelved = 0;
function shelve(workout_type: WorkoutType, ...segments: Segment[]): LibraryWorkout {
  shelved += 1;
  return {
    id: `lib-${shelved}`,
    workout_type,
    title: `Ours ${shelved}`,
    description: 'As we like it.',
    segments,
  };
}

const RUNS = [2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_000, 10_000].map((metres) =>
  shelve('easy-run', easy(metres)),
);
const LONG = [5_000, 7_000, 8_000, 9_000, 10_000, 11_000, 12_000, 13_000, 14_000].map((metres) =>
  shelve('long-run', easy(metres)),
);
const TEMPO = [1_000, 2_000, 3_000].map((metres) =>
  shelve(
    'tempo',
    easy(2_000),
    { kind: 'work', distance_m: metres, target: { type: 'pace', min: 250, max: 260, zone: 'threshold' } },
    easy(2_000),
  ),
);
const RACE = shelve('race', {
  kind: 'work',
  distance_m: 10_000,
  target: { type: 'effort', min: 7, max: 8, zone: '10k' },
});
const ALL = [...RUNS, ...LONG, ...TEMPO, RACE];
const runner = { paces: planPaces(45), heart_rates: null, experience_level: 'intermediate' as const };

function lacking(brief: PlanBrief): readonly unknown[] {
  try {
    buildPlan(brief, countedIds());
  } catch (error) {
    assert.ok(error instanceof PlanRefused, String(error));
    return error.faults.map(({ path, code, values }) => [path, code, values.types]);
  }
  assert.fail('was not refused');
}

test('only what exists: each workout is one of the library, whole, with the runner’s own targets', () => {
  const brief = planBrief({ content_sourcing: 'strict_existing', library: ALL, runner });
  const plan = buildPlan(brief, countedIds());
  assert.deepEqual(checkPlan(plan, checkContext(brief)), []);
  for (const workout of plan.workouts) {
    const own = ALL.find(({ id }) => id === workout.library_workout_id) ?? assert.fail('not of the library');
    assert.equal(workout.source, 'library');
    assert.deepEqual(
      [workout.title, workout.description, workout.workout_type],
      [own.title, own.description, own.workout_type],
    );
    assert.deepEqual(
      workout.segments.map(({ distance_m }) => distance_m),
      own.segments.map(({ distance_m }) => distance_m),
    );
    const { threshold } = runner.paces.zones;
    const pace = workout.segments.find(({ target }) => target?.zone === 'threshold')?.target;
    if (pace !== undefined) assert.deepEqual(pace, { type: 'pace', ...threshold, zone: 'threshold' });
  }
});

test('only what exists, and it is not there: the kinds that are missing are named', () => {
  const strict = (library: readonly LibraryWorkout[]) =>
    planBrief({ content_sourcing: 'strict_existing', library, runner });
  assert.deepEqual(lacking(strict(ALL.filter((one) => one !== RACE))), [
    ['content_sourcing', 'library_lacks', 'race'],
  ]);
  assert.deepEqual(lacking(strict([RACE])), [
    ['content_sourcing', 'library_lacks', 'long-run, tempo, fartlek, strides'],
  ]);
  assert.deepEqual(
    lacking(strict([RACE, shelve('easy-run', easy(28_000))]))
      .toString()
      .split(',')
      .slice(0, 2),
    ['content_sourcing', 'library_lacks'],
  );
});

test('what exists is preferred where it fits, and the rules have the rest', () => {
  const library = [...LONG, ...TEMPO];
  const brief = planBrief({ content_sourcing: 'prefer_existing', library, runner });
  const plan = buildPlan(brief, countedIds());
  assert.deepEqual(checkPlan(plan, checkContext(brief)), []);
  const from = new Set(
    plan.workouts.flatMap(({ source, workout_type }) => (source === 'library' ? [workout_type] : [])),
  );
  assert.deepEqual([...from].sort(), ['long-run', 'tempo']);
  assert.ok(plan.workouts.some(({ source }) => source === 'generated'));
  const none = { ...brief, library: [shelve('long-run', easy(40_000))] };
  assert.ok(buildPlan(none, countedIds()).workouts.every(({ source }) => source === 'generated'));
});

test('what is preferred and would make too much of a week is not taken', () => {
  // Each workout is a seventh longer than that of the rules, so each fits its day, but all together do not fit a week.
  const longer = Array.from({ length: 60 }, (_, index) => Math.round((1_000 + index * 250) * 1.14));
  const library = longer.flatMap((metres) => [
    shelve('easy-run', easy(metres)),
    shelve('long-run', easy(metres)),
    shelve('strides', easy(metres)),
  ]);
  for (const seed of [1, 2, 3]) {
    const brief = planBrief({ content_sourcing: 'prefer_existing', library, runner, seed });
    const plan = buildPlan(brief, countedIds());
    assert.deepEqual(checkPlan(plan, checkContext(brief)), []);
    assert.ok(plan.workouts.some(({ source }) => source === 'library'));
  }
});

test('a draft of a plan from the library: what was left alone stays, what was changed is of the library too', () => {
  const brief = planBrief({ content_sourcing: 'strict_existing', library: ALL, runner });
  const plan = buildPlan(brief, countedIds());
  const text = writeDraft(plan, brief);
  const { weeks } = readDraft(text, brief);
  assert.ok(weeks !== undefined);
  const ids = (content: typeof plan) => content.workouts.map(({ library_workout_id }) => library_workout_id);
  assert.deepEqual(ids(buildPlan({ ...brief, draft: { weeks, text } }, countedIds())), ids(plan));
  const changed = (workout_type: WorkoutType, distance_m: number) => ({
    ...brief,
    draft: {
      text,
      weeks: weeks.map((week) =>
        week.number === 2
          ? {
              ...week,
              days: (week.days ?? []).map(({ content = '', ...day }) =>
                day.day === 'tuesday'
                  ? { ...day, workout_type, distance_m, duration_s: null }
                  : { ...day, content },
              ),
            }
          : week,
      ),
    },
  });
  const shorter = buildPlan(changed('easy-run', 5_000), countedIds());
  assert.deepEqual(checkPlan(shorter, checkContext(brief)).filter(isInvalid), []);
  const tuesday = shorter.workouts.find(({ week_number, day }) => week_number === 2 && day === 'tuesday');
  assert.equal(
    tuesday?.library_workout_id,
    RUNS.find(({ segments }) => segments[0]?.distance_m === 5_000)?.id,
  );
  assert.ok(shorter.workouts.every(({ source }) => source === 'library'));
  assert.deepEqual(lacking(changed('hills', 6_000)), [['content_sourcing', 'library_lacks', 'hills']]);
});
