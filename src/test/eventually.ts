import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for what must come true; the limit is only there so that a failing test ends. */
export async function eventually<T>(look: () => Promise<T> | T, isThere: (found: T) => boolean): Promise<T> {
  const end = Date.now() + 120_000;
  for (;;) {
    const found = await look();
    if (isThere(found)) return found;
    if (Date.now() > end) assert.fail(`never came true; the last was ${JSON.stringify(found).slice(-400)}`);
    await sleep(25);
  }
}
