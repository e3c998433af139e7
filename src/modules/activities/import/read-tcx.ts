import { sportFromWord } from '../../../training/sport.ts';
import { limitSamples } from './limit-samples.ts';
import type { XmlVisitor } from './read-xml.ts';
import { refusal } from './refuse.ts';
import { blankSample, NOTHING_STATED } from './stated.ts';
import type { Recording, Sample, StatedLap } from './types.ts';
import { decimal, isoTime, plausible, plausibleTime, position } from './values.ts';

type Reading = {
  sport: string;
  name: string | null;
  notes: string | null;
  device: string | null;
  offsetS: number | null;
  laps: StatedLap[];
  samples: Sample[];
};

const MAX_ACTIVITIES = 100;

/** Reads Garmin's Training Center Database v2 with its activity extension; each `Activity` is a recording. */
export function createTcxReader(): { visitor: XmlVisitor; finish: () => Recording[] } {
  const activities: Reading[] = [];
  const others = new Set<string>();
  let activity: Reading | null = null;
  let lap: StatedLap | null = null;
  let point: Sample | null = null;
  let segment = 0;
  let tracksOfLap = 0;
  let count = 0;
  let lat: number | null = null;

  const open: XmlVisitor['open'] = (element, attributes) => {
    if (element === 'Activity') {
      if (activities.length >= MAX_ACTIVITIES) {
        throw refusal(`The TCX file holds more than ${MAX_ACTIVITIES} activities. Upload them in parts.`);
      }
      activity = {
        sport: attributes.Sport ?? '',
        name: null,
        notes: null,
        device: null,
        offsetS: null,
        laps: [],
        samples: [],
      };
      activities.push(activity);
    } else if (element === 'Lap' && activity !== null) {
      const start = plausibleTime(isoTime(attributes.StartTime)?.ms ?? null);
      lap = { ...NOTHING_STATED, start_ms: start };
      activity.laps.push(lap);
      tracksOfLap = 0;
    } else if (element === 'Track') {
      tracksOfLap += 1;
      // Every lap has a track of its own; a second one goes on after an interruption.
      if (tracksOfLap > 1) segment += 1;
    } else if (element === 'Trackpoint') {
      point = blankSample(segment);
      lat = null;
    } else if (element === 'Course' || element === 'Workout') others.add(element.toLowerCase());
  };

  const readPoint = (into: Sample, element: string, text: string, parent: string): void => {
    switch (element) {
      case 'Time': {
        const time = isoTime(text);
        into.time_ms = plausibleTime(time?.ms ?? null);
        if (activity !== null) activity.offsetS ??= time?.offsetS ?? null;
        break;
      }
      case 'LatitudeDegrees':
        lat = decimal(text);
        break;
      case 'LongitudeDegrees': {
        const place = position(lat, decimal(text));
        into.lat = place?.lat ?? null;
        into.lng = place?.lng ?? null;
        break;
      }
      case 'AltitudeMeters':
        into.altitude_m = plausible.altitude(decimal(text));
        break;
      case 'DistanceMeters':
        into.distance_m = plausible.distance(decimal(text));
        break;
      case 'Value':
        if (parent === 'HeartRateBpm') into.heart_rate_bpm = plausible.heartRate(decimal(text));
        break;
      case 'Cadence':
      case 'RunCadence':
        into.cadence = plausible.cadence(decimal(text));
        break;
      case 'Speed':
        into.speed_mps = plausible.speed(decimal(text));
        break;
      case 'Watts':
        into.power_w = plausible.power(decimal(text));
        break;
      default:
    }
  };

  const readActivity = (into: Reading, element: string, text: string, parent: string): void => {
    if (element === 'Notes' && parent === 'Activity') into.notes = text || null;
    else if (element === 'Name' && parent === 'Creator') into.device = text || null;
    else if (element === 'Name' && parent === 'Plan') into.name = text || null;
  };

  const close: XmlVisitor['close'] = (element, text, parent) => {
    if (element === 'Trackpoint') {
      if (point !== null && activity !== null) {
        activity.samples.push(point);
        count += 1;
        limitSamples(count);
      }
      point = null;
    } else if (point !== null) readPoint(point, element, text, parent);
    else if (element === 'Lap') lap = null;
    else if (element === 'Activity') activity = null;
    else if (lap !== null) readLap(lap, element, text, parent);
    else if (activity !== null) readActivity(activity, element, text, parent);
  };

  const finish = (): Recording[] => {
    if (activities.length === 0) {
      const [kind] = others;
      throw refusal(
        kind === undefined
          ? 'The TCX file holds no activity. Upload the recording of the activity.'
          : `The TCX file holds a ${kind}, not an activity. Upload the recording of the activity.`,
      );
    }
    return activities.map(toRecording);
  };
  return { visitor: { open, close }, finish };
}

function readLap(into: StatedLap, element: string, text: string, parent: string): void {
  switch (element) {
    case 'TotalTimeSeconds':
      into.timer_s = plausible.seconds(decimal(text));
      break;
    case 'DistanceMeters':
      into.distance_m = plausible.distance(decimal(text));
      break;
    case 'MaximumSpeed':
      into.max_speed_mps = plausible.speed(decimal(text));
      break;
    case 'Calories':
      into.calories_kcal = plausible.calories(decimal(text));
      break;
    case 'Value':
      if (parent === 'AverageHeartRateBpm') into.average_heart_rate_bpm = plausible.heartRate(decimal(text));
      if (parent === 'MaximumHeartRateBpm') into.max_heart_rate_bpm = plausible.heartRate(decimal(text));
      break;
    case 'Cadence':
    case 'AvgRunCadence':
      into.cadence = plausible.cadence(decimal(text)) || null;
      break;
    case 'AvgWatts':
      into.average_power_w = plausible.power(decimal(text));
      break;
    default:
  }
}

function toRecording(reading: Reading): Recording {
  const { laps, samples } = reading;
  const firstMs = samples.find((sample) => sample.time_ms !== null)?.time_ms ?? null;
  return {
    sport_type: sportFromWord(reading.sport),
    name: reading.name,
    description: reading.notes,
    device_name: reading.device?.slice(0, 100) ?? null,
    start_ms: firstMs ?? laps[0]?.start_ms ?? null,
    utc_offset_s: reading.offsetS,
    stated: {
      ...NOTHING_STATED,
      timer_s: total(laps, 'timer_s'),
      distance_m: total(laps, 'distance_m') || null,
      max_speed_mps: laps.reduce((max, lap) => Math.max(max, lap.max_speed_mps ?? 0), 0) || null,
      max_heart_rate_bpm: laps.reduce((max, lap) => Math.max(max, lap.max_heart_rate_bpm ?? 0), 0) || null,
      calories_kcal: total(laps, 'calories_kcal'),
    },
    laps,
    samples,
  };
}

/** The sum over the laps; null where any lap lacks it. */
function total(laps: readonly StatedLap[], key: 'timer_s' | 'distance_m' | 'calories_kcal'): number | null {
  let sum = 0;
  for (const lap of laps) {
    const value = lap[key];
    if (value === null) return null;
    sum += value;
  }
  return laps.length === 0 ? null : sum;
}
