import type { SecretBox } from '../../../infra/crypto/secret-box.ts';
import { defineJob, type Jobs } from '../../../infra/jobs/index.ts';
import { HOUR_MS } from '../../../shared/time.ts';
import type { CopySource, WeekAction } from './decide-action.ts';
import type { ActionDeps } from './keep-action.ts';
import type { RefusedRow } from './queries.ts';
import type { ToldChange } from './told-change.ts';

export type JobDeps = ActionDeps & {
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly secretBox: Pick<SecretBox, 'seal' | 'open'>;
};

/** Up to so many athletes are changed while the request waits, in one transaction; more by a worker. */
export const MOST_AT_ONCE = 50;
/** A job not begun by then is dropped: nobody expects changes hours later. */
const JOB_MS = HOUR_MS;
export const JOB_KINDS = ['action', 'undo'] as const;
export const JOB_STATES = ['waiting', 'running', 'done', 'failed'] as const;
export const JOB_FAILURES = ['forbidden', 'timed_out'] as const;

type JobRequest = Omit<WeekAction, 'athlete_ids'> & {
  /** Of one workout of one athlete, races go as well. */
  readonly takes_races: boolean;
};

export type CalendarJob = {
  readonly id: string;
  readonly org_id: string;
  readonly created_by: string;
  readonly kind: (typeof JOB_KINDS)[number];
  readonly action_id: string | null;
  readonly request: JobRequest;
  readonly source: readonly CopySource[];
  readonly refused: readonly RefusedRow[];
  readonly undo_token: Buffer | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  readonly failure: 'forbidden' | null;
};

/** What came of it for one athlete. */
export type AthleteOutcome = {
  readonly changes: readonly ToldChange[];
  readonly refused: readonly RefusedRow[];
};

export const isOverdue = ({ created_at }: Pick<CalendarJob, 'created_at'>, now: Date): boolean =>
  now.getTime() > created_at.getTime() + JOB_MS;

/** What the token of a job is sealed for. */
export const undoPurpose = (job_id: string): string => `undo token of calendar job ${job_id}`;

export const runCalendarJob = defineJob<{ readonly org_id: string; readonly job_id: string }>({
  name: 'plans.change-weeks',
  payload: (value) => {
    const { org_id, job_id } = value as { org_id?: unknown; job_id?: unknown };
    if (typeof org_id !== 'string' || typeof job_id !== 'string') throw new TypeError('ids are missing');
    return { org_id, job_id };
  },
  // Within the hour after which nothing more is done.
  retry: { limit: 12, delay_s: 2, backoff: true, max_delay_s: 300 },
  expire_in_s: 1_800,
});
