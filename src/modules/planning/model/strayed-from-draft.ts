import type { PlanContent, PlannedWorkout } from '../../../training/planning/plan.ts';
import type { PlanBrief } from '../engine/engine.ts';

/** Sizes that are told alike. */
const SAME_M = 90;
const SAME_S = 30;

/**
 * What the coach's draft says of a week and a plan with a model's week in it does not have, though the rules' plan has it; for the
 * model.
 */
export function strayedFromDraft(
  number: number,
  candidate: PlanContent,
  by_rules: PlanContent,
  brief: PlanBrief,
): string[] {
  const week = brief.draft?.weeks.find((one) => one.number === number);
  if (week === undefined) return [];
  const strayed = (week.days ?? []).filter(({ day, distance_m, duration_s }) => {
    const isOn = (one: PlannedWorkout) => one.week_number === number && one.day === day;
    const [said, proposed] = [by_rules.workouts.find(isOn), candidate.workouts.find(isOn)];
    if (said === undefined || proposed === undefined) return said !== proposed;
    return (
      proposed.workout_type !== said.workout_type ||
      (distance_m !== null && Math.abs(proposed.distance_m - said.distance_m) > SAME_M) ||
      (duration_s !== null && Math.abs(proposed.duration_s - said.duration_s) > SAME_S)
    );
  });
  // Where days are named, they and what is done on them are what counts.
  const isSaid = week.days === null && week.distance_m !== null;
  const apart_m = Math.abs(metresOf(number, candidate) - metresOf(number, by_rules));
  return [
    ...strayed.map(({ day }) => `Week ${number}, ${day}: not what the coach's draft says of it.`),
    ...(isSaid && apart_m > SAME_M
      ? [`Week ${number}: another distance in all than the coach's draft says.`]
      : []),
  ];
}

function metresOf(number: number, { weekly_info }: PlanContent): number {
  return weekly_info[number]?.total_distance_m ?? 0;
}
