/**
 * All matches of a pattern with the flag `g`; the pattern must not match the empty text. `matchAll` copies the pattern each time, which
 * for the patterns of this folder takes as long as the search itself.
 */
export function matchesOf(pattern: RegExp, text: string): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) found.push(match);
  return found;
}
