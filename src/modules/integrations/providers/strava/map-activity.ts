import polyline from '@mapbox/polyline';
import { isRunning, type SportType, sportFamily, sportFromWord } from '../../../../training/sport.ts';
import {
  type ActivityReport,
  NOTHING_STATED,
  plausible,
  position,
  type RecordingExtras,
  type Sample,
  type StatedLap,
  type StatedSummary,
  summarizeRecording,
} from '../../../activities/index.ts';
import { isObject, type Members } from '../members.ts';
import { mapStreams, readPlace } from './map-streams.ts';
import { readId, readText } from './read-json.ts';
import { readStart, type Start, sinceStart } from './read-start.ts';

/** A lap a minute for a day and a half; more is a mistake. */
const MAX_LAPS = 2_000;
const MAX_POLYLINE_CHARS = 60_000;

/** Values by which others can see an activity besides the athlete. An unknown value may mean nobody. */
const SHOWN: readonly unknown[] = ['everyone', 'followers_only'];

/** The codes of a race, for runs and for rides. */
const RACES: readonly unknown[] = [1, 11];
const LONG_RUN = 2;

/**
 * Maps a summary, or a whole activity with its streams. Each member may be missing, null or absurd: such a value is unknown, and the
 * others count. Without an id, a start or a duration there is no report.
 *
 * @param streams undefined: they were not asked for; null: there are none
 * @returns null when it is no activity
 * @throws AppError 400 for impossible values
 */
export function mapActivity(activity: Members, streams: unknown): ActivityReport | null {
  const external_id = readId(activity.id);
  const start = readStart(activity);
  if (external_id === null || start === null) return null;
  const sport_type = readSport(activity);
  const samples = mapStreams(streams, start.time.getTime(), hasPower(activity)) ?? [];
  const { told, packed_streams } = summarizeRecording(
    {
      sport_type,
      name: readText(activity.name),
      description: readText(activity.description),
      device_name: readText(activity.device_name),
      start_ms: start.time.getTime(),
      utc_offset_s: start.utc_offset_s,
      stated: readTotals(activity, samples),
      laps: readLaps(activity, start),
      samples,
    },
    extrasOf(activity, sport_type, start),
  );
  return {
    source: 'strava',
    external_id,
    told,
    packed_streams: streams === undefined ? undefined : packed_streams,
  };
}

/** A workout on a treadmill or a roller has the name of the outdoor sport there. */
function readSport({ sport_type, type, trainer }: Members): SportType {
  const sport = sportFromWord(readText(sport_type) ?? readText(type) ?? '');
  if (trainer !== true) return sport;
  if (sport === 'run') return 'treadmill_run';
  return sport === 'ride' ? 'indoor_ride' : sport;
}

/** Cadence is passed on as it is counted, one leg on foot: the summary expects that, as of watches. */
function readTotals(activity: Members, samples: readonly Sample[]): StatedSummary {
  const hasAltitude =
    plausible.altitude(activity.elev_high) !== null || samples.some(({ altitude_m }) => altitude_m !== null);
  const gain = plausible.climb(activity.total_elevation_gain);
  return {
    ...readCommonTotals(activity),
    // Strava writes 0 where nothing has measured it.
    elevation_gain_m: gain === 0 && !hasAltitude ? null : gain,
    calories_kcal: plausible.calories(activity.calories),
  };
}

function readLaps(activity: Members, start: Start): StatedLap[] {
  const laps: unknown[] = Array.isArray(activity.laps) ? activity.laps : [];
  return laps
    .filter(isObject)
    .slice(0, MAX_LAPS)
    .map((lap) => {
      const since_ms = sinceStart(activity, lap);
      return {
        ...readCommonTotals(lap),
        elevation_gain_m: plausible.climb(lap.total_elevation_gain),
        start_ms: since_ms === null ? null : start.time.getTime() + since_ms,
      };
    });
}

function readCommonTotals(part: Members): StatedSummary {
  return {
    ...NOTHING_STATED,
    elapsed_s: plausible.seconds(part.elapsed_time),
    timer_s: plausible.seconds(part.moving_time),
    distance_m: plausible.distance(part.distance),
    max_speed_mps: plausible.speed(part.max_speed),
    average_heart_rate_bpm: plausible.heartRate(part.average_heartrate),
    max_heart_rate_bpm: plausible.heartRate(part.max_heartrate),
    cadence: plausible.cadence(part.average_cadence) || null,
    average_power_w: hasPower(part) ? plausible.power(part.average_watts) : null,
  };
}

/** Without a power meter, Strava estimates the watts of a ride from speed and weight. */
function hasPower({ device_watts }: Members): boolean {
  return device_watts !== false;
}

function extrasOf(activity: Members, sport: SportType, { is, timezone }: Start): RecordingExtras {
  const is_race = RACES.includes(activity.workout_type);
  const workout_type = readWorkoutType(activity.workout_type, sport);
  const place = readPlace(activity.start_latlng);
  const map_polyline = readMap(activity.map);
  return {
    private: isPrivate(activity),
    is_race,
    start_is: is,
    ...(workout_type === null ? {} : { workout_type }),
    ...(timezone === null ? {} : { timezone }),
    ...(place === null ? {} : { start_latlng: [place.lat, place.lng] }),
    ...(map_polyline === null ? {} : { map_polyline }),
  };
}

function readWorkoutType(value: unknown, sport: SportType): 'race' | 'long-run' | null {
  if (RACES.includes(value) && ['running', 'cycling'].includes(sportFamily(sport))) return 'race';
  return value === LONG_RUN && isRunning(sport) ? 'long-run' : null;
}

function isPrivate({ private: only_me, visibility }: Members): boolean {
  const isSaid = only_me !== undefined && only_me !== null;
  if (isSaid && only_me !== false) return true;
  return typeof visibility === 'string' ? !SHOWN.includes(visibility) : !isSaid;
}

/** The platform's encoded route; null unless all of its points are valid. */
function readMap(map: unknown): string | null {
  const { polyline: line, summary_polyline } = isObject(map) ? map : {};
  const text = readText(line) ?? readText(summary_polyline);
  if (text === null || text.length > MAX_POLYLINE_CHARS || !/^[?-~]+$/.test(text)) return null;
  const places = polyline.decode(text, 5);
  return places.length >= 2 && places.every(([lat, lng]) => position(lat, lng) !== null) ? text : null;
}
