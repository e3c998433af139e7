import { invalidField } from '../../shared/errors.ts';
import { cutPage, type PagePosition, placeAfter } from '../../shared/page-cursor.ts';

/** Lists of the developer API page by `offset` as the specification says; a cursor, empty for the first page, switches to `next_cursor`. */

export type EitherPage = {
  readonly limit: number;
  readonly offset: number;
  readonly cursor?: string | undefined;
};

/** Which rows such a list has to find: by a cursor one more than asked for, so that it is known whether there is another page. */
export type RowsAsked = {
  readonly limit: number;
  readonly offset: number;
  readonly after: PagePosition | null;
};

export function rowsAsked({ limit, offset, cursor }: EitherPage): RowsAsked {
  if (cursor === undefined) return { limit, offset, after: null };
  if (offset !== 0) throw invalidField('offset', 'must be left out with cursor');
  return { limit: limit + 1, offset, after: placeAfter(cursor) };
}

/** Of the rows that were found those of the page, and what the answer says of the page. */
export function pageFound<Row>(
  { limit, offset, cursor }: EitherPage,
  found: readonly Row[],
  placeOf: (row: Row) => PagePosition,
): { rows: readonly Row[]; echo: { limit: number; offset: number; next_cursor?: string | null } } {
  if (cursor === undefined) return { rows: found, echo: { limit, offset } };
  const { rows, next_cursor } = cutPage(found, limit, placeOf);
  return { rows, echo: { limit, offset, next_cursor } };
}
