import type { Finding, FindingCode } from './findings.ts';
import { PLAUSIBLE } from './limits.ts';
import type { Segment } from './plan.ts';
import { segmentFaults } from './segment-shapes.ts';
import type { WorkoutFacts } from './week-facts.ts';
import { finding, type Rule } from './week-under-check.ts';

/** Checks that segments have one of their shapes and that their sums are those of the workout, to the second and to the metre. */
export const checkWorkouts: Rule = ({ number, facts }) =>
  facts.workouts.flatMap((one) => {
    const faults = checkSegments(one, number);
    // The sums of faulty segments are not checked, which would report the same fault twice.
    return faults.length > 0 ? faults : [...checkSums(one, number), ...checkTime(one, number)];
  });

function checkSegments({ workout, running }: WorkoutFacts, week_number: number): Finding[] {
  const place = { week_number, date: workout.date };
  const first = new Map<FindingCode, Finding>();
  for (const fault of segmentFaults(workout.segments)) {
    if (first.has(fault.code)) continue;
    const found = 'found' in fault ? fault.found : null;
    const allowed = 'allowed' in fault ? fault.allowed : null;
    first.set(fault.code, finding(fault.code, place, found, allowed));
  }
  // Strength has no metres, and those of a bicycle say nothing about running.
  if (!first.has('segment_shape') && !running && hasDistance(workout.segments)) {
    first.set('segment_shape', finding('segment_shape', place));
  }
  return [...first.values()];
}

function hasDistance(segments: readonly Segment[]): boolean {
  return segments.some(
    ({ distance_m, repeat }) =>
      distance_m !== undefined || (repeat !== undefined && hasDistance(repeat.segments)),
  );
}

function checkSums({ workout, distance_m, duration_s }: WorkoutFacts, week_number: number): Finding[] {
  const place = { week_number, date: workout.date };
  const findings: Finding[] = [];
  if (workout.distance_m !== distance_m) {
    findings.push(finding('sum_wrong', place, workout.distance_m, distance_m));
  }
  if (workout.duration_s !== duration_s) {
    findings.push(finding('time_sum_wrong', place, workout.duration_s, duration_s));
  }
  return findings;
}

function checkTime({ workout, running, duration_s }: WorkoutFacts, week_number: number): Finding[] {
  const place = { week_number, date: workout.date };
  const { minimum } = PLAUSIBLE.workout_s;
  if (duration_s < minimum) return [finding('number_implausible', place, duration_s, minimum)];
  const { maximum } = PLAUSIBLE.other_workout_s;
  if (running || duration_s <= maximum) return [];
  return [finding('number_implausible', place, duration_s, maximum)];
}
