import type { Recording } from '../recordings/recording.ts';
import type { StravaActivity } from './activity.ts';
import { type Sight, shownSamples } from './hide-parts.ts';
import { trackOf } from './make-activity.ts';
import { isOnFoot } from './sports.ts';

export const STREAM_TYPES = [
  'time',
  'distance',
  'latlng',
  'altitude',
  'velocity_smooth',
  'heartrate',
  'cadence',
  'watts',
  'temp',
  'moving',
  'grade_smooth',
] as const;
export type StreamType = (typeof STREAM_TYPES)[number];

type Stream = {
  data: unknown[];
  series_type: 'distance' | 'time';
  original_size: number;
  resolution: 'high';
};

/** Slower than this, metres a second, is standing. */
const STANDING_MPS = 0.3;
/** A slope is measured over this many samples to each side. */
const GRADE_SAMPLES = 8;

/** The streams of these types that the recording has, in the platform's order. */
export function presentStreams(input: {
  activity: StravaActivity;
  recording: Recording;
  types: ReadonlySet<StreamType>;
  sight: Sight;
}): [StreamType, Stream][] {
  const { activity, recording, types, sight } = input;
  const [from, to] = shownSamples(recording, sight);
  return STREAM_TYPES.flatMap((type): [StreamType, Stream][] => {
    const column = types.has(type) ? columnOf(type, activity, recording) : null;
    if (column === null) return [];
    const data = column.slice(from, to);
    const series_type = recording.samples.distance_m === null ? 'time' : 'distance';
    return [[type, { data, series_type, original_size: data.length, resolution: 'high' }]];
  });
}

function columnOf(type: StreamType, activity: StravaActivity, recording: Recording): unknown[] | null {
  const { samples } = recording;
  switch (type) {
    case 'time':
      return samples.time_s;
    case 'distance':
      return samples.distance_m;
    case 'latlng':
      return samples.latitude_deg === null ? null : trackOf(recording);
    case 'altitude':
      return samples.altitude_m;
    case 'velocity_smooth':
      return samples.speed_mps;
    case 'heartrate':
      return samples.heart_rate_bpm;
    case 'cadence':
      return cadenceColumn(activity, recording);
    case 'watts':
      return samples.power_w;
    case 'temp':
      return activity.temperature_c === null ? null : samples.time_s.map(() => activity.temperature_c);
    case 'moving':
      return samples.speed_mps?.map((speed) => speed > STANDING_MPS) ?? null;
    case 'grade_smooth':
      return gradeColumn(recording);
  }
}

/** On foot one leg is counted. */
function cadenceColumn({ sport_type }: StravaActivity, { samples }: Recording): number[] | null {
  if (samples.cadence_per_min === null || !isOnFoot(sport_type)) return samples.cadence_per_min;
  return samples.cadence_per_min.map((per_min) => Math.round(per_min / 2));
}

/** Percent. */
function gradeColumn({ samples: { distance_m, altitude_m } }: Recording): number[] | null {
  if (distance_m === null || altitude_m === null) return null;
  return distance_m.map((_, index) => {
    const from = Math.max(0, index - GRADE_SAMPLES);
    const to = Math.min(distance_m.length - 1, index + GRADE_SAMPLES);
    const metres = (distance_m[to] ?? 0) - (distance_m[from] ?? 0);
    const climbed = (altitude_m[to] ?? 0) - (altitude_m[from] ?? 0);
    return metres < 1 ? 0 : Math.round((climbed / metres) * 1_000) / 10;
  });
}
