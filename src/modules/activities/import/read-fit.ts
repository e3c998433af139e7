import { Decoder, type FitMessages, type LapMesg, type SessionMesg, Stream } from '@garmin/fitsdk';
import { isOnFoot, sportFromFit } from '../../../training/sport.ts';
import { nameFitDevice } from './name-fit-device.ts';
import {
  FIRST_REAL_DATE,
  fitSeconds,
  readSamples,
  readSummary,
  realTimeMs,
  toMs,
} from './read-fit-messages.ts';
import { counted, refusal } from './refuse.ts';
import { selectFitMessages } from './select-fit-messages.ts';
import { NOTHING_STATED } from './stated.ts';
import type { Recording, Sample, StatedLap } from './types.ts';

/** An ironman has five sessions; a day of swimrun some forty. */
const MAX_SESSIONS = 100;

/**
 * Reads a FIT file: one recording a session, or one of all records without sessions.
 * @throws AppError 400 when it is not an activity, has no date, or its damage affects what counts
 */
export function readFit(bytes: Uint8Array): Recording[] {
  const selection = selectFitMessages(bytes);
  const messages = decode(selection.data, selection.hasPackedFields);
  refuseOtherKinds(messages);
  const sessions = sessionsInOrder(messages);
  const samples = readSamples(messages.recordMesgs ?? []);
  if (sessions.length === 0) {
    if (selection.damagedAt !== null) throw damaged(selection.damagedAt, 'before its summary');
    if (samples.length === 0) {
      throw refusal(
        'The FIT file holds neither a session nor records. Upload the activity file of the recording.',
      );
    }
    return [withoutSession(messages, samples)];
  }
  const recordings = splitBySession(messages, sessions, samples);
  if (selection.damagedAt !== null) refuseIncomplete(recordings, selection.damagedAt);
  return recordings;
}

function decode(data: ArrayBuffer, hasPackedFields: boolean): FitMessages {
  const { messages } = new Decoder(Stream.fromArrayBuffer(data)).read({
    dataOnly: true,
    convertDateTimesToDates: false,
    expandComponents: hasPackedFields,
    mergeHeartRates: hasPackedFields,
  });
  return messages;
}

/** Devices exchange settings, workouts, courses and weights as FIT files too. */
function refuseOtherKinds(messages: FitMessages): void {
  const kinds = (messages.fileIdMesgs ?? [])
    .map((fileId) => fileId.type)
    .filter((kind) => kind !== undefined);
  const [first] = kinds;
  if (first === undefined || kinds.includes('activity')) return;
  if ((messages.sessionMesgs ?? []).length > 0 && typeof first === 'number') return;
  throw refusal(
    `This FIT file is of the kind "${String(first)}", not an activity. Upload the activity file of the recording.`,
  );
}

type Session = { message: SessionMesg; startS: number };

function sessionsInOrder(messages: FitMessages): Session[] {
  const found: Session[] = [];
  for (const message of messages.sessionMesgs ?? []) {
    const startS = fitSeconds(message.startTime) ?? fitSeconds(message.timestamp);
    if (startS === null) continue;
    if (startS < FIRST_REAL_DATE) {
      throw refusal(
        'The clock of the device was not set when this was recorded: its times count from when it was switched on, ' +
          'so the date is unknown. Set the clock, or enter the activity by hand.',
      );
    }
    found.push({ message, startS });
  }
  if (found.length > MAX_SESSIONS) {
    throw refusal(`The FIT file holds ${counted(found.length)} sessions; at most ${MAX_SESSIONS} are read.`);
  }
  return found.sort((a, b) => a.startS - b.startS);
}

function splitBySession(
  messages: FitMessages,
  sessions: readonly Session[],
  samples: readonly Sample[],
): Recording[] {
  const starts = sessions.map((session) => toMs(session.startS));
  const sampleGroups = groupByStart(samples, starts, (sample) => sample.time_ms);
  const lapGroups = groupLaps(messages, sessions, starts);
  const shared = sharedFacts(messages);
  return sessions.map(({ message, startS }, index) => {
    const sport = sportFromFit(
      text(message.sport) ?? text(messages.sportMesgs?.[0]?.sport),
      text(message.subSport) ?? text(messages.sportMesgs?.[0]?.subSport),
    );
    const stated = readSummary(message, 'strides');
    const ownSamples = keepWindow(sampleGroups[index] ?? [], toMs(startS), stated.elapsed_s);
    return {
      ...shared,
      sport_type: sport,
      start_ms: toMs(startS),
      stated: { ...stated, timer_s: stated.timer_s ?? timerSeconds(messages, startS, stated.elapsed_s) },
      laps: (lapGroups[index] ?? []).map((lap) => ({
        ...readSummary(lap, isOnFoot(sport) ? 'strides' : 'turns'),
        start_ms: realTimeMs(lap.startTime),
      })),
      samples: rebaseDistance(ownSamples, stated.distance_m, index),
    };
  });
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Each item goes to the last session that had started; earlier ones to the first. */
function groupByStart<Item>(
  items: readonly Item[],
  startsMs: readonly number[],
  timeOf: (item: Item) => number | null,
): Item[][] {
  const groups: Item[][] = startsMs.map(() => []);
  for (const item of items) {
    const time = timeOf(item) ?? Number.NEGATIVE_INFINITY;
    let index = startsMs.length - 1;
    while (index > 0 && (startsMs[index] ?? 0) > time) index -= 1;
    groups[index]?.push(item);
  }
  return groups;
}

/** By the lap numbers the sessions name, where they add up; else by time. */
function groupLaps(
  messages: FitMessages,
  sessions: readonly Session[],
  startsMs: readonly number[],
): LapMesg[][] {
  const laps: LapMesg[] = messages.lapMesgs ?? [];
  let expected = 0;
  const groups: LapMesg[][] = [];
  for (const { message } of sessions) {
    if (message.firstLapIndex !== expected || typeof message.numLaps !== 'number') break;
    groups.push(laps.slice(expected, expected + message.numLaps));
    expected += message.numLaps;
  }
  if (groups.length === sessions.length && expected === laps.length) return groups;
  return groupByStart(laps, startsMs, (lap) => realTimeMs(lap.startTime));
}

/** The time between the timer's starts and stops, for devices without a total. */
function timerSeconds(messages: FitMessages, startS: number, elapsedS: number | null): number | null {
  const endS = elapsedS === null ? Number.POSITIVE_INFINITY : startS + elapsedS;
  let running: number | null = null;
  let total = 0;
  for (const event of messages.eventMesgs ?? []) {
    const at = fitSeconds(event.timestamp);
    if (event.event !== 'timer' || at === null || at < startS || at > endS) continue;
    if (event.eventType === 'start') running ??= at;
    else if (String(event.eventType).startsWith('stop') && running !== null) {
      total += at - running;
      running = null;
    }
  }
  return total > 0 ? total : null;
}

/** Times a day outside the stated session are corrupt. */
function keepWindow(samples: readonly Sample[], startMs: number, elapsedS: number | null): Sample[] {
  const slackMs = 86_400_000;
  const endMs = startMs + (elapsedS ?? 0) * 1000;
  return samples.filter(
    ({ time_ms }) => time_ms !== null && time_ms > startMs - slackMs && time_ms < endMs + slackMs,
  );
}

/** Some devices count on through a multisport race: then each session's distance starts from its first record. */
function rebaseDistance(samples: Sample[], totalM: number | null, index: number): Sample[] {
  if (index === 0 || totalM === null) return samples;
  const distances = samples.map((sample) => sample.distance_m).filter((value) => value !== null);
  const first = distances[0] ?? 0;
  const last = distances.at(-1) ?? 0;
  if (Math.abs(last - totalM) <= Math.abs(last - first - totalM)) return samples;
  return samples.map((sample) => ({
    ...sample,
    distance_m: sample.distance_m === null ? null : Math.max(0, sample.distance_m - first),
  }));
}

function sharedFacts(
  messages: FitMessages,
): Pick<Recording, 'name' | 'description' | 'device_name' | 'utc_offset_s'> {
  const [activity] = messages.activityMesgs ?? [];
  const utc = realTimeMs(activity?.timestamp);
  const local = realTimeMs(activity?.localTimestamp);
  return {
    name: null,
    description: null,
    device_name: nameFitDevice(messages),
    utc_offset_s: utc === null || local === null ? null : (local - utc) / 1000,
  };
}

function withoutSession(messages: FitMessages, samples: Sample[]): Recording {
  const [sport] = messages.sportMesgs ?? [];
  const laps: StatedLap[] = (messages.lapMesgs ?? []).map((lap) => ({
    ...readSummary(lap, 'strides'),
    start_ms: realTimeMs(lap.startTime),
  }));
  return {
    ...sharedFacts(messages),
    sport_type: sportFromFit(text(sport?.sport), text(sport?.subSport)),
    start_ms: null,
    stated: NOTHING_STATED,
    laps,
    samples,
  };
}

/** A damaged file is accepted when the summaries are complete and records reach (almost) their end. */
function refuseIncomplete(recordings: readonly Recording[], damagedAt: number): void {
  for (const { start_ms, stated, samples } of recordings) {
    const elapsedS = stated.elapsed_s ?? 0;
    const lastMs = samples.reduce((last, { time_ms }) => Math.max(last, time_ms ?? 0), 0);
    const readS = Math.max(0, (lastMs - (start_ms ?? 0)) / 1000);
    if (readS < elapsedS * 0.9 - 60) {
      const part = `${counted(Math.round(readS))} of ${counted(Math.round(elapsedS))} seconds`;
      throw damaged(damagedAt, `after ${part}`);
    }
  }
}

function damaged(at: number, where: string): Error {
  return refusal(
    `The FIT file is damaged or cut off at byte ${counted(at)}, ${where}. Copy it from the device again, as a binary file.`,
  );
}
