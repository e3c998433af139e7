import { isDeepStrictEqual } from 'node:util';
import { type Change, type Copy, changed } from './copy.ts';
import type { KeptChange } from './queries.ts';

/** Assignments as before the changes, and the reverse changes; also those changed since or gone: with any of these nothing may be stored. */
export function takeBack(
  copies: readonly Copy[],
  kept: readonly KeptChange[],
): { restored: Copy[]; inverse: Change[]; lost: KeptChange[] } {
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
  return { restored, inverse, lost };
}

/** Whether nobody changed the workout since: it is as the action left it, or still gone. */
function isAsLeft({ workouts }: Copy, { before, after }: KeptChange): boolean {
  const current = workouts.find(({ id }) => id === (after ?? before)?.id);
  return after === null ? current === undefined : isDeepStrictEqual(current, after);
}
