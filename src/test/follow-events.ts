import assert from 'node:assert/strict';
import type { TestServer } from './harness.ts';
import { parseEvents, type ReadEvent } from './read-events.ts';

/** A stream of events that is read while it comes. */
export type Followed = {
  /** Waits until so many have come, and gives them. */
  first(count: number): Promise<readonly ReadEvent[]>;
  /** All of them, once the server has ended it. */
  whole(): Promise<readonly ReadEvent[]>;
  leave(): void;
};

/** Follows a GET that answers a stream of events. */
export async function followEvents(
  server: Pick<TestServer, 'url'>,
  path: string,
  token: string,
): Promise<Followed> {
  const leaving = new AbortController();
  const { signal } = leaving;
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${server.url}${path}`, { headers, signal });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  let text = '';
  let isOver = false;
  const waiting = new Set<() => void>();
  const read = async (): Promise<readonly ReadEvent[]> => {
    try {
      for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(
        new TextDecoderStream(),
      )) {
        text += chunk;
        for (const look of waiting) look();
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    isOver = true;
    for (const look of waiting) look();
    return await parseEvents(text);
  };
  const whole = read();
  // What `first` waits for in vain, it says itself.
  whole.catch(() => undefined);
  return {
    async first(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const look = (): void => {
        if (isOver || blocksOf(text) >= count) resolve();
      };
      waiting.add(look);
      look();
      await inTime(promise, () => text);
      waiting.delete(look);
      const events = await parseEvents(text.slice(0, text.lastIndexOf('\n\n') + 2));
      assert.ok(events.length >= count, `it ended after ${JSON.stringify(events)}`);
      return events.slice(0, count);
    },
    whole: () => inTime(whole, () => text),
    leave: () => leaving.abort(),
  };
}

/** The limit is only there so that a failing test ends. */
async function inTime<T>(waited: Promise<T>, received: () => string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`It never comes; all there is: ${received()}`)), 120_000);
  try {
    return await Promise.race([waited, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whole events; comments are none. */
function blocksOf(text: string): number {
  return text
    .split('\n\n')
    .slice(0, -1)
    .filter((block) => block.startsWith('event:')).length;
}
