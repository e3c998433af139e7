import type { TimedSample } from './order-samples.ts';
import type { ActivityStreams, LatLng } from './types.ts';
import { rounded } from './values.ts';

export function buildStreams(
  series: readonly TimedSample[],
  zeroMs: number,
  speeds: readonly (number | null)[],
  cadenceFactor: number,
): ActivityStreams {
  const streams: ActivityStreams = {
    time_s: series.map((sample) => rounded((sample.time_ms - zeroMs) / 1000, 3)),
  };
  const add = (
    name: Exclude<keyof ActivityStreams, 'time_s' | 'latlng'>,
    pick: (sample: TimedSample, index: number) => number | null,
    digits: number,
    isKnown: (value: number | null) => boolean = (value) => value !== null,
  ): void => {
    const column = series.map((sample, index) => rounded(pick(sample, index), digits));
    if (column.some(isKnown)) streams[name] = column;
  };
  add('distance_m', (sample) => sample.distance_m, 1, isMeasured);
  const places = series.map((sample): LatLng | null =>
    sample.lat === null || sample.lng === null ? null : [rounded(sample.lat, 6), rounded(sample.lng, 6)],
  );
  if (places.some((place) => place !== null)) streams.latlng = places;
  add('altitude_m', (sample) => sample.altitude_m, 1);
  add('speed_mps', (_, index) => speeds[index] ?? null, 3, isMeasured);
  add('heart_rate_bpm', (sample) => sample.heart_rate_bpm, 0);
  add(
    'cadence_spm',
    (sample) => (sample.cadence === null ? null : sample.cadence * cadenceFactor),
    0,
    isMeasured,
  );
  add('power_w', (sample) => sample.power_w, 0, isMeasured);
  add('temperature_c', (sample) => sample.temperature_c, 1);
  return streams;
}

/** A column of 0 from end to end is a sensor that was not there. */
function isMeasured(value: number | null): boolean {
  return value !== null && value > 0;
}
