import type { LapIntensity, RecordedSport, Recording } from './recording.ts';
import { firstAfter, type RecordingTotals, summarizeRecording } from './summarize-recording.ts';
import { xmlElement, xmlText } from './write-xml.ts';

const DATABASE = 'http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2';
const EXTENSION = 'http://www.garmin.com/xmlschemas/ActivityExtension/v2';

/** TCX knows three sports. */
function tcxSport(sport: RecordedSport): 'Running' | 'Biking' | 'Other' {
  if (sport === 'ride') return 'Biking';
  return sport === 'pool_swim' || sport === 'strength_training' ? 'Other' : 'Running';
}

/**
 * Writes a Training Center Database v2 file with ActivityExtension v2 (speed, run cadence, watts), elements in the
 * order of Garmin's schema. A pause ends a Track and begins the next. Where there is no altitude or position, as on a
 * treadmill, their elements are absent.
 */
export function writeTcx(recording: Recording): string {
  const id = at(recording, 0);
  const laps = summarizeRecording(recording).laps.map((lap) => writeLap(recording, lap));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<TrainingCenterDatabase xmlns="${DATABASE}" xmlns:ns3="${EXTENSION}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${DATABASE} http://www.garmin.com/xmlschemas/TrainingCenterDatabasev2.xsd">`,
    `<Activities><Activity Sport="${tcxSport(recording.sport)}"><Id>${id}</Id>`,
    ...laps,
    xmlElement('Notes', recording.name),
    writeCreator(recording),
    '</Activity></Activities></TrainingCenterDatabase>',
    '',
  ].join('\n');
}

function writeLap(recording: Recording, lap: RecordingTotals & { intensity: LapIntensity }): string {
  const rides = recording.sport === 'ride';
  const end_s = lap.start_s + lap.elapsed_s;
  const strides =
    lap.average_cadence_per_min === null || rides ? null : halved(recording, lap.average_cadence_per_min);
  return [
    `<Lap StartTime="${at(recording, lap.start_s)}">`,
    xmlElement('TotalTimeSeconds', lap.timer_s),
    xmlElement('DistanceMeters', lap.distance_m ?? 0),
    xmlElement('MaximumSpeed', lap.max_speed_mps),
    xmlElement('Calories', Math.round((recording.calories_kcal * lap.elapsed_s) / recording.duration_s)),
    beats('AverageHeartRateBpm', lap.average_heart_rate_bpm),
    beats('MaximumHeartRateBpm', lap.max_heart_rate_bpm),
    xmlElement('Intensity', lap.intensity === 'rest' ? 'Resting' : 'Active'),
    rides ? xmlElement('Cadence', lap.average_cadence_per_min) : '',
    xmlElement('TriggerMethod', Number.isInteger(end_s) ? 'Manual' : 'Distance'),
    ...writeTracks(recording, lap.start_s, end_s),
    extension('LX', [
      xmlElement('ns3:AvgSpeed', lap.average_speed_mps),
      xmlElement('ns3:AvgRunCadence', strides),
      xmlElement('ns3:AvgWatts', lap.average_power_w),
      xmlElement('ns3:MaxWatts', lap.max_power_w),
    ]),
    '</Lap>',
  ].join('');
}

function writeTracks(recording: Recording, start_s: number, end_s: number): string[] {
  const { time_s } = recording.samples;
  const resumed = new Set(recording.pauses.map((pause) => pause.end_s));
  const from = start_s === 0 ? 0 : firstAfter(time_s, start_s);
  const to = firstAfter(time_s, end_s);
  const tracks: string[] = [];
  let points: string[] = [];
  const close = (): void => {
    if (points.length > 0) tracks.push(`<Track>${points.join('')}</Track>\n`);
    points = [];
  };
  for (let index = from; index < to; index++) {
    if (resumed.has(time_s[index] ?? 0)) close();
    points.push(writePoint(recording, index));
  }
  close();
  return tracks;
}

function writePoint(recording: Recording, index: number): string {
  const { samples } = recording;
  const latitude = samples.latitude_deg?.[index];
  const longitude = samples.longitude_deg?.[index];
  const cadence = samples.cadence_per_min?.[index];
  const rides = recording.sport === 'ride';
  const position =
    latitude === undefined || longitude === undefined
      ? ''
      : `<Position>${xmlElement('LatitudeDegrees', latitude)}${xmlElement('LongitudeDegrees', longitude)}</Position>`;
  return [
    `<Trackpoint>${xmlElement('Time', at(recording, samples.time_s[index] ?? 0))}${position}`,
    xmlElement('AltitudeMeters', samples.altitude_m?.[index]),
    xmlElement('DistanceMeters', samples.distance_m?.[index]),
    beats('HeartRateBpm', samples.heart_rate_bpm?.[index] ?? null),
    rides ? xmlElement('Cadence', cadence) : '',
    extension('TPX', [
      xmlElement('ns3:Speed', samples.speed_mps?.[index]),
      rides || cadence === undefined ? '' : xmlElement('ns3:RunCadence', halved(recording, cadence)),
      xmlElement('ns3:Watts', samples.power_w?.[index]),
    ]),
    '</Trackpoint>',
  ].join('');
}

function writeCreator({ device }: Recording): string {
  const major = Math.floor(device.software_version / 100);
  const minor = device.software_version % 100;
  return [
    `<Creator xsi:type="Device_t"><Name>${xmlText(device.name)}</Name>`,
    xmlElement('UnitId', device.serial_number),
    xmlElement('ProductID', device.product),
    `<Version><VersionMajor>${major}</VersionMajor><VersionMinor>${minor}</VersionMinor>`,
    '<BuildMajor>0</BuildMajor><BuildMinor>0</BuildMinor></Version></Creator>',
  ].join('');
}

/** Run cadence counts one foot; a swimmer's arms are counted whole. */
function halved(recording: Recording, perMinute: number): number {
  return recording.sport === 'pool_swim' ? perMinute : Math.round(perMinute / 2);
}

function beats(name: string, value: number | null): string {
  return value === null ? '' : `<${name}><Value>${value}</Value></${name}>`;
}

function extension(kind: 'LX' | 'TPX', elements: string[]): string {
  const content = elements.join('');
  return content === '' ? '' : `<Extensions><ns3:${kind}>${content}</ns3:${kind}></Extensions>`;
}

function at(recording: Recording, seconds: number): string {
  return new Date(recording.start.getTime() + Math.round(seconds * 1000)).toISOString();
}
