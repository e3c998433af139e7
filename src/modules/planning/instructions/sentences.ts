/** A plan of a year can be said in this; what comes after is one more. */
const MOST_SENTENCES = 300;

/** Behind each end of a sentence: points that are no decimal ones nor those of "Mon.", "max." and "1." before a line. */
const END =
  /(?<=[!?;。！？；])|(?<=(?<!\b(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|max|min|approx|no|vs|e\.g|i\.e)|(?:^|\n)\s{0,4}\d{1,2})\.)(?=\s|$)|[\n\r\u2028\u2029]/iu;
const BULLET = /^(?:[-*+•・●○▪>#]+\s*|\d{1,2}[.)、]\s+)/u;
/** What a question ends with stays: it asks for nothing. */
const FULL_STOP = /[.!;。！；\s]+$/u;

/** The sentences of a text as they stand, without bullets, full stops and what is empty. */
export function sentencesOf(text: string | null, most = MOST_SENTENCES): string[] {
  const parts = (text ?? '').split(END);
  const rest = parts.slice(most).join(' ');
  return [...parts.slice(0, most), rest]
    .map((part) => part.trim().replace(BULLET, '').replace(FULL_STOP, ''))
    .filter((part) => /[\p{L}\d]/u.test(part));
}
