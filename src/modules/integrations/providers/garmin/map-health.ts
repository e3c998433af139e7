import { isDay } from '../../../../shared/calendar.ts';
import { SECOND_MS } from '../../../../shared/time.ts';
import { plausible } from '../../../activities/index.ts';
import type { DayOfHeartRate, HealthReport } from '../../health/health-report.ts';
import { isObject, type Members } from '../members.ts';
import { epochSeconds, seconds, text, utcOffset, within } from './values.ts';

/** Added to the edition of a final night, so that it is later than any that is not final: no night lasts that many seconds. */
const FINAL = 1_000_000;

const FINAL_VALIDATIONS: readonly unknown[] = [
  'MANUAL',
  'DEVICE',
  'AUTO_FINAL',
  'AUTO_MANUAL',
  'ENHANCED_FINAL',
];

/**
 * Maps one of `dailies`: a day so far. It comes again during the day, each time with the same start and longer. The average heart rate
 * in it is one of seven days, so it is not used.
 *
 * @returns null where it names no day
 */
export function mapDaily(item: Members): HealthReport | null {
  const day = dayOf(item);
  if (day === null) return null;
  const beats = {
    resting_bpm: plausible.heartRate(item.restingHeartRateInBeatsPerMinute),
    min_bpm: plausible.heartRate(item.minHeartRateInBeatsPerMinute),
    max_bpm: plausible.heartRate(item.maxHeartRateInBeatsPerMinute),
    average_bpm: null,
  } satisfies DayOfHeartRate;
  return {
    source: 'garmin',
    day,
    activity: {
      steps: within(item.steps, 0, 1_000_000),
      distance_m: within(item.distanceInMeters, 0, 10_000_000),
      active_energy_kcal: within(item.activeKilocalories, 0, 100_000),
      resting_energy_kcal: within(item.bmrKilocalories, 0, 100_000),
      active_time_s: seconds(item.activeTimeInSeconds),
      moderate_intensity_s: seconds(item.moderateIntensityDurationInSeconds),
      vigorous_intensity_s: seconds(item.vigorousIntensityDurationInSeconds),
      floors_climbed: within(item.floorsClimbed, 0, 10_000),
      // A value below 0 was not measured.
      average_stress: within(item.averageStressLevel, 0, 100),
      max_stress: within(item.maxStressLevel, 0, 100),
    },
    ...(Object.values(beats).some((value) => value !== null) && { heart_rate: beats }),
    edition: seconds(item.durationInSeconds) ?? 0,
  };
}

/** Maps one of `sleeps`: a night, which is reported several times, at first shorter or less certain. Null where it names no day. */
export function mapSleep(item: Members): HealthReport | null {
  const day = dayOf(item);
  if (day === null) return null;
  const start_s = epochSeconds(item.startTimeInSeconds);
  const duration_s = seconds(item.durationInSeconds);
  const is_final = FINAL_VALIDATIONS.includes(item.validation);
  const score = isObject(item.overallSleepScore) ? item.overallSleepScore.value : null;
  return {
    source: 'garmin',
    day,
    sleep: {
      start_time: start_s === null ? null : new Date(start_s * SECOND_MS).toISOString(),
      // Garmin leaves out the time awake, as we do.
      duration_s,
      deep_s: seconds(item.deepSleepDurationInSeconds),
      light_s: seconds(item.lightSleepDurationInSeconds),
      rem_s: seconds(item.remSleepInSeconds),
      awake_s: seconds(item.awakeDurationInSeconds),
      score: within(score, 0, 100),
      is_final,
    },
    edition: (is_final ? FINAL : 0) + (duration_s ?? 0),
  };
}

/** Maps one of `hrv`: that of a night, by RMSSD. Null where it names no day. */
export function mapHrv(item: Members): HealthReport | null {
  const day = dayOf(item);
  if (day === null) return null;
  return {
    source: 'garmin',
    day,
    hrv: {
      rmssd_ms: within(item.lastNightAvg, 1, 1_000),
      highest_5_min_rmssd_ms: within(item.lastNight5MinHigh, 1, 1_000),
      sdnn_ms: null,
    },
    edition: seconds(item.durationInSeconds) ?? 0,
  };
}

/** The calendar day at the athlete's place: as given, or else by the wall clock of the watch. */
function dayOf(item: Members): string | null {
  const said = text(item.calendarDate);
  if (said !== null) return isDayOfWatches(said) ? said : null;
  const start_s = epochSeconds(item.startTimeInSeconds);
  if (start_s === null) return null;
  const local_s = start_s + (utcOffset(item.startTimeOffsetInSeconds) ?? 0);
  return new Date(local_s * SECOND_MS).toISOString().slice(0, 10);
}

/** Whether it is a calendar day in the time of watches: PostgreSQL would refuse a 2026-02-30. */
function isDayOfWatches(day: string): boolean {
  return day >= '1990' && day < '2100' && isDay(day);
}
