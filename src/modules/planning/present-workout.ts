import type { PlannedWorkout, PlanWeek, Segment, Target } from '../../training/planning/plan.ts';
import { writeWorkoutText } from '../../training/workout-text/write-workout-text.ts';

export function presentWorkout(workout: PlannedWorkout) {
  return {
    id: workout.id,
    week_number: workout.week_number,
    day: workout.day,
    date: workout.date,
    phase: workout.phase,
    workout_type: workout.workout_type,
    title: workout.title,
    description: workout.description,
    ...(workout.text_source === undefined ? {} : { text_source: workout.text_source }),
    ...(workout.segments_source === undefined ? {} : { segments_source: workout.segments_source }),
    ...(workout.notes === undefined ? {} : { notes: workout.notes }),
    duration_s: workout.duration_s,
    distance_m: workout.distance_m,
    segments: workout.segments.map(presentSegment),
    text: writeWorkoutText(workout.segments),
    source: workout.source,
    ...(workout.library_workout_id === undefined ? {} : { library_workout_id: workout.library_workout_id }),
  };
}

export function presentSegments(segments: readonly Segment[]): SegmentView[] {
  return segments.map(presentSegment);
}

type SegmentView = {
  kind: Segment['kind'];
  duration_s?: number;
  distance_m?: number;
  target?: Target;
  repeat?: { times: number; segments: SegmentView[] };
  note?: string;
};

function presentSegment({ kind, duration_s, distance_m, target, repeat, note }: Segment): SegmentView {
  return {
    kind,
    ...(duration_s === undefined ? {} : { duration_s }),
    ...(distance_m === undefined ? {} : { distance_m }),
    ...(target === undefined
      ? {}
      : { target: { type: target.type, min: target.min, max: target.max, zone: target.zone } }),
    ...(repeat === undefined
      ? {}
      : { repeat: { times: repeat.times, segments: repeat.segments.map(presentSegment) } }),
    ...(note === undefined ? {} : { note }),
  };
}

export function presentWeek(week: PlanWeek) {
  return {
    phase: week.phase,
    focus: week.focus,
    ...(week.text_source === undefined ? {} : { text_source: week.text_source }),
    ...(week.notes === undefined ? {} : { notes: week.notes }),
    total_distance_m: week.total_distance_m,
    training_distance_m: week.training_distance_m,
    race_distance_m: week.race_distance_m,
    total_duration_s: week.total_duration_s,
    workout_count: week.workout_count,
  };
}
