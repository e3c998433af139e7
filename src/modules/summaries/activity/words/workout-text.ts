import type { InEachLanguage } from '../../../../shared/languages.ts';
import { joinSentences, type Voice, wayOf } from '../../facts.ts';
import { RACE_PHRASES } from '../../race-words.ts';
import type { SpokenWorkout } from '../spoken-workout.ts';
import { WORKOUT_EN } from './workout-en.ts';
import { WORKOUT_JA } from './workout-ja.ts';
import type { WorkoutPhrases, WorkoutWords } from './workout-phrases.ts';
import { WORKOUT_ZH_TW } from './workout-zh-tw.ts';

const WORDS: InEachLanguage<WorkoutWords> = { en: WORKOUT_EN, 'zh-TW': WORKOUT_ZH_TW, ja: WORKOUT_JA };

/**
 * A workout in a few sentences, by rules.
 *
 * @param turn the number of its day, by which words take turns
 */
export function writeWorkout(workout: SpokenWorkout, voice: Voice, turn: number): string {
  const { [voice.persona]: say, sports } = WORDS[voice.language];
  const { race, repetitions, climb, heart_rate, halves, longer, since, remark } = workout;
  return joinSentences(
    [
      race === undefined
        ? wayOf(say.done, turn)(sports[workout.sport], workout)
        : wayOf(RACE_PHRASES[voice.language][voice.persona], turn)(race),
      repetitions && say.repetitions(repetitions),
      climb === undefined && heart_rate === undefined ? undefined : say.body(workout),
      halves && sayHalves(say, halves),
      longer && wayOf(say.longer, turn)(longer),
      since && wayOf(say.since, turn)(since),
      wayOf(say.remarks[remark], turn),
    ],
    voice,
  );
}

/** The same parts for a model. */
export function wordsOfWorkout(workout: SpokenWorkout, voice: Voice, turn: number) {
  const { [voice.persona]: say, sports } = WORDS[voice.language];
  return {
    sport: sports[workout.sport],
    remark: wayOf(say.remarks[workout.remark], turn),
    halves: joinSentences([workout.halves && sayHalves(say, workout.halves)], voice),
    repetitions: joinSentences([workout.repetitions && say.repetitions(workout.repetitions)], voice),
    longer: joinSentences([workout.longer && wayOf(say.longer, turn)(workout.longer)], voice),
  };
}

function sayHalves(say: WorkoutPhrases, halves: NonNullable<SpokenWorkout['halves']>): string {
  return halves.is_graded ? say.halves_on_the_flat(halves) : say.halves(halves);
}
