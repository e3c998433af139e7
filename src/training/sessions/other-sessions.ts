import type { PlanBrief } from '../plan-request/plan-brief.ts';
import type { DayLimits } from '../planning/day-limits.ts';
import type { ExperienceLevel, Segment } from '../planning/plan.ts';
import type { SkeletonWeek } from '../planning/skeleton.ts';
import type { WorkoutType } from '../workout-types.ts';
import type { Kit } from './kit.ts';
import { runWalk } from './run-walk.ts';
import { crossTraining, strengthSession } from './steady-sessions.ts';

const MINUTES: Readonly<Record<ExperienceLevel, { readonly cross: number; readonly strength: number }>> = {
  beginner: { cross: 30, strength: 20 },
  intermediate: { cross: 45, strength: 30 },
  advanced: { cross: 60, strength: 40 },
};

/**
 * What a day has that is trained on and not run: strength once or twice a week, none in the days after a race, else something that
 * moves without the impact. Who wants neither walks and runs a little, and rests where the day may stay empty: null.
 */
export function otherSession(
  brief: PlanBrief,
  kit: Kit,
  week: SkeletonWeek,
  { index, limits }: { readonly index: number; readonly limits: DayLimits },
): { readonly type: WorkoutType; readonly segments: readonly Segment[] } | null {
  const { exclude } = brief.constraints;
  const { cross, strength } = MINUTES[brief.runner.experience_level];
  // Little before a race and after it, less in light weeks.
  const share = week.phase === 'taper' || week.phase === 'recovery' ? 2 / 3 : 1;
  const minutes = (usual: number): number => Math.round((usual * share) / 5) * 5 * 60;
  const strong = index % 3 === 0 && !week.days.some(({ role }) => role === 'race');
  const order: readonly WorkoutType[] = strong
    ? ['strength', 'cross-training']
    : ['cross-training', 'strength'];
  const type = order.find((one) => !exclude.includes(one) && (limits.strength || one !== 'strength'));
  if (type === undefined && limits.rest) return null;
  if (type === undefined) return { type: 'easy-run', segments: runWalk(kit, 0, 0) };
  return type === 'strength'
    ? { type, segments: strengthSession(kit, minutes(strength)) }
    : { type, segments: crossTraining(kit, minutes(cross)) };
}
