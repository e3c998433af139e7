import { kindOf } from '../../parts/kinds.ts';
import type { StripDay } from '../../parts/week-strip.tsx';
import type { Athlete } from './use-triage.ts';

type Day = Athlete['week']['days'][number];

/** A week of the list as its strip draws it. */
export function stripDays({ week }: Athlete): readonly StripDay[] {
  return week.days.map((day) => ({
    date: day.date,
    planned: day.planned.length === 0 ? null : { kind: kindOf(day.kind), distance_m: day.planned_distance_m },
    done: isDone(day) ? { kind: kindOf(day.kind), distance_m: day.done_distance_m, share: day.share } : null,
  }));
}

/** Whether something shows that was run, or done of what was planned. */
function isDone({ done_distance_m, share }: Day): boolean {
  return done_distance_m !== null || share !== null;
}
