/** The tables of an archive that are there where they were asked for: of each athlete in it what programs see, as far as archives may hold it. */
import type { ExportAsk } from './any-exports.ts';
import type { ClubView } from './club-view.ts';

type Json = Readonly<Record<string, unknown>>;

export const TOLD_TABLES = {
  feedback:
    'id athlete_id activity_id plan_id workout_id workout_date rpe feel note skip_reason pain_area pain_side pain_level',
  availability: 'id athlete_id kind part minutes weekdays from_day to_day reason',
  injuries: 'id athlete_id kind area from_day to_day running note',
  sessions:
    'id title description starts_at timezone duration_s place latitude_deg longitude_deg capacity coach_user_id status created_at updated_at',
  attendance: 'club_session_id athlete_id answer answered_at waits came ticked_at',
} as const;
export type ToldTable = keyof typeof TOLD_TABLES;

const ASKED_BY = {
  feedback: 'feedback',
  availability: 'availability',
  injuries: 'availability',
  sessions: 'sessions',
  attendance: 'sessions',
} as const satisfies Record<ToldTable, string>;

/** @param included the athletes in the archive */
export function expectedToldTables(
  view: ClubView,
  ask: ExportAsk,
  included: readonly string[],
): ReadonlyMap<ToldTable, readonly Json[]> {
  const { include = [] } = ask;
  const rows = { ...ofAthletes(view, ask, included), ...ofSessions(view, ask, included) };
  const names = (Object.keys(TOLD_TABLES) as ToldTable[]).filter((name) => include.includes(ASKED_BY[name]));
  return new Map(names.map((name) => [name, rows[name]]));
}

/** What is on an activity goes with it, what is on a planned workout by its day, what is of days by each of them. */
function ofAthletes(view: ClubView, { start_date, end_date }: ExportAsk, included: readonly string[]) {
  const [first, last] = [start_date ?? Number.NEGATIVE_INFINITY, end_date ?? Number.POSITIVE_INFINITY];
  const isInRange = (ms: number): boolean => ms >= first && ms <= last;
  const [firstDay, lastDay] = [dayOf(start_date) ?? '', dayOf(end_date) ?? 'for ever'];
  const areInRange = ({ from, to }: { from: string | null; to: string | null }): boolean =>
    (from ?? '') <= lastDay && (to === null || to >= firstDay);
  const told = included.flatMap((id) => {
    const one = view.told.get(id);
    return one === undefined ? [] : [{ id, ...one }];
  });
  return {
    feedback: told.flatMap(({ id, feedback }) =>
      feedback.flatMap((one) => {
        const workout = one.workout as Json | null;
        const activity = view.exported.get(id)?.find((other) => other.id === one.activity_id);
        const at = workout === null ? Number(activity?.start_time_ms) : Date.parse(String(workout.date));
        return isInRange(at) ? [feedbackRow(one, workout)] : [];
      }),
    ),
    availability: told.flatMap(({ id, entries }) =>
      entries.filter(areInRange).map(({ id: entry_id, kind, part, minutes, weekdays, from, to, reason }) => ({
        id: entry_id,
        athlete_id: id,
        ...{ kind, part, minutes, weekdays, from_day: from, to_day: to, reason },
      })),
    ),
    injuries: told.flatMap(({ id, injuries }) =>
      injuries.filter(areInRange).map(({ id: injury_id, kind, area, from, to, running, note }) => ({
        id: injury_id,
        athlete_id: id,
        ...{ kind, area, from_day: from, to_day: to, running, note },
      })),
    ),
  };
}

const dayOf = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : new Date(ms).toISOString().slice(0, 10);

function feedbackRow(one: Json, workout: Json | null): Json {
  const [skipped, pain] = [one.skipped as Json | null, one.pain as Json | null | undefined];
  return {
    id: one.id,
    athlete_id: one.athlete_id,
    activity_id: one.activity_id,
    plan_id: workout?.plan_id ?? null,
    workout_id: workout?.workout_id ?? null,
    workout_date: workout?.date ?? null,
    rpe: one.rpe,
    feel: one.feel,
    note: one.note,
    skip_reason: skipped?.reason ?? null,
    ...(pain === undefined
      ? {}
      : { pain_area: pain?.area ?? null, pain_side: pain?.side ?? null, pain_level: pain?.level ?? null }),
  };
}

/** By when they begin. */
function ofSessions(view: ClubView, { start_date, end_date }: ExportAsk, included: readonly string[]) {
  const sessions = view.sessions.filter(({ facts }) => {
    const at = Date.parse(String(facts.starts_at));
    return at >= (start_date ?? at) && at <= (end_date ?? at);
  });
  return {
    sessions: sessions.map(({ facts }) => {
      const { text, point } = facts.place as { text: string; point: Json | null };
      const { id, title, description, starts_at, timezone, duration_s, capacity, status } = facts;
      return {
        ...{ id, title, description, starts_at, timezone, duration_s, place: text },
        latitude_deg: point?.latitude_deg ?? null,
        longitude_deg: point?.longitude_deg ?? null,
        ...{ capacity, coach_user_id: null, status },
        created_at: facts.created_at,
        updated_at: facts.updated_at,
      };
    }),
    attendance: sessions.flatMap(({ by_programs }) =>
      by_programs.attendance.filter(({ athlete_id }) => included.includes(String(athlete_id))),
    ),
  };
}
