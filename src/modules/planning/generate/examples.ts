import type { presentWeek, presentWorkout } from '../present-workout.ts';

/** The week before a half marathon at 4:45 a kilometre, for an athlete who shares everything. Its sums are right. */
export const EXAMPLE_CONTENT = [
  {
    id: '019f04bb-0cc4-7bcd-ac84-a2ea53d4409c',
    week_number: 1,
    day: 'tuesday',
    date: '2026-09-15',
    phase: 'taper',
    workout_type: 'race-pace',
    title: '3 × 1 km at race pace',
    description: 'Three kilometres in 4:45 each, a minute and a half of jogging after each of them.',
    duration_s: 2465,
    distance_m: 7750,
    segments: [
      { kind: 'warmup', distance_m: 2000, target: { type: 'effort', min: 2, max: 3, zone: null } },
      {
        kind: 'repeat',
        repeat: {
          times: 3,
          segments: [
            {
              kind: 'work',
              distance_m: 1000,
              target: { type: 'pace', min: 283, max: 287, zone: 'half_marathon' },
            },
            { kind: 'recovery', duration_s: 90 },
          ],
        },
      },
      { kind: 'cooldown', distance_m: 2000 },
    ],
    text: `Warmup
- RPE 2-3 2km intensity=warmup

Main set 3x
- Half-marathon pace 1km 4:47-4:43/km Pace
- 90s intensity=rest

Cooldown
- 2km intensity=cooldown`,
    source: 'generated',
  },
  {
    id: '019f04bb-0cc4-7e5f-9a17-3c8b60f2d4e9',
    week_number: 1,
    day: 'friday',
    date: '2026-09-18',
    phase: 'taper',
    workout_type: 'easy-run',
    title: '30 minutes easy',
    description: 'Half an hour at a pace to talk at.',
    duration_s: 1800,
    distance_m: 5455,
    segments: [
      {
        kind: 'work',
        duration_s: 1800,
        target: { type: 'heart_rate', min: 128, max: 144, zone: 'easy' },
        note: 'Relax the shoulders.',
      },
    ],
    text: '- Easy: Relax the shoulders. 30m 128-144bpm',
    source: 'generated',
  },
] satisfies ReturnType<typeof presentWorkout>[];

export const EXAMPLE_WEEKLY_INFO = {
  '1': {
    phase: 'taper',
    focus: 'Fresh legs on Sunday',
    total_distance_m: 13_205,
    training_distance_m: 13_205,
    race_distance_m: 0,
    total_duration_s: 4265,
    workout_count: 2,
  },
} satisfies Record<string, ReturnType<typeof presentWeek>>;

export const EXAMPLE_DRAFT = `## Week 1: Taper

- Tuesday: Race pace, 7.8 km
- Friday: Easy run, 30 min
`;
