import type { UserActor } from '../../../http/actor.ts';
import type { Transaction } from '../../../infra/db/database.ts';
import { type WriteKey, writeOnce } from '../../../infra/idempotency/write-once.ts';
import { holdOrganization } from '../../organizations/index.ts';
import { requirePlanner } from '../../planning/index.ts';
import { athletesOf, decideAction, requireWhole, type WeekAction } from './decide-action.ts';
import {
  type ActionDeps,
  type Decided,
  keepAction,
  type Outcome,
  outcomeOf,
  readOutcome,
} from './keep-action.ts';

/**
 * Sets, moves, swaps, copies, shifts or clears workouts of athletes' assignments in one transaction. Impossible changes
 * are named with the reason; the rest is done. A `dry_run` stores nothing.
 * @throws notFound; forbidden; featureNotEnabled; invalidField for contradictory fields
 */
export async function actOnWeeks(
  deps: ActionDeps,
  actor: UserActor,
  { org_id: asked, write_key, ...action }: WeekAction & { org_id: string; write_key: WriteKey | undefined },
): Promise<Outcome> {
  const { org_id } = await requirePlanner(deps.db, asked, actor);
  requireWhole(action);
  const takes_races = action.workout_ids?.length === 1 && athletesOf(action).length === 1;
  const now = deps.clock.now();
  const decide = async (tx: Transaction) => {
    await holdOrganization(tx, org_id);
    return await decideAction(tx, deps, { org_id, action, source: undefined, takes_races, now });
  };
  if (action.dry_run) return outcomeOf((await deps.db.transaction(decide)).decided);
  let fresh: string | undefined;
  let nothing: Decided | undefined;
  const { action_id } = await writeOnce(deps, write_key, async (tx) => {
    const { decided, people } = await decide(tx);
    if (decided.changes.length === 0 && write_key === undefined) {
      nothing = decided;
      return { action_id: null };
    }
    const about = { org_id, actor, action: action.action, names: people, write_key, now };
    const kept = await keepAction(tx, deps, about, decided);
    fresh = kept.undo_token;
    return { action_id: kept.action_id };
  });
  if (action_id === null) return outcomeOf(nothing ?? { copies: [], changes: [], refused: [] });
  return await readOutcome(deps.db, { org_id, action_id, write_key }, fresh);
}
