import type { UserActor } from '../../../http/actor.ts';
import { SNAPSHOT } from '../../../infra/db/database.ts';
import { type PageAsked, pageOf } from '../../../shared/page-cursor.ts';
import { requirePlanner } from '../../planning/index.ts';
import { noSuchCalendarJob } from '../errors.ts';
import {
  type CalendarJob,
  isOverdue,
  type JOB_FAILURES,
  type JOB_STATES,
  type JobDeps,
  undoPurpose,
} from './calendar-job.ts';
import { findJob, findJobAthletes, findProgress, type JobAthlete, type JobProgress } from './job-queries.ts';
import { UNDO_MS } from './keep-action.ts';

export type ShownJob = {
  readonly job: CalendarJob;
  readonly state: (typeof JOB_STATES)[number];
  readonly failure: (typeof JOB_FAILURES)[number] | null;
  readonly progress: JobProgress;
  /** Null until it has ended, and where there is nothing to undo or no more time to. */
  readonly undo_token: string | null;
};

/**
 * How far a job is, and a page of what came of it for each athlete, by their ids.
 *
 * @throws notFound; forbidden; featureNotEnabled; noSuchCalendarJob; validationError for a cursor that no page has ended with
 */
export async function readJob(
  deps: Pick<JobDeps, 'db' | 'clock' | 'secretBox'>,
  actor: UserActor,
  { org_id: asked, job_id, ...page }: PageAsked & { readonly org_id: string; readonly job_id: string },
): Promise<ShownJob & { readonly athletes: readonly JobAthlete[]; readonly next_cursor: string | null }> {
  const { org_id } = await requirePlanner(deps.db, asked, actor);
  const now = deps.clock.now();
  return await deps.db.transaction(async (tx) => {
    const job = await findJob(tx, { org_id, job_id });
    if (job === null || now.getTime() > job.created_at.getTime() + UNDO_MS) throw noSuchCalendarJob();
    const progress = await findProgress(tx, { org_id, job_id });
    const { rows, next_cursor } = await pageOf(
      page,
      ({ after, limit }) => findJobAthletes(tx, { org_id, job_id, after_id: after?.id ?? null, limit }),
      ({ user_id }) => ({ at: new Date(0), id: user_id }),
    );
    return { ...shown(deps, job, progress, now), athletes: rows, next_cursor };
  }, SNAPSHOT);
}

function shown(
  { secretBox }: Pick<JobDeps, 'secretBox'>,
  job: CalendarJob,
  progress: JobProgress,
  now: Date,
): ShownJob {
  const isLate = job.finished_at === null && isOverdue(job, now);
  const failure = isLate ? 'timed_out' : job.failure;
  const state =
    failure !== null
      ? 'failed'
      : job.finished_at !== null
        ? 'done'
        : progress.done > 0
          ? 'running'
          : 'waiting';
  const hasEnded = state === 'done' || state === 'failed';
  const undo_token =
    hasEnded && progress.is_open && job.undo_token !== null
      ? secretBox.open(undoPurpose(job.id), job.undo_token).toString()
      : null;
  return { job, state, failure, progress, undo_token };
}
