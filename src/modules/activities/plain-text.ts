/** Text that PostgreSQL and JSON can hold: valid Unicode without NUL; null when nothing is left. */
export function plainText(text: string | null, maxLength: number): string | null {
  const plain = (text ?? '').replaceAll('\0', '').slice(0, maxLength).toWellFormed().trim();
  return plain === '' ? null : plain;
}
