import type { Voice } from './voice.ts';

/** What can be worth minding in a stretch. */
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

export type Notes = Readonly<Record<Voice['persona'], Readonly<Record<NoteKey, string>>>>;
