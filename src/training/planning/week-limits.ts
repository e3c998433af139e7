import type { PlanNumbers } from './brief.ts';
import type { FindingCode } from './findings.ts';

/** What of a week that is over the rules for the next one ask for. */
export type WeekDone = {
  /** Metres of running, without the race. */
  readonly volume_m: number;
  /** Points of running, the race among them (`intensity.ts`). */
  readonly load: number;
  /** Metres of its longest run, the race among them. */
  readonly longest_run_m: number;
};

/** A limit in whole metres or points, and the rule that sets it. */
export type Limit = { readonly most: number; readonly rule: FindingCode };

/** What a week may have at most: the numbers that engines plan by and the check holds them to. */
export type WeekLimits = {
  readonly volume_m: Limit;
  readonly load: Limit;
  /** Without the share of the week, which depends on its days (`MOST_OF_LONG_RUN`). Null: nothing is known to grow from. */
  readonly longest_run_m: Limit | null;
};

/**
 * The limits of the week that follows on those before it; from none for week 1.
 *
 * @param before the weeks from 1, in order, as they came out (not as they were meant)
 */
export function weekLimits(_numbers: PlanNumbers, _before: readonly WeekDone[]): WeekLimits {
  throw new Error('not there yet');
}
