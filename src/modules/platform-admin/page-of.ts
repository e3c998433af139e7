import { cursorOf, type PagePosition, positionOf } from '../../shared/page-cursor.ts';

export type PageAsked = { readonly cursor: string | undefined; readonly limit: number };

/**
 * One page of what is found one more than asked for, so that it is known whether there is another.
 *
 * @throws invalidField for a cursor that no page has ended with
 */
export async function pageOf<Row>(
  { cursor, limit }: PageAsked,
  find: (page: { after: PagePosition | null; limit: number }) => Promise<Row[]>,
  placeOf: (row: Row) => PagePosition,
): Promise<{ rows: Row[]; next_cursor: string | null }> {
  const found = await find({ after: cursor === undefined ? null : positionOf(cursor), limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return { rows, next_cursor: hasMore ? cursorOf(placeOf(last)) : null };
}
