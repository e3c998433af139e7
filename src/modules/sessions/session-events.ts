import type { Transaction } from '../../infra/db/database.ts';
import { defineEvent, type Events } from '../../infra/events/index.ts';
import { newId } from '../../shared/ids.ts';
import type { ClubSession } from './club-session.ts';

const NEWS = ['planned', 'changed', 'cancelled', 'reminder'] as const;

/** News about a session for people. The facts are those of the moment, and people appear by id only. */
export type SessionNews = {
  readonly news: (typeof NEWS)[number];
  /** One id for each piece of news, which all who hear of it share. */
  readonly occurrence_id: string;
  readonly org_id: string;
  readonly org_name: string;
  readonly session_id: string;
  readonly title: string;
  /** ISO 8601. */
  readonly starts_at: string;
  readonly timezone: string;
  readonly place: string;
  readonly sessions: number;
  readonly user_ids: readonly string[];
};

const text = (value: unknown, name: string): string => {
  if (typeof value !== 'string') throw new TypeError(`${name} is missing`);
  return value;
};

export const sessionNews = defineEvent<SessionNews>({
  name: 'session_news',
  payload: (value) => {
    const given = value as Partial<SessionNews>;
    const news = NEWS.find((one) => one === given.news);
    if (news === undefined) throw new TypeError('what happened is missing');
    if (!Array.isArray(given.user_ids)) throw new TypeError('the people are missing');
    return {
      news,
      occurrence_id: text(given.occurrence_id, 'the occurrence'),
      org_id: text(given.org_id, 'the organization'),
      org_name: text(given.org_name, 'its name'),
      session_id: text(given.session_id, 'the session'),
      title: text(given.title, 'its title'),
      starts_at: text(given.starts_at, 'its beginning'),
      timezone: text(given.timezone, 'its time zone'),
      place: text(given.place, 'its place'),
      sessions: given.sessions ?? 1,
      user_ids: given.user_ids,
    };
  },
});

/** Why an answer changed: the athlete gave it, a coach did, or a place became free. */
const ANSWER_CAUSES = ['athlete', 'coach', 'place_freed'] as const;

export type SessionAnswered = {
  readonly occurrence_id: string;
  readonly org_id: string;
  readonly session_id: string;
  readonly user_id: string;
  readonly answer: 'yes' | 'no' | 'maybe';
  readonly waits: boolean;
  readonly cause: (typeof ANSWER_CAUSES)[number];
};

export const sessionAnswered = defineEvent<SessionAnswered>({
  name: 'session_answered',
  payload: (value) => {
    const given = value as Partial<SessionAnswered>;
    const { answer, waits } = given;
    const cause = ANSWER_CAUSES.find((one) => one === given.cause);
    if (answer === undefined || typeof waits !== 'boolean' || cause === undefined)
      throw new TypeError('the answer is missing');
    return {
      occurrence_id: text(given.occurrence_id, 'the occurrence'),
      org_id: text(given.org_id, 'the organization'),
      session_id: text(given.session_id, 'the session'),
      user_id: text(given.user_id, 'the athlete'),
      answer,
      waits,
      cause,
    };
  },
});

export type AttendanceTaken = {
  readonly org_id: string;
  readonly session_id: string;
  readonly ticked_by: string;
  readonly user_ids: readonly string[];
};

export const attendanceTaken = defineEvent<AttendanceTaken>({
  name: 'attendance_taken',
  payload: (value) => {
    const given = value as Partial<AttendanceTaken>;
    if (!Array.isArray(given.user_ids)) throw new TypeError('the athletes are missing');
    return {
      org_id: text(given.org_id, 'the organization'),
      session_id: text(given.session_id, 'the session'),
      ticked_by: text(given.ticked_by, 'the coach'),
      user_ids: given.user_ids,
    };
  },
});

export type SessionsDeleted = {
  readonly org_id: string;
  readonly session_ids: readonly string[];
};

export const sessionsDeleted = defineEvent<SessionsDeleted>({
  name: 'sessions_deleted',
  payload: (value) => {
    const { org_id, session_ids } = value as Partial<SessionsDeleted>;
    if (!Array.isArray(session_ids)) throw new TypeError('the sessions are missing');
    return { org_id: text(org_id, 'the organization'), session_ids };
  },
});

const AT_ONCE = 1_000;

export async function tellOf(
  tx: Transaction,
  events: Pick<Events, 'emitAll'>,
  told: {
    readonly news: SessionNews['news'];
    readonly session: Pick<ClubSession, 'id' | 'org_id' | 'title' | 'starts_at' | 'timezone' | 'place'>;
    readonly org_name: string;
    readonly sessions?: number;
    readonly user_ids: readonly string[];
  },
): Promise<void> {
  const { news, session, org_name, sessions = 1, user_ids } = told;
  const occurrence_id = newId();
  const parts: SessionNews[] = [];
  for (let from = 0; from < user_ids.length; from += AT_ONCE) {
    parts.push({
      news,
      occurrence_id,
      org_id: session.org_id,
      org_name,
      session_id: session.id,
      title: session.title,
      starts_at: session.starts_at.toISOString(),
      timezone: session.timezone,
      place: session.place,
      sessions,
      user_ids: user_ids.slice(from, from + AT_ONCE),
    });
  }
  if (parts.length > 0) await events.emitAll(tx, sessionNews, parts);
}
