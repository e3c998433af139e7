import type { CalendarDay } from './calendar.ts';
import type { PlanOfDays } from './queries.ts';
import type { Calendar } from './read-calendar.ts';

/** Domain to wire; workouts have passed the ceiling already. */
export function presentCalendar(calendar: Calendar) {
  return {
    from: calendar.from,
    to: calendar.to,
    today: calendar.today,
    timezone: calendar.timezone,
    plans: calendar.plans.map(presentPlan),
    days: calendar.days.map(presentDay),
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

function presentDay({ date, day, workouts, activities }: CalendarDay) {
  return {
    date,
    day,
    workouts: workouts.map(({ plan_id, workout, compliance }) => ({
      plan_id,
      workout,
      compliance: {
        status: compliance.status,
        share: compliance.share,
        days_off: compliance.days_off,
        type_match: compliance.type_match,
        activity_ids: compliance.done_ids,
      },
    })),
    activities: activities.map(presentActivity),
  };
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
