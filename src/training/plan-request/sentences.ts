/** Enough for a plan of a year; the text after these is one more sentence. */
const MOST_SENTENCES = 300;

/** The end of a sentence: no decimal point, and no point after "Mon.", "max." or the "1." of a list. */
const END =
  /(?<=[!?;。！？；])|(?<=(?<!\b(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|max|min|approx|no|vs|e\.g|i\.e)|(?:^|\n)\s{0,4}\d{1,2})\.)(?=\s|$)|[\n\r\u2028\u2029]/iu;
const BULLET = /^(?:[-*+•・●○▪>#]+\s*|\d{1,2}[.)、]\s+)/u;
const FULL_STOP = /[.!;。！；\s]+$/u;

/** The sentences of a text, without bullets and full stops; empty ones are left out. */
export function sentencesOf(text: string | null, most = MOST_SENTENCES): string[] {
  const parts = (text ?? '').split(END);
  const rest = parts.slice(most).join(' ');
  return [...parts.slice(0, most), rest]
    .map((part) => part.trim().replace(BULLET, '').replace(FULL_STOP, ''))
    .filter((part) => /[\p{L}\d]/u.test(part));
}

/** Whether a text contains one of the words. Latin words must be whole, Han and Kana words may stand anywhere. */
export function mentions(text: string, words: readonly string[]): boolean {
  const said = folded(text.normalize('NFKC'));
  return words.map(folded).some((word) => {
    const at = (from: number): number => said.indexOf(word, from);
    for (let place = at(0); place >= 0; place = at(place + 1))
      if (!isLatin(word[0]) || !(isLatin(said[place - 1]) || isLatin(said[place + word.length]))) return true;
    return false;
  });
}

function folded(text: string): string {
  return text.toLowerCase().replace(/[’‘]/gu, "'");
}

function isLatin(sign: string | undefined): boolean {
  return sign !== undefined && /\p{Script=Latin}/u.test(sign);
}

export function numbersOf(text: string): string[] {
  return (text.match(/\d+(?:[.,]\d+)*/g) ?? []).map(numberKey);
}

/** `1,5`, `1.50` and `1.5` are one number, and so are `1,000` and `1000`. */
function numberKey(written: string): string {
  const grouped = /^\d{1,3}(?:,\d{3})+$/.test(written)
    ? written.replaceAll(',', '')
    : written.replace(',', '.');
  return String(Number(grouped));
}
