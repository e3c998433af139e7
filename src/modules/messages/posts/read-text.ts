/** Text as it is stored: without spaces around it, its lines ended in one way. */
export function readText(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}
