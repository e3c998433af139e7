import { isWrittenIn, namesPage } from '../../../infra/llm/index.ts';
import type { Language } from '../../../shared/languages.ts';
import { numbersOf } from '../../../training/plan-request/sentences.ts';

/**
 * Checks which words of a model may stand in a plan. The same words go to all athletes of a plan, who never saw what the model was told.
 * So a text is taken as a whole or not at all: what is not plain, true and impersonal is replaced by our own words instead of being
 * cleaned, since half of a payload may be one as well.
 */
export type WordsWanted = {
  readonly language: Language;
  /** The numbers that the workout prescribes; the text may name no other number. */
  readonly numbers: ReadonlySet<string>;
  /** Capitalized words that others wrote, in lower case; they may be names. */
  readonly names: ReadonlySet<string>;
};

const MOST_CHARACTERS = 400;

/** The text with single spaces; null where it must not be used. */
export function plainWords(text: string, wanted: WordsWanted): string | null {
  const plain = text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  if (plain === '' || plain.length > MOST_CHARACTERS) return null;
  const seen = plain.normalize('NFKC');
  if (!PLAIN.test(seen) || namesPage(seen) || FORBIDDEN.some((pattern) => pattern.test(seen))) return null;
  if (!isWrittenIn(wanted.language, seen)) return null;
  if (capitalized(seen).some((word) => wanted.names.has(word))) return null;
  return numbersOf(seen).every((number) => wanted.numbers.has(number)) ? plain : null;
}

/**
 * Letters, digits and punctuation. Excluded are characters that mark up text, link or quote code, the percent sign, the stroke of "a
 * kilometre", and invisible characters.
 */
const PLAIN = /^[\p{L}\p{M}\p{Nd} .,;:!?'’"“”()–—\-×+~・·、。「」『』〜…]+$/u;

const FORBIDDEN: readonly RegExp[] = [
  // Invisible characters, which can split words so that searches miss them.
  /\p{Default_Ignorable_Code_Point}/u,
  // Times and paces written with a colon or with marks.
  /\d ?[:'’"“”] ?\d/,
  /\d ?(?:min|minutes?|分鐘|分) ?\d/i,
  // An athlete's own measures (paces, speeds, heart rates, powers), with or without a number.
  /\bbpm\b|beats|heart ?rate|pulse|心率|心跳|心拍|脈拍|脈搏/i,
  /\b(?:per|each|every) (?:k|km|kilomet\w*|miles?|mi|hour)\b|\b[km]ph\b|\bvdot\b|\bwatts?\b|配速|時速|分速|每公里|毎キロ|キロ ?\d/i,
  /(?:\d|\b(?:min|minutes?|s|sec|seconds?|\w+ty|\w*teen|five|ten)) an? (?:k|km|kilomet\w*|miles?|mi|hour)\b/i,
  // Telephone numbers and similar ones.
  /\d{5}|(?:\d[ .()-]{0,2}){9}/,
  // Names and forms of address, and words that give instructions to programs or people.
  /さん|くん|選手|様|先生|小姐|同學/,
  /\b(?:instructions?|prompts?|assistant|language model|ai|api|json|token|password|passwort|script|javascript|system|admin|click|http|https|www|email|e-mail|ignore|disregard|override)\b/i,
  /指示を|無視|忽略|指令|提示詞|系統|密碼|パスワード|プロンプト/,
];

/** The capitalized words, in lower case. */
function capitalized(text: string): string[] {
  return (text.match(/\p{Lu}[\p{L}\p{M}]+/gu) ?? []).map((word) => word.toLowerCase());
}

/** Words that may be names in texts of others: capitalized words, except for the usual words of plans. */
export function possibleNames(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => capitalized(text)).filter((word) => !WORDS_OF_PLANS.has(word)));
}

const WORDS_OF_PLANS: ReadonlySet<string> = new Set(
  `monday tuesday wednesday thursday friday saturday sunday week weeks day days run runs easy long short steady tempo threshold
  interval intervals hill hills race fartlek stride strides strength cross training recovery warm cool down up jog walk rest base
  build peak taper marathon half pace effort light relaxed gentle keep the this then and with for first last after before finish
  start hold stay let take no one two three four five`.split(/\s+/),
);
