import { NONE, phrase, phrasesInTurn } from '../../../words/index.ts';
import { tell, type Voice } from '../facts.ts';
import { sayRace } from '../spoken-race.ts';
import type { SpokenScore, SpokenWeek } from './spoken-week.ts';

/** What the week was like, and why the score is another one, as a model gets it: without a number of its own. */
export function wordsOfWeek(
  { kind, score }: SpokenWeek,
  voice: Voice,
  turn: number,
): { readonly assessment: string; readonly score_because: string | undefined } {
  const sayInTurn = phrasesInTurn(voice.language, turn);
  return {
    assessment: sayInTurn(`summaries.week.${voice.persona}.kind.${kind}`),
    score_because: score && reasonOf(score, voice),
  };
}

/**
 * The week by the rules: its figures, what they mean, and what comes next.
 *
 * @param turn the number of the week, by which words take turns
 */
export function writeWeek(week: SpokenWeek, voice: Voice, turn: number): string {
  const { persona } = voice;
  const { raced, runs, run, usual, grown, longest, longer, fastest, other_time: time, race, score } = week;
  const sayInTurn = phrasesInTurn(voice.language, turn);
  const others = runs === 0 ? 'onlyOthers' : 'others';
  const grade = longer?.is_far === true ? 'far' : 'some';
  return tell(
    [
      raced && sayRace(raced, voice, turn),
      run && sayInTurn(`summaries.week.${persona}.run`, { distance: NONE, pace: NONE, ...run, runs }),
      usual && sayInTurn(`summaries.week.${persona}.usual`, usual),
      grown && sayInTurn(`summaries.week.${persona}.grown`, { share: NONE, ...grown }),
      longest && sayInTurn(`summaries.week.${persona}.longest`, longest),
      longer && sayInTurn(`summaries.week.${persona}.longer.${grade}`, { share: NONE, ...longer }),
      fastest && sayInTurn(`summaries.week.${persona}.fastest`, fastest),
      time && sayInTurn(`summaries.week.${persona}.${others}`, { workouts: week.others, time }),
      sayInTurn(`summaries.week.${persona}.kind.${week.kind}`),
      score && sayScore(score, voice, turn),
      race &&
        (race.days === 0
          ? sayInTurn(`summaries.week.${persona}.raceToday`)
          : sayInTurn(`summaries.week.${persona}.race`, { days: race.words })),
    ],
    voice,
  );
}

function sayScore(score: SpokenScore, voice: Voice, turn: number): string {
  const { now, before } = score;
  const sayInTurn = phrasesInTurn(voice.language, turn);
  const why = reasonOf(score, voice) ?? '';
  return sayInTurn(`summaries.week.${voice.persona}.score.${score.way}`, { now, before, why });
}

function reasonOf({ before, now, by }: SpokenScore, { language }: Voice): string | undefined {
  const moved = now > before ? 'rose' : 'fell';
  return by === null ? undefined : phrase(language, `summaries.week.because.${moved}.${by}`);
}
