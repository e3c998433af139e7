import type { Conflict } from '../../../training/availability/conflicts.ts';
import { writeWorkoutText } from '../../../training/workout-text/write-workout-text.ts';
import { presentEntriesOfDay } from '../../availability/index.ts';
import { presentRace, type StoredRace } from '../../races/index.ts';
import type { CalendarDay } from './calendar.ts';
import { type CommentCounts, NO_COMMENTS } from './count-comments.ts';
import type { Beside } from './find-beside.ts';
import type { PlanOfDays } from './queries.ts';
import type { Feed } from './read-calendar.ts';

export function presentCalendar(calendar: Feed) {
  return {
    from: calendar.from,
    to: calendar.to,
    today: calendar.today,
    timezone: calendar.timezone,
    plans: calendar.plans.map(presentPlan),
    days: calendar.days.map((day) => ({
      ...presentDay(day),
      ...presentBeside(calendar.beside, day.date),
    })),
    weeks: [...calendar.beside.weeks].map(([week_start, comments]) => ({
      week_start,
      comments: presentComments(comments),
    })),
    summary: calendar.summary,
  };
}

function presentPlan(plan: PlanOfDays) {
  return {
    id: plan.id,
    saved_plan_id: plan.plan_id,
    org_id: plan.org_id,
    org_name: plan.org_name,
    title: plan.title,
    start_date: plan.start_date,
    end_date: plan.end_date,
    weeks: plan.weeks,
    engine: plan.engine,
    assigned_at: plan.assigned_at.toISOString(),
    updated_at: plan.updated_at.toISOString(),
  };
}

function presentDay({ date, day, workouts, sessions, activities }: CalendarDay) {
  return {
    date,
    day,
    workouts: workouts.map(({ plan_id, workout, compliance, conflict, replaced_by, done_elsewhere }) => ({
      plan_id,
      workout,
      compliance: presentCompliance(compliance),
      replaced_by,
      done_elsewhere,
      ...(conflict === null ? {} : { conflict: presentConflict(conflict) }),
    })),
    sessions: sessions.map(({ session, compliance }) => ({
      kind: 'session' as const,
      session_id: session.session_id,
      org_id: session.org_id,
      org_name: session.org_name,
      title: session.title,
      starts_at: session.starts_at.toISOString(),
      timezone: session.timezone,
      duration_s: session.duration_s,
      place: session.place,
      workout: presentSessionWorkout(session),
      compliance: compliance && presentCompliance(compliance),
    })),
    activities: activities.map(presentActivity),
  };
}

/** What stands beside planned and done on a day; what is withheld is absent. */
export function presentBeside({ days }: Beside, date: string) {
  const { races = null, availability = null, injuries = null, comments = NO_COMMENTS } = days.get(date) ?? {};
  return {
    ...(races !== null && { races: races.map(presentDayRace) }),
    ...(availability !== null && {
      availability: availability.length === 0 ? null : presentEntriesOfDay(availability),
    }),
    ...(injuries !== null && {
      injuries: injuries.map(({ id: injury_id, kind, area, running }) => ({
        injury_id,
        kind,
        area,
        running,
      })),
    }),
    comments: presentComments(comments),
  };
}

export const presentComments = ({ total, unread }: CommentCounts) => ({ total, unread });

function presentDayRace(stored: StoredRace) {
  const {
    id: race_id,
    name,
    event,
    distance_m,
    priority,
    target_time_s,
    result,
    activity_id,
  } = presentRace(stored);
  return { race_id, name, event, distance_m, priority, target_time_s, result, activity_id };
}

export function presentConflict({ kind, entry_id, from, to }: Conflict) {
  return { kind, entry_id, from, to };
}

function presentCompliance(compliance: CalendarDay['workouts'][number]['compliance']) {
  return {
    status: compliance.status,
    share: compliance.share,
    days_off: compliance.days_off,
    type_match: compliance.type_match,
    activity_ids: [...compliance.done_ids],
  };
}

function presentSessionWorkout({ workout }: CalendarDay['sessions'][number]['session']) {
  if (workout === null) return null;
  const { workout_type, duration_s, distance_m, segments } = workout;
  return { workout_type, duration_s, distance_m, segments: [...segments], text: writeWorkoutText(segments) };
}
export const presentActivity = (activity: CalendarDay['activities'][number]) => ({
  id: activity.id,
  sport_type: activity.sport_type,
  name: activity.name,
  start_time: activity.start_time.toISOString(),
  duration_s: activity.duration_s,
  distance_m: activity.distance_m,
  is_planned: activity.is_planned,
});
