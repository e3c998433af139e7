import type { InEachLanguage } from '../../../../shared/languages.ts';
import { joinSentences, type Voice, wayOf } from '../../facts.ts';
import type { SpokenWorkout } from '../spoken-workout.ts';
import { WORKOUT_EN } from './workout-en.ts';
import { WORKOUT_JA } from './workout-ja.ts';
import type { WorkoutWords } from './workout-phrases.ts';
import { WORKOUT_ZH_TW } from './workout-zh-tw.ts';

const WORDS: InEachLanguage<WorkoutWords> = { en: WORKOUT_EN, 'zh-TW': WORKOUT_ZH_TW, ja: WORKOUT_JA };

/**
 * A workout in a few sentences, by rules.
 *
 * @param turn the number of its day, by which words take turns
 */
export function writeWorkout(workout: SpokenWorkout, voice: Voice, turn: number): string {
  const { [voice.persona]: say, sports } = WORDS[voice.language];
  const { climb, heart_rate, halves, since, remark } = workout;
  return joinSentences(
    [
      wayOf(say.done, turn)(sports[workout.sport], workout),
      climb === undefined && heart_rate === undefined ? undefined : say.body(workout),
      halves && say.halves(halves),
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
    halves: joinSentences([workout.halves && say.halves(workout.halves)], voice),
  };
}
