/**
 * One record of RFC 4180: cells quoted where they must be, CRLF at the end and for every LF in a cell. Null is an empty
 * cell, '' a quoted one. Byte for byte what COPY writes, once its LF are CRLF.
 */
export function csvRecord(cells: readonly unknown[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text === '' || /[",\r\n]/.test(text)
    ? `"${text.replaceAll('"', '""').replaceAll('\n', '\r\n')}"`
    : text;
}

/** Control characters, and what begins a formula in ASCII and in full width: the same as in `cells.ts`. */
const FORMULA_START = /^[\p{Cc}=+\-@＝＋－＠]/u;

/** Text from outside as a cell: never a formula to a spreadsheet, and with LF as its only line break. */
export function safeCellText(text: string): string {
  return (FORMULA_START.test(text) ? `'${text}` : text).replace(/\r\n?/g, '\n');
}
