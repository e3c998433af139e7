import type { Language } from '../../shared/languages.ts';
import { joinSentences } from '../../words/join-sentences.ts';
import { spaceNumbers } from '../../words/measure-words.ts';

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

/** Sentences as one text, with the spaces of numbers. */
export function tell(sentences: readonly (string | undefined)[], { language }: Voice): string {
  return spaceNumbers(joinSentences(sentences, language));
}

export type Draft = {
  readonly kind: 'weekly' | 'activity';
  readonly voice: Voice;
  readonly facts: SpokenFacts;
  readonly text: string;
  /** Whether a model may see all that the figures are made of: the ceiling of the audience `ai`, and every source's policy. */
  readonly may_be_phrased: boolean;
};

export const RULES = 'rules';

/** A text and what wrote it: `rules`, or a model's name. */
export type Written = { readonly text: string; readonly engine: string };
