import { LANGUAGES } from '../../../shared/languages.ts';
import { CONSTRAINT_LIMITS } from '../../../training/plan-input/limits.ts';
import { createFormReader, FORM_KINDS } from '../../../training/plan-request/read-form.ts';
import { mentions, sentencesOf } from '../../../training/plan-request/sentences.ts';
import {
  COACH_TEXTS,
  type CoachTexts,
  type NotActedOn,
  type Wish,
} from '../../../training/plan-request/wish.ts';
import type { Constraints } from '../../../training/planning/constraints.ts';
import { phrase, phrasesIn } from '../../../words/index.ts';
import { formVocabulary, variants } from './form-vocabulary.ts';

/**
 * Reads a coach's sentences without a model: a sentence counts where as a whole it is one of the forms of the catalogs, in any language.
 * All other sentences are returned unchanged.
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
      else not_acted_on.push({ from, text, field: fieldFor(text) });
    }
  return { wishes, not_acted_on };
}

let reader: ReturnType<typeof createFormReader> | undefined;

/** The constraints of a sentence in any language; null where it is not a form as a whole. */
function readForm(sentence: string): Partial<Constraints> | null {
  reader ??= createFormReader(LANGUAGES.map((language) => formVocabulary(phrasesIn(language))));
  return reader(sentence);
}

function isWithinLimits(constraints: Partial<Constraints>): boolean {
  return Object.entries(CONSTRAINT_LIMITS).every(([field, { minimum, maximum }]) => {
    const value = constraints[field as keyof typeof CONSTRAINT_LIMITS] ?? null;
    return value === null || (value >= minimum && value <= maximum);
  });
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

/** The field that a coach may have meant, by the words of the sentence, the most telling first. */
function fieldFor(text: string): keyof Constraints | null {
  if (mentionsHealth(text)) return 'injuries';
  const hinted = (field: (typeof HINTED)[number] | 'exclude'): boolean =>
    LANGUAGES.some((language) => mentions(text, variants(phrase(language, `constraints.hint.${field}`))));
  if (hinted('exclude') && mentions(text, namesOfKinds())) return 'exclude';
  return HINTED.find(hinted) ?? null;
}

function namesOfKinds(): readonly string[] {
  return LANGUAGES.flatMap((language) =>
    FORM_KINDS.flatMap((kind) => variants(phrase(language, `planning-forms.kind.${kind}`))),
  );
}

/** The sentences of a text about an injury or an illness, in any language, as they stand. */
export function healthMentions(text: string | null): string[] {
  if (text === null || !mentionsHealth(text)) return [];
  return [...new Set(sentencesOf(text, Number.POSITIVE_INFINITY).filter(mentionsHealth))];
}

function mentionsHealth(text: string): boolean {
  return LANGUAGES.some((language) => mentions(text, variants(phrase(language, 'constraints.health'))));
}
