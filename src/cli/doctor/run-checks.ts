import { describeError } from '../../infra/jobs/describe-error.ts';
import { SECOND_MS } from '../../shared/time.ts';
import { type Check, type Finding, unchecked } from './finding.ts';

/** What a look takes at most, so that none of them keeps the others from being read. */
const LIMIT_MS = 5 * SECOND_MS;

/** One check after the other: they share a database, which may have one connection. */
export async function runInTurn<Deps>(
  checks: readonly Check<Deps>[],
  deps: Deps,
  signal: AbortSignal,
  tell: (finding: Finding) => void,
): Promise<void> {
  for (const check of checks) {
    if (signal.aborted) return;
    for (const finding of await runBounded(check, deps, signal)) tell(finding);
  }
}

/** All at once, told in their order. */
export async function runTogether<Deps>(
  checks: readonly Check<Deps>[],
  deps: Deps,
  signal: AbortSignal,
): Promise<Finding[]> {
  return (await Promise.all(checks.map((check) => runBounded(check, deps, signal)))).flat();
}

/** Never throws: a check that fails says why. */
async function runBounded<Deps>(check: Check<Deps>, deps: Deps, signal: AbortSignal): Promise<Finding[]> {
  const over = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const late = new Error(`it took longer than ${LIMIT_MS / SECOND_MS} s`);
  const timer = setTimeout(() => {
    over.abort(late);
    reject(late);
  }, LIMIT_MS);
  try {
    const run = async () => await check.run(deps, AbortSignal.any([over.signal, signal]));
    const seen = await Promise.race([run(), promise]);
    return seen.map((one) => ({ check: check.name, ...one }));
  } catch (error) {
    const why = error === late ? late.message : describeError(error);
    return [{ check: check.name, ...unchecked(`${why}.`.replace(/\.\.$/, '.')) }];
  } finally {
    clearTimeout(timer);
  }
}
