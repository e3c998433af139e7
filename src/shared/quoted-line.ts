/** Quoted no longer than this: what a person reads is bounded, whatever was sent. */
const MAX_QUOTE = 160;

export function quotedLine(text: string): string {
  const line = text
    .slice(0, 10 * MAX_QUOTE)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length > MAX_QUOTE ? `${characters.slice(0, MAX_QUOTE).join('')}…` : line;
}
