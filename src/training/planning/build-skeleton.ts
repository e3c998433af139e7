import type { PlanNumbers } from './brief.ts';
import type { DraftWeek } from './draft.ts';
import type { SkeletonWeek } from './skeleton.ts';
import type { Wishes } from './wishes.ts';

export type SkeletonOptions = {
  readonly wishes: Wishes;
  /** The weeks of a draft as a coach edited it; null while there is none. */
  readonly draft: readonly DraftWeek[] | null;
  readonly seed: number;
};

/** Phases, volumes and what each day is for, of each week of a plan in order. The same numbers make the same weeks. */
export function buildSkeleton(_numbers: PlanNumbers, _options: SkeletonOptions): SkeletonWeek[] {
  throw new Error('not there yet');
}
