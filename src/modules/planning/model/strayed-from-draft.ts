import type { PlanContent } from '../../../training/planning/plan.ts';
import { adjustedWeeks } from '../draft/adjusted-weeks.ts';
import { SAME_M } from '../draft/same-line.ts';
import type { PlanBrief } from '../engine/engine.ts';

/**
 * What the coach's draft says of a week and a plan with a model's week in it does not have, though the rules' plan has it; for the
 * model. What safety took from the coach in that plan already is nobody's fault here.
 */
export function strayedFromDraft(
  number: number,
  candidate: PlanContent,
  by_rules: PlanContent,
  brief: PlanBrief,
): string[] {
  const week = brief.draft?.weeks.find((one) => one.number === number);
  if (brief.draft === null || week === undefined) return [];
  const alone = { ...brief, draft: { ...brief.draft, weeks: [week] } };
  const changedIn = (plan: PlanContent) => adjustedWeeks(alone, plan).flatMap(({ days }) => days);
  const before = changedIn(by_rules);
  const days = changedIn(candidate).filter((day) => !before.includes(day));
  // Where days are named, they and what is done on them are what counts.
  const isSaid = week.days === null && week.distance_m !== null;
  const apart_m = Math.abs(metresOf(number, candidate) - metresOf(number, by_rules));
  return [
    ...days.map((day) => `Week ${number}, ${day}: not what the coach's draft says of it.`),
    ...(isSaid && apart_m > SAME_M[brief.unit_system]
      ? [`Week ${number}: another distance in all than the coach's draft says.`]
      : []),
  ];
}

function metresOf(number: number, { weekly_info }: PlanContent): number {
  return weekly_info[number]?.total_distance_m ?? 0;
}
