import type { SegmentInput } from '../../src/modules/plans/library/segment-contract.ts';
import type { Weekday } from '../../src/shared/calendar.ts';
import type { Goal, RunningHistory } from '../../src/training/planning/brief.ts';
import type { ExperienceLevel } from '../../src/training/planning/plan.ts';
import type { WorkoutType } from '../../src/training/workout-types.ts';
import type { DemoAthlete } from './people.ts';

/** A workout of the club's library. */
export type DemoWorkout = {
  readonly title: string;
  readonly description: string;
  readonly workout_type: WorkoutType;
  readonly labels: readonly string[];
  readonly segments: readonly SegmentInput[];
  /** Who of the coaches wrote it. */
  readonly coach_key: string;
};

/** A plan that a coach has the rules make and gives to athletes. */
export type DemoPlan = {
  readonly title: string;
  readonly description: string;
  /** Who of the coaches gives it. */
  readonly coach_key: string;
  /** Weeks from this one to its first: below zero for one that is under way. */
  readonly begins_in_weeks: number;
  /** The race is on the last day. */
  readonly weeks: number;
  readonly event: Goal['event'];
  readonly experience_level: ExperienceLevel;
  readonly workout_days: readonly Weekday[];
  /** Of those it is for, about. */
  readonly history: RunningHistory;
  isFor(athlete: DemoAthlete): boolean;
};

/** What the head coach trains people by; the club's own principle is one of its settings. */
export const HEAD_COACH_PRINCIPLE =
  'Talk on easy days; if you cannot, walk. One hard session is plenty for a week with work and children in it. ' +
  'Who starts a race slower than they wanted to has judged it right.';

const EASY = { zone: 'easy' } as const;
const WARM_UP: SegmentInput = { kind: 'warmup', duration_s: 900, target: EASY };
const COOL_DOWN: SegmentInput = { kind: 'cooldown', duration_s: 600, target: EASY };

export const DEMO_WORKOUTS: readonly DemoWorkout[] = [
  {
    title: 'Towpath easy 5 km',
    description: 'Along the canal and back, in company. Nobody is left behind.',
    workout_type: 'easy-run',
    labels: ['beginners', 'canal'],
    segments: [{ kind: 'work', distance_m: 5_000, target: EASY }],
    coach_key: 'fiona',
  },
  {
    title: 'Sunday 12 km to the aqueduct',
    description: 'Out gently, home no faster. Tea afterwards.',
    workout_type: 'long-run',
    labels: ['canal'],
    segments: [{ kind: 'work', distance_m: 12_000, target: EASY }],
    coach_key: 'fiona',
  },
  {
    title: 'Track Tuesday: 5 × 800 m',
    description: 'Even laps. The last one looks like the first one.',
    workout_type: 'intervals',
    labels: ['track'],
    segments: [
      WARM_UP,
      {
        kind: 'repeat',
        repeat: {
          times: 5,
          segments: [
            { kind: 'work', distance_m: 800, target: { zone: 'interval' } },
            { kind: 'recovery', distance_m: 400, target: { zone: 'recovery' } },
          ],
        },
      },
      COOL_DOWN,
    ],
    coach_key: 'rafael',
  },
  {
    title: 'Two times ten minutes at threshold',
    description: 'Comfortably hard: a few words at a time, no sentences.',
    workout_type: 'tempo',
    labels: ['half marathon'],
    segments: [
      WARM_UP,
      {
        kind: 'repeat',
        repeat: {
          times: 2,
          segments: [
            { kind: 'work', duration_s: 600, target: { zone: 'threshold' } },
            { kind: 'recovery', duration_s: 120, target: { zone: 'recovery' } },
          ],
        },
      },
      COOL_DOWN,
    ],
    coach_key: 'fiona',
  },
  {
    title: 'Hips, calves and balance',
    description: 'At home, with a step and a wall.',
    workout_type: 'strength',
    labels: ['at home'],
    segments: [{ kind: 'work', duration_s: 1_500 }],
    coach_key: 'rafael',
  },
];

export const DEMO_PLANS: readonly DemoPlan[] = [
  {
    title: 'Ten weeks to your first fast 10 km',
    description: 'For the Thursday group: three days a week, and a race at the end.',
    coach_key: 'fiona',
    // Some of the weeks lie behind the injury of who is injured now.
    begins_in_weeks: -5,
    weeks: 10,
    event: '10k',
    experience_level: 'beginner',
    workout_days: ['tuesday', 'thursday', 'sunday'],
    history: { weekly_distance_m: Array.from({ length: 8 }, () => 17_000), longest_run_m: 8_000 },
    isFor: ({ member }) => member.member_level === 'beginner',
  },
  {
    title: 'Spring in the legs: twelve weeks to a half marathon',
    description: 'Four days a week: the track on Tuesdays, the long run on Sundays.',
    coach_key: 'fiona',
    begins_in_weeks: -5,
    weeks: 12,
    event: 'half_marathon',
    experience_level: 'intermediate',
    workout_days: ['tuesday', 'thursday', 'saturday', 'sunday'],
    history: { weekly_distance_m: Array.from({ length: 8 }, () => 34_000), longest_run_m: 13_000 },
    isFor: ({ member }) => member.labels.includes('half marathon'),
  },
  {
    title: 'Six weeks on the track: a sharper 5 km',
    description: 'Four days a week. Even laps first, fast ones later.',
    coach_key: 'rafael',
    begins_in_weeks: 1,
    weeks: 6,
    event: '5k',
    experience_level: 'intermediate',
    workout_days: ['tuesday', 'thursday', 'saturday', 'sunday'],
    history: { weekly_distance_m: Array.from({ length: 8 }, () => 46_000), longest_run_m: 15_000 },
    isFor: ({ member }) => member.labels.includes('track'),
  },
];
