import lookUpZone from '@photostructure/tz-lookup';
import { findBestEfforts } from '../../../training/best-efforts.ts';
import { STANDING_MPS } from '../../../training/run-track.ts';
import { isOnFoot, isRunning, type SportFamily, sportFamily } from '../../../training/sport.ts';
import { measureIntensity } from '../../../training/workout-intensity.ts';
import { buildStreams } from './build-streams.ts';
import { drawMap } from './draw-map.ts';
import { measureClimb } from './measure-climb.ts';
import { largest, meanOverTime, movingSeconds, speedsFromDistance } from './measure-motion.ts';
import { type OrderedSamples, orderSamples, type TimedSample } from './order-samples.ts';
import { counted, refusal } from './refuse.ts';
import { soundAltitudes } from './sound-altitudes.ts';
import { summarizeLaps } from './summarize-laps.ts';
import type { ImportedActivity, LatLng, Recording, Sample } from './types.ts';
import { averageSpeed, FASTEST_MPS, plausibleTime, rounded } from './values.ts';

/** The longest races that are recorded in one piece take six days. */
const MAX_DURATION_S = 14 * 86_400;

/** Names and descriptions longer than this are no use to anyone. */
const MAX_NAME = 200;
const MAX_DEVICE_NAME = 100;
const MAX_DESCRIPTION = 5_000;

/** Devices that count one foot stay below; both feet make at least this many steps a minute when running. */
const BOTH_FEET_FROM = 120;

const DONE_IN_PLACE: readonly SportFamily[] = ['gym', 'mobility'];

/**
 * An activity from what a file states and its samples say. Stated values come first, since the device measured them;
 * missing ones are computed.
 * @throws AppError 400 without start or duration, or for impossible values
 */
export function summarize(recording: Recording, sessionIndex: number): ImportedActivity {
  const { sport_type, stated } = recording;
  const ordered = orderSamples(recording.samples);
  const { series } = ordered;
  const startMs = plausibleTime(recording.start_ms ?? series[0]?.time_ms ?? null);
  if (startMs === null) throw refusal('The recording has no plausible start time. Upload the original file.');
  const { durationS, movingS } = findDuration(recording, ordered, startMs);
  const distanceM = stated.distance_m || ordered.distanceM || null;
  refuseImplausible(durationS, movingS, distanceM);

  const zeroMs = Math.min(startMs, series[0]?.time_ms ?? startMs);
  const speeds = findSpeeds(series);
  const cadenceFactor = isOnFoot(sport_type) && countsOneFoot(recording, series) ? 2 : 1;
  const streams = buildStreams(series, zeroMs, speeds, cadenceFactor);
  const altitudes = soundAltitudes(series);
  const climb = findClimb(recording, streams.time_s, altitudes);
  const efforts = isRunning(sport_type) ? findBestEfforts(streams.time_s, streams.distance_m ?? []) : [];
  const meanCadence = stated.cadence ?? meanOverTime(series, (sample) => sample.cadence || null);
  return {
    session_index: sessionIndex,
    sport_type,
    name: shortened(recording.name, MAX_NAME),
    description: shortened(recording.description, MAX_DESCRIPTION),
    start_time: new Date(startMs),
    timezone: findTimeZone(ordered.line, recording.utc_offset_s),
    duration_s: rounded(durationS, 1),
    moving_time_s: rounded(movingS, 1),
    distance_m: rounded(distanceM, 1),
    elevation_gain_m: rounded(climb.gainM, 1),
    elevation_loss_m: rounded(climb.lossM, 1),
    average_speed_mps: averageSpeed(distanceM, movingS),
    max_speed_mps: rounded(stated.max_speed_mps || largestOf(speeds) || null, 3),
    average_heart_rate_bpm: rounded(
      stated.average_heart_rate_bpm ?? meanOverTime(series, (sample) => sample.heart_rate_bpm),
      0,
    ),
    max_heart_rate_bpm: rounded(
      stated.max_heart_rate_bpm ?? largest(series, (sample) => sample.heart_rate_bpm),
      0,
    ),
    average_cadence_spm: rounded(meanCadence === null ? null : meanCadence * cadenceFactor, 1),
    // Devices without a power meter write 0.
    average_power_w: rounded(
      stated.average_power_w || meanOverTime(series, (sample) => sample.power_w) || null,
      0,
    ),
    calories_kcal: rounded(stated.calories_kcal, 0),
    laps: summarizeLaps(recording.laps, startMs, durationS, cadenceFactor),
    best_efforts: efforts,
    intensity: measureIntensity(sport_type, { ...streams, altitude_m: altitudes }),
    start_latlng: firstPlace(ordered),
    map_polyline: drawMap(ordered.line),
    device_name: shortened(recording.device_name, MAX_DEVICE_NAME),
    streams,
  };
}

/** Elapsed and timer seconds. Elapsed cannot be shorter: some writers round it down, some (NK, ExerScreen) swap the two. */
function findDuration(
  recording: Recording,
  ordered: OrderedSamples,
  startMs: number,
): { durationS: number; movingS: number } {
  const { stated } = recording;
  const { series } = ordered;
  const lastMs = series.at(-1)?.time_ms ?? startMs;
  const elapsedS = stated.elapsed_s || Math.max(0, lastMs - startMs) / 1000;
  const timerS = stated.timer_s || (secondsInMotion(recording, ordered) ?? elapsedS);
  const durationS = Math.max(elapsedS, timerS);
  if (durationS <= 0) {
    throw refusal(
      series.length > 0
        ? 'The recording holds a single moment, so there is no duration. Upload a complete recording.'
        : 'The recording has no duration and no points. Upload a complete recording.',
    );
  }
  if (timerS <= elapsedS) return { durationS, movingS: timerS };
  const isRounding = timerS - elapsedS <= Math.max(2, elapsedS * 0.001);
  if (isRounding) return { durationS: elapsedS, movingS: elapsedS };
  return { durationS, movingS: elapsedS < timerS * 0.2 ? timerS : elapsedS };
}

/** Seconds in motion by place and distance; null where they do not tell, or the sport is done in one place. */
function secondsInMotion({ sport_type, stated }: Recording, ordered: OrderedSamples): number | null {
  if (DONE_IN_PLACE.includes(sportFamily(sport_type))) return null;
  const seconds = movingSeconds(ordered.series);
  const isStill = seconds === 0 && ordered.distanceM !== null && !stated.distance_m;
  return seconds > 0 || isStill ? seconds : null;
}

function refuseImplausible(durationS: number, movingS: number, distanceM: number | null): void {
  if (durationS > MAX_DURATION_S) {
    throw refusal(
      `The recording claims to last ${counted(Math.round(durationS / 86_400))} days; at most 14 are plausible. ` +
        'Its units or times are wrong; export it again.',
    );
  }
  const farthestM = FASTEST_MPS * Math.max(movingS, 1) + STANDING_MPS * durationS;
  if (distanceM !== null && distanceM > farthestM) {
    throw refusal(
      `The recording claims ${counted(Math.round(distanceM))} m in ${counted(Math.round(movingS))} s, which is ` +
        'not plausible. Its units, times or positions are wrong; export it again.',
    );
  }
}

function findSpeeds(series: readonly TimedSample[]): (number | null)[] {
  const own = series.map((sample) => sample.speed_mps);
  if (own.some((speed) => speed !== null && speed > 0)) return own;
  return speedsFromDistance(series).map((speed) => (speed === null || speed > FASTEST_MPS ? null : speed));
}

function largestOf(values: readonly (number | null)[]): number | null {
  let max: number | null = null;
  for (const value of values) if (value !== null && (max === null || value > max)) max = value;
  return max;
}

/** FIT and TCX count one foot; a few apps write both. */
function countsOneFoot(recording: Recording, series: readonly TimedSample[]): boolean {
  const typical = recording.stated.cadence ?? meanOverTime(series, (sample) => sample.cadence || null);
  return typical !== null && typical < BOTH_FEET_FROM;
}

function findClimb(
  { stated }: Recording,
  timeS: readonly number[],
  altitudes: readonly (number | null)[],
): { gainM: number | null; lossM: number | null } {
  if (stated.elevation_gain_m !== null && stated.elevation_loss_m !== null) {
    return { gainM: stated.elevation_gain_m, lossM: stated.elevation_loss_m };
  }
  const measured = measureClimb(timeS, altitudes);
  return {
    gainM: stated.elevation_gain_m ?? measured?.gainM ?? null,
    lossM: stated.elevation_loss_m ?? measured?.lossM ?? null,
  };
}

function firstPlace({ line }: OrderedSamples): LatLng | null {
  for (const { lat, lng } of line) {
    if (lat !== null && lng !== null) return [rounded(lat, 6), rounded(lng, 6)];
  }
  return null;
}

function shortened(text: string | null, max: number): string | null {
  if (text === null) return null;
  const plain = text.replaceAll(/[^\P{Cc}\n\t]|\p{Cs}/gu, '').trim();
  return plain === '' ? null : [...plain.slice(0, max * 2)].slice(0, max).join('');
}

const HOUR_S = 3600;

/**
 * The IANA zone of the first place, else of a stated offset of whole hours, else null. An offset of 0 tells nothing: many
 * writers put UTC in place of local time.
 */
function findTimeZone(samples: readonly Sample[], utcOffsetS: number | null): string | null {
  for (const { lat, lng } of samples) {
    if (lat !== null && lng !== null) return lookUpZone(lat, lng);
  }
  if (utcOffsetS === null || utcOffsetS === 0 || utcOffsetS % HOUR_S !== 0) return null;
  const hours = utcOffsetS / HOUR_S;
  // IANA's Etc zones count westward, and reach from 12 hours behind to 14 hours ahead of UTC.
  if (hours < -12 || hours > 14) return null;
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}
