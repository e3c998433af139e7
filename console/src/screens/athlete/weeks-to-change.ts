import type { Athlete, Day, Edit } from '../../planning/athlete-weeks.ts';
import type { Calendar } from './queries.ts';

type WholeDay = Calendar['days'][number];
type Whole = WholeDay['workouts'][number];

/** The athlete as the calendar of the team has them: what changes of weeks are made of. */
export function athleteOf(calendar: Calendar, who: Pick<Athlete, 'user_id' | 'display_name'>): Athlete {
  const { timezone, today, plans, days, privacy_filtered } = calendar;
  return {
    ...{ timezone, today, privacy_filtered, weeks: [] },
    user_id: who.user_id,
    display_name: who.display_name,
    plans: plans.map(({ id: plan_id, saved_plan_id, title }) => ({ plan_id, saved_plan_id, title })),
    days: days.map(({ sessions, workouts, ...day }) => ({
      ...day,
      sessions: sessions.map(({ session_id, title, starts_at, timezone: clock, workout, compliance }) => ({
        ...{ session_id, title, starts_at, timezone: clock, compliance },
        workout_type: workout?.workout_type ?? null,
      })),
      workouts: workouts.map(({ workout, ...one }) => ({
        ...one,
        workout_id: workout.id,
        title: workout.title,
        workout_type: workout.workout_type,
        ...(workout.distance_m !== undefined && { distance_m: workout.distance_m }),
      })),
    })),
  };
}

/** The calendar as a change makes it, before the server has answered. */
export function withEdit(
  calendar: Calendar,
  who: Pick<Athlete, 'user_id' | 'display_name'>,
  edit: Edit,
): Calendar {
  const wholes = new Map(
    calendar.days.flatMap(({ workouts }) => workouts.map((one) => [one.workout.id, one])),
  );
  const after = new Map(edit(athleteOf(calendar, who)).days.map((day) => [day.date, day]));
  return {
    ...calendar,
    days: calendar.days.map((day) => {
      const changed = after.get(day.date);
      return changed === undefined
        ? day
        : { ...day, workouts: changed.workouts.map((one) => wholeOf(one, day, wholes)) };
    }),
  };
}

/** The whole workout of one in short. Of one that the server has not made yet nothing is known but its name and kind. */
function wholeOf(
  { workout_id, title, workout_type, compliance, done_elsewhere, plan_id }: Day['workouts'][number],
  { date, day }: WholeDay,
  wholes: ReadonlyMap<string, Whole>,
): Whole {
  const known = wholes.get(workout_id);
  if (known !== undefined) {
    const { conflict: _, ...others } = known;
    const isMoved = known.workout.date !== date;
    return {
      ...(isMoved ? others : known),
      workout: { ...known.workout, date, day },
      compliance: { ...known.compliance, ...compliance },
      done_elsewhere,
    };
  }
  return {
    ...{ plan_id, replaced_by: null, done_elsewhere },
    workout: { ...NOT_KNOWN, segments: [], id: workout_id, date, day, title, workout_type },
    compliance: { ...compliance, activity_ids: [], days_off: 0, type_match: null },
  };
}

const NOT_KNOWN = {
  week_number: 1,
  phase: 'base',
  text_source: 'written',
  source: 'generated',
  text: '',
} as const;
