import type { UserActor } from '../../../http/actor.ts';
import { hashToken, newToken } from '../../../infra/crypto/tokens.ts';
import type { Transaction } from '../../../infra/db/database.ts';
import { type WriteKey, writeOnce } from '../../../infra/idempotency/write-once.ts';
import { newId } from '../../../shared/ids.ts';
import { holdOrganization } from '../../organizations/index.ts';
import { requirePlanner } from '../../planning/index.ts';
import { type CalendarJob, type JobDeps, runCalendarJob, undoPurpose } from './calendar-job.ts';
import { athletesOf, findSource, requireWhole, type WeekAction } from './decide-action.ts';
import { insertJob } from './job-queries.ts';
import { FORGOTTEN_MS } from './keep-action.ts';
import { findChangedAthletes, findMembers, insertAction } from './queries.ts';

/**
 * `actOnWeeks` for more athletes than a request can wait for, by a worker. Copied workouts are as of now.
 * @returns the id of the job
 * @throws notFound; forbidden; featureNotEnabled; invalidField for contradictory fields
 */
export async function startAction(
  deps: JobDeps,
  actor: UserActor,
  { org_id: asked, write_key, ...action }: WeekAction & { org_id: string; write_key: WriteKey | undefined },
): Promise<{ readonly org_id: string; readonly job_id: string }> {
  const { org_id } = await requirePlanner(deps.db, asked, actor);
  requireWhole(action);
  const now = deps.clock.now();
  const { job_id } = await writeOnce(deps, write_key, async (tx) => {
    await holdOrganization(tx, org_id);
    const athletes = athletesOf(action);
    const members = await findMembers(tx, { org_id, user_ids: athletes });
    const known = new Set(members);
    const refused = athletes
      .filter((user_id) => !known.has(user_id))
      .map((user_id) => ({ user_id, workout_id: null, date: null, reason: 'not_a_member' }));
    const id = newId();
    const { athlete_ids: _, ...request } = action;
    const job = {
      ...{ id, org_id, created_by: actor.user_id, kind: 'action' as const },
      ...(action.dry_run
        ? { action_id: null, undo_token: null }
        : await openAction(tx, deps, { id, org_id, actor, now })),
      request: { ...request, takes_races: false },
      source: await findSource(tx, { org_id, action, now }),
      ...{ refused, created_at: now, finished_at: null, failure: null },
    };
    await enqueueJob(tx, deps, job, members);
    return { job_id: id };
  });
  return { org_id, job_id };
}

/** Begins to take back what a job has changed, which the transaction holds. @returns the id of the job that does */
export async function startUndo(
  tx: Transaction,
  deps: Pick<JobDeps, 'jobs'>,
  {
    job: { org_id, action_id, request },
    actor,
    now,
  }: { readonly job: CalendarJob; readonly actor: UserActor; readonly now: Date },
): Promise<string> {
  const id = newId();
  const user_ids = await findChangedAthletes(tx, { org_id, action_id: action_id ?? '' });
  const job = {
    ...{ id, org_id, created_by: actor.user_id, kind: 'undo' as const, action_id, request },
    ...{ source: [], refused: [], undo_token: null, created_at: now, finished_at: null, failure: null },
  };
  await enqueueJob(tx, deps, job, user_ids);
  return id;
}

/** Keeps a job of these athletes, with the work that does it. */
async function enqueueJob(
  tx: Transaction,
  { jobs }: Pick<JobDeps, 'jobs'>,
  job: CalendarJob,
  user_ids: readonly string[],
): Promise<void> {
  const forgotten_before = new Date(job.created_at.getTime() - FORGOTTEN_MS);
  await insertJob(tx, job, { user_ids, forgotten_before });
  await jobs.enqueue(tx, runCalendarJob, { org_id: job.org_id, job_id: job.id });
}

/** Changes are stored under an action that exists beforehand; its token waits in a sealed box until all is done. */
async function openAction(
  tx: Transaction,
  { secretBox }: Pick<JobDeps, 'secretBox'>,
  {
    id,
    org_id,
    actor,
    now,
  }: { readonly id: string; readonly org_id: string; readonly actor: UserActor; readonly now: Date },
) {
  const action_id = newId();
  const token = newToken();
  await insertAction(tx, {
    ...{ id: action_id, org_id, created_by: actor.user_id, undo_hash: hashToken(token), refused: [], now },
    forgotten_before: new Date(now.getTime() - FORGOTTEN_MS),
  });
  return { action_id, undo_token: secretBox.seal(undoPurpose(id), Buffer.from(token)) };
}
