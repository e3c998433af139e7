import type { Source, SourcePolicies } from '../../../privacy/index.ts';
import { type TrainingAnchors, trainingLoad } from '../../../training/activity-load.ts';
import { vdotOfRun } from '../../../training/activity-vdot.ts';
import { isRunning } from '../../../training/sport.ts';
import type { WorkoutIntensity } from '../../../training/workout-intensity.ts';
import type { StoredActivity } from '../activity.ts';
import { type Language, nameActivity } from '../name-activity.ts';
import type { ActivityEdits } from './edits.ts';
import { placesOf } from './mixing-rules.ts';
import type { ReportedActivity, StartIs } from './report.ts';

/** A record's contribution to an activity. */
export type ToldRecord = {
  readonly id: string;
  readonly key: string;
  readonly source: Source;
  readonly external_id: string | null;
  readonly told: ReportedActivity;
  readonly has_streams: boolean;
};

export type Owner = {
  readonly user_id: string;
  readonly language: Language;
  readonly timezone: string;
  /** The values that load and VDOT are computed from. */
  readonly anchors: TrainingAnchors;
};

/** What follows from the records: all but identity and history. */
export type MergedActivity = Omit<StoredActivity, 'id' | 'user_id' | 'created_at' | 'updated_at'> & {
  readonly streams_of: string | null;
  /** A workout type of a source that is not mixed in, for the athlete alone. */
  readonly told_workout_type: StoredActivity['workout_type'];
};

/** The most reliable first: an own file is what the device wrote, and platforms copy from left to right. */
const SOURCE_ORDER: readonly Source[] = ['upload', 'garmin', 'coros', 'strava', 'apple_health', 'manual'];
/** Athletes name their activities on this platform. */
const NAMES_COME_FROM: Source = 'strava';
const STARTS: readonly StartIs[] = ['exact', 'local', 'day'];
/** The athlete can take back marks from these sources here. */
const OWN_SOURCES: readonly Source[] = ['upload', 'manual'];

/**
 * Merges the records of one activity with manual edits. The richer record wins field by field; a hiding mark always wins.
 * Only records that may be shown in the same places are mixed; of the others only the marks count.
 */
export function mergeRecords(
  records: readonly ToldRecord[],
  { edits, policies, owner }: { edits: ActivityEdits; policies: SourcePolicies; owner: Owner },
): MergedActivity {
  const ordered = bestToShow(records, policies);
  const [primary] = ordered;
  if (primary === undefined) throw new TypeError('An activity without records cannot be merged.');
  const told = ordered.map((record) => record.told);
  const timed = STARTS.flatMap((start) => told.filter(({ start_is }) => start_is === start));
  const start_time =
    edits.start_time === undefined
      ? (timed[0]?.start_time ?? primary.told.start_time)
      : new Date(edits.start_time);
  const timezone = firstKnown(timed, 'timezone') ?? owner.timezone;
  const { sport_type = primary.told.sport_type } = edits;
  const placed = told.find(({ map_polyline }) => map_polyline !== null);
  const workout_type =
    edits.workout_type === undefined ? firstKnown(told, 'workout_type') : edits.workout_type;
  const measured = { ...corrected(motionOf(told), edits), ...climbOf(told), ...heartOf(told) };
  // Only runs have best efforts; an activity corrected to another sport has none.
  const isRun = edits.sport_type === undefined || isRunning(sport_type);
  const best_efforts = (isRun && told.find((one) => one.best_efforts.length > 0)?.best_efforts) || [];
  const is_race = workout_type === 'race' || isMarked(records, 'is_race', edits);
  const workout = { sport_type, is_race, best_efforts, ...measured };
  return {
    source: primary.source,
    external_id: primary.external_id,
    sport_type,
    workout_type,
    name:
      edits.name ?? toldName(ordered) ?? nameActivity({ sport_type, start_time }, timezone, owner.language),
    description: edits.description === undefined ? firstKnown(told, 'description') : edits.description,
    start_time,
    timezone,
    ...measured,
    average_cadence_spm: firstKnown(told, 'average_cadence_spm'),
    average_power_w: firstKnown(told, 'average_power_w'),
    calories_kcal: firstKnown(told, 'calories_kcal'),
    laps: told.find(({ laps }) => laps.length > 0)?.laps ?? [],
    training_load: trainingLoad({ ...workout, intensity: intensityOf(told) }, owner.anchors),
    vdot: vdotOfRun(workout, owner.anchors.vdot),
    best_efforts,
    start_latlng: placed?.start_latlng ?? firstKnown(told, 'start_latlng'),
    map_polyline: placed?.map_polyline ?? null,
    device_name: firstKnown(told, 'device_name'),
    is_race,
    private: isMarked(records, 'private', edits),
    told_workout_type:
      workout_type === null && edits.workout_type === undefined
        ? firstKnown(
            richestFirst(records).map((record) => record.told),
            'workout_type',
          )
        : null,
    streams_of: ordered.find(({ has_streams }) => has_streams)?.id ?? null,
  };
}

export function sourcesThatMark(
  records: readonly { source: Source; told: Pick<ReportedActivity, 'private' | 'is_race'> }[],
  mark: 'private' | 'is_race',
): Source[] {
  const marking = records.filter(({ source, told }) => told[mark] && !OWN_SOURCES.includes(source));
  return [...new Set(marking.map(({ source }) => source))].toSorted();
}

function isMarked(
  records: readonly ToldRecord[],
  mark: 'private' | 'is_race',
  edits: ActivityEdits,
): boolean {
  return sourcesThatMark(records, mark).length > 0 || (edits[mark] ?? records.some(({ told }) => told[mark]));
}

/** Records that may be shown in the same places. Of several groups, prefer one that coaches may see, then one with samples, then the most places. */
function bestToShow(records: readonly ToldRecord[], policies: SourcePolicies): readonly ToldRecord[] {
  const groups = [...Map.groupBy(records, ({ source }) => placesOf(source, policies).join()).values()];
  const places = ([record]: readonly ToldRecord[]): number =>
    record === undefined ? 0 : placesOf(record.source, policies).length;
  const shows = (group: readonly ToldRecord[]): number => Number(places(group) > 0);
  const [best] = groups
    .map(richestFirst)
    .toSorted(
      (a, b) =>
        shows(b) - shows(a) ||
        Number(b[0]?.has_streams) - Number(a[0]?.has_streams) ||
        places(b) - places(a) ||
        byRichness(a[0], b[0]),
    );
  return best ?? [];
}

function richestFirst(records: readonly ToldRecord[]): readonly ToldRecord[] {
  return records.toSorted(byRichness);
}

function byRichness(a: ToldRecord | undefined, b: ToldRecord | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return (
    Number(b.has_streams) - Number(a.has_streams) ||
    Number(b.told.laps.length > 0) - Number(a.told.laps.length > 0) ||
    SOURCE_ORDER.indexOf(a.source) - SOURCE_ORDER.indexOf(b.source) ||
    (a.key < b.key ? -1 : 1)
  );
}

function toldName(ordered: readonly ToldRecord[]): string | null {
  const named = ordered.filter(({ told }) => told.name !== null);
  const given = named.find(({ source }) => source === NAMES_COME_FROM);
  return (given ?? named[0])?.told.name ?? null;
}

function firstKnown<Name extends keyof ReportedActivity>(
  told: readonly ReportedActivity[],
  name: Name,
): ReportedActivity[Name] | null {
  return told.find((one) => one[name] !== null)?.[name] ?? null;
}

function intensityOf(told: readonly ReportedActivity[]): WorkoutIntensity {
  const all = told.flatMap(({ intensity }) => intensity ?? []);
  const speeds = all.flatMap(({ normalized_graded_speed_mps }) => normalized_graded_speed_mps ?? []);
  return {
    heart_rate: all.find(({ heart_rate }) => heart_rate !== null)?.heart_rate ?? null,
    normalized_graded_speed_mps: speeds[0] ?? null,
  };
}

type Motion = Pick<
  StoredActivity,
  'duration_s' | 'moving_time_s' | 'distance_m' | 'average_speed_mps' | 'max_speed_mps'
>;

/** Speed, time and distance come from one record so that they fit; missing values come from others only without contradiction. */
function motionOf(told: readonly ReportedActivity[]): Motion {
  const lead = told.find(({ distance_m }) => distance_m !== null) ?? told[0];
  if (lead === undefined) throw new TypeError('There is no record.');
  const { duration_s, distance_m, average_speed_mps } = lead;
  const moving = told.find(({ moving_time_s }) => moving_time_s !== null && moving_time_s <= duration_s);
  const fastest = told.find(
    ({ max_speed_mps }) => max_speed_mps !== null && max_speed_mps >= (average_speed_mps ?? 0),
  );
  return {
    duration_s,
    // A pace follows from both.
    moving_time_s: lead.moving_time_s ?? (distance_m === null ? (moving?.moving_time_s ?? null) : null),
    distance_m,
    average_speed_mps,
    max_speed_mps: lead.max_speed_mps ?? fastest?.max_speed_mps ?? null,
  };
}

/** With the times that the athlete has set, and the speed that follows from them. */
function corrected(motion: Motion, { duration_s, moving_time_s }: ActivityEdits): Motion {
  if (duration_s === undefined && moving_time_s === undefined) return motion;
  const whole = duration_s ?? motion.duration_s;
  const moving = moving_time_s === undefined ? motion.moving_time_s : moving_time_s;
  // A measured moving time may exceed the duration that the athlete set.
  const sound = moving === null ? null : Math.min(moving, whole);
  const average_speed_mps = speedOf(motion.distance_m, sound ?? whole);
  const { max_speed_mps: highest } = motion;
  const max_speed_mps = highest !== null && highest >= (average_speed_mps ?? 0) ? highest : null;
  return { ...motion, duration_s: whole, moving_time_s: sound, average_speed_mps, max_speed_mps };
}

export function speedOf(distance_m: number | null, time_s: number): number | null {
  return distance_m === null || time_s < 1 ? null : distance_m / time_s;
}

function climbOf(
  told: readonly ReportedActivity[],
): Pick<StoredActivity, 'elevation_gain_m' | 'elevation_loss_m'> {
  const lead = told.find(({ elevation_gain_m }) => elevation_gain_m !== null);
  return {
    elevation_gain_m: lead?.elevation_gain_m ?? null,
    elevation_loss_m: lead?.elevation_loss_m ?? firstKnown(told, 'elevation_loss_m'),
  };
}

function heartOf(
  told: readonly ReportedActivity[],
): Pick<StoredActivity, 'average_heart_rate_bpm' | 'max_heart_rate_bpm'> {
  const lead = told.find(({ average_heart_rate_bpm }) => average_heart_rate_bpm !== null);
  const average = lead?.average_heart_rate_bpm ?? null;
  const highest = told.find(
    ({ max_heart_rate_bpm }) => max_heart_rate_bpm !== null && max_heart_rate_bpm >= (average ?? 0),
  );
  return {
    average_heart_rate_bpm: average,
    max_heart_rate_bpm: lead?.max_heart_rate_bpm ?? highest?.max_heart_rate_bpm ?? null,
  };
}
