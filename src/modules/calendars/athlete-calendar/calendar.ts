import type { PlanCeiling } from '../../../privacy/index.ts';
import { type Weekday, weekdayOf } from '../../../shared/calendar.ts';
import type { DayRange } from '../../../shared/day-range.ts';
import { calendarDay } from '../../../shared/time.ts';
import { type Conflict, conflictOf } from '../../../training/availability/conflicts.ts';
import { datesOf } from '../../../training/availability/days.ts';
import type { Told } from '../../../training/availability/told.ts';
import { asPlanned, type OwnWorkout } from '../../../training/plan-copies/own-copy.ts';
import { NOBODY } from '../../../training/plan-input/nobody.ts';
import { adaptWorkout } from '../../../training/planning/adapt-plan.ts';
import {
  type Match,
  type MatchStatus,
  matchWorkouts,
  type PlannedPart,
} from '../../../training/planning/compliance.ts';
import type { Segment } from '../../../training/planning/plan.ts';
import type { ActivityInShort } from '../../activities/index.ts';
import { type PlanView, viewAthletePlan } from '../../plans/index.ts';
import type { PlanOfDays } from './queries.ts';
import type { SessionOfPerson } from './session-of-person.ts';
import type { Sight } from './sight.ts';

export const STATUSES = ['done', 'partly', 'missed', 'upcoming', 'unknown'] as const;
export type Status = MatchStatus | 'unknown';

export type CalendarInput = {
  readonly range: DayRange;
  readonly timezone: string;
  readonly today: string;
  readonly plans: readonly PlanOfDays[];
  readonly activities: readonly ActivityInShort[];
  /** What they have said yes to. */
  readonly sessions: readonly SessionOfPerson[];
  readonly ceiling: PlanCeiling;
  readonly sight: Sight;
  readonly told: Told;
};

type Compliance = Omit<Match, 'status'> & { readonly status: Status };
type WorkoutView = NonNullable<PlanView['workouts']>[number];
/** What is planned for a day, as its reader is shown it, and what became of it. */
export type DayOf<View> = {
  readonly date: string;
  readonly day: Weekday;
  readonly workouts: readonly {
    readonly plan_id: string;
    readonly workout_id: string;
    readonly workout: View;
    readonly compliance: Compliance;
    /** Of what is still to come. */
    readonly conflict: Conflict | null;
    /** The session that stands for it, as the athlete said. */
    readonly replaced_by: string | null;
    /** Whether a coach says that it was done, without a recording that shows it. */
    readonly done_elsewhere: boolean;
  }[];
  readonly sessions: readonly { readonly session: SessionOfPerson; readonly compliance: Compliance | null }[];
  readonly activities: readonly (ActivityInShort & { readonly is_planned: boolean })[];
};
export type CalendarDay = DayOf<WorkoutView>;
/** A workout with what it is held against, which its reader may not be shown. */
export type CalendarEntry<View> = PlannedPart & {
  readonly plan_id: string;
  readonly workout_id: string;
  /** What injuries are held against; may be left empty of who told of none. */
  readonly segments: readonly Segment[];
  readonly done_elsewhere: boolean;
  readonly view: View;
};
export type Summary = Readonly<Record<'planned' | Status, number>>;

/** Day by day what was planned and what was done, as an audience sees both. */
export function calendarOf(input: CalendarInput): { days: CalendarDay[]; summary: Summary } {
  const { plans, ceiling, timezone, ...rest } = input;
  const entries = plans.flatMap((plan) => {
    const views = viewAthletePlan(ceiling, plan)?.workouts ?? [];
    return plan.workouts.flatMap((workout, place) => {
      const view = views[place];
      if (view === undefined) return [];
      const { id: workout_id } = workout;
      const done_elsewhere = workout.done_elsewhere === true;
      const { segments } = asPlanned(workout);
      const size = sizeOf(workout, ceiling);
      const plan_start_date = plan.start_date;
      return [{ plan_id: plan.id, plan_start_date, workout_id, view, ...size, segments, done_elsewhere }];
    });
  });
  const activities = input.activities.map((activity) => ({
    ...activity,
    date: calendarDay(activity.start_time, timezone),
  }));
  return daysOf({ ...rest, timezone, entries, activities });
}

export type DaysInput<View> = Pick<
  CalendarInput,
  'range' | 'timezone' | 'today' | 'sessions' | 'sight' | 'told'
> & {
  readonly entries: readonly CalendarEntry<View>[];
  readonly activities: readonly (ActivityInShort & { readonly date: string })[];
};

/**
 * The calendar of one athlete: each day with planned and done workouts and their compliance.
 * @param entries by plan and date; like activities and sessions, a week more on either side than `range`
 */
export function daysOf<View>({
  range,
  timezone,
  today,
  entries,
  activities,
  sessions,
  sight,
  told,
}: DaysInput<View>): { days: DayOf<View>[]; summary: Summary } {
  const done = activities.map((activity) => {
    const { id, date, sport_type, workout_type, is_race, distance_m } = activity;
    return { id, date, sport_type, workout_type, is_race, distance_m, duration_s: timeOf(activity) };
  });
  const meetings = meetingsOf(sessions, timezone);
  const replacedBy = ({ plan_id, workout_id }: CalendarEntry<View>) =>
    sessions.find(({ replaces }) => replaces?.plan_id === plan_id && replaces.workout_id === workout_id);
  const kept = entries.filter((entry) => replacedBy(entry) === undefined);
  const parts = [...kept, ...meetings.flatMap(({ part }) => (part === null ? [] : [part]))];
  const matched = matchWorkouts(parts, done, today);
  const matches = new Map(parts.map((part, place) => [part as object, matched[place]]));
  const counted = new Set(matched.flatMap(({ done_ids }) => done_ids));
  const met = meetings.map(({ session, date, part }) => {
    const compliance = part === null ? null : complianceOf(matches.get(part), part, sight, today);
    return { session, date, compliance };
  });
  const planned = entries.map((entry) => {
    const { plan_id, workout_id, view, date, done_elsewhere } = entry;
    const session = replacedBy(entry);
    const instead = session && met.find((one) => one.session === session);
    // A workout that a session replaces has the session's compliance.
    const became = instead?.compliance ?? complianceOf(matches.get(entry), entry, sight, today);
    const compliance = done_elsewhere && became.done_ids.length === 0 ? DONE_ELSEWHERE : became;
    const replaced_by = session?.session_id ?? null;
    // Judged by the same size as compliance, so that it reveals no more.
    const conflict = date < today ? null : conflictOf(entry, told);
    const beside = { conflict, replaced_by, done_elsewhere };
    return { date, entry: { plan_id, workout_id, workout: view, compliance, ...beside } };
  });
  const plannedOn = Map.groupBy(planned, ({ date }) => date);
  const doneOn = Map.groupBy(activities, ({ date }) => date);
  const days = datesOf(range).map((date) => ({
    date,
    day: weekdayOf(date),
    workouts: (plannedOn.get(date) ?? []).map(({ entry }) => entry),
    sessions: met
      .filter((one) => one.date === date)
      .map(({ session, compliance }) => ({ session, compliance })),
    activities: (doneOn.get(date) ?? []).map((activity) => ({
      ...activity,
      is_planned: counted.has(activity.id),
    })),
  }));
  return { days, summary: summaryOf(days) };
}

/** Sessions by the day on which they are where the athlete lives, with what is held against what was done. */
function meetingsOf(sessions: readonly SessionOfPerson[], timezone: string) {
  return sessions.map((session) => {
    const date = calendarDay(session.starts_at, timezone);
    const { workout } = session;
    if (workout === null) return { session, date, part: null };
    const { workout_type, duration_s, distance_m } = workout;
    return { session, date, part: { date, plan_start_date: date, workout_type, duration_s, distance_m } };
  });
}

export const timeOf = ({
  moving_time_s,
  duration_s,
}: Pick<ActivityInShort, 'moving_time_s' | 'duration_s'>): number => moving_time_s ?? duration_s ?? 0;

/**
 * The size that a workout is compared with. Where its sums are hidden they must not show through compliance, so the
 * prescription's sums for a default runner are used.
 */
export function sizeOf(workout: OwnWorkout, { shows_computed }: PlanCeiling) {
  const { date, workout_type, duration_s, distance_m } = shows_computed
    ? workout
    : adaptWorkout(asPlanned(workout), NOBODY);
  return { date, workout_type, duration_s, distance_m };
}

/** A coach's mark is not the athlete's data: every reader of the plan sees it, unless a recording says more. */
const DONE_ELSEWHERE = { status: 'done', done_ids: [], share: null, days_off: 0, type_match: null } as const;
const UNKNOWN = { status: 'unknown', done_ids: [], share: null, days_off: 0, type_match: null } as const;

/** A reader who does not see every activity cannot tell what was missed. */
function complianceOf(
  match: Match | undefined,
  { date, workout_type }: PlannedPart,
  { sees, sees_races }: Sight,
  today: string,
): DayOf<unknown>['workouts'][number]['compliance'] {
  if (match === undefined) return UNKNOWN;
  const { status } = match;
  const isBlind = sees === 'nothing' || (workout_type === 'race' && !sees_races);
  if (isBlind && date <= today) return UNKNOWN;
  return status === 'missed' && sees !== 'everything' ? { ...match, status: 'unknown' } : match;
}

function summaryOf(days: readonly DayOf<unknown>[]): Summary {
  const statuses = days.flatMap(({ workouts }) => workouts.map(({ compliance }) => compliance.status));
  const count = (wanted: Status): number => statuses.filter((status) => status === wanted).length;
  return {
    planned: statuses.length,
    done: count('done'),
    partly: count('partly'),
    missed: count('missed'),
    upcoming: count('upcoming'),
    unknown: count('unknown'),
  };
}
