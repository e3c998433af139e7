import { randomInt } from 'node:crypto';
import type { TestContext } from 'node:test';
import fc from 'fast-check';

export type Runs = { readonly seed: number; readonly runs: number; readonly path: string | undefined };

const USUAL_SEED = 20_260_701;

/**
 * How often a property is checked, and where from: as usual, by that share of it that `npm test` gives a file
 * (`EKIDEN_TEST_SHARE`, on the second engine from elsewhere), or as `EKIDEN_TEST_RUNS` and `EKIDEN_TEST_SEED` (`random` for
 * somewhere new) say. `EKIDEN_TEST_PATH` chooses one of the runs.
 */
export function chosenRuns(usual: number): Runs {
  const { EKIDEN_TEST_RUNS: runs, EKIDEN_TEST_SEED: seed, EKIDEN_TEST_PATH: path } = process.env;
  const share = runs === undefined && seed === undefined ? Number(process.env.EKIDEN_TEST_SHARE ?? 1) : 1;
  const again = share < 1 && process.env.EKIDEN_TEST_ENGINE === 'postgres';
  return {
    seed: seed === 'random' ? randomInt(2 ** 31) : Number(seed ?? USUAL_SEED + (again ? 1 : 0)),
    runs: Number(runs ?? Math.ceil(usual * share)),
    path,
  };
}

/** Whoever waits for a smaller example may wait this long, in milliseconds. */
const SHRINK_MS = 30_000;

/**
 * Checks a property that talks to a server: prints the seed, and where it fails tells the smallest example it found
 * within that time and how to see it again.
 *
 * @param options.story what a reader wants to know of an example
 */
export async function checkProperty<T>(
  t: TestContext,
  { seed, runs, path }: Runs,
  options: { any: fc.Arbitrary<T>; check: (example: T) => Promise<void>; story: (example: T) => string },
): Promise<void> {
  const { any, check, story } = options;
  t.diagnostic(`seed ${seed}, ${runs} runs`);
  let failedAt: number | undefined;
  let first: unknown;
  const property = fc.asyncProperty(any, async (example) => {
    if (failedAt !== undefined && performance.now() - failedAt > SHRINK_MS) return;
    try {
      await check(example);
    } catch (error) {
      first ??= error;
      failedAt ??= performance.now();
      throw error;
    }
  });
  const result = await fc.check(property, { numRuns: runs, seed, ...(path === undefined ? {} : { path }) });
  if (!result.failed) return;
  const [example] = result.counterexample ?? [];
  throw new Error(
    `Run ${result.numRuns} failed. The smallest example, after ${result.numShrinks} steps:\n` +
      `${example === undefined ? 'none' : story(example)}\n` +
      `It failed first with: ${first}\n` +
      `Again: EKIDEN_TEST_SEED=${seed} EKIDEN_TEST_PATH=${result.counterexamplePath}`,
    // On the way to the smallest example the fault may turn into another one.
    {
      cause: new AggregateError(
        [first, result.errorInstance],
        'The first fault, and that of the smallest example',
      ),
    },
  );
}
