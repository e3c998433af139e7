import type { PlanCeiling } from '../../../privacy/index.ts';
import { addDays, daysBetween, type Weekday, weekdayOf } from '../../../shared/calendar.ts';
import type { DayRange } from '../../../shared/day-range.ts';
import { calendarDay } from '../../../shared/time.ts';
import { type Conflict, conflictOf } from '../../../training/availability/conflicts.ts';
import type { Told } from '../../../training/availability/told.ts';
import { asPlanned, type OwnWorkout } from '../../../training/plan-copies/own-copy.ts';
import { NOBODY } from '../../../training/plan-input/nobody.ts';
import { adaptWorkout } from '../../../training/planning/adapt-plan.ts';
import { type Match, type MatchStatus, matchWorkouts } from '../../../training/planning/compliance.ts';
import type { PlannedWorkout } from '../../../training/planning/plan.ts';
import type { ActivityInShort } from '../../activities/index.ts';
import { type PlanView, viewAthletePlan } from '../present.ts';
import type { PlanOfDays } from './queries.ts';
import type { SessionOfPerson } from './session-of-person.ts';

export const STATUSES = ['done', 'partly', 'missed', 'upcoming', 'unknown'] as const;
export type Status = MatchStatus | 'unknown';

/** What can be said of what was done: `nothing` where no activity shows. */
export type Sight = {
  readonly sees: 'everything' | 'a part' | 'nothing';
  readonly sees_races: boolean;
};

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
  /** What the athlete told of these days, as far as it shows. */
  readonly told: Told;
};

type Compliance = Omit<Match, 'status'> & { readonly status: Status };
type WorkoutView = NonNullable<PlanView['workouts']>[number];
export type CalendarDay = {
  readonly date: string;
  readonly day: Weekday;
  readonly workouts: readonly {
    readonly plan_id: string;
    readonly workout: WorkoutView;
    readonly compliance: Compliance;
    /** Of what is still to come. */
    readonly conflict: Conflict | null;
    /** The session that stands for it, as the athlete said. */
    readonly replaced_by: string | null;
  }[];
  readonly sessions: readonly { readonly session: SessionOfPerson; readonly compliance: Compliance | null }[];
  readonly activities: readonly (ActivityInShort & { readonly is_planned: boolean })[];
};
export type Summary = Readonly<Record<'planned' | Status, number>>;

/** Day by day what was planned and what was done, as an audience sees both. */
export function calendarOf(input: CalendarInput): { days: CalendarDay[]; summary: Summary } {
  const { range, timezone, today, plans, activities, sessions, ceiling, sight, told } = input;
  const entries = plans.flatMap((plan) => {
    const views = viewAthletePlan(ceiling, plan)?.workouts ?? [];
    return plan.workouts.flatMap((workout, place) => {
      const view = views[place];
      return view === undefined
        ? []
        : [
            {
              plan_id: plan.id,
              plan_start_date: plan.start_date,
              workout,
              view,
              ...sizeOf(workout, ceiling),
            },
          ];
    });
  });
  const done = activities.map((activity) => ({
    ...activity,
    date: calendarDay(activity.start_time, timezone),
    duration_s: activity.moving_time_s ?? activity.duration_s ?? 0,
  }));
  const meetings = meetingsOf(sessions, timezone);
  const replacedBy = (plan_id: string, workout_id: string) =>
    sessions.find(({ replaces }) => replaces?.plan_id === plan_id && replaces.workout_id === workout_id);
  const kept = entries.filter(({ plan_id, workout }) => replacedBy(plan_id, workout.id) === undefined);
  const parts = [...kept, ...meetings.flatMap(({ part }) => (part === null ? [] : [part]))];
  const matched = matchWorkouts(parts, done, today);
  const matches = new Map(parts.map((part, place) => [part as object, matched[place]]));
  const counted = new Set(matched.flatMap(({ done_ids }) => done_ids));
  const met = meetings.map(({ session, date, part }) => {
    const compliance = part === null ? null : complianceOf(matches.get(part), part, sight, today);
    return { session, date, compliance };
  });
  const planned = entries.map((entry) => {
    const { plan_id, workout, view, duration_s } = entry;
    const instead = met.find(({ session }) => session === replacedBy(plan_id, workout.id));
    // What became of a workout for which a session stands is what became of the session.
    const compliance = instead?.compliance ?? complianceOf(matches.get(entry), workout, sight, today);
    const replaced_by = instead?.session.session_id ?? null;
    // Judged by the same size as compliance, so that it tells no more than that.
    const conflict = workout.date < today ? null : conflictOf({ ...asPlanned(workout), duration_s }, told);
    return { date: workout.date, entry: { plan_id, workout: view, compliance, conflict, replaced_by } };
  });
  const plannedOn = Map.groupBy(planned, ({ date }) => date);
  const doneOn = Map.groupBy(
    activities.map((activity, place) => ({ activity, date: done[place]?.date })),
    ({ date }) => date,
  );
  const days = datesOf(range).map((date) => ({
    date,
    day: weekdayOf(date),
    workouts: (plannedOn.get(date) ?? []).map(({ entry }) => entry),
    sessions: met
      .filter((one) => one.date === date)
      .map(({ session, compliance }) => ({ session, compliance })),
    activities: (doneOn.get(date) ?? []).map(({ activity }) => ({
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

/**
 * What a workout is held against. Where sums do not show, they must not show through how much of them was done either: then it is what
 * the same prescription comes to for nobody in particular.
 */
function sizeOf(workout: OwnWorkout, { shows_computed }: PlanCeiling) {
  const { date, workout_type, duration_s, distance_m } = shows_computed
    ? workout
    : adaptWorkout(asPlanned(workout), NOBODY);
  return { date, workout_type, duration_s, distance_m };
}

const UNKNOWN = { status: 'unknown', done_ids: [], share: null, days_off: 0, type_match: null } as const;

/** Who does not see all that was done cannot tell what was missed. */
function complianceOf(
  match: Match | undefined,
  { date, workout_type }: Pick<PlannedWorkout, 'date' | 'workout_type'>,
  { sees, sees_races }: Sight,
  today: string,
): CalendarDay['workouts'][number]['compliance'] {
  if (match === undefined) return UNKNOWN;
  const { status } = match;
  const isBlind = sees === 'nothing' || (workout_type === 'race' && !sees_races);
  if (isBlind && date <= today) return UNKNOWN;
  return status === 'missed' && sees !== 'everything' ? { ...match, status: 'unknown' } : match;
}

function datesOf({ from, to }: DayRange): string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));
}

function summaryOf(days: readonly CalendarDay[]): Summary {
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
