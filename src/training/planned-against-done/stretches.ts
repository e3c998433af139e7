import { type DoneRecording, type DoneRun, type Reached, reachedBetween } from './done-run.ts';

/** A part of the run that may be a step: a lap of the watch, or a part at one speed. */
export type Stretch = {
  /** The index of its recording, from 0. */
  readonly recording: number;
  /** Seconds since that recording began. */
  readonly start_s: number;
  readonly end_s: number;
  readonly lap_indexes: readonly number[];
  readonly reached: Reached;
  /** The speed including standing; null where distances are unknown. */
  readonly speed_mps: number | null;
};

export function stretchOf(part: Omit<Stretch, 'speed_mps'>): Stretch {
  const { duration_s, distance_m } = part.reached;
  return { ...part, speed_mps: distance_m === null || duration_s <= 0 ? null : distance_m / duration_s };
}

/** A shorter lap is a slip of the finger, or a watch that was just started. */
const SHORTEST_LAP_S = 5;

/**
 * The laps of all recordings in order. Time and distance are the lap's own, since a watch measures them best; samples add what laps do
 * not have.
 *
 * @returns null where a recording has no laps
 */
export function stretchesOfLaps(
  recordings: readonly DoneRecording[],
  runs: readonly (DoneRun | null)[],
): Stretch[] | null {
  if (recordings.some(({ laps }) => laps.length === 0)) return null;
  return recordings.flatMap(({ laps }, recording) =>
    laps.flatMap((lap) => {
      if (lap.duration_s < SHORTEST_LAP_S) return [];
      const run = runs[recording] ?? null;
      const [start_s, end_s] = [lap.start_s, lap.start_s + lap.duration_s];
      const sampled = run && reachedBetween(run, start_s, end_s);
      const stopped_s = run === null || sampled === null ? 0 : stoppedBetween(run, start_s, end_s);
      const isGraded = sampled?.flat_m != null && sampled.distance_m !== null && sampled.distance_m > 0;
      return stretchOf({
        recording,
        start_s,
        end_s,
        lap_indexes: [lap.index],
        reached: {
          elapsed_s: lap.duration_s,
          duration_s: Math.max(0, lap.duration_s - stopped_s),
          moving_s: lap.moving_time_s,
          distance_m: lap.distance_m,
          flat_m:
            isGraded && lap.distance_m !== null
              ? ((sampled.flat_m ?? 0) / (sampled.distance_m ?? 1)) * lap.distance_m
              : null,
          average_heart_rate_bpm: lap.average_heart_rate_bpm ?? sampled?.average_heart_rate_bpm ?? null,
        },
      });
    }),
  );
}

function stoppedBetween(run: DoneRun, from_s: number, to_s: number): number {
  const at = (second: number): number => Math.min(run.seconds, Math.max(0, Math.round(second - run.start_s)));
  return (run.stopped_s[at(to_s)] ?? 0) - (run.stopped_s[at(from_s)] ?? 0);
}
