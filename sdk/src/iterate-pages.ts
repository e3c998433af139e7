export type Page<T> = {
  readonly items: readonly T[];
  /** Where the next page begins; null on the last one. */
  readonly next_cursor?: string | null | undefined;
};

/** The most the server gives at once. */
const LARGEST_PAGE = 100;

/**
 * All items of a list, a page at a time, or the first `limit` of them. Each page begins where the one before it ended, so what
 * is added or goes meanwhile neither repeats nor hides anything else.
 */
export async function* iteratePages<T>(
  readPage: (page: { limit: number; cursor: string }) => Promise<Page<T>>,
  options: {
    readonly limit?: number | undefined;
    readonly pageSize?: number | undefined;
    readonly signal?: AbortSignal | undefined;
  },
): AsyncGenerator<T, void, undefined> {
  const { limit = Number.POSITIVE_INFINITY, pageSize = LARGEST_PAGE, signal } = options;
  let left = limit;
  // Empty for the first page.
  let cursor: string | null | undefined = '';
  while (left > 0 && cursor != null) {
    const page: Page<T> = await readPage({ limit: Math.min(pageSize, left), cursor });
    for (const item of page.items) {
      signal?.throwIfAborted();
      yield item;
      left -= 1;
      if (left === 0) return;
    }
    cursor = page.next_cursor;
  }
}
