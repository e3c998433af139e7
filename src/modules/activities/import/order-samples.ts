import { findDrift, type PlacedSample } from './find-drift.ts';
import type { Sample } from './types.ts';

export type TimedSample = Sample & { time_ms: number };

export type OrderedSamples = {
  /** All, in the order of time, as a line on the map; `distance_m` is filled where it can be known. */
  line: readonly Sample[];
  /** Those with a time, one for each moment. */
  series: readonly TimedSample[];
  /** Metres at the end by the device's count, else along the line; null without either. */
  distanceM: number | null;
};

export function orderSamples(samples: readonly Sample[]): OrderedSamples {
  const sorted = sortByTime(samples);
  const { line, distanceM } = withDistance(sorted);
  return { line, series: mergeMoments(line), distanceM };
}

/** Points without a time stay behind the one before them. */
function sortByTime(samples: readonly Sample[]): readonly Sample[] {
  let isSorted = true;
  let last = Number.NEGATIVE_INFINITY;
  const keyed = samples.map((sample) => {
    const key = sample.time_ms ?? last;
    if (key < last) isSorted = false;
    last = key;
    return { key, sample };
  });
  if (isSorted) return samples;
  keyed.sort((a, b) => (a.key === b.key ? 0 : a.key - b.key));
  return joinOverlapping(keyed.map(({ sample }) => sample));
}

/** Overlapping segments, as of a track that a file holds twice, do not interrupt each other. */
function joinOverlapping(sorted: readonly Sample[]): readonly Sample[] {
  const ends = new Map(sorted.map(({ segment }, index) => [segment, index]));
  let joined = -1;
  let end = -1;
  return sorted.map((sample, index) => {
    if (index > end) joined = sample.segment;
    end = Math.max(end, ends.get(sample.segment) ?? index);
    return sample.segment === joined ? sample : { ...sample, segment: joined };
  });
}

function withDistance(samples: readonly Sample[]): { line: readonly Sample[]; distanceM: number | null } {
  let counted = 0;
  let falls = 0;
  let last = 0;
  let farthest = 0;
  for (const { distance_m } of samples) {
    if (distance_m === null) continue;
    counted += 1;
    if (distance_m < last) falls += 1;
    last = distance_m;
    farthest = Math.max(farthest, distance_m);
  }
  // A count that keeps falling is something else, such as metres per stroke.
  const isCumulative = falls <= counted * 0.1;
  if (counted >= 2 && farthest > 0 && isCumulative)
    return { line: neverFalling(samples), distanceM: farthest };
  return alongTheLine(samples);
}

function neverFalling(samples: readonly Sample[]): readonly Sample[] {
  let farthest = 0;
  return samples.map((sample) => {
    if (sample.distance_m === null) return sample;
    if (sample.distance_m >= farthest) {
      farthest = sample.distance_m;
      return sample;
    }
    return { ...sample, distance_m: farthest };
  });
}

function alongTheLine(samples: readonly Sample[]): { line: readonly Sample[]; distanceM: number | null } {
  const drift = findDrift(samples.filter(isPlaced));
  let total = 0;
  let placed = 0;
  let last: PlacedSample | undefined;
  const line = samples.map((sample) => {
    if (!isPlaced(sample)) return sample.distance_m === null ? sample : { ...sample, distance_m: null };
    // The way during an interruption is unknown.
    if (last !== undefined && last.segment === sample.segment && drift[placed] === 0) {
      total += haversineM(last.lat, last.lng, sample.lat, sample.lng);
    }
    last = sample;
    placed += 1;
    return { ...sample, distance_m: total };
  });
  return { line, distanceM: placed >= 2 ? total : null };
}

function isPlaced(sample: Sample): sample is PlacedSample {
  return sample.lat !== null && sample.lng !== null;
}

const EARTH_RADIUS_M = 6_371_008.8;

/** Great-circle distance in metres between two places in degrees. */
export function haversineM(lat1: number, lng1: number, lat2: number, lng2: number): number {
  const radians = Math.PI / 180;
  const sinLat = Math.sin(((lat2 - lat1) * radians) / 2);
  const sinLng = Math.sin(((lng2 - lng1) * radians) / 2);
  const a = sinLat * sinLat + Math.cos(lat1 * radians) * Math.cos(lat2 * radians) * sinLng * sinLng;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(a)));
}

/** Some writers split position and distance of a moment into two records; later values win. */
function mergeMoments(samples: readonly Sample[]): TimedSample[] {
  const series: TimedSample[] = [];
  for (const sample of samples) {
    if (!isTimed(sample)) continue;
    const last = series.at(-1);
    if (last === undefined || last.time_ms !== sample.time_ms) series.push(sample);
    else series[series.length - 1] = mergeMoment(last, sample);
  }
  return series;
}

function isTimed(sample: Sample): sample is TimedSample {
  return sample.time_ms !== null;
}

function mergeMoment(last: TimedSample, sample: TimedSample): TimedSample {
  return {
    time_ms: last.time_ms,
    segment: sample.segment,
    lat: sample.lat ?? last.lat,
    lng: sample.lng ?? last.lng,
    distance_m: sample.distance_m ?? last.distance_m,
    altitude_m: sample.altitude_m ?? last.altitude_m,
    speed_mps: sample.speed_mps ?? last.speed_mps,
    heart_rate_bpm: sample.heart_rate_bpm ?? last.heart_rate_bpm,
    cadence: sample.cadence ?? last.cadence,
    power_w: sample.power_w ?? last.power_w,
    temperature_c: sample.temperature_c ?? last.temperature_c,
  };
}
