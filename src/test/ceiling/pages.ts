/** How lists are cut, by offset or by a place in them. */
import { cursorOf, type PagePosition, positionOf } from '../../shared/page-cursor.ts';

type Json = Readonly<Record<string, unknown>>;
/** As they are written in the address; undefined is not sent. */
type Parameters = Readonly<Record<string, string | undefined>>;

export function compare(a: PagePosition, b: PagePosition): number {
  const [one, other] = [a.id.replaceAll('-', ''), b.id.replaceAll('-', '')];
  return a.at.getTime() - b.at.getTime() || (one < other ? -1 : Number(one > other));
}

type Page = { readonly items: readonly Json[]; readonly echo: Json };

/** A page by offset, or by a cursor, which may be any place in the list: null for what is refused. */
export function pageOf(
  all: readonly Json[],
  { cursor, ...query }: Parameters,
  placeOf: (item: Json) => PagePosition,
  direction: 'upwards' | 'downwards',
): Page | null {
  const [limit, offset] = [whole(query.limit ?? '50', 1, 100), whole(query.offset ?? '0', 0)];
  if (limit === null || offset === null) return null;
  if (cursor === undefined) return { items: all.slice(offset, offset + limit), echo: { limit, offset } };
  if (offset !== 0 || !/^(?:[\w-]{32})?$/.test(cursor)) return null;
  const place = cursor === '' ? null : positionOf(cursor);
  const rest = all.filter((item) => {
    if (place === null) return true;
    const order = compare(placeOf(item), place);
    return direction === 'upwards' ? order > 0 : order < 0;
  });
  const items = rest.slice(0, limit);
  const last = items.at(-1);
  const next_cursor = rest.length > limit && last !== undefined ? cursorOf(placeOf(last)) : null;
  return { items, echo: { limit, offset, next_cursor } };
}

export const LATEST = String(Date.UTC(9999, 11, 31, 23, 59, 59, 999));

/** A number in exact decimal digits, or null. */
export function whole(text: string, least: number, most = Number(LATEST)): number | null {
  const value = Number(text);
  return /^(0|[1-9]\d*)$/.test(text) && value >= least && value <= most ? value : null;
}
