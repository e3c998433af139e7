import type { Motion } from './move-athlete.ts';
import type { Course } from './place-course.ts';
import type { RecordingSamples } from './recording.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Which columns a recording has; the rest are null. */
type SampledColumns = { distance: boolean; cadence: boolean; power: boolean };

export type SampleCollector = {
  add(time_s: number, distance_m: number, motion: Motion): void;
  samples: RecordingSamples;
};

/**
 * Writes what sensors would: positions with an error that wanders over about 2 m, a barometer that drifts by
 * decimetres, whole beats and steps, distances to the centimetre.
 */
export function collectSamples(input: {
  columns: SampledColumns;
  course: Course | null;
  max_heart_rate_bpm: number;
  random: SeededRandom;
}): SampleCollector {
  const { columns, course, max_heart_rate_bpm, random } = input;
  const time: number[] = [];
  const heartRate: number[] = [];
  const distance: number[] | null = columns.distance ? [] : null;
  const speed: number[] | null = columns.distance ? [] : null;
  const cadence: number[] | null = columns.cadence ? [] : null;
  const power: number[] | null = columns.power ? [] : null;
  const latitude: number[] | null = course === null ? null : [];
  const longitude: number[] | null = course === null ? null : [];
  const altitude: number[] | null = course === null ? null : [];
  const error = { lat: 0, lng: 0, altitude_m: 0 };

  const addPlace = (course: Course, distance_m: number): void => {
    const place = course.place(distance_m);
    // 4e-6 degrees of latitude are 0.45 m; remembered at 0.97 this spreads to 2 m.
    error.lat = error.lat * 0.97 + (random.next() - 0.5) * 1.2e-5;
    error.lng = error.lng * 0.97 + (random.next() - 0.5) * 1.8e-5;
    error.altitude_m = error.altitude_m * 0.995 + (random.next() - 0.5) * 0.05;
    latitude?.push(round(place.lat + error.lat, 1e7));
    longitude?.push(round(place.lng + error.lng, 1e7));
    // Barometers and the FIT format count in fifths of a metre.
    altitude?.push(round(course.altitude_m(distance_m) + error.altitude_m, 5));
  };

  return {
    add(time_s, distance_m, motion) {
      time.push(time_s);
      heartRate.push(Math.round(Math.min(max_heart_rate_bpm, motion.heart_rate_bpm + motion.flutter_bpm)));
      distance?.push(round(distance_m, 100));
      speed?.push(round(motion.speed_mps, 1000));
      cadence?.push(Math.round(motion.cadence_per_min));
      power?.push(Math.round(motion.power_w));
      if (course !== null) addPlace(course, distance_m);
    },
    samples: {
      time_s: time,
      distance_m: distance,
      speed_mps: speed,
      latitude_deg: latitude,
      longitude_deg: longitude,
      altitude_m: altitude,
      heart_rate_bpm: heartRate,
      cadence_per_min: cadence,
      power_w: power,
    },
  };
}

function round(value: number, perUnit: number): number {
  return Math.round(value * perUnit) / perUnit;
}
