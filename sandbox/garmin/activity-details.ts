import type { Recording } from '../recordings/recording.ts';
import type { Summary } from './summary-types.ts';

/** Longer ones have no samples on the platform. */
const LONGEST_WITH_SAMPLES_S = 86_400;

/**
 * `activityDetails`: the activity once more, its samples as dense as the recording, and where its laps begin. Three times run
 * beside each other: of the clock, of the watch (pauses left out), and in motion.
 */
export function makeDetails(activity_id: number, summary: Summary, recording: Recording): Summary {
  const start_s = recording.start.getTime() / 1_000;
  // Inside, the activity goes without an id of its own record.
  const { summaryId: _, ...activity } = summary;
  return {
    summaryId: `${activity_id}-detail`,
    activityId: activity_id,
    summary: activity,
    samples: recording.duration_s > LONGEST_WITH_SAMPLES_S ? [] : makeSamples(recording, start_s),
    laps: recording.laps.map((lap) => ({ startTimeInSeconds: start_s + Math.round(lap.start_s) })),
  };
}

function makeSamples(recording: Recording, start_s: number): Readonly<Record<string, number>>[] {
  const { samples, sport, pauses } = recording;
  const temperature_c = 8 + (start_s % 17);
  const cadence =
    sport === 'ride'
      ? 'bikeCadenceInRPM'
      : sport === 'pool_swim'
        ? 'swimCadenceInStrokesPerMinute'
        : 'stepsPerMinute';
  let moving_s = 0;
  let paused_s = 0;
  let nextPause = 0;
  return samples.time_s.map((time_s, index) => {
    for (let pause = pauses[nextPause]; pause !== undefined && pause.end_s <= time_s; ) {
      paused_s += pause.end_s - pause.start_s;
      nextPause += 1;
      pause = pauses[nextPause];
    }
    const timer_s = time_s - paused_s;
    const before_s = index === 0 ? 0 : (samples.time_s[index - 1] ?? 0);
    const speed_mps = samples.speed_mps?.[index];
    // A pause leaves a gap of the clock and none of the watch.
    const step_s = Math.min(time_s - before_s, recording.resolution_s);
    if (speed_mps === undefined || speed_mps > 0) moving_s = Math.min(timer_s, moving_s + step_s);
    const sample: Record<string, number> = { startTimeInSeconds: start_s + time_s };
    const put = (name: string, value: number | undefined): void => {
      if (value !== undefined) sample[name] = value;
    };
    put('latitudeInDegree', samples.latitude_deg?.[index]);
    put('longitudeInDegree', samples.longitude_deg?.[index]);
    put('elevationInMeters', samples.altitude_m?.[index]);
    put('airTemperatureCelcius', temperature_c);
    put('heartRate', samples.heart_rate_bpm?.[index]);
    put('speedMetersPerSecond', speed_mps);
    put(cadence, samples.cadence_per_min?.[index]);
    put('totalDistanceInMeters', samples.distance_m?.[index]);
    put('powerInWatts', samples.power_w?.[index]);
    put('timerDurationInSeconds', timer_s);
    put('clockDurationInSeconds', time_s);
    put('movingDurationInSeconds', moving_s);
    return sample;
  });
}
