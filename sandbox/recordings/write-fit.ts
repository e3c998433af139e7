import {
  type ActivityMesg,
  type DeviceInfoMesg,
  type Encodable,
  Encoder,
  type EventMesg,
  type FileCreatorMesg,
  type FileIdMesg,
  type LapMesg,
  type LengthMesg,
  type Mesg,
  type RecordMesg,
  type SessionMesg,
  type Types,
} from '@garmin/fitsdk';
import { defined, semicircles, splitCadence, wallClock } from './fit-values.ts';
import type { RecordedSport, Recording } from './recording.ts';
import { firstAfter, type RecordingTotals, summarizeRecording } from './summarize-recording.ts';
import { type PoolLength, swimLengths } from './swim-lengths.ts';

/** Numbers of the messages in the FIT profile. */
const MESSAGE = {
  fileId: 0,
  session: 18,
  lap: 19,
  record: 20,
  event: 21,
  deviceInfo: 23,
  activity: 34,
  fileCreator: 49,
  length: 101,
} as const;

const FIT_SPORT: Record<RecordedSport, { sport: Types.Sport; subSport: Types.SubSport }> = {
  run: { sport: 'running', subSport: 'generic' },
  track_run: { sport: 'running', subSport: 'track' },
  trail_run: { sport: 'running', subSport: 'trail' },
  treadmill_run: { sport: 'running', subSport: 'treadmill' },
  ride: { sport: 'cycling', subSport: 'road' },
  pool_swim: { sport: 'swimming', subSport: 'lapSwimming' },
  strength_training: { sport: 'training', subSport: 'strengthTraining' },
};

/**
 * Writes a FIT activity file as a watch does: records, timer events and laps in the order of time, then the session.
 * Several recordings become one multisport file with a session each.
 *
 * @throws RangeError when a recording starts before the one before it has ended
 */
export function writeFit(recordings: readonly [Recording, ...Recording[]]): Uint8Array {
  const encoder = new Encoder();
  const first = recordings[0];
  const { device } = first;
  const maker = {
    manufacturer: device.manufacturer,
    product: device.product,
    serialNumber: device.serial_number,
  };
  write<FileIdMesg>(encoder, {
    mesgNum: MESSAGE.fileId,
    type: 'activity',
    ...maker,
    timeCreated: first.start,
  });
  write<FileCreatorMesg>(encoder, { mesgNum: MESSAGE.fileCreator, softwareVersion: device.software_version });
  write<DeviceInfoMesg>(encoder, {
    mesgNum: MESSAGE.deviceInfo,
    timestamp: first.start,
    deviceIndex: 0,
    ...maker,
    softwareVersion: device.software_version / 100,
    productName: device.name,
    sourceType: 'local',
  });

  const counters = { laps: 0, lengths: 0, sessions: 0 };
  let timer_s = 0;
  let end = first.start;
  for (const recording of recordings) {
    if (recording.start < end)
      throw new RangeError(`"${recording.name}" starts before the sport before it has ended.`);
    timer_s += writeSession(encoder, recording, counters);
    end = after(recording, recording.duration_s);
  }

  write<ActivityMesg>(encoder, {
    mesgNum: MESSAGE.activity,
    timestamp: end,
    totalTimerTime: timer_s,
    numSessions: recordings.length,
    type: recordings.length > 1 ? 'autoMultiSport' : 'manual',
    event: 'activity',
    eventType: 'stop',
    localTimestamp: wallClock(end, first.timezone),
  });
  return encoder.close();
}

/** Names the message, so that the compiler checks its fields: the encoder skips what it does not know in silence. */
function write<Message extends Mesg>(encoder: Encoder, message: Encodable<Message>): void {
  encoder.writeMesg(message);
}

type Counters = { laps: number; lengths: number; sessions: number };

/** Something that happened at an elapsed second; `rank` orders what happened at the same one. */
type Entry = { at_s: number; rank: number; write(): void };

/** @returns the seconds its timer ran */
function writeSession(encoder: Encoder, recording: Recording, counters: Counters): number {
  const summary = summarizeRecording(recording);
  const lengths = swimLengths(recording);
  const firstLap = counters.laps;
  const entries: Entry[] = [
    ...timerEvents(encoder, recording),
    ...recording.samples.time_s.map((at_s, index) => ({
      at_s,
      rank: 1,
      write: () => writeRecord(encoder, recording, index),
    })),
    ...lengths.map((length) => ({
      at_s: length.end_s,
      rank: 2,
      write: () => writeLength(encoder, recording, length, counters.lengths++),
    })),
    ...summary.laps.map((lap) => {
      const end_s = lap.start_s + lap.elapsed_s;
      return {
        at_s: end_s,
        rank: 3,
        write: () => {
          const within = lengths.filter((length) => length.start_s >= lap.start_s && length.end_s <= end_s);
          write<LapMesg>(encoder, {
            mesgNum: MESSAGE.lap,
            messageIndex: counters.laps++,
            ...totals(recording, lap),
            totalCalories: Math.round((recording.calories_kcal * lap.elapsed_s) / recording.duration_s),
            event: 'lap',
            eventType: 'stop',
            intensity: lap.intensity,
            lapTrigger:
              end_s === recording.duration_s ? 'sessionEnd' : Number.isInteger(end_s) ? 'manual' : 'distance',
            ...lengthCounts(within, counters.lengths - within.length),
          });
        },
      };
    }),
  ];
  entries.sort((one, other) => one.at_s - other.at_s || one.rank - other.rank);
  for (const entry of entries) entry.write();

  write<SessionMesg>(encoder, {
    mesgNum: MESSAGE.session,
    messageIndex: counters.sessions++,
    ...totals(recording, summary.total),
    event: 'session',
    eventType: 'stop',
    totalCalories: recording.calories_kcal,
    firstLapIndex: firstLap,
    numLaps: counters.laps - firstLap,
    trigger: 'activityEnd',
    sportProfileName: recording.name.slice(0, 60),
    ...(recording.pool_length_m === null
      ? {}
      : { poolLength: recording.pool_length_m, poolLengthUnit: 'metric' as const, ...lengthCounts(lengths) }),
  });
  return summary.total.timer_s;
}

function timerEvents(encoder: Encoder, recording: Recording): Entry[] {
  const event = (at_s: number, rank: number, eventType: Types.EventType): Entry => ({
    at_s,
    rank,
    write: () => {
      write<EventMesg>(encoder, {
        mesgNum: MESSAGE.event,
        timestamp: after(recording, at_s),
        event: 'timer',
        eventType,
      });
    },
  });
  return [
    event(0, 0, 'start'),
    // The last record before a pause carries the second of the stop, the first one after it that of the start.
    ...recording.pauses.flatMap((pause) => [
      event(pause.start_s, 1.5, 'stopAll'),
      event(pause.end_s, 0, 'start'),
    ]),
    event(recording.duration_s, 2.5, 'stopAll'),
  ];
}

function writeRecord(encoder: Encoder, recording: Recording, index: number): void {
  const { samples } = recording;
  const at = (column: number[] | null): number | undefined => column?.[index];
  const cadence = at(samples.cadence_per_min);
  write<RecordMesg>(encoder, {
    mesgNum: MESSAGE.record,
    timestamp: after(recording, samples.time_s[index] ?? 0),
    ...defined({
      positionLat: semicircles(at(samples.latitude_deg)),
      positionLong: semicircles(at(samples.longitude_deg)),
      distance: at(samples.distance_m),
      enhancedSpeed: at(samples.speed_mps),
      enhancedAltitude: at(samples.altitude_m),
      heartRate: at(samples.heart_rate_bpm),
      ...(cadence === undefined ? {} : splitCadence(recording.sport, cadence)),
      power: at(samples.power_w),
    }),
  });
}

function writeLength(encoder: Encoder, recording: Recording, length: PoolLength, index: number): void {
  const seconds = length.end_s - length.start_s;
  write<LengthMesg>(encoder, {
    mesgNum: MESSAGE.length,
    messageIndex: index,
    timestamp: after(recording, length.end_s),
    event: 'length',
    eventType: 'stop',
    startTime: after(recording, length.start_s),
    totalElapsedTime: seconds,
    totalTimerTime: seconds,
    lengthType: length.active ? 'active' : 'idle',
    ...(length.active
      ? {
          avgSpeed: (recording.pool_length_m ?? 0) / seconds,
          totalStrokes: Math.round((28 * seconds) / 60),
          swimStroke: 'freestyle' as const,
        }
      : {}),
  });
}

/** What laps and sessions have in common. */
function totals(recording: Recording, sum: RecordingTotals) {
  const { latitude_deg, longitude_deg, time_s } = recording.samples;
  const startSample = Math.max(0, firstAfter(time_s, sum.start_s) - 1);
  const cadence = sum.average_cadence_per_min;
  const maxCadence = sum.max_cadence_per_min;
  return {
    timestamp: after(recording, Math.floor(sum.start_s + sum.elapsed_s)),
    startTime: after(recording, Math.floor(sum.start_s)),
    ...FIT_SPORT[recording.sport],
    totalElapsedTime: sum.elapsed_s,
    totalTimerTime: sum.timer_s,
    ...defined({
      startPositionLat: semicircles(latitude_deg?.[startSample]),
      startPositionLong: semicircles(longitude_deg?.[startSample]),
      totalDistance: sum.distance_m ?? undefined,
      enhancedAvgSpeed: sum.average_speed_mps ?? undefined,
      enhancedMaxSpeed: sum.max_speed_mps ?? undefined,
      avgHeartRate: sum.average_heart_rate_bpm ?? undefined,
      maxHeartRate: sum.max_heart_rate_bpm ?? undefined,
      avgCadence: cadence === null ? undefined : splitCadence(recording.sport, cadence).cadence,
      avgFractionalCadence:
        cadence === null ? undefined : splitCadence(recording.sport, cadence).fractionalCadence,
      maxCadence: maxCadence === null ? undefined : splitCadence(recording.sport, maxCadence).cadence,
      avgPower: sum.average_power_w ?? undefined,
      maxPower: sum.max_power_w ?? undefined,
      totalAscent: sum.ascent_m === null ? undefined : Math.round(sum.ascent_m),
      totalDescent: sum.descent_m === null ? undefined : Math.round(sum.descent_m),
    }),
  };
}

function lengthCounts(lengths: PoolLength[], firstLengthIndex?: number) {
  if (lengths.length === 0) return {};
  return {
    ...(firstLengthIndex === undefined ? {} : { firstLengthIndex }),
    numLengths: lengths.length,
    numActiveLengths: lengths.filter((length) => length.active).length,
  };
}

function after(recording: Recording, seconds: number): Date {
  return new Date(recording.start.getTime() + seconds * 1000);
}
