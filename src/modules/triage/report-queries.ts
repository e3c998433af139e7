import type { Queryable } from '../../infra/db/queryable.ts';
import { sql } from '../../infra/db/sql.ts';
import type { DailyPart } from '../../privacy/index.ts';
import { addDays } from '../../shared/calendar.ts';
import { calendarDay, DAY_MS } from '../../shared/time.ts';
import { datesOf, isAbout, isWithin, minutesOn } from '../../training/availability/days.ts';
import type { AvailabilityEntry } from '../../training/availability/told.ts';
import { isOfOrganization } from '../feedback/index.ts';
import { LIMIT_BOUNDS } from './limits.ts';
import type { Facts } from './reasons.ts';

type Report = {
  readonly pains: readonly {
    readonly id: string;
    readonly activity_id: string | null;
    readonly area: string;
    readonly level: number;
    /** ISO 8601. */
    readonly said_at: string;
  }[];
  readonly entries: readonly AvailabilityEntry[];
  /** Injuries and illnesses that allow no running. */
  readonly no_running: readonly { readonly from: string; readonly to: string | null }[];
  readonly races: readonly { readonly id: string; readonly date: string; readonly name: string }[];
};
export const NOTHING_TOLD: Report = { pains: [], entries: [], no_running: [], races: [] };

const WEEK_DAYS = 7;
/** Of one athlete; more is nobody's. */
const MOST = 200;

/**
 * What athletes told of pain, of days on which they cannot train, and of races to come: in one statement, however many they are. Of
 * planned workouts only those that the organization gave since they are in it.
 */
export async function findReports(
  db: Queryable,
  { org_id, user_ids, now }: { org_id: string; user_ids: readonly string[]; now: Date },
): Promise<Map<string, Report>> {
  const today = calendarDay(now, 'UTC');
  const [yesterday, ahead] = [addDays(today, -1), addDays(today, LIMIT_BOUNDS.race_days.most + 1)];
  const week_ahead = addDays(today, WEEK_DAYS + 1);
  const since = new Date(now.getTime() - (WEEK_DAYS + 1) * DAY_MS);
  const rows = await db.query<Report & { user_id: string }>(sql`
    SELECT m.user_id, coalesce(p.pains, '[]') AS pains, coalesce(e.entries, '[]') AS entries,
      coalesce(i.no_running, '[]') AS no_running, coalesce(r.races, '[]') AS races
    FROM unnest(${user_ids}::uuid[]) AS m (user_id)
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('id', f.id, 'activity_id', f.activity_id, 'area', f.pain ->> 'area',
        'level', f.pain -> 'level', 'said_at', f.said_at ->> 'pain')) AS pains
      FROM (
        SELECT * FROM feedback f WHERE f.user_id = m.user_id AND f.last_at >= ${since} AND f.pain IS NOT NULL
          AND jsonb_typeof(f.pain) = 'object' AND (f.activity_id IS NOT NULL OR ${isOfOrganization(org_id)})
        ORDER BY f.last_at DESC LIMIT ${MOST}
      ) f
    ) p ON true
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('id', a.id, 'kind', a.kind, 'part', a.part, 'minutes', a.minutes, 'weekdays', a.weekdays,
        'from', a.from_day, 'to', a.to_day, 'reason', NULL)) AS entries
      FROM availability_entries a WHERE a.user_id = m.user_id
        AND (a.from_day IS NULL OR a.from_day <= ${week_ahead}::date) AND (a.to_day IS NULL OR a.to_day >= ${yesterday}::date)
    ) e ON true
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('from', j.from_day, 'to', j.to_day)) AS no_running
      FROM injuries j WHERE j.user_id = m.user_id AND j.running = 'none'
        AND j.from_day <= ${week_ahead}::date AND (j.to_day IS NULL OR j.to_day >= ${yesterday}::date)
    ) i ON true
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('id', c.id, 'date', c.race_day, 'name', c.name) ORDER BY c.race_day, c.id) AS races
      FROM races c WHERE c.user_id = m.user_id AND c.race_day BETWEEN ${yesterday}::date AND ${ahead}::date
        AND c.result_time_s IS NULL AND c.activity_id IS NULL
    ) r ON true`);
  return new Map(rows.map((row) => [row.user_id, row]));
}

/** Pain of the last seven days: that on an activity only where coaches see the activity. */
export function painsOf(
  pains: Report['pains'],
  shown: readonly { readonly id: string }[],
  { time_zone, today }: { time_zone: string; today: string },
): Facts['pains'] {
  const seen = new Set(shown.map(({ id }) => id));
  return pains
    .filter(({ activity_id }) => activity_id === null || seen.has(activity_id))
    .map(({ id, area, level, said_at }) => ({
      id,
      area,
      level,
      date: calendarDay(new Date(said_at), time_zone),
    }))
    .filter(({ date }) => date > addDays(today, -WEEK_DAYS) && date <= today);
}

/** Of the next seven days, today among them, those on which somebody cannot train at all, as far as it shows. */
export function closedDays(
  { entries, no_running }: Report,
  shown: readonly DailyPart[],
  today: string,
): string[] {
  const told = shown.includes('availability') ? entries : [];
  const hurt = shown.includes('injuries') ? no_running : [];
  return datesOf({ from: today, to: addDays(today, WEEK_DAYS - 1) }).filter(
    (date) =>
      hurt.some((range) => isWithin(date, range)) ||
      minutesOn(told.filter((entry) => isAbout(entry, date))) === 0,
  );
}
