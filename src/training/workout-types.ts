/** The kinds of workouts: what a plan prescribes, and what an athlete can call an activity. */
export const WORKOUT_TYPES = [
  'easy-run',
  'long-run',
  'tempo',
  'intervals',
  'hills',
  'recovery-run',
  'race-pace',
  'fartlek',
  'strides',
  'cross-training',
  'strength',
  'race',
] as const;
export type WorkoutType = (typeof WORKOUT_TYPES)[number];
