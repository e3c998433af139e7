import { ICalCalendar, ICalCalendarMethod, ICalEventTransparency } from 'ical-generator';
import { addDays } from '../../shared/calendar.ts';
import type { Language } from '../../shared/languages.ts';
import type { PlannedWorkout } from '../../training/planning/plan.ts';
import { stretchLines } from './stretch-lines.ts';
import { addSession, type SessionToWrite } from './write-session-event.ts';

export type CalendarPlan = {
  /** Of what is exported: with the workout's id it makes the event's. */
  readonly id: string;
  readonly title: string;
  readonly language: Language;
  /** Of whoever takes it: in which units distances and paces are told. */
  readonly unit_system: 'metric' | 'imperial';
  readonly updated_at: Date;
  readonly workouts: readonly PlannedWorkout[];
};

/**
 * A plan as iCalendar (RFC 5545): an event of a whole day for each workout, without a time zone, since a planned day is the
 * athlete's wherever they are. The same workout keeps its UID, so that a calendar that reads a changed plan changes its events.
 * A description ends with a line for each stretch, since calendars show nothing of segments: of an athlete's own plan with
 * their paces and heart rates.
 */
export function writePlanCalendar(plan: CalendarPlan): string {
  return writeCalendar(plan.title, plan.language, { plans: [plan], sessions: [] });
}

/** How often a calendar program had better look again. */
const REFRESH_S = 4 * 3_600;

/** The same of several plans, and of club sessions, for programs that read it again and again: what is not in it any more, they forget. */
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
    // The writer escapes what events say, but not the name: a line break in it would begin a line of its own.
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
        // A day of training is not taken: somebody can be met on it.
        transparency: ICalEventTransparency.TRANSPARENT,
      });
    }
  }
  for (const session of sessions) addSession(calendar, session);
  return calendar.toString();
}
