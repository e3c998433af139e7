import type { InEachLanguage } from '../../../../shared/languages.ts';
import { joinSentences, type Voice, type Ways, wayOf } from '../../facts.ts';
import { RACE_PHRASES } from '../../race-words.ts';
import type { SpokenScore, SpokenWeek } from '../spoken-week.ts';
import { WEEK_EN } from './week-en.ts';
import { WEEK_JA } from './week-ja.ts';
import type { WeekPersonas } from './week-phrases.ts';
import { WEEK_ZH_TW } from './week-zh-tw.ts';

const PHRASES: InEachLanguage<WeekPersonas> = { en: WEEK_EN, 'zh-TW': WEEK_ZH_TW, ja: WEEK_JA };

/** What the week was like, and why the score is another one, as a model gets it: without a number of its own. */
export function wordsOfWeek(
  { kind, score }: SpokenWeek,
  { language, persona }: Voice,
  turn: number,
): { readonly assessment: string; readonly score_because: string | undefined } {
  const { [persona]: say, because } = PHRASES[language];
  return { assessment: wayOf(say.kinds[kind], turn), score_because: score && reasonOf(score, because) };
}

/**
 * The week by the rules: its figures, what they mean, and what comes next.
 *
 * @param turn the number of the week, by which words take turns
 */
export function writeWeek(week: SpokenWeek, voice: Voice, turn: number): string {
  const { [voice.persona]: say, because } = PHRASES[voice.language];
  const { raced, run, usual, grown, longest, longer, fastest, other_time, race, score } = week;
  const others = week.runs === 0 ? say.only_others : say.others;
  const in_turn = <T>(ways: Ways<T>): T => wayOf(ways, turn);
  return joinSentences(
    [
      raced && in_turn(RACE_PHRASES[voice.language][voice.persona])(raced),
      run && in_turn(say.run)(week.runs, run),
      usual && in_turn(say.usual)(usual),
      grown && in_turn(say.grown)(grown),
      longest && in_turn(say.longest)(longest),
      longer && in_turn(say.longer[longer.is_far ? 'far' : 'some'])(longer),
      fastest && in_turn(say.fastest)(fastest),
      other_time && in_turn(others)(week.others, other_time),
      in_turn(say.kinds[week.kind]),
      score && in_turn(say.score[score.way])(score, reasonOf(score, because) ?? ''),
      race && (race.days === 0 ? in_turn(say.race_today) : in_turn(say.race)(race.words)),
    ],
    voice,
  );
}

function reasonOf({ before, now, by }: SpokenScore, because: WeekPersonas['because']): string | undefined {
  return by === null ? undefined : because[now > before ? 'rose' : 'fell'][by];
}
