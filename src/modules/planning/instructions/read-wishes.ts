import { LANGUAGES } from '../../../shared/languages.ts';
import type { Constraints } from '../../../training/planning/constraints.ts';
import { phrase } from '../../../words/index.ts';
import { CONSTRAINT_LIMITS } from '../limits.ts';
import { namesOfKinds, readForm, variants } from './read-form.ts';
import { sentencesOf } from './sentences.ts';

/** The free text of a request for a plan. */
export const COACH_TEXTS = ['instructions', 'training_principle', 'extra_guidance'] as const;
export type CoachText = (typeof COACH_TEXTS)[number];
export type CoachTexts = Readonly<Record<CoachText, string | null>>;

/** What a sentence asks for, or the fields of a request together, or what the athlete told of their days. */
export type Wish = {
  readonly from: 'fields' | 'availability' | CoachText;
  /** The whole sentence as it stands; null for what is no sentence. */
  readonly text: string | null;
  readonly constraints: Partial<Constraints>;
};

/** A sentence that nothing was made of, and the field that would say it. */
export type NotActedOn = {
  readonly from: CoachText;
  readonly text: string;
  readonly field: keyof Constraints | null;
};

/**
 * What a coach asks for in words, without a model: a sentence counts where all of it is one of the forms of the catalogs, in any
 * language, and never in part. All others come back whole.
 */
export function readWishes(texts: CoachTexts): {
  readonly wishes: readonly Wish[];
  readonly not_acted_on: readonly NotActedOn[];
} {
  const wishes: Wish[] = [];
  const not_acted_on: NotActedOn[] = [];
  for (const from of COACH_TEXTS)
    for (const text of new Set(sentencesOf(texts[from]))) {
      const constraints = readForm(text);
      if (constraints !== null && isWithinLimits(constraints)) wishes.push({ from, text, constraints });
      else not_acted_on.push(notActedOn({ from, text }));
    }
  return { wishes, not_acted_on };
}

function isWithinLimits(constraints: Partial<Constraints>): boolean {
  return Object.entries(CONSTRAINT_LIMITS).every(([field, { minimum, maximum }]) => {
    const value = constraints[field as keyof typeof CONSTRAINT_LIMITS] ?? null;
    return value === null || (value >= minimum && value <= maximum);
  });
}

/** A sentence, or a note of a draft, that nothing is made of. */
export function notActedOn({ from, text }: Pick<NotActedOn, 'from' | 'text'>): NotActedOn {
  return { from, text, field: fieldFor(text) };
}

const HINTED = [
  'unavailable',
  'races',
  'first_week_distance_m',
  'longest_run_m',
  'max_weekly_distance_m',
  'days_per_week',
  'long_run_day',
  'days_off',
] as const satisfies readonly (keyof Constraints)[];

/** By its words, the most telling first: the field that a coach may have meant. */
function fieldFor(text: string): keyof Constraints | null {
  if (mentionsHealth(text)) return 'injuries';
  const isAgainst = LANGUAGES.some((language) =>
    mentions(text, phrase(language, 'constraints.hint.exclude')),
  );
  if (isAgainst && mentions(text, namesOfKinds().join('|'))) return 'exclude';
  const hinted = (field: (typeof HINTED)[number]): boolean =>
    LANGUAGES.some((language) => mentions(text, phrase(language, `constraints.hint.${field}`)));
  return HINTED.find(hinted) ?? null;
}

/** Each sentence of a text that tells of an injury or an illness, in any language, as it stands. */
export function healthMentions(text: string | null): string[] {
  if (text === null || !mentionsHealth(text)) return [];
  return [...new Set(sentencesOf(text, Number.POSITIVE_INFINITY).filter(mentionsHealth))];
}

function mentionsHealth(text: string): boolean {
  return LANGUAGES.some((language) => mentions(text, phrase(language, 'constraints.health')));
}

/** Latin words count where they are whole, Han and Kana wherever they stand. */
function mentions(text: string, words: string): boolean {
  const said = text.normalize('NFKC').toLowerCase().replace(/[’‘]/gu, "'");
  return variants(words.toLowerCase().replace(/[’‘]/gu, "'")).some((word) => {
    const at = (from: number): number => said.indexOf(word, from);
    for (let place = at(0); place >= 0; place = at(place + 1))
      if (!isLatin(word[0]) || !(isLatin(said[place - 1]) || isLatin(said[place + word.length]))) return true;
    return false;
  });
}

function isLatin(sign: string | undefined): boolean {
  return sign !== undefined && /\p{Script=Latin}/u.test(sign);
}
