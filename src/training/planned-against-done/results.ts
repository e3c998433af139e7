import type { Reached } from './done-run.ts';
import type { Deviation, Paces, StepStatus } from './judge-step.ts';
import type { Step } from './steps.ts';

export type Range = {
  readonly activity_id: string;
  readonly start_s: number;
  readonly end_s: number;
  readonly lap_indexes: readonly number[];
};
export type ReachedView = Pick<Reached, 'duration_s' | 'distance_m' | 'average_heart_rate_bpm'> & Paces;

export type StepResult = {
  readonly step: Step;
  /** Null where nothing can be told. */
  readonly status: StepStatus | null;
  /** Indexes of all steps that were run as one with this step; each of them has the numbers of the whole. */
  readonly merged_with: readonly number[];
  readonly ranges: readonly Range[];
  readonly reached: ReachedView | null;
  readonly deviation: Deviation | null;
  /** How well length and speed fit, from 0 to 1, by our own scale. Null for a step that was not run. */
  readonly confidence: number | null;
};
export type Extra = {
  readonly ranges: readonly Range[];
  readonly reached: ReachedView;
  readonly is_hard: boolean | null;
};
