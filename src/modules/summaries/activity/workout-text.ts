import { NONE, phrase, phrasesInTurn } from '../../../words/index.ts';
import { tell, type Voice } from '../facts.ts';
import { sayRace } from '../spoken-race.ts';
import type { SpokenRepetitions, SpokenWorkout } from './spoken-workout.ts';

/**
 * A workout in a few sentences, by rules.
 *
 * @param turn the number of its day, by which words take turns
 */
export function writeWorkout(workout: SpokenWorkout, voice: Voice, turn: number): string {
  const { language, persona } = voice;
  const { race, repetitions, halves, longer, since, remark } = workout;
  const sayInTurn = phrasesInTurn(language, turn);
  return tell(
    [
      race === undefined ? sayDone(workout, voice, turn) : sayRace(race, voice, turn),
      repetitions && sayRepetitions(repetitions, voice),
      sayBody(workout, voice),
      halves && sayHalves(halves, voice),
      longer && sayLonger(longer, voice, turn),
      since && sayInTurn(`summaries.workout.${persona}.since`, { span: since }),
      sayInTurn(`summaries.workout.${persona}.remark.${remark}`),
    ],
    voice,
  );
}

export function wordsOfWorkout(workout: SpokenWorkout, voice: Voice, turn: number) {
  const { halves, repetitions, longer, remark } = workout;
  const sayInTurn = phrasesInTurn(voice.language, turn);
  return {
    sport: nameSport(workout, voice),
    remark: sayInTurn(`summaries.workout.${voice.persona}.remark.${remark}`),
    halves: tell([halves && sayHalves(halves, voice)], voice),
    repetitions: tell([repetitions && sayRepetitions(repetitions, voice)], voice),
    longer: tell([longer && sayLonger(longer, voice, turn)], voice),
  };
}

function nameSport({ sport }: SpokenWorkout, { language }: Voice): string {
  return phrase(language, sport === 'ski' ? 'summaries.skiTour' : `activities.sport.${sport}`);
}

function sayDone(workout: SpokenWorkout, voice: Voice, turn: number): string {
  const { time, distance = NONE, pace = NONE } = workout;
  const sayInTurn = phrasesInTurn(voice.language, turn);
  const sport = nameSport(workout, voice);
  return sayInTurn(`summaries.workout.${voice.persona}.done`, { sport, time, distance, pace });
}

function sayBody({ climb, heart_rate }: SpokenWorkout, { language, persona }: Voice): string | undefined {
  if (climb === undefined)
    return heart_rate && phrase(language, `summaries.workout.${persona}.body.heartRate`, { heart_rate });
  if (heart_rate === undefined) return phrase(language, `summaries.workout.${persona}.body.climb`, { climb });
  return phrase(language, `summaries.workout.${persona}.body.both`, { climb, heart_rate });
}

function sayHalves(
  { first, second, is_graded }: NonNullable<SpokenWorkout['halves']>,
  { language, persona }: Voice,
): string {
  const what = is_graded ? 'halvesOnTheFlat' : 'halves';
  return phrase(language, `summaries.workout.${persona}.${what}`, { first, second });
}

function sayRepetitions(
  { sets, fastest, slowest, between }: SpokenRepetitions,
  { language, persona }: Voice,
): string {
  return phrase(language, `summaries.workout.${persona}.repetitions`, {
    sets,
    fastest,
    slowest: slowest === fastest ? NONE : slowest,
    rest: between?.length ?? '',
    way: between === undefined ? NONE : (between.way ?? 'other'),
  });
}

function sayLonger(
  longer: NonNullable<SpokenWorkout['longer']>,
  { language, persona }: Voice,
  turn: number,
): string {
  const sayInTurn = phrasesInTurn(language, turn);
  return sayInTurn(`summaries.workout.${persona}.longer`, { share: NONE, ...longer });
}
