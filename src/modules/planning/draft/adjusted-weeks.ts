import type { Weekday } from '../../../shared/calendar.ts';
import type { PlanContent } from '../../../training/planning/plan.ts';
import type { PlanBrief } from '../engine/engine.ts';
import { isKept } from './same-line.ts';

export const ADJUSTMENT_REASONS = ['week_total', 'safety'] as const;

/** A week of a plan with lines of the draft that came back different, and why. */
export type AdjustedWeek = {
  readonly week_number: number;
  readonly days: readonly Weekday[];
  /** The heading asks for another total than its lines have; or the lines would not have been safe after those before them. */
  readonly reason: (typeof ADJUSTMENT_REASONS)[number];
};

/** The sum of rounded lines may be so far from the one that the heading tells. */
const SAME_TOTAL_M = 500;

/** What of a draft's lines the plan has otherwise, by week; none where all of them came back. */
export function adjustedWeeks({ draft, unit_system }: PlanBrief, content: PlanContent): AdjustedWeek[] {
  const byWeek = Map.groupBy(content.workouts, ({ week_number }) => week_number);
  return (draft?.weeks ?? []).flatMap(({ number, days, distance_m }): AdjustedWeek[] => {
    const workouts = byWeek.get(number) ?? [];
    const changed = (days ?? []).filter((day) => {
      const workout = workouts.find((one) => one.day === day.day);
      return workout === undefined || (workout.workout_type !== 'race' && !isKept(day, workout, unit_system));
    });
    if (changed.length === 0) return [];
    const runs = workouts.filter(({ workout_type }) => workout_type !== 'race');
    const total_m = runs.reduce((sum, workout) => sum + workout.distance_m, 0);
    const lines_m = (days ?? [])
      .filter(({ workout_type }) => workout_type !== 'race')
      .reduce((sum, day) => sum + (day.distance_m ?? 0), 0);
    const isTotal = (metres: number) => Math.abs(metres - (distance_m ?? lines_m)) <= SAME_TOTAL_M;
    const asked = isTotal(total_m) && !isTotal(lines_m);
    return [
      { week_number: number, days: changed.map(({ day }) => day), reason: asked ? 'week_total' : 'safety' },
    ];
  });
}
