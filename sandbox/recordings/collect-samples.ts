import type { Motion } from './move-athlete.ts';
import type { Course } from './place-course.ts';
import type { RecordingSamples } from './recording.ts';
import type { SeededRandom } from './seeded-random.ts';

/**
 * Writes what sensors would: positions with an error that wanders over about 2 m, a barometer that drifts by
 * decimetres, whole beats and steps, distances to the centimetre.
 */
export function collectSamples(input: {
  /** Which the recording has beside time, heart rate and those of a course; the rest are null. */
  columns: { distance: boolean; cadence: boolean; power: boolean };
  course: Course | null;
  max_heart_rate_bpm: number;
  random: SeededRandom;
}) {
  const { columns, course, max_heart_rate_bpm, random } = input;
  const column = (is_there: boolean): number[] | null => (is_there ? [] : null);
  const samples: RecordingSamples = {
    time_s: [],
    distance_m: column(columns.distance),
    speed_mps: column(columns.distance),
    latitude_deg: column(course !== null),
    longitude_deg: column(course !== null),
    altitude_m: column(course !== null),
    heart_rate_bpm: [],
    cadence_per_min: column(columns.cadence),
    power_w: column(columns.power),
  };
  const error = { lat: 0, lng: 0, altitude_m: 0 };
  const addPlace = (course: Course, distance_m: number): void => {
    const place = course.place(distance_m);
    // 4e-6 degrees of latitude are 0.45 m; remembered at 0.97 this spreads to 2 m.
    error.lat = error.lat * 0.97 + (random.next() - 0.5) * 1.2e-5;
    error.lng = error.lng * 0.97 + (random.next() - 0.5) * 1.8e-5;
    error.altitude_m = error.altitude_m * 0.995 + (random.next() - 0.5) * 0.05;
    samples.latitude_deg?.push(round(place.lat + error.lat, 1e7));
    samples.longitude_deg?.push(round(place.lng + error.lng, 1e7));
    // Barometers and the FIT format count in fifths of a metre.
    samples.altitude_m?.push(round(course.altitude_m(distance_m) + error.altitude_m, 5));
  };
  const add = (time_s: number, distance_m: number, motion: Motion): void => {
    const beats = Math.min(max_heart_rate_bpm, motion.heart_rate_bpm + motion.flutter_bpm);
    samples.time_s.push(time_s);
    samples.heart_rate_bpm?.push(Math.round(beats));
    samples.distance_m?.push(round(distance_m, 100));
    samples.speed_mps?.push(round(motion.speed_mps, 1000));
    samples.cadence_per_min?.push(Math.round(motion.cadence_per_min));
    samples.power_w?.push(Math.round(motion.power_w));
    if (course !== null) addPlace(course, distance_m);
  };
  return { samples, add };
}

function round(value: number, perUnit: number): number {
  return Math.round(value * perUnit) / perUnit;
}
