/** Longer lines are cut: what a day is stands at its beginning, and no line may cost more than it says. */
const MAX_LINE = 1_000;

export type PlainLine = {
  /** From 1. */
  readonly line: number;
  /** Without marks of Markdown, in half-width digits and signs. */
  readonly text: string;
  /** 1 to 6; 0 where it is no heading. */
  readonly level: number;
  readonly bullet: boolean;
  /** It begins in bold. */
  readonly bold: boolean;
  /** A line that is in italics as a whole: what it says, as it was written. */
  readonly italic: string | null;
  /** Of a row of a table, without those that only part rows. */
  readonly cells: readonly string[] | null;
};

/** A plan of a year has a tenth of it: whatever comes after so many is not read. */
const MOST_LINES = 10_000;

/** The lines of a text that say something. */
export function* plainLines(text: string): Generator<PlainLine> {
  let from = 0;
  let said = 0;
  for (let line = 1; from <= text.length && said < MOST_LINES; line++) {
    const until = endOfLine(text, from);
    const plain = until === from ? null : plainLine(text.slice(from, Math.min(until, from + MAX_LINE)), line);
    if (until > from) said++;
    if (plain !== null) yield plain;
    from = until + (text[until] === '\r' && text[until + 1] === '\n' ? 2 : 1);
  }
}

const END_OF_LINE = /[\n\r\u2028\u2029]/g;

function endOfLine(text: string, from: number): number {
  END_OF_LINE.lastIndex = from;
  return END_OF_LINE.exec(text)?.index ?? text.length;
}

const INDENT = /^[\s>]*/u;
const HEADING = /^(#{1,6})\s*/u;
/** One, or several signs: "- - Thursday". Of numbers only one: "- 8. Dec" is a date. */
const BULLET = /^(?:(?:[-*+•‣◦・●○▪–—→]\s+(?:\[[ xX]\]\s*)?){1,4}|\d{1,3}[.)]\s+|[•‣◦・●○▪](?=\S))/u;
const RULE = /^[\s|:+=_*-]*$/u;

function plainLine(raw: string, line: number): PlainLine | null {
  // One sign can become eighteen.
  const normal = raw
    .normalize('NFKC')
    .slice(0, 2 * MAX_LINE)
    .replace(INDENT, '')
    .trimEnd();
  if (normal === '' || RULE.test(normal)) return null;
  const level = HEADING.exec(normal)?.[1]?.length ?? 0;
  const headless = normal.replace(HEADING, '');
  const bullet = BULLET.test(headless);
  const body = headless.replace(BULLET, '');
  const cells = body.startsWith('|') ? cellsOf(body) : null;
  return {
    line,
    text: cells === null ? withoutMarks(body) : cells.join(' | '),
    level,
    bullet,
    bold: /^(?:\*\*|__)/u.test(body),
    italic: level === 0 && !bullet ? italicOf(raw) : null,
    cells,
  };
}

const ITALIC = /^\s*(?:_(?!_)(.+)(?<!_)_|\*(?![*\s])(.+)(?<![*\s])\*)\s*$/u;

function italicOf(raw: string): string | null {
  const match = ITALIC.exec(raw);
  return match?.[1] ?? match?.[2] ?? null;
}

function cellsOf(row: string): string[] {
  const cells = row.slice(1, row.endsWith('|') && row.length > 1 ? -1 : undefined).split('|');
  return cells.map(withoutMarks);
}

function withoutMarks(text: string): string {
  return text
    .replace(/\*\*|__|~~|`|\\(?=\W)|<\/?[a-z]{1,6}>/giu, '')
    .replace(/(?<![\d\s])\*|\*(?![\d\s])|(?<!\w)_|_(?!\w)/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}
