import { invalidField } from './errors.ts';

/** Where a page ends: the time and the id of its last item. Lists that are in the order of ids alone leave the time at zero. */
export type PagePosition = { readonly at: Date; readonly id: string };

/** Eight bytes of time, sixteen of the id. */
const CURSOR_BYTES = 24;
/** The characters that so many bytes have in base64url. */
export const CURSOR_CHARS = 32;
/** The last millisecond of the year 9999. */
export const LATEST_MS = 253_402_300_799_999;

export function cursorOf({ at, id }: PagePosition): string {
  const bytes = Buffer.alloc(CURSOR_BYTES);
  bytes.writeBigInt64BE(BigInt(at.getTime()));
  bytes.write(id.replaceAll('-', ''), 8, 'hex');
  return bytes.toString('base64url');
}

/** @throws invalidField for what no page has ended with */
export function positionOf(cursor: string): PagePosition {
  const bytes = Buffer.from(cursor, 'base64url');
  const ms = bytes.length === CURSOR_BYTES ? Number(bytes.readBigInt64BE()) : Number.NaN;
  if (!(ms >= 0 && ms <= LATEST_MS)) throw invalidField('cursor', 'must be the next_cursor of a page');
  return { at: new Date(ms), id: bytes.toString('hex', 8) };
}

/** @returns null for the first page, of which the cursor is missing or empty */
export function placeAfter(cursor: string | undefined): PagePosition | null {
  return cursor === undefined || cursor === '' ? null : positionOf(cursor);
}

export type PageAsked = { readonly cursor: string | undefined; readonly limit: number };

/**
 * One page of what is found one more than asked for, so that it is known whether there is another.
 * @throws invalidField for an invalid cursor
 */
export async function pageOf<Row>(
  { cursor, limit }: PageAsked,
  find: (page: { after: PagePosition | null; limit: number }) => Promise<Row[]>,
  placeOf: (row: Row) => PagePosition,
): Promise<{ rows: Row[]; next_cursor: string | null }> {
  const found = await find({ after: cursor === undefined ? null : positionOf(cursor), limit: limit + 1 });
  return cutPage(found, limit, placeOf);
}

/** The page of what was found one more than `limit`. */
export function cutPage<Row>(
  found: readonly Row[],
  limit: number,
  placeOf: (row: Row) => PagePosition,
): { rows: Row[]; next_cursor: string | null } {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return { rows, next_cursor: hasMore ? cursorOf(placeOf(last)) : null };
}
