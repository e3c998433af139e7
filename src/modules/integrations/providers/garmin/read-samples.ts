import { SECOND_MS } from '../../../../shared/time.ts';
import { blankSample, plausible, position, type Sample } from '../../../activities/index.ts';
import { UnreadableDelivery } from '../../platform-error.ts';
import { isObject, type Members } from '../members.ts';
import { epochSeconds, seconds } from './values.ts';

/** A sample with the three times since the start that Garmin counts. */
export type Reading = Sample & {
  readonly time_ms: number;
  /** All time, including pauses. */
  readonly clock_s: number | null;
  readonly timer_s: number | null;
  readonly moving_s: number | null;
};

/** Far more than Garmin's one sample a second for a day. */
const MAX_SAMPLES = 400_000;

/** How far the clock must run ahead of the timer to be a pause, in seconds: both are rounded. */
const PAUSE_S = 2;

/**
 * The samples of details that have a time.
 *
 * @param isFoot whether the steps are those of both feet: our summaries count one, as files do
 * @throws UnreadableDelivery when there are more than any watch writes
 */
export function readSamples(samples: unknown, isFoot: boolean): Reading[] {
  if (!Array.isArray(samples)) return [];
  if (samples.length > MAX_SAMPLES) throw new UnreadableDelivery('the details hold too many samples');
  const readings: Reading[] = [];
  let segment = 0;
  let paused_s = 0;
  for (const sample of samples) {
    if (!isObject(sample)) continue;
    const reading = readSample(sample, segment, isFoot);
    if (reading === null) continue;
    const { clock_s, timer_s } = reading;
    if (clock_s !== null && timer_s !== null && clock_s - timer_s - paused_s > PAUSE_S) {
      segment += 1;
      reading.segment = segment;
      paused_s = clock_s - timer_s;
    }
    readings.push(reading);
  }
  return readings;
}

function readSample(sample: Members, segment: number, isFoot: boolean): Reading | null {
  const time_s = epochSeconds(sample.startTimeInSeconds);
  if (time_s === null) return null;
  return {
    ...blankSample(segment),
    ...position(sample.latitudeInDegree, sample.longitudeInDegree),
    time_ms: Math.round(time_s * SECOND_MS),
    distance_m: plausible.distance(sample.totalDistanceInMeters),
    altitude_m: plausible.altitude(sample.elevationInMeters),
    speed_mps: plausible.speed(sample.speedMetersPerSecond),
    heart_rate_bpm: plausible.heartRate(sample.heartRate),
    cadence: cadenceOf(sample, isFoot),
    power_w: plausible.power(sample.powerInWatts),
    // The spelling is Garmin's.
    temperature_c: plausible.temperature(sample.airTemperatureCelcius),
    clock_s: seconds(sample.clockDurationInSeconds),
    timer_s: seconds(sample.timerDurationInSeconds),
    moving_s: seconds(sample.movingDurationInSeconds),
  };
}

function cadenceOf(sample: Members, isFoot: boolean): number | null {
  const steps = plausible.cadence(sample.stepsPerMinute);
  if (steps !== null && isFoot) return steps / 2;
  return (
    plausible.cadence(sample.bikeCadenceInRPM) ??
    plausible.cadence(sample.swimCadenceInStrokesPerMinute) ??
    plausible.cadence(sample.wheelChairCadenceInPushesPerMinute) ??
    steps
  );
}
