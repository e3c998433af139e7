export type Page<T> = {
  readonly items: readonly T[];
  /** How many there are in all, where the server says. */
  readonly total?: number;
};

/** The most the server gives at once. */
const LARGEST_PAGE = 100;

/**
 * All items of a list, a page at a time, or the first `limit` of them. Without a total the end is a page that is shorter
 * than asked for, as the document says. What moves to the next page because something new has come before it is not given
 * twice.
 */
export async function* iteratePages<T extends { readonly id: string }>(
  readPage: (page: { limit: number; offset: number }) => Promise<Page<T>>,
  options: {
    readonly limit?: number | undefined;
    readonly pageSize?: number | undefined;
    readonly signal?: AbortSignal | undefined;
  },
): AsyncGenerator<T, void, undefined> {
  const { limit = Number.POSITIVE_INFINITY, pageSize = LARGEST_PAGE, signal } = options;
  let left = limit;
  let lastPage: ReadonlySet<string> = new Set();
  for (let offset = 0; left > 0; ) {
    const asked = Math.min(pageSize, left);
    const { items, total } = await readPage({ limit: asked, offset });
    for (const item of items) {
      if (lastPage.has(item.id)) continue;
      signal?.throwIfAborted();
      yield item;
      left -= 1;
      if (left === 0) return;
    }
    offset += items.length;
    if (items.length === 0 || (total === undefined ? items.length < asked : offset >= total)) return;
    lastPage = new Set(items.map(({ id }) => id));
  }
}
