import { sportFromWord } from '../../../training/sport.ts';
import { limitSamples } from './limit-samples.ts';
import type { XmlVisitor } from './read-xml.ts';
import { counted, refusal } from './refuse.ts';
import { blankSample, NOTHING_STATED } from './stated.ts';
import type { Recording, Sample } from './types.ts';
import { decimal, isoTime, plausible, plausibleTime, position } from './values.ts';

/** Services that write themselves where the device belongs. */
const NOT_A_DEVICE =
  /^(?:garmin connect|stravagpx|strava\.com|gpx\.py\b.*|gpsbabel\b.*|gps visualizer\b.*)$/i;

/** Within a line the clock may step back by a correction, not by minutes. */
const MAX_STEP_BACK_MS = 60_000;

/**
 * Reads GPX 1.0 and 1.1 with Garmin's, Cluetrust's and Strava's extensions. All tracks of a file are one activity:
 * devices begin a new track after each interruption.
 */
export function createGpxReader(): { visitor: XmlVisitor; finish: () => Recording[] } {
  const samples: Sample[] = [];
  let point: Sample | null = null;
  let segment = 0;
  let routePoints = 0;
  let waypoints = 0;
  let badTimes = 0;
  let creator: string | null = null;
  let sport: string | null = null;
  let name: string | null = null;
  let fileName: string | null = null;
  let description: string | null = null;
  let offsetS: number | null = null;

  const open: XmlVisitor['open'] = (element, attributes, parent) => {
    if (element === 'trkpt') {
      const place = position(decimal(attributes.lat?.trim()), decimal(attributes.lon?.trim()));
      point = { ...blankSample(segment), lat: place?.lat ?? null, lng: place?.lng ?? null };
    } else if (element === 'trkseg') segment += 1;
    else if (element === 'rtept') routePoints += 1;
    else if (element === 'wpt') waypoints += 1;
    else if (element === 'gpx' && parent === '') creator = attributes.creator ?? null;
  };

  const readPoint = (into: Sample, element: string, text: string): void => {
    switch (element) {
      case 'time': {
        const time = isoTime(text);
        into.time_ms = plausibleTime(time?.ms ?? null);
        if (into.time_ms === null) badTimes += 1;
        else offsetS ??= time?.offsetS ?? null;
        break;
      }
      case 'ele':
        into.altitude_m = plausible.altitude(decimal(text));
        break;
      case 'hr':
      case 'heartrate':
        into.heart_rate_bpm = plausible.heartRate(decimal(text));
        break;
      case 'cad':
      case 'cadence':
        into.cadence = plausible.cadence(decimal(text));
        break;
      case 'power':
      case 'PowerInWatts':
        into.power_w = plausible.power(decimal(text));
        break;
      case 'atemp':
      case 'temp':
        into.temperature_c = plausible.temperature(decimal(text));
        break;
      case 'speed':
        into.speed_mps = plausible.speed(decimal(text));
        break;
      default:
    }
  };

  const readTrack = (element: string, text: string): void => {
    if (element === 'name') name ??= text || null;
    else if (element === 'desc' || element === 'cmt') description ??= text || null;
    else if (element === 'type') sport ??= text || null;
  };

  const close: XmlVisitor['close'] = (element, text, parent) => {
    if (element === 'trkpt') {
      if (point !== null) samples.push(point);
      limitSamples(samples.length);
      point = null;
    } else if (point !== null) readPoint(point, element, text);
    else if (parent === 'trk') readTrack(element, text);
    else if (element === 'name' && (parent === 'metadata' || parent === 'gpx')) fileName ??= text || null;
  };

  const finish = (): Recording[] => {
    refuseUntimed(samples, { routePoints, waypoints, badTimes });
    const device =
      creator === null
        ? ''
        : creator
            .replace(/^StravaGPX /, '')
            .trim()
            .slice(0, 100);
    return [
      {
        sport_type: sport === null ? 'other' : sportFromWord(sport),
        name: name ?? fileName,
        description,
        device_name: device === '' || NOT_A_DEVICE.test(device) ? null : device,
        start_ms: null,
        utc_offset_s: offsetS,
        stated: NOTHING_STATED,
        laps: [],
        samples,
      },
    ];
  };
  return { visitor: { open, close }, finish };
}

function refuseUntimed(
  samples: readonly Sample[],
  seen: { routePoints: number; waypoints: number; badTimes: number },
): void {
  if (samples.length === 0) {
    if (seen.routePoints > 0) {
      throw refusal(
        'The GPX file holds a route, not a recorded track. Upload the recording of the activity.',
      );
    }
    if (seen.waypoints > 0) {
      throw refusal(
        'The GPX file holds only waypoints, not a recorded track. Upload the recording of the activity.',
      );
    }
    throw refusal('The GPX file holds no track points. Upload the recording of the activity.');
  }
  const timed = samples.filter((sample) => sample.time_ms !== null).length;
  if (timed * 2 < samples.length) {
    throw refusal(
      seen.badTimes > samples.length / 2
        ? 'The times of the GPX points are not readable dates from 1990 to 2099. Export the recording again.'
        : `Of ${counted(samples.length)} points in the GPX file ${counted(timed)} have a time, so there is no duration. ` +
            'It is a drawn or stripped track; upload the original recording.',
    );
  }
  refuseBackwardTimes(samples);
}

/** If time runs against the order of points, neither can be trusted. */
function refuseBackwardTimes(samples: readonly Sample[]): void {
  let last: Sample | null = null;
  for (const [index, sample] of samples.entries()) {
    if (sample.time_ms === null) continue;
    const isSameLine = last?.segment === sample.segment;
    if (isSameLine && last?.time_ms != null && last.time_ms - sample.time_ms > MAX_STEP_BACK_MS) {
      throw refusal(
        `The times of the GPX track run backwards at point ${counted(index + 1)} ` +
          `(${new Date(sample.time_ms).toISOString()} after ${new Date(last.time_ms).toISOString()}). Upload the original recording.`,
      );
    }
    last = sample;
  }
}
