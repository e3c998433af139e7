/** A plan of a year can be said in this; whatever is longer is for people. */
const MOST_SENTENCES = 300;
export const MAX_SENTENCE = 400;

/** Ends of sentences: points that are no decimal ones nor those of "Mon.", "max." and "1." before a line. */
const END =
  /(?<!\b(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|max|min|approx|no|vs|e\.g|i\.e)|(?:^|\n)\s{0,4}\d{1,2})\.(?=\s|$)|[!?;。！？；\n\r\u2028\u2029]/iu;
const BULLET = /^(?:[-*+•・●○▪>#]+\s*|\d{1,2}[.)、]\s+)/u;

/** The sentences of a text as they stand, without bullets and what is empty. */
export function sentencesOf(text: string | null): string[] {
  const parts = (text ?? '').split(END, MOST_SENTENCES);
  return parts
    .map((part) => part.trim().replace(BULLET, '').trim())
    .filter((part) => /[\p{L}\d]/u.test(part));
}
