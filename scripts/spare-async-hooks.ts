import type { AsyncHook } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { beforeEach } from 'node:test';
import { isMainThread } from 'node:worker_threads';

/**
 * Node's test runner follows every promise of the process, with a hook that is also told of each one's end: a tenth of what
 * the suite computes. While files are loaded, hooks and tests know by it the suite they stand in. From the first test on it only
 * tells which test an error outside of all awaiting belongs to: without it such an error still fails the run, and is printed
 * here with its stack. Nothing of ours uses these hooks (AsyncLocalStorage does not). Needs --expose-internals.
 */
const internals: { getHookArrays(): readonly [readonly AsyncHook[], unknown] } = createRequire(
  import.meta.url,
)('internal/async_hooks');

// Threads begin with the same flags, and run no tests.
if (isMainThread) {
  // Not `before`, which at the root runs at once.
  beforeEach(() => {
    const [hooks] = internals.getHookArrays();
    for (const hook of [...hooks]) hook.disable();
  });
  process.on('uncaughtException', (error) => console.error(error));
  process.on('unhandledRejection', (error) => console.error(error));
}
