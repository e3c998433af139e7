import { isDeepStrictEqual } from 'node:util';
import type { UserActor } from '../../../http/actor.ts';
import { hashToken } from '../../../infra/crypto/tokens.ts';
import { type WriteKey, writeOnce } from '../../../infra/idempotency/write-once.ts';
import { holdOrganization } from '../../organizations/index.ts';
import { requirePlanner } from '../../planning/index.ts';
import { changedSince, nothingToUndo } from '../errors.ts';
import { findPeople } from '../team-calendar/find-people.ts';
import { type Change, type Copy, changed } from './copy.ts';
import { type ActionDeps, noteChanges, type Outcome, UNDO_MS } from './keep-action.ts';
import {
  findChanges,
  type KeptChange,
  lockAction,
  lockCopiesById,
  markUndone,
  storeCopies,
} from './queries.ts';

/** As many as one answer names. */
const MAX_NAMED = 20;

/**
 * Takes an action back, whoever of the coaches has its token: all of it, or nothing where something was changed since.
 *
 * @throws notFound; forbidden; featureNotEnabled; nothingToUndo; changedSince, which names what was
 */
export async function undoAction(
  deps: ActionDeps,
  actor: UserActor,
  {
    org_id: asked,
    undo_token,
    write_key,
  }: { org_id: string; undo_token: string; write_key: WriteKey | undefined },
): Promise<Outcome> {
  const { org_id } = await requirePlanner(deps.db, asked, actor);
  const now = deps.clock.now();
  const { action_id } = await writeOnce(deps, write_key, async (tx) => {
    await holdOrganization(tx, org_id);
    const since = new Date(now.getTime() - UNDO_MS);
    const action = await lockAction(tx, { org_id, undo_hash: hashToken(undo_token), since });
    if (action === null || action.undone_at !== null) throw nothingToUndo();
    const kept = await findChanges(tx, { org_id, action_id: action.id });
    const copies = await lockCopiesById(tx, {
      org_id,
      ids: [...new Set(kept.map(({ plan_id }) => plan_id))],
    });
    const { restored, inverse } = takeBack(copies, kept);
    const user_ids = [...new Set(kept.map(({ user_id }) => user_id))];
    const names = await findPeople(tx, deps, { org_id, user_ids, now });
    await storeCopies(tx, { org_id, now }, restored);
    await markUndone(tx, action.id, org_id, now);
    await noteChanges(tx, { org_id, actor, action: 'undo', names, now }, inverse);
    return { action_id: action.id };
  });
  const kept = await findChanges(deps.db, { org_id, action_id });
  const changes = kept.map((one) => ({ ...one, before: one.after, after: one.before }));
  return { changes, refused: [], undo_token: null };
}

/** @throws changedSince */
function takeBack(
  copies: readonly Copy[],
  kept: readonly KeptChange[],
): { restored: Copy[]; inverse: Change[] } {
  const changesOf = Map.groupBy(kept, ({ plan_id }) => plan_id);
  const known = new Set(copies.map(({ id }) => id));
  const lost = kept.filter(({ plan_id }) => !known.has(plan_id));
  const inverse: Change[] = [];
  const restored = copies.map((copy) => {
    const mine = changesOf.get(copy.id) ?? [];
    lost.push(...mine.filter((one) => !isAsLeft(copy, one)));
    const back = mine.map(({ before, after }) => ({ copy, before: after, after: before }));
    inverse.push(...back);
    const after = changed(copy, back);
    const days = new Set<string>();
    for (const { date, id } of after.workouts) {
      const given = mine.find(({ before }) => before?.date === date);
      if (days.has(date) && given !== undefined) lost.push(given);
      if (days.has(date) && given === undefined) throw new Error(`A copy has two workouts on a day, ${id}.`);
      days.add(date);
    }
    const own = new Set(copy.own_workout_ids);
    for (const { before, after: made, was_own } of mine)
      if (!was_own) own.delete(before?.id ?? made?.id ?? '');
    return { ...after, own_workout_ids: [...own] };
  });
  if (lost.length === 0) return { restored, inverse };
  const details = lost.slice(0, MAX_NAMED).map(({ user_id, before, after }) => {
    const { id, title, date } = after ?? before ?? { id: '', title: '', date: '' };
    return { path: `${user_id}.${id}`, message: `${title} of ${date} was changed since` };
  });
  throw changedSince({ details });
}

/** Whether nobody changed the workout since: it is as the action left it, or still gone. */
function isAsLeft({ workouts }: Copy, { before, after }: KeptChange): boolean {
  const current = workouts.find(({ id }) => id === (after ?? before)?.id);
  return after === null ? current === undefined : isDeepStrictEqual(current, after);
}
