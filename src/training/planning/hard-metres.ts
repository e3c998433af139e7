import { isHardZone, zoneOfStretch } from './intensity.ts';
import { measureSegments } from './measure.ts';
import { pacesOf, type Runner } from './paces.ts';
import type { PlannedWorkout, Segment } from './plan.ts';

/** Metres of a workout that are faster than easy for this runner, by zone. */
export function hardMetres(workout: PlannedWorkout, runner: Runner): Readonly<Record<string, number>> {
  const metres: Record<string, number> = {};
  const add = (segments: readonly Segment[], times: number): void => {
    for (const segment of segments) {
      const { repeat } = segment;
      if (repeat !== undefined) {
        add(repeat.segments, times * repeat.times);
        continue;
      }
      const zone = zoneOfStretch(segment, workout.workout_type, runner);
      if (!isHardZone(zone)) continue;
      const { distance_m } = measureSegments([segment], pacesOf(runner));
      metres[zone] = (metres[zone] ?? 0) + distance_m * times;
    }
  };
  add(workout.segments, 1);
  return metres;
}
