import type { LatLng } from '../../src/modules/activities/import/types.ts';
import type { Recording } from '../recordings/recording.ts';
import { trackOf } from '../recordings/track.ts';
import type { StravaActivity } from './activity.ts';
import type { StravaAthlete } from './athlete.ts';
import { isOnFoot } from './sports.ts';

/** What they are, in the platform's order; null: the recording has none. */
const COLUMNS = {
  time: ({ samples }) => samples.time_s,
  distance: ({ samples }) => samples.distance_m,
  latlng: trackOf,
  altitude: ({ samples }) => samples.altitude_m,
  velocity_smooth: ({ samples }) => samples.speed_mps,
  heartrate: ({ samples }) => samples.heart_rate_bpm,
  cadence: cadenceColumn,
  watts: ({ samples }) => samples.power_w,
  temp: ({ samples }, { temperature_c }) =>
    temperature_c === null ? null : samples.time_s.map(() => temperature_c),
  moving: ({ samples }) => samples.speed_mps?.map((speed) => speed > STANDING_MPS) ?? null,
  grade_smooth: gradeColumn,
} satisfies Record<string, (recording: Recording, activity: StravaActivity) => unknown[] | null>;

export type StreamType = keyof typeof COLUMNS;
export const STREAM_TYPES = Object.keys(COLUMNS) as readonly StreamType[];

type Stream = {
  data: unknown[];
  series_type: 'distance' | 'time';
  original_size: number;
  resolution: 'high';
};

const STANDING_MPS = 0.3;
/** A slope is measured over this many samples to each side. */
const GRADE_SAMPLES = 8;

/** The streams of these types that the recording has. */
export function presentStreams(input: {
  activity: StravaActivity;
  recording: Recording;
  types: ReadonlySet<StreamType>;
  sight: Sight;
}): [StreamType, Stream][] {
  const { activity, recording, types, sight } = input;
  const [from, to] = shownSamples(recording, sight);
  return STREAM_TYPES.flatMap((type): [StreamType, Stream][] => {
    const column = types.has(type) ? COLUMNS[type](recording, activity) : null;
    if (column === null) return [];
    const data = column.slice(from, to);
    const series_type = recording.samples.distance_m === null ? 'time' : 'distance';
    return [[type, { data, series_type, original_size: data.length, resolution: 'high' }]];
  });
}

function cadenceColumn({ samples }: Recording, { sport_type }: StravaActivity): number[] | null {
  if (samples.cadence_per_min === null || !isOnFoot(sport_type)) return samples.cadence_per_min;
  return samples.cadence_per_min.map((per_min) => Math.round(per_min / 2));
}

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

/** What of an athlete's activities a token sees. */
export type Sight = {
  readonly athlete: StravaAthlete;
  /** `activity:read_all`: what is Only You, and what lies in the privacy zone. */
  readonly all: boolean;
};

export function isVisible(activity: StravaActivity, sight: Sight): boolean {
  return activity.athlete_id === sight.athlete.id && (sight.all || activity.visibility !== 'only_me');
}

/** A way without the ends that lie in the privacy zone, for tokens that may not see them. */
export function shownTrack(track: readonly LatLng[], sight: Sight): readonly LatLng[] {
  return track.slice(...shownPart(track, sight));
}

/** The samples that a token sees: all, or those between the ends that lie in the privacy zone. */
function shownSamples(recording: Recording, sight: Sight): readonly [from: number, to: number] {
  const track = trackOf(recording);
  return track === null ? [0, recording.samples.time_s.length] : shownPart(track, sight);
}

function shownPart(track: readonly LatLng[], { athlete, all }: Sight): readonly [from: number, to: number] {
  const zone_m = athlete.privacy_zone_m;
  if (all || zone_m === null) return [0, track.length];
  const isOutside = (point: LatLng): boolean => distanceFromHome(point, athlete) > zone_m;
  const from = track.findIndex(isOutside);
  return from < 0 ? [0, 0] : [from, track.findLastIndex(isOutside) + 1];
}

/** On a flat earth: a zone has a kilometre at most. */
function distanceFromHome([lat, lng]: LatLng, { home }: StravaAthlete): number {
  const metres = 111_320;
  return Math.hypot(
    (lat - home.lat) * metres,
    (lng - home.lng) * metres * Math.cos((home.lat * Math.PI) / 180),
  );
}
