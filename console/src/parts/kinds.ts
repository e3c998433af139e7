import type { Schemas } from '../client/api.ts';

export type WorkoutType = Schemas['TriagePlanned']['workout_type'];

/** The colour that a kind of workout has everywhere. It is never alone: what has it has a title, a height or a label too. */
export type Kind = 'easy' | 'long' | 'tempo' | 'intervals' | 'race' | 'strength';

const KINDS: Readonly<Record<WorkoutType, Kind>> = {
  'easy-run': 'easy',
  'recovery-run': 'easy',
  strides: 'easy',
  'long-run': 'long',
  tempo: 'tempo',
  'race-pace': 'tempo',
  intervals: 'intervals',
  hills: 'intervals',
  fartlek: 'intervals',
  race: 'race',
  'cross-training': 'strength',
  strength: 'strength',
};

export function kindOf(type: WorkoutType | null | undefined): Kind {
  return type == null ? 'easy' : KINDS[type];
}

export const colorOf = (kind: Kind): string => `var(--${kind})`;
