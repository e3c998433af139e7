import type { UserActor } from '../../../http/actor.ts';
import { hashToken } from '../../../infra/crypto/tokens.ts';
import type { Transaction } from '../../../infra/db/database.ts';
import { type WriteKey, writeOnce } from '../../../infra/idempotency/write-once.ts';
import { holdOrganization } from '../../organizations/index.ts';
import { requirePlanner } from '../../planning/index.ts';
import { changedSince, nothingToUndo } from '../errors.ts';
import { findPeople } from '../team-calendar/find-people.ts';
import type { JobDeps } from './calendar-job.ts';
import type { Change } from './copy.ts';
import { lockJobOfToken } from './job-queries.ts';
import { noteChanges, type Outcome, UNDO_MS } from './keep-action.ts';
import {
  findChanges,
  type KeptChange,
  lockAction,
  lockCopiesById,
  markUndone,
  storeCopies,
} from './queries.ts';
import { startUndo } from './start-job.ts';
import { takeBack } from './take-back.ts';

/** As many as one answer names. */
const MAX_NAMED = 20;

/**
 * Undoes an action for any coach with its token: completely, or not at all where something changed since. A job's changes
 * are undone by a job, each athlete separately.
 * @returns the outcome or the id of the job
 * @throws notFound; forbidden; featureNotEnabled; nothingToUndo; changedSince, which names what changed
 */
export async function undoAction(
  deps: JobDeps,
  actor: UserActor,
  {
    org_id: asked,
    undo_token,
    write_key,
  }: { org_id: string; undo_token: string; write_key: WriteKey | undefined },
): Promise<Outcome | { readonly org_id: string; readonly job_id: string }> {
  const { org_id } = await requirePlanner(deps.db, asked, actor);
  const now = deps.clock.now();
  const { action_id, job_id } = await writeOnce(deps, write_key, async (tx) => {
    await holdOrganization(tx, org_id);
    const undo_hash = hashToken(undo_token);
    // Locked before its action, in the worker's order.
    const job = await lockJobOfToken(tx, { org_id, undo_hash });
    const since = new Date(now.getTime() - UNDO_MS);
    const action = await lockAction(tx, { org_id, undo_hash, since });
    if (action === null || action.undone_at !== null) throw nothingToUndo();
    if (job !== null) {
      await markUndone(tx, action.id, org_id, now);
      return { action_id: null, job_id: await startUndo(tx, deps, { job, actor, now }) };
    }
    const kept = await findChanges(tx, { org_id, action_id: action.id });
    const inverse = await takeBackAction(tx, { org_id, action_id: action.id, now }, kept);
    const user_ids = [...new Set(kept.map(({ user_id }) => user_id))];
    const names = await findPeople(tx, deps, { org_id, user_ids, now });
    await noteChanges(tx, deps, { org_id, actor, action: 'undo', names, now }, inverse);
    return { action_id: action.id, job_id: null };
  });
  if (job_id !== null) return { org_id, job_id };
  if (action_id === null) throw new Error('An undo has neither an action nor a job.');
  const kept = await findChanges(deps.db, { org_id, action_id });
  const changes = kept.map((one) => ({ ...one, before: one.after, after: one.before }));
  return { changes, refused: [], undo_token: null };
}

/**
 * Stores the copies as they were before what was changed.
 *
 * @throws changedSince
 */
export async function takeBackAction(
  tx: Transaction,
  { org_id, action_id, now }: { readonly org_id: string; readonly action_id: string; readonly now: Date },
  kept: readonly KeptChange[],
): Promise<readonly Change[]> {
  const ids = [...new Set(kept.map(({ plan_id }) => plan_id))];
  const copies = await lockCopiesById(tx, { org_id, ids });
  const { restored, inverse, lost } = takeBack(copies, kept);
  if (lost.length > 0) throw namedAsChanged(lost);
  await storeCopies(tx, { org_id, now }, restored);
  await markUndone(tx, action_id, org_id, now);
  return inverse;
}

function namedAsChanged(lost: readonly KeptChange[]) {
  const details = lost.slice(0, MAX_NAMED).map(({ user_id, before, after }) => {
    const { id, title, date } = after ?? before ?? { id: '', title: '', date: '' };
    return { path: `${user_id}.${id}`, message: `${title} of ${date} was changed since` };
  });
  return changedSince({ details });
}
