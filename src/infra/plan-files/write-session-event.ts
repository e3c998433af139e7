import {
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import type { Language } from '../../shared/languages.ts';
import type { PlannedWorkout } from '../../training/planning/plan.ts';
import { stretchLines } from './stretch-lines.ts';

export type SessionToWrite = {
  readonly session_id: string;
  readonly title: string;
  readonly description: string;
  readonly starts_at: Date;
  readonly duration_s: number;
  readonly place: string;
  readonly point: { readonly latitude_deg: number; readonly longitude_deg: number } | null;
  readonly workout: Pick<PlannedWorkout, 'segments'> | null;
  readonly is_cancelled: boolean;
  readonly answer: 'yes' | 'no' | 'maybe' | null;
  readonly waits: boolean;
  /** Grows with every change. */
  readonly revision: number;
  readonly updated_at: Date;
  readonly user_id: string;
  readonly language: Language;
  readonly unit_system: 'metric' | 'imperial';
};

/**
 * A club session as a timed event (RFC 5545). It keeps its UID, and its SEQUENCE grows with changes. STATUS is the
 * session's; the athlete's answer is the PARTSTAT of an attendee named by id, so nobody is mailed. A waiting athlete is
 * tentative, since calendars know no waiting list.
 */
export function addSession(calendar: ICalCalendar, session: SessionToWrite): void {
  const { starts_at, duration_s, workout, point, is_cancelled } = session;
  const event = calendar.createEvent({
    id: `${session.session_id}@ekiden`,
    start: starts_at,
    end: new Date(starts_at.getTime() + duration_s * 1_000),
    summary: session.title,
    description: [
      session.description,
      workout === null ? '' : stretchLines(workout.segments, session).join('\n'),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
    stamp: session.updated_at,
    lastModified: session.updated_at,
    sequence: session.revision,
    status: is_cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency:
      session.answer === 'yes' && !is_cancelled
        ? ICalEventTransparency.OPAQUE
        : ICalEventTransparency.TRANSPARENT,
  });
  if (session.place !== '') {
    const geo = point === null ? {} : { geo: { lat: point.latitude_deg, lon: point.longitude_deg } };
    event.location({ title: session.place.replace(/\s+/gu, ' '), ...geo });
  }
  event.createAttendee({ email: `${session.user_id}@athletes.ekiden.invalid`, status: partStat(session) });
}

function partStat({ answer, waits }: Pick<SessionToWrite, 'answer' | 'waits'>): ICalAttendeeStatus {
  if (answer === null) return ICalAttendeeStatus.NEEDSACTION;
  if (answer === 'no') return ICalAttendeeStatus.DECLINED;
  return answer === 'yes' && !waits ? ICalAttendeeStatus.ACCEPTED : ICalAttendeeStatus.TENTATIVE;
}
