import { createHash } from 'node:crypto';
import type { Session } from '../recordings/plan-session.ts';
import type { RecordedSport, Recording } from '../recordings/recording.ts';
import { type Simulation, simulateActivity } from '../recordings/simulate-activity.ts';
import { summarizeRecording } from '../recordings/summarize-recording.ts';
import { writeFit } from '../recordings/write-fit.ts';
import { makeDetails } from './activity-details.ts';
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
  person: GarminPerson,
  given: { name: string; session: Session; start: Date; manual?: boolean; resolution_s: number },
): Workout {
  const { name, session, start, manual = false, resolution_s } = given;
  const { runner, timezone, home, terrain, device } = person;
  const key = `${person.user_id}/${start.getTime()}/${name}`;
  return {
    activity_id: activityId(key),
    user_id: person.user_id,
    manual,
    simulation: {
      seed: key,
      name,
      session,
      runner,
      start,
      timezone,
      home,
      terrain,
      device,
      route: 1 + (activityId(key) % 5),
      resolution_s,
    },
  };
}

/** Eleven digits, as they are today, from what makes the activity itself. */
function activityId(key: string): number {
  const hash = createHash('sha256').update(key).digest().readUIntBE(0, 6);
  return 20_000_000_000 + (hash % 70_000_000_000);
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
  const onFoot = sport.endsWith('run');
  const speed_mps = total.average_speed_mps ?? 0;
  const max_mps = total.max_speed_mps ?? 0;
  const common = {
    summaryId: String(activity_id),
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
  };
  if (manual) {
    return present({
      ...common,
      averageSpeedInMetersPerSecond: total.average_speed_mps,
      distanceInMeters: total.distance_m,
    });
  }
  return present({
    ...common,
    activityDescription: '',
    averageHeartRateInBeatsPerMinute: total.average_heart_rate_bpm,
    maxHeartRateInBeatsPerMinute: total.max_heart_rate_bpm,
    distanceInMeters: total.distance_m,
    averageSpeedInMetersPerSecond: total.average_speed_mps,
    maxSpeedInMetersPerSecond: total.max_speed_mps,
    ...(onFoot && {
      averageRunCadenceInStepsPerMinute: total.average_cadence_per_min,
      maxRunCadenceInStepsPerMinute: total.max_cadence_per_min,
      averagePaceInMinutesPerKilometer: minutesPerKilometre(speed_mps),
      maxPaceInMinutesPerKilometer: minutesPerKilometre(max_mps),
      steps: Math.round(((total.average_cadence_per_min ?? 0) * total.timer_s) / 60),
    }),
    ...(sport === 'ride' && {
      averageBikeCadenceInRoundsPerMinute: total.average_cadence_per_min,
      maxBikeCadenceInRoundsPerMinute: total.max_cadence_per_min,
    }),
    ...(sport === 'pool_swim' && {
      averageSwimCadenceInStrokesPerMinute: total.average_cadence_per_min,
      numberOfActiveLengths: Math.round((total.distance_m ?? 0) / (recording.pool_length_m ?? 25)),
    }),
    startingLatitudeInDegree: samples.latitude_deg?.[0],
    startingLongitudeInDegree: samples.longitude_deg?.[0],
    totalElevationGainInMeters: total.ascent_m,
    totalElevationLossInMeters: total.descent_m,
  });
}

function minutesPerKilometre(mps: number): number | null {
  return mps > 0 ? Math.round((1_000 / mps / 60) * 1_000) / 1_000 : null;
}

function present(members: Readonly<Record<string, unknown>> & { summaryId: string }): Summary {
  const known = Object.entries(members).filter(([, value]) => value !== null && value !== undefined);
  return { ...Object.fromEntries(known), summaryId: members.summaryId };
}
