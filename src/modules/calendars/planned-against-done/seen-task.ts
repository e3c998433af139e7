import type { PlannedSegment, PlannedSession } from '../../../training/planned-against-done/steps.ts';
import { isRunning } from '../../../training/sport.ts';
import type { SeenRecording } from '../../activities/index.ts';
import type { CalendarDay } from '../athlete-calendar/calendar.ts';
import type { MatchTask } from './match-worker.ts';

type WorkoutView = CalendarDay['workouts'][number]['workout'];
type SegmentView = NonNullable<WorkoutView['segments']>[number];

export function sessionOf({ workout_type = 'easy-run', segments = [] }: WorkoutView): PlannedSession {
  return { workout_type, segments: segments.flatMap(segmentOf) };
}

function segmentOf({ kind, duration_s, distance_m, target, repeat }: SegmentView): PlannedSegment[] {
  if (kind === undefined) return [];
  const type = target?.type;
  return [
    {
      kind,
      duration_s,
      distance_m,
      ...(type === undefined
        ? {}
        : { target: { type, min: target?.min, max: target?.max, zone: target?.zone } }),
      ...(repeat === undefined
        ? {}
        : { repeat: { times: repeat.times ?? 0, segments: (repeat.segments ?? []).flatMap(segmentOf) } }),
    },
  ];
}

export function recordingOf({
  activity_id,
  activity,
  streams,
}: SeenRecording): MatchTask['recordings'][number] {
  const { duration_s, moving_time_s = null, distance_m = null, average_heart_rate_bpm = null } = activity;
  const laps = activity.laps ?? [];
  const first_ms = Date.parse(laps[0]?.start_time ?? '');
  return {
    activity_id,
    is_run: activity.sport_type !== undefined && isRunning(activity.sport_type),
    streams,
    whole:
      duration_s == null
        ? null
        : {
            duration_s,
            moving_time_s,
            // A hidden pace must not be computable from time and distance.
            distance_m: 'average_speed_mps' in activity ? distance_m : null,
            average_heart_rate_bpm,
          },
    laps: laps.flatMap((lap) => {
      const start_s = (Date.parse(lap.start_time ?? '') - first_ms) / 1_000;
      if (lap.index === undefined || lap.duration_s === undefined || !Number.isFinite(start_s)) return [];
      return [
        {
          index: lap.index,
          start_s,
          duration_s: lap.duration_s,
          moving_time_s: lap.moving_time_s ?? null,
          distance_m: lap.distance_m ?? null,
          average_heart_rate_bpm: lap.average_heart_rate_bpm ?? null,
        },
      ];
    }),
  };
}
