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
  readonly ceiling: PlanCeiling;
  readonly sight: Sight;
  /** What the athlete told of these days, as far as it shows. */
  readonly told: Told;
};

type WorkoutView = NonNullable<PlanView['workouts']>[number];
export type CalendarDay = {
  readonly date: string;
  readonly day: Weekday;
  readonly workouts: readonly {
    readonly plan_id: string;
    readonly workout: WorkoutView;
    readonly compliance: Omit<Match, 'status'> & { readonly status: Status };
    /** Of what is still to come. */
    readonly conflict: Conflict | null;
  }[];
  readonly activities: readonly (ActivityInShort & { readonly is_planned: boolean })[];
};
export type Summary = Readonly<Record<'planned' | Status, number>>;

/** Day by day what was planned and what was done, as an audience sees both. */
export function calendarOf(input: CalendarInput): { days: CalendarDay[]; summary: Summary } {
  const { range, timezone, today, plans, activities, ceiling, sight, told } = input;
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
  const matches = matchWorkouts(entries, done, today);
  const counted = new Set(matches.flatMap(({ done_ids }) => done_ids));
  const planned = entries.map(({ plan_id, workout, view, duration_s }, place) => ({
    date: workout.date,
    entry: {
      plan_id,
      workout: view,
      compliance: complianceOf(matches[place], workout, sight, today),
      // Judged by the same size as compliance, so that it tells no more than that.
      conflict: workout.date < today ? null : conflictOf({ ...asPlanned(workout), duration_s }, told),
    },
  }));
  const plannedOn = Map.groupBy(planned, ({ date }) => date);
  const doneOn = Map.groupBy(
    activities.map((activity, place) => ({ activity, date: done[place]?.date })),
    ({ date }) => date,
  );
  const days = datesOf(range).map((date) => ({
    date,
    day: weekdayOf(date),
    workouts: (plannedOn.get(date) ?? []).map(({ entry }) => entry),
    activities: (doneOn.get(date) ?? []).map(({ activity }) => ({
      ...activity,
      is_planned: counted.has(activity.id),
    })),
  }));
  return { days, summary: summaryOf(days) };
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
  { date, workout_type }: PlannedWorkout,
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
