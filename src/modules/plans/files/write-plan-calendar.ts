import { ICalCalendar, ICalCalendarMethod, ICalEventTransparency } from 'ical-generator';
import { addDays } from '../../../shared/calendar.ts';
import type { Language } from '../../../shared/languages.ts';
import type { PlannedWorkout } from '../../../training/planning/plan.ts';

export type CalendarPlan = {
  /** Of what is exported: with the workout's id it makes the event's. */
  readonly id: string;
  readonly title: string;
  readonly language: Language;
  readonly updated_at: Date;
  readonly workouts: readonly PlannedWorkout[];
};

/**
 * A plan as iCalendar (RFC 5545): an event of a whole day for each workout, without a time zone, since a planned day is the
 * athlete's wherever they are. The same workout keeps its UID, so that a calendar that reads a changed plan changes its events.
 */
export function writePlanCalendar(plan: CalendarPlan): string {
  const calendar = new ICalCalendar({
    name: plan.title,
    prodId: { company: 'Ekiden', product: 'Plans', language: plan.language.toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
  });
  for (const workout of plan.workouts) {
    calendar.createEvent({
      id: `${plan.id}-${workout.id}@ekiden`,
      allDay: true,
      start: workout.date,
      end: addDays(workout.date, 1),
      summary: workout.title,
      description: workout.description,
      stamp: plan.updated_at,
      lastModified: plan.updated_at,
      // A day of training is not taken: somebody can be met on it.
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return calendar.toString();
}
