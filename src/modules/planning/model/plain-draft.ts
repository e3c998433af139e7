import { isWrittenIn, namesPage } from '../../../infra/llm/index.ts';
import type { Language } from '../../../shared/languages.ts';

/**
 * Whether a draft of a model may be shown to a coach: Markdown's headings, lists and emphasis, and plain words. Unlike the words of
 * a plan it is refused as a whole, since it has nothing of its own to put in a line's place.
 */

const MOST_CHARACTERS_A_WEEK = 2_000;

const PLAIN =
  /^[\p{L}\p{M}\p{Nd} \n\t.,;:!?'’"“”()–—\-×/%+~*_#&→·・、。「」『』【】〜…＋／％～（）！？：；，]*$/u;

const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/\p{Default_Ignorable_Code_Point}/u, 'It has characters that nobody sees.'],
  [/\d ?[:'’"“”] ?\d|\/ ?(?:km|mi|公里|キロ)|\b(?:per|a|each) (?:k|km|kilomet|mile)/i, 'It names a pace.'],
  [/\bbpm\b|heart ?rate|pulse|心率|心跳|心拍|脈拍/i, 'It names a heart rate.'],
  [/\d{6}|\d(?:[ .()-]{1,2}\d){8}/, 'It has a number that no training has.'],
];

/** What is wrong, for the model; null where nothing is. */
export function problemOfDraftText(text: string, language: Language): string | null {
  const weeks = text.match(/^## /gm)?.length ?? 0;
  if (weeks === 0) return 'It has no heading that begins with ## Week.';
  if (text.length > weeks * MOST_CHARACTERS_A_WEEK) return 'It is too long.';
  const seen = text.normalize('NFKC');
  if (!PLAIN.test(seen)) return 'It has characters other than letters, numbers and the marks of sentences.';
  if (namesPage(seen)) return 'It has a link or an address.';
  const forbidden = FORBIDDEN.find(([pattern]) => pattern.test(seen));
  if (forbidden !== undefined) return forbidden[1];
  return isWrittenIn(language, seen) ? null : 'It is in another language.';
}
