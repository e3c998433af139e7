import { BEST_EFFORT_FIELDS, LAP_FIELDS, type LapField, type Source } from '../../../privacy/index.ts';
import { newId } from '../../../shared/ids.ts';
import { isTimeZone } from '../../../shared/time.ts';
import type { StoredActivity } from '../activity.ts';
import { plainText } from '../plain-text.ts';
import type { ActivityEdits } from './edits.ts';
import type { Recognisable } from './match.ts';
import type { ActivityReport, ReportedActivity } from './report.ts';

/** An incoming report; for a file, with its part of the recording. */
export type IncomingReport = ActivityReport & {
  readonly file?:
    | { readonly id: string; readonly recording_sha256: Buffer; readonly index: number }
    | undefined;
  /** For manual entries: a digest that identifies the same one. */
  readonly digest?: string;
};

/** A stored record of one source about one activity, without what it reported. */
export type KnownRecord = Recognisable & {
  readonly id: string;
  readonly key: string;
  readonly source: Source;
  readonly external_id: string | null;
  readonly file_id: string | null;
  /** Null: the athlete deleted the activity, or the source withdrew it. */
  readonly activity_id: string | null;
  readonly edition: number | null;
  readonly position: number | null;
  /** Until when an unverified report hides it; a past time means that it was hidden. Null: never. */
  readonly hidden_until: Date | null;
  /** Manual edits of an activity that the source withdrew, until it reports it again; null for all others. */
  readonly edits: ActivityEdits | null;
};

/** Whether the athlete deleted the workout. */
export const isDeleted = ({ activity_id, edits }: Pick<KnownRecord, 'activity_id' | 'edits'>): boolean =>
  activity_id === null && edits === null;

/** The same with what was told. */
export type FullRecord = KnownRecord & { readonly told: ReportedActivity; readonly has_streams: boolean };

/** A record that is about to be stored. */
export type Draft = FullRecord & {
  readonly before: KnownRecord | null;
  readonly packed_streams: Uint8Array | null | undefined;
};

/** A record's permanent name: the source's own id, or the recording it was read from. */
export function nameRecord({
  source,
  external_id,
  file,
  digest,
}: Pick<IncomingReport, 'source' | 'external_id' | 'file' | 'digest'>): string {
  if (external_id !== null) return `${source}:${external_id}`;
  if (file === undefined) return `${source}::${digest ?? newId()}`;
  return `${source}::${file.recording_sha256.toString('hex')}:${file.index}`;
}

/** Two records of one lane are two activities: a source or recording reports each activity once. */
export function laneOf({ source, key }: Pick<KnownRecord, 'source' | 'key'>): string {
  return source === 'upload' ? key.replace(/(?<=::[0-9a-f]{64}):[0-9]+$/, '') : source;
}

const MAX_NAME = 200;
const MAX_DESCRIPTION = 10_000;
const MAX_DEVICE_NAME = 200;
const MAX_MEASURE = 1e9;

/** A report as it can be stored: texts cut, and values that the schema refuses dropped. */
export function soundTold(told: ReportedActivity): ReportedActivity {
  return {
    sport_type: told.sport_type,
    workout_type: told.workout_type,
    name: plainText(told.name, MAX_NAME),
    description: plainText(told.description, MAX_DESCRIPTION),
    start_time: told.start_time,
    start_is: told.start_is,
    timezone: told.timezone !== null && isTimeZone(told.timezone) ? told.timezone : null,
    duration_s: measured(told.duration_s) ?? 0,
    moving_time_s: measured(told.moving_time_s),
    distance_m: measured(told.distance_m),
    elevation_gain_m: measured(told.elevation_gain_m),
    elevation_loss_m: measured(told.elevation_loss_m),
    average_speed_mps: measured(told.average_speed_mps),
    max_speed_mps: measured(told.max_speed_mps),
    average_heart_rate_bpm: measured(told.average_heart_rate_bpm),
    max_heart_rate_bpm: measured(told.max_heart_rate_bpm),
    average_cadence_spm: measured(told.average_cadence_spm),
    average_power_w: measured(told.average_power_w),
    calories_kcal: measured(told.calories_kcal),
    ...onlyKnownMembers(told),
    intensity: told.intensity,
    start_latlng: told.start_latlng,
    map_polyline: told.map_polyline,
    device_name: plainText(told.device_name, MAX_DEVICE_NAME),
    // Otherwise a race would show in spite of `share_race_history`.
    is_race: told.is_race || told.workout_type === 'race',
    private: told.private,
  };
}

function measured(value: number | null): number | null {
  return value !== null && value >= 0 && value <= MAX_MEASURE ? value : null;
}

const FROM_SAMPLES = [
  'moving_time_s',
  'distance_m',
  'elevation_gain_m',
  'elevation_loss_m',
  'average_speed_mps',
  'max_speed_mps',
  'average_heart_rate_bpm',
  'max_heart_rate_bpm',
  'average_cadence_spm',
  'average_power_w',
  'calories_kcal',
] as const;

/** A report without samples after one with samples: the samples and what came with them stay. */
export function keepingSamples(before: ReportedActivity, told: ReportedActivity): ReportedActivity {
  const measures = Object.fromEntries(FROM_SAMPLES.map((name) => [name, told[name] ?? before[name]]));
  const { laps, best_efforts, intensity, start_latlng, map_polyline } = before;
  return { ...told, ...measures, laps, best_efforts, intensity, start_latlng, map_polyline };
}

/** By what a record is recognised: in columns of its own. */
export const RECOGNISED = [
  'sport_type',
  'start_time',
  'start_is',
  'timezone',
  'duration_s',
  'distance_m',
] as const satisfies readonly (keyof Recognisable)[];

export type Rest = Omit<ReportedActivity, keyof Recognisable>;

/** The rest of what is told, its members in one order. */
export function restOf(told: ReportedActivity): Rest {
  const rest = Object.entries(told).filter(([name]) => !RECOGNISED.some((column) => column === name));
  return Object.fromEntries(rest.toSorted(([a], [b]) => (a < b ? -1 : 1))) as Rest;
}

export function isSameTold(one: ReportedActivity, other: ReportedActivity): boolean {
  const whole = (told: ReportedActivity): string =>
    JSON.stringify([RECOGNISED.map((name) => told[name]), restOf(told)]);
  return whole(one) === whole(other);
}

const LAP_NAMES = Object.keys(LAP_FIELDS) as LapField[];

/** Laps and best efforts with exactly the members that the ceiling knows: lists pass stored ones through, so unknown members must not be stored. */
export function onlyKnownMembers({
  laps,
  best_efforts,
}: Pick<StoredActivity, 'laps' | 'best_efforts'>): Pick<StoredActivity, 'laps' | 'best_efforts'> {
  return {
    laps: laps.map((lap) => pickMembers(lap, LAP_NAMES)),
    best_efforts: best_efforts.map((effort) => pickMembers(effort, BEST_EFFORT_FIELDS)),
  };
}

function pickMembers<From extends Readonly<Record<Name, unknown>>, Name extends keyof From & string>(
  from: From,
  names: readonly Name[],
): From {
  return Object.fromEntries(names.map((name) => [name, from[name] ?? null])) as From;
}
