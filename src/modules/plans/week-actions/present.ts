import { asPlanned } from '../../../training/plan-copies/own-copy.ts';
import type { Outcome } from './keep-action.ts';
import type { Refusal } from './place-workouts.ts';

/** Domain to wire: titles as everybody has them, and nothing that was reckoned at anybody's paces. */
export function presentOutcome({ changes, refused, undo_token }: Outcome) {
  return {
    changes: changes.flatMap(({ user_id, plan_id, before, after }) => {
      const workout = after ?? before;
      if (workout === null) return [];
      const { id: workout_id, title, workout_type } = asPlanned(workout);
      const [from_date, to_date] = [before?.date ?? null, after?.date ?? null];
      const change = changeOf(from_date, to_date);
      return [{ user_id, plan_id, workout_id, title, workout_type, change, from_date, to_date }];
    }),
    refused: refused.map(({ user_id, workout_id, date, reason }) => ({
      user_id,
      workout_id,
      date,
      reason: reason as Refusal,
    })),
    undo_token,
  };
}

function changeOf(from: string | null, to: string | null) {
  if (from === null) return 'added' as const;
  if (to === null) return 'removed' as const;
  return from === to ? ('edited' as const) : ('moved' as const);
}
