/** What an export must hold, to the last cell: from a club's view alone. */
import type { ExpectedActivity } from '../expected-activities.ts';
import type { ExportAsk } from './any-exports.ts';
import type { ClubView } from './club-view.ts';
import { expectedToldTables, type ToldTable } from './expected-told-tables.ts';
import { UUID } from './world.ts';

type Json = Record<string, unknown>;

export type ExpectedArchive = {
  readonly skipped: readonly { uid: string; reason: string }[];
  readonly left_out: readonly Json[];
  /** The record's `params`, apart from who asked. */
  readonly params: {
    start_date: number | null;
    end_date: number | null;
    format: string;
    athlete_ids: string[] | null;
    include?: readonly string[];
  };
  readonly athletes: readonly Json[];
  readonly activities: readonly Json[];
  readonly laps: readonly Json[];
  /** What was asked for besides, in the order of the files; rows in no order. */
  readonly told: ReadonlyMap<ToldTable, readonly Readonly<Json>[]>;
};

/** Null where the request must be refused as invalid. */
export function expectedArchive(view: ClubView, ask: ExportAsk): ExpectedArchive | null {
  const { start_date = null, end_date = null, format = 'both', athlete_ids = null, include } = ask;
  if (start_date !== null && end_date !== null && start_date > end_date) return null;
  if (athlete_ids?.length === 0) return null;

  // An id is the same in either case; twice is once.
  const named = athlete_ids && [...new Set(athlete_ids.map((id) => (UUID.test(id) ? id.toLowerCase() : id)))];
  const wanted = named ?? view.members;
  const reasonOf = (uid: string): string | null => {
    const reason = view.reasons.get(uid);
    return reason === undefined ? 'not_a_member' : reason;
  };
  const included = wanted.filter((uid) => reasonOf(uid) === null);
  const inRange = ({ start_time_ms: at }: ExpectedActivity): boolean =>
    Number(at) >= (start_date ?? -Infinity) && Number(at) <= (end_date ?? Infinity);
  const activities = included.flatMap((uid) => view.exported.get(uid)?.filter(inRange) ?? []);
  return {
    skipped: wanted.flatMap((uid) => {
      const reason = reasonOf(uid);
      return reason === null ? [] : [{ uid, reason }];
    }),
    left_out: view.sources_left_out.toSorted().flatMap((source): Json[] => {
      const reason = 'source_policy';
      if (view.sources_unseen.includes(source)) return [{ source, reason, athletes: null, activities: null }];
      const kept = included
        .map((uid) => view.activities.get(uid)?.filter((one) => one.source === source && inRange(one)) ?? [])
        .filter(({ length }) => length > 0);
      return kept.length === 0
        ? []
        : [{ source, reason, athletes: kept.length, activities: kept.flat().length }];
    }),
    params: {
      start_date,
      end_date,
      format,
      athlete_ids: named,
      ...(include === undefined ? {} : { include }),
    },
    athletes: view.athletes.filter(({ id }) => included.includes(String(id))),
    // Those with the same fields hidden stand together; `sort` leaves the others as they were.
    activities: activities.sort((a, b) => compare(hiddenOf(a), hiddenOf(b))),
    laps: activities.flatMap((activity) => (activity.laps as Json[]).map((lap) => lapRecord(activity, lap))),
    told: expectedToldTables(view, ask, included),
  };
}

function hiddenOf(activity: ExpectedActivity): string {
  return (activity.privacy_filtered as string[]).join();
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** `index` would say nothing in a file of its own. */
function lapRecord(activity: ExpectedActivity, { index, ...lap }: Json): Json {
  return { activity_id: activity.id, athlete_id: activity.athlete_id, lap_index: index, ...lap };
}

export const COLUMNS = {
  athletes:
    'id username display_name first_name last_name profile_image_url member_level labels status joined_at group_ids timezone unit_system zones connected_providers privacy_filtered',
  activities:
    'id athlete_id source external_id sport_type workout_type name description start_time start_time_ms timezone duration_s moving_time_s distance_m elevation_gain_m elevation_loss_m average_speed_mps max_speed_mps average_pace_s_per_km average_heart_rate_bpm max_heart_rate_bpm average_cadence_spm average_power_w calories_kcal training_load vdot best_efforts start_latlng map_polyline device_name is_race created_at updated_at privacy_filtered',
  laps: 'activity_id athlete_id lap_index start_time duration_s moving_time_s distance_m average_speed_mps max_speed_mps average_heart_rate_bpm max_heart_rate_bpm average_cadence_spm average_power_w elevation_gain_m elevation_loss_m calories_kcal',
} as const;

/** Lists of ids and of our own words, which stand apart by spaces; everything else that is no plain value is JSON. */
const WORD_LISTS = ['group_ids', 'connected_providers', 'privacy_filtered', 'weekdays'];

/** What a strict reader must make of the record's line. */
export function expectedCells(columns: string, record: Readonly<Json>): Json {
  return Object.fromEntries(columns.split(' ').map((name) => [name, expectedCell(name, record[name])]));
}

function expectedCell(name: string, value: unknown): unknown {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && WORD_LISTS.includes(name)) return value.join(' ');
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return value;
  // No cell may start a formula, and CRLF is the only line break.
  const neutral = /^[\p{Cc}=+\-@＝＋－＠]/u.test(value) ? `'${value}` : value;
  return neutral.split(/\r\n|\r|\n/).join('\r\n');
}

/** The cells as they were read, those that must be numbers or JSON taken for what they say. */
export function readCells(cells: Readonly<Record<string, string>>, expected: Json): Json {
  return Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => [
      name,
      typeof expected[name] === 'string' || cell === '' ? cell : JSON.parse(cell),
    ]),
  );
}
