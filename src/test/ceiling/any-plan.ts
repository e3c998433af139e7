/** Training plans with everything in them that one can hold, at any depth. */
import fc from 'fast-check';
import type { Plan } from './world.ts';

const PLAIN = { noNullPrototype: true } as const;
const number = fc.integer({ min: 0, max: 9_999 });
const words = fc.constantFrom('In 96 s.', 'Slowly.', '朝');
const anyId = fc.noShrink(fc.uuid({ version: 7 }));

const anyTarget = fc.record(
  {
    type: fc.constantFrom('pace', 'heart_rate', 'effort'),
    min: fc.option(number),
    max: fc.option(number),
    zone: fc.option(fc.constantFrom('threshold', '2')),
  },
  PLAIN,
);
const stretch = { duration_s: number, distance_m: number, target: anyTarget, note: words };
const kinds = ['warmup', 'work', 'recovery', 'cooldown'] as const;

/** A stretch, or at a depth of more than none what is repeated. */
function anySegment(depth: number): fc.Arbitrary<object> {
  const step = fc.record(
    { kind: fc.constantFrom(...kinds), ...stretch },
    { requiredKeys: ['kind'], noNullPrototype: true },
  );
  if (depth === 0) return step;
  const repeat = fc.record(
    {
      kind: fc.constant('repeat'),
      repeat: fc.record(
        {
          times: fc.integer({ min: 1, max: 9 }),
          segments: fc.array(anySegment(depth - 1), { maxLength: 2 }),
        },
        PLAIN,
      ),
    },
    PLAIN,
  );
  return fc.oneof(step, repeat);
}

const anyWorkout = fc.record(
  {
    id: anyId,
    week_number: fc.integer({ min: 1, max: 52 }),
    day: fc.constantFrom('monday', 'sunday'),
    date: fc.constantFrom('2026-06-29', '2026-06-30', '2026-07-02', '2026-07-06', '2026-07-06', '9000-01-02'),
    phase: fc.constantFrom('base', 'build'),
    workout_type: fc.constantFrom('intervals', 'long-run', 'easy-run', 'race'),
    title: words,
    description: words,
    text_source: fc.constantFrom('generated', 'written'),
    segments_source: fc.constantFrom('generated', 'written'),
    notes: words,
    duration_s: number,
    distance_m: number,
    segments: fc.array(anySegment(2), { maxLength: 3 }),
    source: fc.constantFrom('generated', 'library'),
    library_workout_id: anyId,
  },
  {
    requiredKeys: [
      'id',
      'week_number',
      'day',
      'date',
      'phase',
      'workout_type',
      'title',
      'description',
      'duration_s',
      'distance_m',
      'segments',
      'source',
    ],
    ...PLAIN,
  },
);

const anyWeek = fc.record(
  {
    phase: fc.constantFrom('base', 'taper'),
    focus: words,
    text_source: fc.constantFrom('generated', 'written'),
    notes: words,
    total_distance_m: number,
    training_distance_m: number,
    race_distance_m: number,
    total_duration_s: number,
    workout_count: fc.nat(9),
  },
  {
    requiredKeys: [
      'phase',
      'focus',
      'total_distance_m',
      'training_distance_m',
      'race_distance_m',
      'total_duration_s',
      'workout_count',
    ],
    ...PLAIN,
  },
);

/** One that was over long ago, or that nobody alive will see the end of. */
export const anyPlan: fc.Arbitrary<Plan> = fc.record(
  {
    id: anyId,
    saved_plan_id: anyId,
    title: words,
    engine: fc.constantFrom('rules', 'some-model'),
    start_date: fc.constantFrom('2001-01-01', '2026-06-22', '2026-06-22', '9000-01-01', '9000-01-02'),
    weeks: fc.integer({ min: 1, max: 52 }),
    ended: fc.constantFrom(false, false, false, true),
    weekly_info: fc.dictionary(fc.constantFrom('1', '2', '10'), anyWeek, { maxKeys: 2, ...PLAIN }),
    workouts: fc.array(anyWorkout, { maxLength: 2 }),
    assigned_at: fc.constantFrom(new Date(0), new Date('2026-06-30T16:00:00.000Z')),
  },
  PLAIN,
) as fc.Arbitrary<Plan>;
