import { describeError } from '../../infra/jobs/describe-error.ts';
import { reasonOf } from '../../shared/errors.ts';
import { SECOND_MS } from '../../shared/time.ts';
import { type Check, type Finding, warning } from './finding.ts';

/** What a look takes at most, so that none of them keeps the others from being read. */
export const LOOK_LIMIT_MS = 5 * SECOND_MS;

const UNCHECKED = 'mend what it says, or run it again when less goes on; LOG_LEVEL=debug logs more';

/** One check after the other: they share a database, which may have one connection. */
export async function runInTurn<Deps>(
  checks: readonly Check<Deps>[],
  deps: Deps,
  signal: AbortSignal,
  tell: (finding: Finding) => void,
  limit_ms: number | null,
): Promise<void> {
  for (const check of checks) {
    if (signal.aborted) return;
    for (const finding of await runBounded(check, deps, signal, limit_ms)) tell(finding);
  }
}

/** All at once, told in their order. */
export async function runTogether<Deps>(
  checks: readonly Check<Deps>[],
  deps: Deps,
  signal: AbortSignal,
): Promise<Finding[]> {
  return (await Promise.all(checks.map((check) => runBounded(check, deps, signal, LOOK_LIMIT_MS)))).flat();
}

/** Never throws: a check that fails says why. One that was called off has nothing to say. */
async function runBounded<Deps>(
  check: Check<Deps>,
  deps: Deps,
  signal: AbortSignal,
  limit_ms: number | null,
): Promise<Finding[]> {
  const over = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const timer =
    limit_ms === null
      ? undefined
      : setTimeout(() => {
          const late = new Error(`it took longer than ${limit_ms / SECOND_MS} s`);
          over.abort(late);
          reject(late);
        }, limit_ms);
  try {
    const run = async () => await check.run(deps, AbortSignal.any([over.signal, signal]));
    const seen = await Promise.race([run(), promise]);
    return seen.map((one) => ({ check: check.name, ...one }));
  } catch (error) {
    if (signal.aborted) return [];
    const why = over.signal.aborted ? reasonOf(over.signal.reason) : describeError(error);
    const seen = `not checked: ${why.replace(/\.$/, '')}`;
    return [{ check: check.name, ...warning(seen, UNCHECKED) }];
  } finally {
    clearTimeout(timer);
  }
}
