import type { UserActor } from '../../../http/actor.ts';
import { SNAPSHOT, type Transaction } from '../../../infra/db/database.ts';
import {
  type ActivityCeiling,
  activityCeiling,
  type DailyPart,
  dailyCeiling,
  type PlanCeiling,
  type PrivacySettings,
  planCeiling,
} from '../../../privacy/index.ts';
import { addDays, daysBetween, mondayOfDay } from '../../../shared/calendar.ts';
import type { DayRange, DayRequest } from '../../../shared/day-range.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import { onceEach } from '../../../shared/once-each.ts';
import { calendarDay, DAY_MS, isTimeZone } from '../../../shared/time.ts';
import type { Told } from '../../../training/availability/told.ts';
import { type ActivityInShort, dayBegins, findActivitiesOfMany } from '../../activities/index.ts';
import { findToldOfMany, NOTHING_TOLD } from '../../availability/index.ts';
import { requireCoach } from '../../planning/index.ts';
import {
  type RosterQuestion,
  rosterCursorOf,
  rosterPlaceOf,
  rosterSightOf,
} from '../../roster-metrics/index.ts';
import { findActiveUser, privacyOf } from '../../users/index.ts';
import { type DayOf, daysOf } from '../athlete-calendar/calendar.ts';
import { type Beside, findBeside } from '../athlete-calendar/find-beside.ts';
import {
  beginOf,
  type CalendarDeps,
  calendarRange,
  type FeedDeps,
  MARGIN_DAYS,
  MAX_ACTIVITIES,
  MAX_PLANS,
  MAX_SESSIONS,
} from '../athlete-calendar/read-calendar.ts';
import { sightOf } from '../athlete-calendar/sight.ts';
import { findEntriesOfMany, type PlannedEntry, type WorkoutInShort } from './planned-of-many.ts';
import { findPlansOfMany, findTeamAthletes, type TeamAthlete, type TeamPlan } from './queries.ts';

/** Two weeks of so many athletes are a page at the most. */
export const TEAM_LIMITS = { most: 14, otherwise: 14 } as const;

type TeamQuestion = Pick<RosterQuestion, 'group_id' | 'coach_id' | 'order'> & {
  readonly org_id: string;
  readonly sort: 'joined_at' | 'name';
};
export type TeamPage = TeamQuestion & { readonly limit: number; readonly cursor: string | undefined };

/** What coaches see of all athletes with the same settings. */
type View = {
  readonly settings: PrivacySettings;
  readonly activities: ActivityCeiling;
  readonly plans: PlanCeiling;
  readonly told: readonly DailyPart[];
};
type Done = ActivityInShort & { readonly date: string };

export type TeamRow = {
  readonly told: Told;
  readonly athlete: TeamAthlete;
  readonly timezone: string;
  readonly today: string;
  readonly view: View;
  readonly days: readonly DayOf<WorkoutInShort>[];
  /** Whole weeks from Monday: the one before the first day, and all that the days lie in. */
  readonly weeks: readonly {
    readonly week_start: string;
    readonly planned: readonly PlannedEntry[];
    readonly done: readonly Done[];
  }[];
};

/** A row with the plans that its athlete follows, and what stands beside planned and done. */
export type TeamFeedRow = TeamRow & { readonly plans: readonly TeamPlan[]; readonly beside: Beside };

/**
 * Some days of a page of an organization's athletes, as a coach sees each one's calendar. The number of statements is
 * constant.
 * @throws notFound; forbidden; validationError for invalid days or cursor
 */
export async function readTeamCalendar(
  deps: FeedDeps,
  actor: UserActor,
  asked: TeamPage & DayRequest,
): Promise<DayRange & { readonly rows: readonly TeamFeedRow[]; readonly next_cursor: string | null }> {
  return await readTeamPage(deps, actor, { ...asked, limits: TEAM_LIMITS }, async (tx, page) => {
    const { org_id, range, rows } = page;
    const people = rows.map(({ athlete: { user_id }, view, today, told, days }) => ({
      ...{ user_id, settings: view.settings, audience: 'coach' as const, today, told, days },
    }));
    const mondays = mondaysOf(range);
    const beside = await findBeside(tx, deps, {
      ...range,
      reader_id: actor.user_id,
      org_id,
      people,
      mondays,
    });
    const user_ids = rows.flatMap(({ athlete, view }) => (view.plans.visible ? [athlete.user_id] : []));
    const plans = await findPlansOfMany(tx, { org_id, user_ids, ...range, limit: MAX_PLANS });
    return rows.flatMap((row) => {
      const { user_id } = row.athlete;
      const found = beside.get(user_id);
      return found === undefined ? [] : [{ ...row, beside: found, plans: plans.get(user_id) ?? [] }];
    });
  });
}

/** A page of athletes with their days and what stands beside them, in one snapshot. */
export async function readTeamPage<Row>(
  deps: RowDeps & Pick<FeedDeps, 'db' | 'clock'>,
  actor: UserActor,
  asked: TeamPage & DayRequest & { readonly limits: { readonly most: number; readonly otherwise: number } },
  complete: (
    tx: Transaction,
    page: { readonly org_id: string; readonly range: DayRange; readonly rows: readonly TeamRow[] },
  ) => Promise<Row[]>,
): Promise<DayRange & { readonly rows: readonly Row[]; readonly next_cursor: string | null }> {
  const { org_id } = await requireCoach(deps.db, asked.org_id, actor);
  const question: RosterQuestion = {
    org_id,
    group_id: asked.group_id,
    coach_id: asked.coach_id,
    sort: asked.sort,
    order: asked.order,
    status: undefined,
    level: undefined,
    labels: [],
    q: undefined,
  };
  const after = asked.cursor === undefined ? null : rosterPlaceOf(question, asked.cursor);
  const now = deps.clock.now();
  return await deps.db.transaction(async (tx) => {
    const coach = await findActiveUser(tx, actor.user_id);
    if (coach === null) throw unauthenticated();
    const range = calendarRange(asked, now, zoneOf(coach.preferences.timezone), asked.limits);
    const found = await findTeamAthletes(
      tx,
      // One more row tells whether there is another page.
      { ...question, after, limit: asked.limit + 1 },
      { sight: rosterSightOf(deps.sourcePolicies), now },
    );
    const athletes = found.slice(0, asked.limit);
    const last = found.length > asked.limit ? athletes.at(-1) : undefined;
    const rows = await complete(tx, {
      ...{ org_id, range },
      rows: await rowsOf(tx, deps, { org_id, athletes, range, now }),
    });
    return { ...range, rows, next_cursor: last === undefined ? null : rosterCursorOf(question, last) };
  }, SNAPSHOT);
}

const zoneOf = (name: string | null): string => (name !== null && isTimeZone(name) ? name : 'UTC');

export type RowDeps = Pick<CalendarDeps, 'sourcePolicies' | 'findSessionsOfPeople'>;

export async function rowsOf(
  tx: Transaction,
  { sourcePolicies, findSessionsOfPeople }: RowDeps,
  of: {
    readonly org_id: string;
    readonly athletes: readonly TeamAthlete[];
    readonly range: DayRange;
    readonly now: Date;
  },
): Promise<TeamRow[]> {
  const { org_id, range, now } = of;
  const viewFor = onceEach((privacy: unknown): View => {
    const seen = { settings: privacyOf({ privacy }), audience: 'coach' } as const;
    return {
      settings: seen.settings,
      activities: activityCeiling({ ...seen, policies: sourcePolicies }),
      plans: planCeiling(seen),
      told: dailyCeiling(seen).parts.shown,
    };
  }, JSON.stringify);
  const athletes = of.athletes.map((athlete) => ({ athlete, view: viewFor(athlete.privacy) }));
  const matched = { from: addDays(range.from, -MARGIN_DAYS), to: addDays(range.to, MARGIN_DAYS) };
  const weeks = mondaysOf(range).map((week_start) => ({ week_start, week_end: addDays(week_start, 6) }));
  const read = { from: firstMondayOf(range), to: matched.to };
  const told = await findToldOfMany(tx, {
    people: athletes.map(({ athlete: { user_id }, view }) => ({ user_id, shown: view.told })),
    ...range,
  });
  const isHurt = ({ user_id }: TeamAthlete) => (told.get(user_id)?.injuries.length ?? 0) > 0;
  const planned = await findEntriesOfMany(tx, {
    org_id,
    // It depends on what a workout consists of whether an injury allows it.
    people: athletes.map(({ athlete, view }) => ({
      user_id: athlete.user_id,
      ceiling: view.plans,
      needs_segments: isHurt(athlete),
    })),
    ...read,
  });
  const sessions = await findSessionsOfPeople(tx, {
    people: athletes.map(({ athlete: { user_id }, view }) => ({
      user_id,
      shows_computed: view.plans.shows_computed,
    })),
    ...{ org_id, now, limit: MAX_SESSIONS },
    from: new Date(beginOf(matched.from, 'UTC') - DAY_MS),
    to: new Date(beginOf(matched.to, 'UTC') + 2 * DAY_MS),
  });
  const done = Map.groupBy(
    await findActivitiesOfMany(
      tx,
      athletes.map(({ athlete: { user_id }, view }) => ({ user_id, ceiling: view.activities })),
      // A day more on either side, since days follow each athlete's time zone.
      {
        since: new Date(beginOf(read.from, 'UTC') - DAY_MS),
        until: new Date(beginOf(read.to, 'UTC') + 2 * DAY_MS),
        most: MAX_ACTIVITIES,
      },
    ),
    ({ user_id }) => user_id,
  );
  const isMatched = ({ date }: { readonly date: string }) => date >= matched.from && date <= matched.to;
  const clockIn = onceEach((timezone: string) => {
    const dayOf = daysIn(timezone, { from: addDays(read.from, -1), to: addDays(read.to, 1) });
    return { timezone, today: calendarDay(now, timezone), dayOf };
  }, String);
  return athletes.map(({ athlete, view }) => {
    const { timezone, today, dayOf } = clockIn(zoneOf(athlete.timezone));
    const mineTold = told.get(athlete.user_id) ?? NOTHING_TOLD;
    const entries = planned.get(athlete.user_id) ?? [];
    const mine = (done.get(athlete.user_id) ?? []).map((one) => ({ ...one, date: dayOf(one.start_time) }));
    const meetings = sessions.get(athlete.user_id) ?? [];
    const { days } = daysOf({
      ...{ range, timezone, today },
      sessions: meetings.filter(({ starts_at }) => isMatched({ date: dayOf(starts_at) })),
      told: mineTold,
      entries: entries.filter(isMatched),
      activities: mine.filter(isMatched),
      sight: sightOf(athlete.integrations, view.activities),
    });
    return {
      ...{ athlete, timezone, today, view, days, told: mineTold },
      weeks: weeks.map(({ week_start, week_end }) => {
        const isOfWeek = ({ date }: { readonly date: string }) => date >= week_start && date <= week_end;
        return { week_start, planned: entries.filter(isOfWeek), done: mine.filter(isOfWeek) };
      }),
    };
  });
}

/** The day of an instant in a time zone. The range's day boundaries are computed once, since each takes microseconds. */
function daysIn(timezone: string, { from, to }: DayRange): (instant: Date) => string {
  const dates = Array.from({ length: daysBetween(from, to) + 1 }, (_, place) => addDays(from, place));
  const begins = dayBegins(Temporal.PlainDate.from(from), dates.length, timezone).map((begin) =>
    begin.getTime(),
  );
  const first = begins[0] ?? Number.NaN;
  return (instant) => {
    const ms = instant.getTime();
    // Days have 23 to 25 hours, or none where a zone crossed the date line, so the guess is corrected.
    let place = Math.min(dates.length - 1, Math.max(0, Math.floor((ms - first) / DAY_MS)));
    while (place > 0 && ms < (begins[place] ?? ms)) place -= 1;
    while (ms >= (begins[place + 1] ?? Number.POSITIVE_INFINITY)) place += 1;
    const date = dates[place];
    return date === undefined || ms < first || place === dates.length - 1
      ? calendarDay(instant, timezone)
      : date;
  };
}

const firstMondayOf = ({ from }: DayRange): string => addDays(mondayOfDay(from), -7);

function mondaysOf(range: DayRange): string[] {
  const mondays = [];
  for (let monday = firstMondayOf(range); monday <= range.to; monday = addDays(monday, 7))
    mondays.push(monday);
  return mondays;
}
