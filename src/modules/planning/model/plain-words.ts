import { isWrittenIn, namesPage } from '../../../infra/llm/index.ts';
import type { Language } from '../../../shared/languages.ts';
import { numbersOf } from '../../../training/plan-request/sentences.ts';

/**
 * Words of a model that may stand in a plan. A plan goes to athletes who never saw what the model was told, and the same words go
 * to all of them: so a text is taken whole or not at all, and what is not plain, true and impersonal is replaced by our own words
 * rather than cleaned, since half of a payload may be one as well.
 */
export type WordsWanted = {
  readonly language: Language;
  /** Numbers that the workout prescribes: the text may name no other. */
  readonly numbers: ReadonlySet<string>;
  /** Words with a capital that others wrote, in lower case: they may be names. */
  readonly names: ReadonlySet<string>;
};

const MOST_CHARACTERS = 400;

/** The text, with spaces made one; null where it is not to be used. */
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
 * Letters, digits and the marks of sentences. Not here: what marks up, links or quotes code, per cent and the stroke of "a
 * kilometre", and whatever is not seen.
 */
const PLAIN = /^[\p{L}\p{M}\p{Nd} .,;:!?'’"“”()–—\-×+~・·、。「」『』〜…]+$/u;

const FORBIDDEN: readonly RegExp[] = [
  // Marks that nobody sees, and that take words apart for who looks for them.
  /\p{Default_Ignorable_Code_Point}/u,
  // Times and paces written with a colon or with marks.
  /\d ?[:'’"“”] ?\d/,
  /\d ?(?:min|minutes?|分鐘|分) ?\d/i,
  // What is an athlete's own: paces, speeds, pulses, powers, with or without a number.
  /\bbpm\b|beats|heart ?rate|pulse|心率|心跳|心拍|脈拍|脈搏/i,
  /\b(?:per|each|every) (?:k|km|kilomet\w*|miles?|mi|hour)\b|\b[km]ph\b|\bvdot\b|\bwatts?\b|配速|時速|分速|每公里|毎キロ|キロ ?\d/i,
  /(?:\d|\b(?:min|minutes?|s|sec|seconds?|\w+ty|\w*teen|five|ten)) an? (?:k|km|kilomet\w*|miles?|mi|hour)\b/i,
  // Telephone numbers and the like.
  /\d{5}|(?:\d[ .()-]{0,2}){9}/,
  // People spoken to or of.
  /さん|くん|選手|様|先生|小姐|同學/,
  /\b(?:instructions?|prompts?|assistant|language model|ai|api|json|token|password|passwort|script|javascript|system|admin|click|http|https|www|email|e-mail|ignore|disregard|override)\b/i,
  /指示を|無視|忽略|指令|提示詞|系統|密碼|パスワード|プロンプト/,
];

/** Words that begin with a capital, in lower case. */
function capitalized(text: string): string[] {
  return (text.match(/\p{Lu}[\p{L}\p{M}]+/gu) ?? []).map((word) => word.toLowerCase());
}

/** What may be names in texts of others: words with a capital, but for those that plans consist of. */
export function possibleNames(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => capitalized(text)).filter((word) => !WORDS_OF_PLANS.has(word)));
}

const WORDS_OF_PLANS: ReadonlySet<string> = new Set(
  `monday tuesday wednesday thursday friday saturday sunday week weeks day days run runs easy long short steady tempo threshold
  interval intervals hill hills race fartlek stride strides strength cross training recovery warm cool down up jog walk rest base
  build peak taper marathon half pace effort light relaxed gentle keep the this then and with for first last after before finish
  start hold stay let take no one two three four five`.split(/\s+/),
);
