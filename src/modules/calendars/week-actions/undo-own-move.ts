import type { UserActor } from '../../../http/actor.ts';
import { hashToken } from '../../../infra/crypto/tokens.ts';
import { type WriteKey, writeOnce } from '../../../infra/idempotency/write-once.ts';
import { findAthlete, holdOrganization } from '../../organizations/index.ts';
import { nothingToUndo } from '../errors.ts';
import { lockJobOfToken } from './job-queries.ts';
import { type ActionDeps, noteChanges, UNDO_MS } from './keep-action.ts';
import { findActionGiver, findChanges, lockAction } from './queries.ts';
import { takeBackAction } from './undo-action.ts';

/**
 * Undoes an athlete's own moves within a day, unless something changed since.
 * @throws nothingToUndo, also for a coach's change or in a former organization; changedSince
 */
export async function undoOwnMove(
  deps: ActionDeps,
  actor: UserActor,
  { undo_token, write_key }: { readonly undo_token: string; readonly write_key: WriteKey | undefined },
): Promise<void> {
  const { user_id } = actor;
  const now = deps.clock.now();
  const undo_hash = hashToken(undo_token);
  const org_id = await findActionGiver(deps.db, { user_id, undo_hash });
  if (org_id === null) throw nothingToUndo();
  await writeOnce(deps, write_key, async (tx) => {
    await holdOrganization(tx, org_id, nothingToUndo);
    const athlete = await findAthlete(tx, { org_id, user_id });
    // What a job does is taken back by a job.
    if ((await lockJobOfToken(tx, { org_id, undo_hash })) !== null) throw nothingToUndo();
    const since = new Date(now.getTime() - UNDO_MS);
    const action = await lockAction(tx, { org_id, undo_hash, since });
    if (athlete === null || action === null || action.undone_at !== null) throw nothingToUndo();
    const kept = await findChanges(tx, { org_id, action_id: action.id });
    if (kept.some((one) => one.user_id !== user_id)) throw nothingToUndo();
    const inverse = await takeBackAction(tx, { org_id, action_id: action.id, now }, kept);
    const names = new Map([[user_id, { name: athlete.display_name }]]);
    await noteChanges(tx, deps, { org_id, actor, action: 'own_undo', names, now }, inverse);
    return {};
  });
}
