import fc from 'fast-check';
import { addDays, WEEKDAYS } from '../shared/calendar.ts';
import { GOAL_EVENTS } from '../training/planning/brief.ts';
import { NO_CONSTRAINTS } from '../training/planning/constraints.ts';
import type { CheckContext } from '../training/planning/findings.ts';
import { planPaces, type Runner } from '../training/planning/paces.ts';
import { EXPERIENCE_LEVELS, MAX_WEEKS } from '../training/planning/plan.ts';

/** Any runner: from a walker to a record, of whom all or nothing is known. */
export const anyRunner: fc.Arbitrary<Runner> = fc
  .record({
    vdot: fc.option(fc.double({ min: 15, max: 90, noNaN: true })),
    easy_bpm: fc.option(fc.integer({ min: 90, max: 160 })),
    experience_level: fc.constantFrom(...EXPERIENCE_LEVELS),
  })
  .map(({ vdot, easy_bpm, experience_level }) => ({
    experience_level,
    paces: vdot === null ? null : planPaces(vdot),
    heart_rates:
      easy_bpm === null
        ? null
        : {
            recovery: { min: easy_bpm - 20, max: easy_bpm - 1 },
            easy: { min: easy_bpm, max: easy_bpm + 20 },
          },
  }));

const anyHistory = fc.option(
  fc.record({
    weekly_distance_m: fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 200_000 })), {
      maxLength: 8,
    }),
    longest_run_m: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60_000 })),
  }),
);

/** Anything that can be asked for: 1 to 52 weeks on 1 to 7 days, a race anywhere from the first week on, or none. */
export const anyContext: fc.Arbitrary<CheckContext> = fc
  .record({
    weeks: fc.integer({ min: 1, max: MAX_WEEKS }),
    start: fc.integer({ min: 0, max: 400 }),
    event: fc.constantFrom(...GOAL_EVENTS),
    race_day: fc.option(fc.integer({ min: 6, max: 400 })),
    workout_days: fc.subarray([...WEEKDAYS], { minLength: 1 }),
    runner: anyRunner,
    history: anyHistory,
  })
  .map(({ start, event, race_day, ...numbers }) => {
    const start_date = addDays('2026-01-01', start);
    const races = event !== 'general' && race_day !== null;
    const race_date = races ? addDays(start_date, race_day) : null;
    const goal = { event, race_date, target_time_s: null };
    return { ...numbers, start_date, goal, constraints: NO_CONSTRAINTS };
  });
