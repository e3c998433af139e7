import type { DraftSlot } from '../planning/draft.ts';
import { matchesOf } from '../session-text/matches-of.ts';
import { plainText } from '../session-text/plain-line.ts';

/**
 * The mark that a draft has at the end of its own lines, so that they are recognized when a coach sends the text back: `[3.2-k7fq]` is
 * the second workout of week 3, `[3-x9k2]` the heading of week 3, and `[0-…]` holds the checksums of the lines before the first week. The
 * letters are a checksum of the text before the mark. A mark survives copying, Markdown and word processors: it has only letters, digits
 * and three signs, and any kind of dash is accepted.
 */
export type Mark = { readonly slot: DraftSlot; readonly checksum: string };

const DASH = '[-‐‑‒–—−]';
const SESSION = new RegExp(`\\\\?\\[(\\d{1,2})\\.(\\d{1,2})${DASH}([0-9a-z]{4})\\\\?\\]`, 'giu');
const HEADING = new RegExp(`\\s?\\\\?\\[(\\d{1,2})${DASH}([0-9a-z]{4})\\\\?\\]`, 'iu');
const INTRODUCTION = new RegExp(`\\s?\\\\?\\[0${DASH}((?:[0-9a-z]{4}){1,80})\\\\?\\]`, 'iu');
const CHECKSUM_CHARACTERS = 4;

export function sessionMark({ week, number }: DraftSlot, content: string): string {
  return `[${week}.${number}-${checksumOf(content)}]`;
}

export function headingMark(week: number, heading: string): string {
  return `[${week}-${checksumOf(heading)}]`;
}

export function introductionMark(lines: readonly string[]): string {
  return `[0-${lines.map(checksumOf).join('')}]`;
}

export type MarkedText = { readonly text: string; readonly marks: readonly Mark[] };

export function takeSessionMarks(line: string): MarkedText {
  if (!line.includes('[')) return { text: line, marks: [] };
  const marks = matchesOf(SESSION, line).map(([, week, number, checksum]) => ({
    slot: { week: Number(week), number: Number(number) },
    checksum: (checksum ?? '').toLowerCase(),
  }));
  return { text: marks.length === 0 ? line : line.replace(SESSION, ' ').replace(/\s+/gu, ' ').trim(), marks };
}

export function takeHeadingMark(heading: string): { readonly text: string; readonly is_own: boolean } {
  const match = HEADING.exec(heading);
  if (match === null) return { text: heading, is_own: false };
  const text = heading.replace(HEADING, '').trim();
  return { text, is_own: checksumOf(text) === match[2]?.toLowerCase() };
}

/** Tells which of the lines before the first week are unchanged: those whose checksums the mark has. */
export function ownLinesOf(lines: readonly string[]): (line: string) => boolean {
  const marked = lines.findLast((line) => INTRODUCTION.test(line));
  const said = INTRODUCTION.exec(marked ?? '')?.[1]?.toLowerCase() ?? '';
  const known = new Set(
    Array.from({ length: said.length / CHECKSUM_CHARACTERS }, (_, index) =>
      said.slice(index * CHECKSUM_CHARACTERS, (index + 1) * CHECKSUM_CHARACTERS),
    ),
  );
  return (line) => known.has(checksumOf(line.replace(INTRODUCTION, '')));
}

/** Folds differences that do not matter: Markdown, and how word processors write quotes, dashes and spaces. */
export function foldText(text: string): string {
  return plainText(text)
    .replace(/[‐‑‒–—−]/gu, '-')
    .replace(/[×✕✖]/gu, 'x')
    .replace(/[‘’‚′]/gu, "'")
    .replace(/[“”„″]/gu, '"')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** FNV-1a over the code points, as four characters of base 36: one edit in 1.7 million keeps the checksum by chance. */
export function checksumOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of foldText(text)) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return (hash % 36 ** CHECKSUM_CHARACTERS).toString(36).padStart(CHECKSUM_CHARACTERS, '0');
}
