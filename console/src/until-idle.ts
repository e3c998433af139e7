/** Also a page that is never idle goes on. */
const LONGEST_WAIT_MS = 2_000;

/** Waits until the browser has nothing to do for the page. Not all browsers tell. */
export function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis)
      requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT_MS });
    else setTimeout(resolve, 0);
  });
}
