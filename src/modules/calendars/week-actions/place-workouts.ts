import type { OwnWorkout } from '../../../training/plan-copies/own-copy.ts';
import { type Change, type Copy, coversDay, placedOn } from './copy.ts';

export const REFUSALS = [
  'not_a_member',
  'no_workout',
  'no_plan',
  'past',
  'done',
  'race',
  'past_day',
  'outside_plan',
  'day_taken',
  'changed_since',
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** A wished change of a workout: another day, a new workout (`before` null), or removal (`to` null). */
export type Wish = {
  readonly copy: Copy;
  readonly before: OwnWorkout | null;
  readonly made: OwnWorkout;
  readonly to: string | null;
};

export type Rules = {
  readonly today: string;
  /** Ids of workouts that were done, or partly, as far as who asks sees it. */
  readonly done: ReadonlySet<string>;
  /** What becomes of a workout whose day is wanted. */
  readonly conflict: 'skip' | 'replace';
  readonly takes_races: boolean;
};
export type Placed = {
  readonly changes: readonly Change[];
  readonly refused: readonly { readonly wish: Wish; readonly reason: Refusal }[];
};

/**
 * Applies one athlete's wishes: past and done workouts stay, races unless named, and a day has at most one workout. The
 * first of two wishes for a day wins. A refused wish keeps its day, which can refuse others.
 */
export function placeWorkouts(wishes: readonly Wish[], rules: Rules): Placed {
  const refused = new Map<Wish, Refusal>();
  // A workout that is itself wished elsewhere is never removed for another.
  const wanted = new Set(wishes.map(({ before }) => before?.id));
  for (const wish of wishes) {
    const reason = faultOf(wish, rules);
    if (reason !== null) refused.set(wish, reason);
  }
  for (;;) {
    const open = wishes.filter((wish) => !refused.has(wish));
    const leaving = new Set(open.map(({ before }) => before?.id));
    const taken = new Set<string>();
    const removed = new Map<OwnWorkout, Copy>();
    let isStable = true;
    for (const wish of open) {
      if (wish.to === null) continue;
      const day = `${wish.copy.id} ${wish.to}`;
      const there = wish.copy.workouts.find(({ date, id }) => date === wish.to && !leaving.has(id));
      const mayReplace =
        there !== undefined && rules.conflict === 'replace' && !wanted.has(there.id) && isFree(there, rules);
      if (taken.has(day) || (there !== undefined && !mayReplace)) {
        refused.set(wish, 'day_taken');
        isStable = false;
        break;
      }
      taken.add(day);
      if (there !== undefined) removed.set(there, wish.copy);
    }
    if (!isStable) continue;
    return {
      changes: [
        ...[...removed].map(([before, copy]) => ({ copy, before, after: null })),
        ...open.map(({ copy, before, made, to }) => ({
          copy,
          before,
          after: to === null ? null : placedOn(copy, made, to),
        })),
      ],
      refused: [...refused].map(([wish, reason]) => ({ wish, reason })),
    };
  }
}

function faultOf({ copy, before, made, to }: Wish, rules: Rules): Refusal | null {
  if (before !== null && before.date < rules.today) return 'past';
  if (before !== null && rules.done.has(before.id)) return 'done';
  if (made.workout_type === 'race' && !rules.takes_races) return 'race';
  if (to === null) return null;
  if (to < rules.today) return 'past_day';
  return coversDay(copy, to) ? null : 'outside_plan';
}

const isFree = (workout: OwnWorkout, { today, done }: Rules): boolean =>
  workout.date >= today && !done.has(workout.id) && workout.workout_type !== 'race';
