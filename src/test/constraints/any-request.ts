import fc from 'fast-check';
import { addDays, WEEKDAYS } from '../../shared/calendar.ts';

/** What is asked for in fields, as it is sent. Days are YYYY-MM-DD. */
export type SentConstraints = {
  readonly days_off?: readonly string[];
  readonly days_per_week?: number;
  readonly long_run_day?: string;
  readonly first_week_distance_m?: number;
  readonly max_weekly_distance_m?: number;
  readonly longest_run_m?: number;
  readonly exclude?: readonly string[];
  readonly unavailable?: readonly { readonly from: string; readonly to: string }[];
  readonly races?: readonly {
    readonly date: string;
    readonly distance_m: number;
    readonly priority: string;
  }[];
  readonly injuries?: readonly {
    readonly area: string;
    readonly from: string;
    readonly to?: string;
    readonly running: string;
  }[];
};
export type ConstraintField = keyof SentConstraints;
const CONSTRAINT_FIELDS = [
  'days_off',
  'days_per_week',
  'long_run_day',
  'first_week_distance_m',
  'max_weekly_distance_m',
  'longest_run_m',
  'exclude',
  'unavailable',
  'races',
  'injuries',
] as const satisfies readonly ConstraintField[];

export type SentRequest = {
  readonly weeks: number;
  readonly experience_level: string;
  readonly start_date: string;
  readonly seed: number;
  readonly workout_days?: readonly string[];
  readonly goal: { readonly event: string; readonly race_date?: string };
  readonly constraints: SentConstraints;
  readonly refined_draft: string;
};

const EXCLUDED = [
  'tempo',
  'intervals',
  'hills',
  'recovery-run',
  'race-pace',
  'fartlek',
  'strides',
  'cross-training',
  'strength',
  'speed',
];
const START = '2027-01-04';

/**
 * Requests for plans with any of the fields, of which most go together and some contradict each other. Their drafts have headings
 * alone, so that all of the plan is made from the request.
 */
export function anyRequest(
  fields: readonly ConstraintField[] = CONSTRAINT_FIELDS,
): fc.Arbitrary<SentRequest> {
  return fc
    .record({
      weeks: fc.integer({ min: 1, max: 20 }),
      later: fc.integer({ min: 0, max: 13 }),
      experience_level: fc.constantFrom('beginner', 'intermediate', 'advanced'),
      event: fc.constantFrom('5k', '10k', 'half_marathon', 'marathon', 'general'),
      race: fc.option(fc.integer({ min: 6, max: 139 })),
      workout_days: fc.option(fc.subarray([...WEEKDAYS], { minLength: 2 })),
      seed: fc.nat(1_000_000),
    })
    .chain(({ weeks, later, event, race, workout_days, ...rest }) => {
      const start_date = addDays(START, later);
      const race_date = race === null || event === 'general' ? {} : { race_date: addDays(start_date, race) };
      return anyConstraints(fields, start_date, weeks * 7).map((constraints) => ({
        ...rest,
        weeks,
        start_date,
        goal: { event, ...race_date },
        ...(workout_days === null ? {} : { workout_days }),
        constraints,
        refined_draft: headings(weeks),
      }));
    });
}

function headings(weeks: number): string {
  return Array.from({ length: weeks }, (_, week) => `## Week ${week + 1}: Training\n\nAs usual.\n`).join(
    '\n',
  );
}

function anyConstraints(
  fields: readonly ConstraintField[],
  start_date: string,
  days: number,
): fc.Arbitrary<SentConstraints> {
  const km = (min: number, max: number) => fc.integer({ min, max }).map((value) => value * 1_000);
  const date = fc.nat(days - 1).map((day) => addDays(start_date, day));
  const range = fc.tuple(date, fc.nat(20)).map(([from, length]) => ({ from, to: addDays(from, length) }));
  const all: Readonly<Record<ConstraintField, fc.Arbitrary<unknown>>> = {
    days_off: fc.subarray([...WEEKDAYS], { minLength: 1, maxLength: 4 }),
    days_per_week: fc.integer({ min: 1, max: 7 }),
    long_run_day: fc.constantFrom(...WEEKDAYS),
    first_week_distance_m: km(5, 90),
    max_weekly_distance_m: km(8, 120),
    longest_run_m: km(3, 36),
    exclude: fc.subarray(EXCLUDED, { minLength: 1 }),
    unavailable: fc.array(range, { minLength: 1, maxLength: 3 }),
    races: fc.array(
      fc.record({
        date,
        distance_m: fc.constantFrom(5_000, 10_000, 15_000, 21_097, 42_195),
        priority: fc.constantFrom('a', 'b', 'c'),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    injuries: fc.array(
      fc
        .tuple(range, fc.boolean(), fc.constantFrom('none', 'easy_only', 'no_hills', 'no_speed'))
        .map(([{ from, to }, ends, running]) => ({ area: 'calf', from, running, ...(ends ? { to } : {}) })),
      { minLength: 1, maxLength: 2 },
    ),
  };
  return fc
    .subarray([...fields], { minLength: 1, maxLength: 4 })
    .chain((chosen) =>
      fc.record<SentConstraints>(Object.fromEntries(chosen.map((field) => [field, all[field]]))),
    );
}
