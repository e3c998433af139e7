import { createHash } from 'node:crypto';
import type { Session } from '../recordings/plan-session.ts';
import type { RecordedSport, Recording } from '../recordings/recording.ts';
import { type Simulation, simulateActivity } from '../recordings/simulate-activity.ts';
import { summarizeRecording } from '../recordings/summarize-recording.ts';
import { writeFit } from '../recordings/write-fit.ts';
import { type GarminPerson, offsetS } from './people.ts';
import type { Summary, SummaryType, Upload } from './summary-types.ts';

/** One activity on somebody's watch; what is told of it follows from the simulation. */
export type Workout = {
  readonly activity_id: number;
  readonly user_id: string;
  readonly simulation: Simulation;
  /** Entered by hand: no watch was there. */
  readonly manual: boolean;
};

const ACTIVITY_TYPE: Readonly<Record<RecordedSport, string>> = {
  run: 'RUNNING',
  track_run: 'TRACK_RUNNING',
  trail_run: 'TRAIL_RUNNING',
  treadmill_run: 'TREADMILL_RUNNING',
  ride: 'CYCLING',
  pool_swim: 'LAP_SWIMMING',
  strength_training: 'STRENGTH_TRAINING',
};

export function planWorkout(
  { user_id, runner, timezone, home, terrain, device }: GarminPerson,
  planned: { name: string; session: Session; start: Date; resolution_s: number },
  manual = false,
): Workout {
  const seed = `${user_id}/${planned.start.getTime()}/${planned.name}`;
  // Eleven digits, as they are today, from what makes the activity itself.
  const hash = createHash('sha256').update(seed).digest().readUIntBE(0, 6);
  const activity_id = 20_000_000_000 + (hash % 70_000_000_000);
  const route = 1 + (activity_id % 5);
  const simulation = { seed, ...planned, runner, timezone, home, terrain, device, route };
  return { activity_id, user_id, manual, simulation };
}

/** The same start and the same number, and more at the end. */
export function prolong(workout: Workout, seconds: number): Workout {
  const { session } = workout.simulation;
  const effort = session.steps.at(-1)?.effort ?? 0.5;
  const more = { intensity: 'active' as const, effort, end: { duration_s: seconds } };
  const longer = { ...session, steps: [...session.steps, more] };
  return { ...workout, simulation: { ...workout.simulation, session: longer } };
}

/** What the platform hears when a watch is read: the activity, its details and its file. */
export function uploadsOfWorkout(person: GarminPerson, workout: Workout): Upload[] {
  const { activity_id, user_id, simulation, manual } = workout;
  const starts_s = simulation.start.getTime() / 1_000;
  const record = (): Recording => simulateActivity(simulation);
  let known: Summary | undefined;
  const summary = (recording?: Recording): Summary => {
    known ??= makeActivity(person, workout, recording ?? record());
    return known;
  };
  const id = String(activity_id);
  const upload = (type: SummaryType, make: () => Summary): Upload => {
    return { type, user_id, record: id, starts_s, make };
  };
  if (manual) return [upload('manuallyUpdatedActivities', () => summary())];
  const details = (): Summary => {
    const recording = record();
    return makeDetails(activity_id, summary(recording), recording);
  };
  const file = (): Summary => ({
    summaryId: id,
    fileType: 'FIT',
    startTimeInSeconds: starts_s,
    activityId: activity_id,
    activityName: simulation.name,
    manual: false,
  });
  return [
    upload('activities', () => summary()),
    upload('activityDetails', details),
    { ...upload('activityFiles', file), file: () => writeFit([record()]) },
  ];
}

/** The members of `activities`; what a sport or a device does not measure is missing. */
function makeActivity(person: GarminPerson, workout: Workout, recording: Recording): Summary {
  const { activity_id, manual, simulation } = workout;
  const { sport, start, samples } = recording;
  const startTimeInSeconds = start.getTime() / 1_000;
  const total = summarizeRecording(recording).total;
  const { average_cadence_per_min: cadence, max_cadence_per_min: max_cadence } = total;
  const measured = {
    activityDescription: '',
    averageHeartRateInBeatsPerMinute: total.average_heart_rate_bpm,
    maxHeartRateInBeatsPerMinute: total.max_heart_rate_bpm,
    maxSpeedInMetersPerSecond: total.max_speed_mps,
    ...(sport.endsWith('run') && {
      averageRunCadenceInStepsPerMinute: cadence,
      maxRunCadenceInStepsPerMinute: max_cadence,
      averagePaceInMinutesPerKilometer: minutesPerKilometre(total.average_speed_mps ?? 0),
      maxPaceInMinutesPerKilometer: minutesPerKilometre(total.max_speed_mps ?? 0),
      steps: Math.round(((cadence ?? 0) * total.timer_s) / 60),
    }),
    ...(sport === 'ride' && {
      averageBikeCadenceInRoundsPerMinute: cadence,
      maxBikeCadenceInRoundsPerMinute: max_cadence,
    }),
    ...(sport === 'pool_swim' && {
      averageSwimCadenceInStrokesPerMinute: cadence,
      numberOfActiveLengths: Math.round((total.distance_m ?? 0) / (recording.pool_length_m ?? 25)),
    }),
    startingLatitudeInDegree: samples.latitude_deg?.[0],
    startingLongitudeInDegree: samples.longitude_deg?.[0],
    totalElevationGainInMeters: total.ascent_m,
    totalElevationLossInMeters: total.descent_m,
  };
  const summaryId = String(activity_id);
  const members = {
    summaryId,
    activityId: activity_id,
    activityName: simulation.name,
    durationInSeconds: Math.round(total.timer_s),
    startTimeInSeconds,
    startTimeOffsetInSeconds: offsetS(person, startTimeInSeconds),
    activityType: ACTIVITY_TYPE[sport],
    activeKilocalories: recording.calories_kcal,
    deviceName: manual ? 'unknown' : recording.device.name,
    manual,
    isWebUpload: manual,
    distanceInMeters: total.distance_m,
    averageSpeedInMetersPerSecond: total.average_speed_mps,
    ...(manual ? {} : measured),
  };
  const known = Object.entries(members).filter(([, value]) => value !== null && value !== undefined);
  return { ...Object.fromEntries(known), summaryId };
}

function minutesPerKilometre(mps: number): number | null {
  return mps > 0 ? Math.round((1_000 / mps / 60) * 1_000) / 1_000 : null;
}

/** Longer ones have no samples on the platform. */
const LONGEST_WITH_SAMPLES_S = 86_400;

/**
 * `activityDetails`: the activity once more, its samples as dense as the recording, and where its laps begin. Three times run
 * beside each other: of the clock, of the watch (pauses left out), and in motion.
 */
function makeDetails(activity_id: number, summary: Summary, recording: Recording): Summary {
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

/** What the cadence is called; on foot it is `stepsPerMinute`. */
const CADENCE: Partial<Record<RecordedSport, string>> = {
  ride: 'bikeCadenceInRPM',
  pool_swim: 'swimCadenceInStrokesPerMinute',
};

function makeSamples(recording: Recording, start_s: number): object[] {
  const { samples, sport, pauses } = recording;
  const airTemperatureCelcius = 8 + (start_s % 17);
  const cadence = CADENCE[sport] ?? 'stepsPerMinute';
  let [moving_s, paused_s, passed] = [0, 0, 0];
  return samples.time_s.map((time_s, index) => {
    for (let pause = pauses[passed]; pause !== undefined && pause.end_s <= time_s; pause = pauses[passed]) {
      paused_s += pause.end_s - pause.start_s;
      passed += 1;
    }
    const timer_s = time_s - paused_s;
    const speed_mps = samples.speed_mps?.[index];
    // A pause leaves a gap of the clock and none of the watch.
    const step_s = Math.min(time_s - (samples.time_s[index - 1] ?? 0), recording.resolution_s);
    if (speed_mps === undefined || speed_mps > 0) moving_s = Math.min(timer_s, moving_s + step_s);
    // JSON leaves out what the device does not measure.
    return {
      startTimeInSeconds: start_s + time_s,
      latitudeInDegree: samples.latitude_deg?.[index],
      longitudeInDegree: samples.longitude_deg?.[index],
      elevationInMeters: samples.altitude_m?.[index],
      airTemperatureCelcius,
      heartRate: samples.heart_rate_bpm?.[index],
      speedMetersPerSecond: speed_mps,
      [cadence]: samples.cadence_per_min?.[index],
      totalDistanceInMeters: samples.distance_m?.[index],
      powerInWatts: samples.power_w?.[index],
      timerDurationInSeconds: timer_s,
      clockDurationInSeconds: time_s,
      movingDurationInSeconds: moving_s,
    };
  });
}
