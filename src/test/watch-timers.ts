import type { TestContext } from 'node:test';

/** `fetch` has shorter ones of its own, which it keeps between requests. */
const SHORTEST_MS = 5_000;

/** Whose timers count: servers of other tests run in the same process, and set theirs whenever they like. */
const SET_BY = /\/(?:infra\/llm|plans\/model)\/|\/node_modules\/(?:ai|@ai-sdk)\//;

/**
 * Counts the long timers that asking a model sets in this test from now on and that neither went off nor were cleared: each holds a process for as long
 * as it was set to run.
 */
export function watchTimers(t: TestContext, shortest_ms = SHORTEST_MS): { live(): number } {
  const live = new Set<unknown>();
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  t.mock.method(
    globalThis,
    'setTimeout',
    (run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => {
      const timer = set(() => {
        live.delete(timer);
        run(...given);
      }, ms);
      if (ms !== undefined && ms >= shortest_ms && SET_BY.test(new Error().stack ?? '')) live.add(timer);
      return timer;
    },
  );
  t.mock.method(globalThis, 'clearTimeout', (timer: NodeJS.Timeout | undefined) => {
    live.delete(timer);
    clear(timer);
  });
  return { live: () => live.size };
}
