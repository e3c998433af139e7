import fc from 'fast-check';
import { addDays, WEEKDAYS } from '../shared/calendar.ts';
import { LANGUAGES } from '../shared/languages.ts';
import type { PlanBrief } from '../training/plan-request/plan-brief.ts';
import { GOAL_EVENTS } from '../training/planning/brief.ts';
import { type Constraints, NO_CONSTRAINTS } from '../training/planning/constraints.ts';
import { planPaces, type Runner } from '../training/planning/paces.ts';
import { EXPERIENCE_LEVELS } from '../training/planning/plan.ts';
import { WORKOUT_TYPES } from '../training/workout-types.ts';

/** What plans can be asked for, over the whole of it: what nobody would ask is as likely as what everybody does. */

const weekdays = (least: number) => fc.subarray([...WEEKDAYS], { minLength: least });

const anyRunner: fc.Arbitrary<Runner> = fc.record({
  paces: fc.option(fc.double({ min: 15, max: 85, noNaN: true }).map(planPaces)),
  heart_rates: fc.option(
    fc.integer({ min: 110, max: 160 }).map((beats) => ({
      recovery: { min: beats - 20, max: beats - 1 },
      easy: { min: beats, max: beats + 15 },
    })),
  ),
  experience_level: fc.constantFrom(...EXPERIENCE_LEVELS),
});

/** Runners who run nothing, a little, much, and now and then. */
const anyHistory: fc.Arbitrary<PlanBrief['history']> = fc
  .record({
    usual_m: fc.constantFrom(0, 2_000, 10_000, 25_000, 45_000, 70_000, 110_000, 200_000),
    weeks: fc.array(fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0.5, max: 1.3, noNaN: true })), {
      minLength: 8,
      maxLength: 8,
    }),
    longest: fc.double({ min: 0.15, max: 0.6, noNaN: true }),
  })
  .map(({ usual_m, weeks, longest }) => {
    const weekly_distance_m = weeks.map((share) => Math.round(share * usual_m));
    return {
      weekly_distance_m,
      longest_run_m: Math.round(Math.min(60_000, longest * Math.max(...weekly_distance_m))),
    };
  });

const anyConstraints: fc.Arbitrary<Constraints> = fc.oneof(
  { weight: 2, arbitrary: fc.constant(NO_CONSTRAINTS) },
  {
    weight: 1,
    arbitrary: fc.record({
      days_off: fc.subarray([...WEEKDAYS], { maxLength: 4 }),
      long_run_day: fc.option(fc.constantFrom(...WEEKDAYS)),
      days_per_week: fc.constant(null),
      max_weekly_distance_m: fc.option(fc.integer({ min: 5, max: 120 }).map((km) => km * 1_000)),
      first_week_distance_m: fc.option(fc.integer({ min: 3, max: 100 }).map((km) => km * 1_000)),
      longest_run_m: fc.option(fc.integer({ min: 3, max: 40 }).map((km) => km * 1_000)),
      exclude: fc.subarray(WORKOUT_TYPES.filter((type) => !['easy-run', 'long-run', 'race'].includes(type))),
      unavailable: fc.constant([]),
      races: fc.constant([]),
      injuries: fc.constant([]),
    }),
  },
);

/** Any brief that passes the schema of requests, without draft and library. */
export const anyPlanBrief: fc.Arbitrary<PlanBrief> = fc
  .record({
    weeks: fc.oneof(fc.integer({ min: 1, max: 52 }), fc.integer({ min: 1, max: 6 })),
    start: fc.integer({ min: 0, max: 400 }),
    event: fc.constantFrom(...GOAL_EVENTS),
    // Days from the start to the race, in the weeks of the plan and beyond them.
    race: fc.option(fc.integer({ min: 6, max: 420 }), { freq: 3 }),
    within: fc.boolean(),
    workout_days: weekdays(1),
    runner: anyRunner,
    history: fc.option(anyHistory),
    constraints: anyConstraints,
    seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    language: fc.constantFrom(...LANGUAGES),
    persona: fc.constantFrom('rex' as const, 'joy' as const),
    unit_system: fc.constantFrom('metric' as const, 'imperial' as const),
  })
  .map(({ start, event, race, within, ...rest }): PlanBrief => {
    const start_date = addDays('2026-11-23', start);
    const days = race === null || event === 'general' ? null : within ? 6 + (race % (rest.weeks * 7)) : race;
    return {
      ...rest,
      start_date,
      goal: { event, race_date: days === null ? null : addDays(start_date, days), target_time_s: null },
      instructions: null,
      training_principle: null,
      extra_guidance: null,
      paces_from: 'level',
      read: { sources: [], not_acted_on: [] },
      content_sourcing: 'ai_generate',
      library: [],
      draft: null,
    };
  });
