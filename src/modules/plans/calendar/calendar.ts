import type { PlanCeiling } from '../../../privacy/index.ts';
import { addDays, daysBetween, type Weekday, weekdayOf } from '../../../shared/calendar.ts';
import type { DayRange } from '../../../shared/day-range.ts';
import { calendarDay } from '../../../shared/time.ts';
import { adaptWorkout } from '../../../training/planning/adapt-plan.ts';
import {
  type Match,
  type MatchStatus,
  matchWorkouts,
  type PlannedPart,
} from '../../../training/planning/compliance.ts';
import type { Runner } from '../../../training/planning/paces.ts';
import type { ActivityInShort } from '../../activities/index.ts';
import { asPlanned, type OwnWorkout } from '../plan.ts';
import { type PlanView, viewAthletePlan } from '../present.ts';
import type { PlanOfDays } from './queries.ts';
import type { Sight } from './sight.ts';

export const STATUSES = ['done', 'partly', 'missed', 'upcoming', 'unknown'] as const;
export type Status = MatchStatus | 'unknown';

export type CalendarInput = {
  readonly range: DayRange;
  readonly timezone: string;
  readonly today: string;
  readonly plans: readonly PlanOfDays[];
  readonly activities: readonly ActivityInShort[];
  readonly ceiling: PlanCeiling;
  readonly sight: Sight;
};

type WorkoutView = NonNullable<PlanView['workouts']>[number];
/** What is planned for a day, as its reader is shown it, and what became of it. */
export type DayOf<View> = {
  readonly date: string;
  readonly day: Weekday;
  readonly workouts: readonly {
    readonly plan_id: string;
    readonly workout: View;
    readonly compliance: Omit<Match, 'status'> & { readonly status: Status };
  }[];
  readonly activities: readonly (ActivityInShort & { readonly is_planned: boolean })[];
};
export type CalendarDay = DayOf<WorkoutView>;
/** A workout with what it is held against, which its reader may not be shown. */
export type CalendarEntry<View> = PlannedPart & { readonly plan_id: string; readonly view: View };
export type Summary = Readonly<Record<'planned' | Status, number>>;

/** Nobody in particular. */
const NOBODY: Runner = { paces: null, heart_rates: null, experience_level: 'intermediate' };

/** Day by day what was planned and what was done, as an audience sees both. */
export function calendarOf(input: CalendarInput): { days: CalendarDay[]; summary: Summary } {
  const { plans, ceiling, timezone, ...rest } = input;
  const entries = plans.flatMap((plan) => {
    const views = viewAthletePlan(ceiling, plan)?.workouts ?? [];
    return plan.workouts.flatMap((workout, place) => {
      const view = views[place];
      return view === undefined
        ? []
        : [{ plan_id: plan.id, plan_start_date: plan.start_date, view, ...sizeOf(workout, ceiling) }];
    });
  });
  const activities = input.activities.map((activity) => ({
    ...activity,
    date: calendarDay(activity.start_time, timezone),
  }));
  return daysOf({ ...rest, entries, activities });
}

/**
 * The rule of the calendar, of one athlete: each day with what was planned, what was done and what became of it.
 *
 * @param entries by plan, of each by date, and like the activities of a week more on either side than `range`
 */
export function daysOf<View>({
  range,
  today,
  entries,
  activities,
  sight,
}: Pick<CalendarInput, 'range' | 'today' | 'sight'> & {
  readonly entries: readonly CalendarEntry<View>[];
  readonly activities: readonly (ActivityInShort & { readonly date: string })[];
}): { days: DayOf<View>[]; summary: Summary } {
  const done = activities.map((activity) => ({ ...activity, duration_s: timeOf(activity) }));
  const matches = matchWorkouts(entries, done, today);
  const counted = new Set(matches.flatMap(({ done_ids }) => done_ids));
  const planned = entries.map((entry, place) => ({
    date: entry.date,
    entry: {
      plan_id: entry.plan_id,
      workout: entry.view,
      compliance: complianceOf(matches[place], entry, sight, today),
    },
  }));
  const plannedOn = Map.groupBy(planned, ({ date }) => date);
  const doneOn = Map.groupBy(activities, ({ date }) => date);
  const days = datesOf(range).map((date) => ({
    date,
    day: weekdayOf(date),
    workouts: (plannedOn.get(date) ?? []).map(({ entry }) => entry),
    activities: (doneOn.get(date) ?? []).map((activity) => ({
      ...activity,
      is_planned: counted.has(activity.id),
    })),
  }));
  return { days, summary: summaryOf(days) };
}

/** Seconds that count: moving time where it is known. */
export const timeOf = ({
  moving_time_s,
  duration_s,
}: Pick<ActivityInShort, 'moving_time_s' | 'duration_s'>): number => moving_time_s ?? duration_s ?? 0;

/**
 * What a workout is held against. Where sums do not show, they must not show through how much of them was done either: then it is what
 * the same prescription comes to for nobody in particular.
 */
export function sizeOf(workout: OwnWorkout, { shows_computed }: PlanCeiling) {
  const { date, workout_type, duration_s, distance_m } = shows_computed
    ? workout
    : adaptWorkout(asPlanned(workout), NOBODY);
  return { date, workout_type, duration_s, distance_m };
}

const UNKNOWN = { status: 'unknown', done_ids: [], share: null, days_off: 0, type_match: null } as const;

/** Who does not see all that was done cannot tell what was missed. */
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

function datesOf({ from, to }: DayRange): string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));
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
