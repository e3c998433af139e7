import type { Language } from '../../shared/languages.ts';
import { spaceNumbers } from '../../shared/measure-words.ts';

/** How somebody is spoken to, and in which units. `rex` is short, direct and a bit dry, `joy` warm and encouraging. */
export type Voice = {
  readonly language: Language;
  readonly persona: 'rex' | 'joy';
  readonly unit_system: 'metric' | 'imperial';
};

/**
 * What a text may say: each figure as this person reads it, by a name that says in English what it is
 * (`"distance_run": "42.2 km"`). A text has no number that is in none of them.
 */
export type SpokenFacts = Readonly<Record<string, string>>;

/** The same thing said in other words: enough of them for nobody to read one twice in a row. */
export type Ways<T> = readonly [T, T, T, ...T[]];

/** @param turn whole, and one more for each that follows: by the date of what is told, so that written anew it reads the same */
export function wayOf<T>(ways: Ways<T>, turn: number): T {
  return ways[turn % ways.length] ?? ways[0];
}

/** Sentences as one text; those that there are. */
export function joinSentences(sentences: readonly (string | undefined)[], { language }: Voice): string {
  const said = sentences.filter((sentence) => sentence !== undefined && sentence !== '');
  return spaceNumbers(said.join(language === 'en' ? ' ' : ''));
}

/** What somebody is to be told, and how the rules say it. */
export type Draft = {
  readonly kind: 'weekly' | 'activity';
  readonly voice: Voice;
  readonly facts: SpokenFacts;
  readonly text: string;
  /** Whether a model may see all that the figures are made of: the ceiling of the audience `ai`, and every source's policy. */
  readonly may_be_phrased: boolean;
};

/** What wrote a text without any model. */
export const RULES = 'rules';

/** A text and what wrote it: `rules`, or a model's name. */
export type Written = { readonly text: string; readonly engine: string };
