import type { UserActor } from '../../../http/actor.ts';
import type { Transaction } from '../../../infra/db/database.ts';
import { AppError } from '../../../shared/errors.ts';
import { holdOrganization } from '../../organizations/index.ts';
import { requirePlanner } from '../../planning/index.ts';
import { findPeople } from '../team-calendar/find-people.ts';
import { type AthleteOutcome, type CalendarJob, isOverdue, type JobDeps } from './calendar-job.ts';
import type { Change, Copy } from './copy.ts';
import { decideAction } from './decide-action.ts';
import { endJob, findJob, findNextAthletes, lockJob, storeOutcomes } from './job-queries.ts';
import { noteChanges, outcomeOf, storeChanges } from './keep-action.ts';
import { findChangesOf, lockCopiesById, type RefusedRow, storeCopies } from './queries.ts';
import { takeBack } from './take-back.ts';
import { type ToldChange, toldChange, type WorkoutChange } from './told-change.ts';

/** Athletes per transaction: some tenths of a second, during which others wait on the embedded engine. */
const AT_ONCE = 25;

type JobId = { readonly org_id: string; readonly job_id: string };

/**
 * Works off a job some athletes at a time, each in one transaction with its completion, so that a restart continues
 * behind it. Ends where the requester lost the right or it is overdue.
 */
export async function runJob(deps: JobDeps, { org_id, job_id }: JobId, signal: AbortSignal): Promise<void> {
  const job = await findJob(deps.db, { org_id, job_id });
  if (job === null) return;
  const actor: UserActor = { type: 'user', user_id: job.created_by, roles: [] };
  if (!(await mayGoOn(deps, actor, org_id))) {
    const now = deps.clock.now();
    await deps.db.transaction((tx) => endJob(tx, { org_id, job_id, failure: 'forbidden', now }));
    return;
  }
  while (await takeSome(deps, { org_id, job_id, actor })) signal.throwIfAborted();
}

async function mayGoOn(deps: JobDeps, actor: UserActor, org_id: string): Promise<boolean> {
  try {
    await requirePlanner(deps.db, org_id, actor);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}

/** @returns whether there may be more to do */
async function takeSome(
  deps: JobDeps,
  { org_id, job_id, actor }: JobId & { readonly actor: UserActor },
): Promise<boolean> {
  return await deps.db.transaction(async (tx) => {
    await holdOrganization(tx, org_id);
    const now = deps.clock.now();
    const job = await lockJob(tx, { org_id, job_id });
    if (job === null || job.finished_at !== null || isOverdue(job, now)) return false;
    const user_ids = await findNextAthletes(tx, { org_id, job_id, limit: AT_ONCE });
    if (user_ids.length === 0) {
      await endJob(tx, { org_id, job_id, failure: null, now });
      return false;
    }
    const part = { job, actor, user_ids, now };
    const { changes, refused } =
      job.kind === 'undo' ? await undoPart(tx, deps, part) : await actPart(tx, deps, part);
    await storeOutcomes(tx, { org_id, job_id }, outcomesOf(user_ids, changes, refused));
    return true;
  });
}

type Part = {
  readonly job: CalendarJob;
  readonly actor: UserActor;
  readonly user_ids: readonly string[];
  readonly now: Date;
};
type Done = { readonly changes: readonly ToldChange[]; readonly refused: readonly RefusedRow[] };

async function actPart(tx: Transaction, deps: JobDeps, { job, actor, user_ids, now }: Part): Promise<Done> {
  const { org_id, action_id, request, source } = job;
  const { takes_races } = request;
  const action = { ...request, athlete_ids: user_ids };
  const { decided, people } = await decideAction(tx, deps, { org_id, action, source, takes_races, now });
  if (action_id !== null) {
    const about = { org_id, actor, action: request.action, names: people, now };
    await storeChanges(tx, deps, { ...about, action_id }, decided);
  }
  const { changes, refused } = outcomeOf(decided);
  return { changes: toldChanges(changes), refused };
}

/** Of each athlete all is taken back, or nothing where something of it was changed since. */
async function undoPart(tx: Transaction, deps: JobDeps, { job, actor, user_ids, now }: Part): Promise<Done> {
  const { org_id, action_id } = job;
  const kept = await findChangesOf(tx, { org_id, action_id: action_id ?? '', user_ids });
  const copies = await lockCopiesById(tx, { org_id, ids: [...new Set(kept.map(({ plan_id }) => plan_id))] });
  const names = await findPeople(tx, deps, { org_id, user_ids, now });
  const restored: Copy[] = [];
  const inverse: Change[] = [];
  const refused: RefusedRow[] = [];
  for (const user_id of user_ids) {
    const mine = kept.filter((one) => one.user_id === user_id);
    const back = takeBack(
      copies.filter((copy) => copy.user_id === user_id),
      mine,
    );
    if (back.lost.length === 0) {
      restored.push(...back.restored);
      inverse.push(...back.inverse);
      continue;
    }
    for (const { before, after } of back.lost) {
      const { id, date } = after ?? before ?? { id: null, date: null };
      refused.push({ user_id, workout_id: id, date, reason: 'changed_since' });
    }
  }
  await storeCopies(tx, { org_id, now }, restored);
  await noteChanges(tx, deps, { org_id, actor, action: 'undo', names, now }, inverse);
  const changes = inverse.map(({ copy, before, after }) => ({
    ...{ user_id: copy.user_id, plan_id: copy.id, before, after },
  }));
  return { changes: toldChanges(changes), refused };
}

const toldChanges = (changes: readonly WorkoutChange[]): ToldChange[] =>
  changes.map(toldChange).filter((one) => one !== null);

function outcomesOf(
  user_ids: readonly string[],
  changes: readonly ToldChange[],
  refused: readonly RefusedRow[],
): { user_id: string; outcome: AthleteOutcome }[] {
  const changesOf = Map.groupBy(changes, ({ user_id }) => user_id);
  const refusedOf = Map.groupBy(refused, ({ user_id }) => user_id);
  return user_ids.map((user_id) => ({
    user_id,
    outcome: { changes: changesOf.get(user_id) ?? [], refused: refusedOf.get(user_id) ?? [] },
  }));
}
