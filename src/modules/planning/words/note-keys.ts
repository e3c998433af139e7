/** What can be worth minding in a stretch: a text each in the catalogs (`planning.note`), by either voice. */
export const NOTE_KEYS = [
  'warmup',
  'cooldown',
  'easy',
  'recovery_run',
  'recovery_jog',
  'walk_breaks',
  'long_run',
  'long_run_fuel',
  'threshold',
  'intervals',
  'repetitions',
  'hills',
  'hills_down',
  'fartlek',
  'strides',
  'race_pace',
  'race_day',
  'shakeout',
  'cross_training',
  'strength',
] as const;
export type NoteKey = (typeof NOTE_KEYS)[number];
