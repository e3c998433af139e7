/** Whoever wrote it may not move the cursor of whoever reads it. */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{C}\n\t]/gu, '\u{FFFD}');
}
