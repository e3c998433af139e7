/** A longer line cannot be the description of a day, only a note. */
const MAX_LINE = 1_000;

export type PlainLine = {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** The level of a heading from 1 to 6; 0 where the line is not a heading. */
  readonly level: number;
  readonly bullet: boolean;
  readonly indented: boolean;
  readonly bold: boolean;
  readonly italic: string | null;
  readonly cells: readonly string[] | null;
  readonly raw: string;
  /** Whether `text` is only the beginning of the line. */
  readonly is_cut: boolean;
};

/** Ten times the lines of a plan for a year; drafts with more are refused. */
export const MOST_LINES = 10_000;

export function* plainLines(text: string): Generator<PlainLine> {
  let from = 0;
  let said = 0;
  for (let line = 1; from <= text.length && said <= MOST_LINES; line++) {
    const until = endOfLine(text, from);
    const plain = until === from ? null : plainLine(text.slice(from, until), line);
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
/** One or several bullets, as in "- - Thursday". Only one number counts as a bullet, since "- 8. Dec" is a date. */
const BULLET = /^(?:(?:[-*+•‣◦・●○▪–—→]\s+(?:\[[ xX]\]\s*)?){1,4}|\d{1,3}[.)]\s+|[•‣◦・●○▪](?=\S))/u;
const RULE = /^[\s|:+=_*-]*$/u;

function plainLine(whole: string, line: number): PlainLine | null {
  const raw = whole.slice(0, MAX_LINE);
  const normal = raw
    .normalize('NFKC')
    .slice(0, 2 * MAX_LINE)
    .replace(UNSEEN, '')
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
    indented: bullet && /^[\s>]*(?:\t|\s{2})/u.test(raw),
    bold: /^(?:\*\*|__)/u.test(body),
    italic: level === 0 && !bullet ? italicOf(raw) : null,
    cells,
    raw: seenText(whole),
    is_cut: whole.length > MAX_LINE,
  };
}

/** Marks of direction and other invisible characters, which can make a text look like another one. */
const UNSEEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** A text that is safe to show: one line, without control characters and invisible characters. */
export function seenText(text: string): string {
  return text
    .replace(UNSEEN, '')
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}

export function plainText(text: string): string {
  return withoutMarks(text.normalize('NFKC').replace(UNSEEN, ''));
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
  return (ANY_MARK.test(text) ? withoutAny(text) : text).replace(/\s+/gu, ' ').trim();
}

const ANY_MARK = /[*_~`\\<]/u;

function withoutAny(text: string): string {
  return text
    .replace(/\*\*|__|~~|`|\\(?=\W)|<\/?[a-z]{1,6}>/giu, '')
    .replace(/(?<![\d\s])\*|\*(?![\d\s])|(?<!\w)_|_(?!\w)/gu, '');
}
