import type { AsyncHook } from 'node:async_hooks';
import { createRequire } from 'node:module';

/**
 * Node's test runner follows every promise of the process, with a hook that is also told of each one's end, to know which test
 * an error outside of all awaiting belongs to: an eighth of the suite's time. Without it such an error still fails the run, and
 * its stack says where it came from. Nothing of ours uses these hooks (AsyncLocalStorage does not). Needs --expose-internals.
 */
const internals: { getHookArrays(): readonly [readonly AsyncHook[], unknown] } = createRequire(
  import.meta.url,
)('internal/async_hooks');
const [hooks] = internals.getHookArrays();
for (const hook of [...hooks]) hook.disable();
