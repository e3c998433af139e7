import type { ByteRange, ObjectInfo } from './object-store.ts';

export type RangeAnswer = { kind: 'whole' } | { kind: 'part'; range: ByteRange } | { kind: 'unsatisfiable' };

const WHOLE: RangeAnswer = { kind: 'whole' };

/**
 * Reads the Range and If-Range headers of a GET (RFC 9110, sections 13.1.5 and 14). One byte range is served; several,
 * another unit, or malformed headers are ignored as the RFC allows. If-Range matches only this strong ETag, never a date,
 * since no Last-Modified is sent.
 */
export function answerRange(
  range: string | undefined,
  ifRange: string | undefined,
  object: ObjectInfo,
): RangeAnswer {
  if (range === undefined || (ifRange !== undefined && ifRange.trim() !== object.etag)) return WHOLE;
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range.trim());
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return WHOLE;
  return first === ''
    ? answerSuffix(Number(last), object.size_bytes)
    : answerFrom(Number(first), last === '' ? Number.POSITIVE_INFINITY : Number(last), object.size_bytes);
}

function answerFrom(first: number, last: number, size: number): RangeAnswer {
  if (last < first) return WHOLE;
  if (first >= size) return { kind: 'unsatisfiable' };
  return { kind: 'part', range: { start: first, end: Math.min(last, size - 1) } };
}

function answerSuffix(length: number, size: number): RangeAnswer {
  if (length === 0) return { kind: 'unsatisfiable' };
  // Satisfiable by the RFC, but Content-Range cannot name a part of nothing.
  if (size === 0) return WHOLE;
  return { kind: 'part', range: { start: Math.max(0, size - length), end: size - 1 } };
}

/** @throws RangeError when no object of any size has the range */
export function assertByteRange({ start, end }: ByteRange): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new RangeError(`The range ${start}-${end} is none: it takes whole numbers, 0 <= start <= end.`);
  }
}
