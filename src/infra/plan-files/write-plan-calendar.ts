import { ICalCalendar, ICalCalendarMethod, ICalEventTransparency } from 'ical-generator';
import { addDays } from '../../shared/calendar.ts';
import type { Language } from '../../shared/languages.ts';
import type { PlannedWorkout } from '../../training/planning/plan.ts';
import { stretchLines } from './stretch-lines.ts';
import { addSession, type SessionToWrite } from './write-session-event.ts';

export type CalendarPlan = {
  /** The id of the exported plan; with the workout's id it makes the event's. */
  readonly id: string;
  readonly title: string;
  readonly language: Language;
  /** The units for distances and paces. */
  readonly unit_system: 'metric' | 'imperial';
  readonly updated_at: Date;
  readonly workouts: readonly PlannedWorkout[];
};

/**
 * A plan as iCalendar (RFC 5545): an all-day event for each workout without a time zone, since a planned day is the
 * athlete's own. A workout keeps its UID, so that a calendar updates its event. Descriptions list the segments, in an
 * athlete's own plan with their paces and heart rates.
 */
export function writePlanCalendar(plan: CalendarPlan): string {
  return writeCalendar(plan.title, plan.language, { plans: [plan], sessions: [] });
}

/** How often a calendar program had better look again. */
const REFRESH_S = 4 * 3_600;

/** Several plans and club sessions for programs that subscribe; what is missing later, they remove. */
export function writeSubscribedCalendar(name: string, language: Language, events: CalendarEvents): string {
  return writeCalendar(name, language, events, REFRESH_S);
}

type CalendarEvents = {
  readonly plans: readonly CalendarPlan[];
  readonly sessions: readonly SessionToWrite[];
};

/** One club session as iCalendar. */
export function writeSessionCalendar(session: SessionToWrite): string {
  return writeCalendar(session.title, session.language, { plans: [], sessions: [session] });
}

function writeCalendar(
  name: string,
  language: Language,
  { plans, sessions }: CalendarEvents,
  ttl?: number,
): string {
  const calendar = new ICalCalendar({
    // The writer does not escape the name: a line break would begin a new line.
    name: name.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '),
    prodId: { company: 'Ekiden', product: 'Plans', language: language.toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
    ...(ttl === undefined ? {} : { ttl }),
  });
  for (const plan of plans) {
    for (const workout of plan.workouts) {
      calendar.createEvent({
        id: `${plan.id}-${workout.id}@ekiden`,
        allDay: true,
        start: workout.date,
        end: addDays(workout.date, 1),
        summary: workout.title,
        description: [
          workout.description,
          workout.notes ?? '',
          stretchLines(workout.segments, plan).join('\n'),
        ]
          .filter((part) => part !== '')
          .join('\n\n'),
        stamp: plan.updated_at,
        lastModified: plan.updated_at,
        // A training day does not block the calendar.
        transparency: ICalEventTransparency.TRANSPARENT,
      });
    }
  }
  for (const session of sessions) addSession(calendar, session);
  return calendar.toString();
}
