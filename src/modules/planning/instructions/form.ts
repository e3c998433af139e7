import type { Weekday } from '../../../shared/calendar.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import { distancesIn } from '../words/measures-in-text.ts';
import { weekdaysIn } from '../words/weekdays-in-text.ts';
import { KINDS } from './kinds.ts';

/**
 * A sentence of which only the form is left: `§D0§` for days, `§N0§` for a distance, `§K0§` for kinds of workouts, `§L§` for the long
 * run, `§W§` for "a week". What a form is, in each language, can then be said in full, and nothing else is taken for it.
 */
export type Form = {
  readonly text: string;
  readonly days: readonly (readonly Weekday[])[];
  readonly distances_m: readonly number[];
  readonly kinds: readonly (readonly WorkoutType[])[];
};

const A_WEEK =
  /\s?(?:\/|\bper\b|\ba\b|\beach\b|\bevery\b)\s?(?:weeks?|wk)\b|\bweekly\b|(?<!第)[每一][週周](?!末)|\/[週周]|毎週(?!\s*§D)|週間?あたり/giu;
const LONG_RUN =
  /\b(?:the |his |her |their |my )?(?:weekly )?long(?:est)? runs?\b|\blsd\b|長距離慢跑|長距離跑|長跑|ロング走|ロングラン|ロングジョグ|距離走/giu;
const LONGEST = /longest/i;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

export function formOf(sentence: string): Form {
  const days: (readonly Weekday[])[] = [];
  const kinds: (readonly WorkoutType[])[] = [];
  const distances: number[] = [];
  // Slots are in capitals, and what somebody wrote has none any more.
  let text = sentence.normalize('NFKC').replace(/[’‘]/gu, "'").toLowerCase();
  text = text.replace(LONG_RUN, (words) => (LONGEST.test(words) ? ' §M§ ' : ' §L§ '));
  text = replaced(text, weekdaysIn(text), (named) => `§D${days.push(named.days) - 1}§`);
  text = text.replace(A_WEEK, ' §W§ ');
  text = replaced(text, distancesIn(text), ({ distance_m }) => `§N${distances.push(distance_m ?? 0) - 1}§`);
  for (const { words, types } of KINDS) text = text.replace(words, () => `§K${kinds.push(types) - 1}§`);
  return { text: tidied(text), days, distances_m: distances, kinds };
}

function replaced<Named extends { readonly from: number; readonly until: number }>(
  text: string,
  found: readonly Named[],
  slot: (named: Named) => string,
): string {
  let from = 0;
  let result = '';
  for (const named of found) {
    result += `${text.slice(from, named.from)} ${slot(named)} `;
    from = named.until;
  }
  return result + text.slice(from);
}

/** Chinese and Japanese know no spaces between words. */
function tidied(text: string): string {
  return CJK.test(text)
    ? text.replace(/\s+/gu, '')
    : text
        .replace(/\s+/gu, ' ')
        .replace(/ (?=[:,])/gu, '')
        .trim();
}

const WITHOUT_COMMA = String.raw`(?:\s?(?:\/|&|・|\band\b|\bor\b|\bnor\b|和|與|跟|及|或|と|や|か)\s?)`;
const WITH_COMMA = String.raw`(?:\s?(?:,|、|\/|&|・|\band\b|\bor\b|\bnor\b|和|與|跟|及|或|と|や|か)\s?){1,2}`;

/**
 * A form in clauses, lists taken together. A comma stands in a list or between clauses ("Sunday, Monday off"), which only the
 * reading tells.
 */
export function clausesOf(form: Form, commas: 'in_lists' | 'between_clauses'): string[] {
  const joint = commas === 'in_lists' ? WITH_COMMA : WITHOUT_COMMA;
  const list = new RegExp(`§([DK])\\d+§(?:${joint}§\\1\\d+§)+`, 'gu');
  // Each slot of a list is kept, side by side: whoever reads a clause takes all of its slots.
  const joined = form.text.replace(list, (slots) => (slots.match(/§[DK]\d+§/gu) ?? []).join(''));
  return joined
    .split(/\s?(?:,|、|\band\b|\bbut\b|\bplus\b|但是?|而且|並且?|以及|還有|そして)\s?/u)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
}
