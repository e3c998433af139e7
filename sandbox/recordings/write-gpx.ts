import type { Recording } from './recording.ts';
import { xmlElement, xmlText } from './write-xml.ts';

const GPX = 'http://www.topografix.com/GPX/1/1';
const TRACK_POINT = 'http://www.garmin.com/xmlschemas/TrackPointExtension/v1';
const POWER = 'http://www.garmin.com/xmlschemas/PowerExtension/v1';

/**
 * Writes a GPX 1.1 track with heart rate and cadence in TrackPointExtension v1; a pause begins a new segment.
 * GPX has neither laps nor distances: a reader measures the positions.
 *
 * @throws RangeError for a recording without positions, which GPX cannot hold
 */
export function writeGpx(recording: Recording): string {
  const { time_s, latitude_deg, longitude_deg } = recording.samples;
  if (latitude_deg === null || longitude_deg === null) {
    throw new RangeError(
      `"${recording.name}" has no positions, and GPX holds nothing else: write FIT or TCX.`,
    );
  }
  const resumed = new Set(recording.pauses.map((pause) => pause.end_s));
  const lines: string[] = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<gpx version="1.1" creator="${xmlText(recording.device.name)}" xmlns="${GPX}" xmlns:gpxtpx="${TRACK_POINT}" xmlns:pwr="${POWER}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${GPX} ${GPX}/gpx.xsd">`,
    `<metadata>${xmlElement('time', recording.start.toISOString())}</metadata>`,
    `<trk>${xmlElement('name', recording.name)}${xmlElement('type', recording.sport)}<trkseg>`,
  ];
  for (const [index, seconds] of time_s.entries()) {
    if (resumed.has(seconds)) lines.push('</trkseg><trkseg>');
    lines.push(writePoint(recording, index, latitude_deg[index] ?? 0, longitude_deg[index] ?? 0));
  }
  lines.push('</trkseg></trk></gpx>', '');
  return lines.join('\n');
}

function writePoint(recording: Recording, index: number, lat: number, lon: number): string {
  const { samples } = recording;
  const time = new Date(recording.start.getTime() + (samples.time_s[index] ?? 0) * 1000).toISOString();
  const cadence = samples.cadence_per_min?.[index];
  // One foot, as Garmin exports it; a crank is counted whole.
  const counted = cadence === undefined || recording.sport === 'ride' ? cadence : Math.round(cadence / 2);
  const body = `${xmlElement('gpxtpx:hr', samples.heart_rate_bpm?.[index])}${xmlElement('gpxtpx:cad', counted)}`;
  const extensions = [
    xmlElement('pwr:PowerInWatts', samples.power_w?.[index]),
    body === '' ? '' : `<gpxtpx:TrackPointExtension>${body}</gpxtpx:TrackPointExtension>`,
  ].join('');
  return [
    `<trkpt lat="${lat}" lon="${lon}">`,
    xmlElement('ele', samples.altitude_m?.[index]),
    xmlElement('time', time),
    extensions === '' ? '' : `<extensions>${extensions}</extensions>`,
    '</trkpt>',
  ].join('');
}
