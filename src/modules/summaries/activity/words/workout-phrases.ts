import type { Voice, Ways } from '../../facts.ts';
import type { Remark, SpokenRepetitions, SpokenWorkout } from '../spoken-workout.ts';
import type { SportName } from '../workout-facts.ts';

/** What is said of each part of a workout, a sentence each, by one persona in one language. */
export type WorkoutPhrases = {
  /** @param sport its name in the language */
  readonly done: Ways<(sport: string, workout: SpokenWorkout) => string>;
  readonly body: (workout: Pick<SpokenWorkout, 'climb' | 'heart_rate'>) => string;
  readonly halves: (halves: NonNullable<SpokenWorkout['halves']>) => string;
  /** After the reckoning of hills. */
  readonly halves_on_the_flat: (halves: NonNullable<SpokenWorkout['halves']>) => string;
  readonly repetitions: (repetitions: SpokenRepetitions) => string;
  readonly longer: Ways<(longer: NonNullable<SpokenWorkout['longer']>) => string>;
  /** @param span the break before it, with its unit */
  readonly since: Ways<(span: string) => string>;
  readonly remarks: Readonly<Record<Remark, Ways<string>>>;
};

export type WorkoutWords = Readonly<Record<Voice['persona'], WorkoutPhrases>> & {
  readonly sports: Readonly<Record<SportName, string>>;
};
