/** Escapes control characters, so that stored text cannot move the operator's cursor. */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{C}\n\t]/gu, '\u{FFFD}');
}
