import assert from 'node:assert/strict';
import type { TestResponse } from './harness.ts';

/**
 * The pages of a list, one after another by their cursors, until one is the last.
 *
 * @param read asks for a page, by a query without its question mark
 * @param options.name what the list is called in `data`
 * @param options.query of every page
 * @param options.between is done before each page but the first
 */
export async function walkPages(
  read: (query: string) => Promise<TestResponse>,
  {
    name,
    query,
    between = async () => {},
  }: { name: string; query: string; between?: () => Promise<unknown> },
): Promise<Record<string, unknown>[][]> {
  const pages: Record<string, unknown>[][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body }: TestResponse = await read(cursor === '' ? query : `${query}&cursor=${cursor}`);
    assert.equal(status, 200, JSON.stringify(body));
    pages.push(body.data[name]);
    cursor = body.data.next_cursor;
    if (cursor !== null) await between();
  }
  return pages;
}
