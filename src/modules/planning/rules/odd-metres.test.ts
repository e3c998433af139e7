import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { METRES_PER_MILE } from '../../../shared/units.ts';
import { countedIds, planBrief } from '../../../test/plan-brief.ts';
import { checkProperty, chosenRuns } from '../../../test/property.ts';
import { anyPlanBrief } from '../../../test/random-plan-briefs.ts';
import { checkContext } from '../../../training/plan-request/check-context.ts';
import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import { PlanRefused } from '../../../training/plan-request/plan-fault.ts';
import { checkPlan } from '../../../training/planning/check-plan.ts';
import type { DraftDay } from '../../../training/planning/draft.ts';
import { isInvalid } from '../../../training/planning/finding-rules.ts';
import { pacesOf, planPaces } from '../../../training/planning/paces.ts';
import type { PlannedWorkout, Segment } from '../../../training/planning/plan.ts';
import type { SkeletonWeek } from '../../../training/planning/skeleton.ts';
import { readMainPart } from '../../../training/session-text/read-main-part.ts';
import { createSegmentBuilder } from '../../../training/sessions/segment-builder.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import { readDraft } from '../draft/read-draft.ts';
import { writeDraft } from '../draft/write-draft.ts';
import { planWords } from '../words/plan-words.ts';
import { draftedWorkout } from './drafted-workout.ts';
import { buildPlan } from './plan-weeks.ts';

/** Arbitrary and round numbers of metres, and miles to a tenth, as drafts have them. */
const anyMetres = fc.oneof(
  fc.integer({ min: 1_000, max: 60_000 }),
  fc.constantFrom(17_975, 1_001, 59_999, 21_098, 42_195, 4_999),
  fc.integer({ min: 7, max: 370 }).map((tenths) => Math.round((tenths * METRES_PER_MILE) / 10)),
);

const SESSIONS: readonly (readonly [WorkoutType, string])[] = [
  ['easy-run', ''],
  ['recovery-run', ''],
  ['long-run', ''],
  ['long-run', 'last 5 km at marathon pace'],
  ['long-run', 'last 3.1 miles at half marathon pace'],
  ['strides', ''],
  ['strides', '6 strides'],
  ['tempo', ''],
  ['tempo', '2.5 mi threshold'],
  ['tempo', '3 x 1.3 km, 90 s jog'],
  ['intervals', ''],
  ['intervals', '5 x 777 m'],
  ['intervals', '2 × (3 × 400 m) repetitions'],
  ['intervals', '1 mile + 4 × 400 m'],
  ['hills', ''],
  ['hills', '10 × 45 s'],
  ['fartlek', ''],
  ['fartlek', '1-2-3-2-1 min'],
  ['race-pace', ''],
];

/** Computes metres independently: prescribed metres count as they are, and seconds by the paces of the plan. */
function metresOf(segments: readonly Segment[], secondsToMetres: (segment: Segment) => number): number {
  return segments.reduce((sum, segment) => {
    const { repeat, distance_m } = segment;
    if (repeat !== undefined) return sum + repeat.times * metresOf(repeat.segments, secondsToMetres);
    if (distance_m !== undefined)
      assert.ok(Number.isInteger(distance_m) && distance_m > 0, `${distance_m} m is no distance`);
    return sum + (distance_m ?? secondsToMetres(segment));
  }, 0);
}

test('a day of any distance has segments that come to it, to the metre', async (t) => {
  await checkProperty(t, chosenRuns(1_500), {
    any: fc.record({
      distance_m: anyMetres,
      session: fc.constantFrom(...SESSIONS),
      unit_system: fc.constantFrom('metric', 'imperial'),
      level: fc.constantFrom('beginner', 'intermediate', 'advanced'),
      vdot: fc.option(fc.double({ min: 25, max: 80, noNaN: true })),
      volume_m: fc.integer({ min: 3_000, max: 140_000 }),
    }),
    story: (example) => JSON.stringify(example),
    check: async ({ distance_m, session: [workout_type, words], unit_system, level, vdot, volume_m }) => {
      const runner = {
        paces: vdot === null ? null : planPaces(vdot),
        heart_rates: null,
        experience_level: level,
      };
      const brief = planBrief({ unit_system, runner });
      const builder = createSegmentBuilder(brief, planWords(brief).note);
      const { session } = readMainPart(words, workout_type, { own: true, has_target: false });
      const day: DraftDay = {
        ...{ day: 'tuesday', workout_type, distance_m, duration_s: null, words },
        ...(session === undefined ? {} : { session }),
      };
      const week: SkeletonWeek = { number: 3, phase: 'build', volume_m, long_run_m: 0, days: [] };
      const segments = segmentsOf(day, { brief, builder, week, date: '2027-01-19', usual_m: 8_000 });
      if (segments === null) return;
      const seconds = (segment: Segment) => builder.measure([segment]).distance_m;
      assert.equal(metresOf(segments, seconds), distance_m, JSON.stringify(segments));
      assert.equal(builder.measure(segments).distance_m, distance_m);
    },
  });
});

/** Null where the session is longer than the day, which must be refused. */
function segmentsOf(...args: Parameters<typeof draftedWorkout>): readonly Segment[] | null {
  try {
    return draftedWorkout(...args);
  } catch (error) {
    if (!(error instanceof PlanRefused)) throw error;
    assert.deepEqual(
      error.faults.map(({ code }) => code),
      ['draft_line'],
    );
    return null;
  }
}

test('a plan of odd distances and totals has none that is not the sum of its parts', async (t) => {
  const count = { made: 0, edited: 0 };
  await checkProperty(t, chosenRuns(250), {
    any: fc.record({
      brief: anyPlanBrief.map((brief): PlanBrief => ({ ...brief, weeks: 1 + (brief.weeks % 6) })),
      place: fc.nat(50),
      share: fc.double({ min: 0.7, max: 1.08, noNaN: true }),
      total: fc.option(fc.double({ min: 0.75, max: 1.04, noNaN: true })),
    }),
    story: ({ brief, ...rest }) => JSON.stringify({ ...rest, brief }),
    check: async ({ brief, place, share, total }) => {
      const own = buildPlan(brief, countedIds());
      const { weeks } = readDraft(writeDraft(own, brief), brief);
      const runs = own.workouts.filter(
        ({ workout_type, distance_m }) => workout_type !== 'race' && distance_m >= 1_000,
      );
      const edited = runs[place % Math.max(1, runs.length)];
      if (weeks === undefined || edited === undefined) return;
      const distance_m = Math.round(edited.distance_m * share);
      const changed = weeks.map((week) => {
        if (week.number !== edited.week_number) return week;
        const total_m =
          total === null || week.distance_m === null ? week.distance_m : Math.round(week.distance_m * total);
        const days =
          week.days?.map(({ content = '', ...day }) =>
            day.day === edited.day ? { ...day, distance_m } : { ...day, content },
          ) ?? null;
        return { ...week, days, distance_m: total_m, heading_is_own: total === null };
      });
      const drafted = { ...brief, draft: { weeks: changed, text: '' } };
      count.edited += 1;
      const plan = planOrNull(drafted);
      if (plan === null) return;
      count.made += 1;
      assert.deepEqual(checkPlan(plan, checkContext(drafted)).filter(isInvalid), []);
      for (const workout of plan.workouts) assertWhole(workout, drafted);
      const again = plan.workouts.find(({ date }) => date === edited.date);
      assert.ok(
        Math.abs((again?.distance_m ?? 0) - distance_m) <= 81,
        `${again?.distance_m} for ${distance_m}`,
      );
    },
  });
  assert.ok(4 * count.made >= count.edited, JSON.stringify(count));
});

function planOrNull(brief: PlanBrief) {
  try {
    return buildPlan(brief, countedIds());
  } catch (error) {
    if (error instanceof PlanRefused) return null;
    throw error;
  }
}

function assertWhole(
  { segments, distance_m, duration_s, workout_type }: PlannedWorkout,
  { runner }: PlanBrief,
): void {
  assert.ok(Number.isInteger(distance_m) && Number.isInteger(duration_s));
  if (workout_type === 'strength' || workout_type === 'cross-training') return;
  const { zones } = pacesOf(runner);
  const seconds = ({ kind, target, duration_s: time = 0 }: Segment): number => {
    const zone = target?.zone ?? (kind === 'recovery' ? 'recovery' : 'easy');
    const { min, max } = zones[zone as keyof typeof zones];
    return Math.round((time * 1_000) / ((min + max) / 2));
  };
  assert.equal(metresOf(segments, seconds), distance_m);
}
