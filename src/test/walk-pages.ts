import assert from 'node:assert/strict';

/** More than any test has: a list whose pages do not end fails here. */
const MOST_PAGES = 100;

/** All pages of a list, one after another. The first one is asked for without a cursor. */
export async function walkPages<Page extends { readonly next_cursor: string | null }>(
  read: (cursor: string | undefined) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    assert.ok(pages.length < MOST_PAGES, 'the pages do not end');
    const page: Page = await read(cursor);
    pages.push(page);
    cursor = page.next_cursor;
  }
  return pages;
}
