import type { Weekday } from '../../shared/calendar.ts';
import type { PlanNumbers } from './brief.ts';
import { placeDays } from './place-days.ts';
import type { ExperienceLevel } from './plan.ts';
import { raceOfPlan } from './race-of-plan.ts';
import type { SkeletonWeek } from './skeleton.ts';
import { type WeekShape, weekShapes } from './week-shapes.ts';
import { type WeekVolume, weeklyVolumes } from './weekly-volumes.ts';

export type SkeletonOptions = {
  readonly seed: number;
};

/**
 * Phases, volumes and what each day is for, of each week of a plan in order. The same numbers make the same weeks.
 */
export function buildSkeleton(numbers: PlanNumbers, { seed }: SkeletonOptions): SkeletonWeek[] {
  const { constraints } = numbers;
  const days = trainingDays(numbers);
  const shapes = weekShapes(numbers);
  const volumes = weeklyVolumes(shapes, numbers, days.length);
  const race = raceOfPlan(numbers);
  const weeks: SkeletonWeek[] = [];
  let lastHard: string | null = null;
  for (const [index, shape] of shapes.entries()) {
    const volume = volumes[index];
    if (volume === undefined) break;
    const quality = hardDaysOf(numbers.runner.experience_level, shape, volume, seed);
    const placed = placeDays(numbers, {
      shape,
      days,
      long_run_day: constraints.long_run_day,
      runs: volume.runs,
      quality,
      race,
      last_hard: lastHard,
    });
    const week: SkeletonWeek = {
      number: shape.number,
      phase: shape.phase,
      volume_m: volume.volume_m,
      long_run_m: placed.some(({ role }) => role === 'long') ? volume.long_run_m : 0,
      days: placed,
    };
    lastHard = week.days.findLast(({ role }) => role === 'quality' || role === 'race')?.date ?? lastHard;
    weeks.push(week);
  }
  return weeks;
}

/** The days that are trained on, those without that somebody wants off; all of them where none were left. */
export function trainingDays({ workout_days, constraints }: PlanNumbers): readonly Weekday[] {
  const left = workout_days.filter((day) => !constraints.days_off.includes(day));
  return left.length === 0 ? workout_days : left;
}

/** How many hard days a week has, beside its long run and its race. */
function hardDaysOf(
  level: ExperienceLevel,
  { phase, load, number }: WeekShape,
  { runs }: WeekVolume,
  seed: number,
): number {
  if (load === 'after') return 0;
  // One run a week: every other one is hard once there is a base.
  if (runs === 1) return phase !== 'base' && load === 'build' && (number + seed) % 2 === 0 ? 1 : 0;
  if (load === 'light' || load === 'taper') return level === 'beginner' && load === 'light' ? 0 : 1;
  if (level === 'beginner') return phase === 'base' ? 0 : 1;
  if (phase === 'base' && level === 'intermediate') return 1;
  return runs >= 5 || (level === 'advanced' && runs === 4) ? 2 : 1;
}
