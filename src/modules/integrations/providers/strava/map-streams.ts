import { blankSample, plausible, position, type Sample } from '../../../activities/index.ts';
import { isObject, type Members } from '../members.ts';
import { readText } from './read-json.ts';

/** The streams that are asked for. `moving` and the slope follow from the others. */
export const STREAM_KEYS = [
  'time',
  'distance',
  'latlng',
  'altitude',
  'velocity_smooth',
  'heartrate',
  'cadence',
  'watts',
  'temp',
] as const;
type StreamKey = (typeof STREAM_KEYS)[number];

/** More than four days at one sample a second. */
const MAX_SAMPLES = 400_000;

/**
 * Samples from streams, by type or as a list that names their types; null for another form. Columns may have different lengths, or be
 * missing: `time` says how many samples there are.
 *
 * @param hasPower false when the watts are the platform's estimate
 */
export function mapStreams(streams: unknown, start_ms: number, hasPower: boolean): Sample[] | null {
  const columns = readColumns(streams);
  if (columns === null) return null;
  const { time = [], distance, latlng, altitude, velocity_smooth, heartrate, cadence, watts, temp } = columns;
  return time.slice(0, MAX_SAMPLES).flatMap((value, index): Sample[] => {
    const seconds = plausible.seconds(value);
    if (seconds === null) return [];
    const place = readPlace(latlng?.[index]);
    return [
      {
        ...blankSample(0),
        time_ms: start_ms + seconds * 1_000,
        lat: place?.lat ?? null,
        lng: place?.lng ?? null,
        distance_m: plausible.distance(distance?.[index]),
        altitude_m: plausible.altitude(altitude?.[index]),
        speed_mps: plausible.speed(velocity_smooth?.[index]),
        heart_rate_bpm: plausible.heartRate(heartrate?.[index]),
        cadence: plausible.cadence(cadence?.[index]),
        power_w: hasPower ? plausible.power(watts?.[index]) : null,
        temperature_c: plausible.temperature(temp?.[index]),
      },
    ];
  });
}

/** Two numbers in degrees; null for an impossible place. */
export function readPlace(value: unknown): { lat: number; lng: number } | null {
  return Array.isArray(value) ? position(value[0], value[1]) : null;
}

function readColumns(streams: unknown): Partial<Record<StreamKey, readonly unknown[]>> | null {
  if (!isObject(streams) && !Array.isArray(streams)) return null;
  const byType: Members = Array.isArray(streams)
    ? Object.fromEntries(streams.filter(isObject).map((stream) => [readText(stream.type), stream]))
    : streams;
  const columns: Partial<Record<StreamKey, readonly unknown[]>> = {};
  for (const key of STREAM_KEYS) {
    const stream = byType[key];
    if (isObject(stream) && Array.isArray(stream.data)) columns[key] = stream.data;
  }
  return columns;
}
