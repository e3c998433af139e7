import { SECOND_MS } from '../../../../shared/time.ts';
import { isOnFoot, sportFromWord } from '../../../../training/sport.ts';
import {
  type ActivityReport,
  blankSample,
  NOTHING_STATED,
  plausible,
  position,
  type Recording,
  type Sample,
  type StatedSummary,
  summarizeRecording,
} from '../../../activities/index.ts';
import { UnreadableDelivery } from '../../platform-error.ts';
import { isObject, type Members } from '../members.ts';
import { lapsOf } from './lap-totals.ts';
import { type Reading, readSamples } from './read-samples.ts';
import { epochSeconds, seconds, text, utcOffset } from './values.ts';

/** What Garmin writes for an unknown device, such as an entry by hand. */
const NO_DEVICE = 'unknown';

/**
 * Maps one of `activities`: totals without samples. The parts of a multisport activity come as activities of their own, so the whole is
 * left out (null).
 *
 * @param how.edited it was changed by hand at Garmin: then it may be shorter than the earlier report, and is still the later one
 * @throws UnreadableDelivery or AppError when it is invalid
 */
export function mapActivity(item: Members, how: { edited?: boolean } = {}): ActivityReport | null {
  if (item.isParent === true) return null;
  const external_id = externalId(item);
  const start = startOf(item);
  const { told } = summarizeRecording({
    ...recordingOf(item, start.start_ms),
    samples: start.place === null ? [] : [{ ...start.place, time_ms: start.start_ms }],
  });
  return {
    source: 'garmin',
    external_id,
    told: { ...told, moving_time_s: null, laps: [], best_efforts: [] },
    packed_streams: undefined,
    ...(how.edited === true ? { edition: EDITED } : editionOf(item)),
  };
}

/** Maps one of `activityDetails`: the same with samples. A workout longer than a day has none. */
export function mapDetails(item: Members): ActivityReport | null {
  const { summary } = item;
  if (!isObject(summary)) throw new UnreadableDelivery('the details have no summary');
  // The inner object lacks some members that the outer one has.
  const activity: Members = { ...item, ...summary };
  const readings = readSamples(item.samples, isOnFoot(sportOf(activity)));
  if (readings.length === 0 || activity.isParent === true) return mapActivity(activity);
  const { start_ms } = startOf(activity);
  const recording = recordingOf(activity, start_ms);
  const stated = statedWithTimes(recording.stated, readings);
  const end_s = start_ms / SECOND_MS + (stated.elapsed_s ?? 0);
  const { told, packed_streams } = summarizeRecording({
    ...recording,
    stated,
    laps: lapsOf(item.laps, readings, end_s),
    samples: readings,
  });
  return {
    source: 'garmin',
    external_id: externalId(activity),
    told,
    packed_streams,
    ...editionOf(activity, KNOWS_MORE),
  };
}

function externalId({ activityId, summaryId }: Members): string {
  const id =
    typeof activityId === 'number' && Number.isSafeInteger(activityId) && activityId > 0
      ? String(activityId)
      : (text(activityId) ?? text(summaryId)?.replace(/-detail$/, ''));
  if (id === undefined || !/^[\w-]{1,100}$/.test(id)) throw new UnreadableDelivery('the activity has no id');
  return id;
}

/**
 * Details are later than a workout's totals, whichever comes first. Less than a second, so that it decides only between equal
 * durations.
 */
const KNOWS_MORE = 0.5;

/** A change by hand is later than any report of the watch, even when that is sent again. */
export const EDITED = 1e9;

/** Garmin's latest report of a workout is never the shorter one. Paused time may be missing, so this is compared with nothing else. */
function editionOf({ durationInSeconds }: Members, more = 0): { edition?: number } {
  const edition = seconds(durationInSeconds);
  return edition === null ? {} : { edition: edition + more };
}

function startOf(item: Members): { start_ms: number; place: Sample | null } {
  const start_s = epochSeconds(item.startTimeInSeconds);
  if (start_s === null) throw new UnreadableDelivery('the activity has no plausible start');
  const place = position(item.startingLatitudeInDegree, item.startingLongitudeInDegree);
  return {
    start_ms: Math.round(start_s * SECOND_MS),
    place: place === null ? null : { ...blankSample(0), ...place },
  };
}

function sportOf({ activityType }: Members) {
  return sportFromWord(text(activityType) ?? '');
}

function recordingOf(item: Members, start_ms: number): Recording {
  const device = text(item.deviceName);
  const sport_type = sportOf(item);
  return {
    sport_type,
    name: text(item.activityName),
    description: text(item.activityDescription),
    device_name: device === NO_DEVICE ? null : device,
    start_ms,
    // The offset of the watch's own clock, which is not always that of the place; the position on the way tells more, where there is
    // one.
    utc_offset_s: utcOffset(item.startTimeOffsetInSeconds),
    stated: {
      ...NOTHING_STATED,
      elapsed_s: seconds(item.durationInSeconds),
      distance_m: plausible.distance(item.distanceInMeters),
      max_speed_mps: plausible.speed(item.maxSpeedInMetersPerSecond),
      average_heart_rate_bpm: plausible.heartRate(item.averageHeartRateInBeatsPerMinute),
      max_heart_rate_bpm: plausible.heartRate(item.maxHeartRateInBeatsPerMinute),
      cadence: cadenceOf(item, isOnFoot(sport_type)),
      elevation_gain_m: plausible.climb(item.totalElevationGainInMeters),
      elevation_loss_m: plausible.climb(item.totalElevationLossInMeters),
      calories_kcal: plausible.calories(item.activeKilocalories),
    },
    laps: [],
    samples: [],
  };
}

/** Our summaries count one foot, as files do; Garmin counts both feet here. */
function cadenceOf(item: Members, isFoot: boolean): number | null {
  const cadence =
    plausible.cadence(item.averageRunCadenceInStepsPerMinute) ??
    plausible.cadence(item.averageBikeCadenceInRoundsPerMinute) ??
    plausible.cadence(item.averageSwimCadenceInStrokesPerMinute) ??
    plausible.cadence(item.averagePushCadenceInPushesPerMinute);
  return cadence !== null && isFoot ? cadence / 2 : cadence;
}

/** The elapsed and the moving time, as the last sample has counted them. */
function statedWithTimes(stated: StatedSummary, readings: readonly Reading[]): StatedSummary {
  const last = (pick: (reading: Reading) => number | null): number =>
    readings.reduce((most, reading) => Math.max(most, pick(reading) ?? 0), 0);
  const duration_s = stated.elapsed_s ?? 0;
  const elapsed_s = Math.max(
    duration_s,
    last((reading) => reading.clock_s),
  );
  const distance_m = stated.distance_m ?? 0;
  const ways = [last((reading) => reading.moving_s), last((reading) => reading.timer_s), duration_s];
  const timer_s = ways.find((way_s) => way_s > 0 && plausible.speed(distance_m / way_s) !== null) ?? null;
  return { ...stated, elapsed_s: elapsed_s || null, timer_s };
}
