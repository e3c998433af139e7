import type { LapMesg, RecordMesg, SessionMesg } from '@garmin/fitsdk';
import type { Sample, StatedSummary } from './types.ts';
import { plausible, position, within } from './values.ts';

/** FIT counts seconds from 1989-12-31T00:00:00Z. */
const FIT_EPOCH_S = 631_065_600;

/**
 * A `date_time` below this is not a date but the seconds since the device was switched on (FIT profile,
 * `date_time`: "if date_time is < 0x10000000 then it is system time").
 */
export const FIRST_REAL_DATE = 0x10000000;

/** FIT stores angles as 2³¹ parts of 180°. */
const DEGREES_PER_SEMICIRCLE = 180 / 2 ** 31;

export function fitSeconds(value: unknown): number | null {
  return within(value, 0, 0xffffffff - 1);
}

export function toMs(fitTime: number): number {
  return (fitTime + FIT_EPOCH_S) * 1000;
}

export function readSamples(records: readonly RecordMesg[]): Sample[] {
  const samples: Sample[] = [];
  for (const record of records) {
    const time = within(record.timestamp, FIRST_REAL_DATE, 0xffffffff - 1);
    if (time === null) continue;
    const place = position(degrees(record.positionLat), degrees(record.positionLong));
    const cadence = plausible.cadence(record.cadence);
    samples.push({
      time_ms: toMs(time),
      segment: 0,
      lat: place?.lat ?? null,
      lng: place?.lng ?? null,
      distance_m: plausible.distance(record.distance),
      altitude_m: plausible.altitude(record.enhancedAltitude ?? record.altitude),
      speed_mps: plausible.speed(record.enhancedSpeed ?? record.speed),
      heart_rate_bpm: plausible.heartRate(record.heartRate),
      cadence: cadence === null ? null : cadence + (within(record.fractionalCadence, 0, 1) ?? 0),
      power_w: plausible.power(record.power),
      temperature_c: plausible.temperature(record.temperature),
    });
  }
  return samples;
}

function degrees(semicircles: unknown): number | null {
  return typeof semicircles === 'number' ? semicircles * DEGREES_PER_SEMICIRCLE : null;
}

export function realTimeMs(value: unknown): number | null {
  const time = within(value, FIRST_REAL_DATE, 0xffffffff - 1);
  return time === null ? null : toMs(time);
}

export function readSummary(message: SessionMesg | LapMesg, cadence: 'strides' | 'turns'): StatedSummary {
  const fraction = within(message.avgFractionalCadence, 0, 1) ?? 0;
  const turns = within(
    message.avgCadence ?? (cadence === 'strides' ? message.avgRunningCadence : null),
    1,
    300,
  );
  return {
    elapsed_s: plausible.seconds(message.totalElapsedTime),
    timer_s: plausible.seconds(message.totalTimerTime),
    distance_m: plausible.distance(message.totalDistance),
    max_speed_mps: plausible.speed(message.enhancedMaxSpeed ?? message.maxSpeed),
    average_heart_rate_bpm: plausible.heartRate(message.avgHeartRate),
    max_heart_rate_bpm: plausible.heartRate(message.maxHeartRate),
    cadence: turns === null ? null : turns + fraction,
    average_power_w: plausible.power(message.avgPower),
    elevation_gain_m: plausible.climb(message.totalAscent),
    elevation_loss_m: plausible.climb(message.totalDescent),
    calories_kcal: plausible.calories(message.totalCalories),
  };
}
