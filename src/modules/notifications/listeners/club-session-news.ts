import type { Language } from '../../../shared/languages.ts';
import { calendarDay, isTimeZone } from '../../../shared/time.ts';
import { dateWords } from '../../../words/date-words.ts';
import { inEachLanguage, NONE } from '../../../words/index.ts';
import type { Announcement } from '../centre/notification.ts';

type ToldSession = {
  readonly org_id: string;
  readonly org_name: string;
  readonly session_id: string;
  readonly title: string;
  readonly starts_at: string;
  readonly timezone: string;
  readonly place: string;
};
type News = 'planned' | 'changed' | 'cancelled' | 'reminder';

const TYPES = {
  planned: 'session_planned',
  changed: 'session_changed',
  cancelled: 'session_cancelled',
  reminder: 'session_reminder',
} as const satisfies Record<News, string>;

/**
 * What people are told about a club session: that it is planned, has changed, is cancelled, or begins soon.
 *
 * @param told.sessions how many sessions of a series the news is about
 * @param told.now dates in its year are written without the year
 */
export function clubSessionNews(
  news: News,
  session: ToldSession,
  {
    occurrence_id,
    sessions,
    now,
  }: { readonly occurrence_id: string; readonly sessions: number; readonly now: Date },
): Announcement {
  return {
    category: news === 'reminder' ? 'reminders' : 'team',
    type: TYPES[news],
    subject: occurrence_id,
    texts: inEachLanguage((say, language) => {
      const facts = factsOf(session, { language, now });
      return {
        title: say(`notifications.clubSession.${news}.title`, facts),
        message: say(`notifications.clubSession.${news}.message`, { ...facts, sessions }),
      };
    }),
    data: { ...dataOf(session), sessions },
  };
}

/** What an athlete is told whose answer was changed: a place became free, or a coach answered for them. */
export function answerMoved(
  session: ToldSession,
  {
    occurrence_id,
    cause,
    answer,
    waits,
    now,
  }: {
    readonly occurrence_id: string;
    readonly cause: 'coach' | 'place_freed';
    readonly answer: 'yes' | 'no' | 'maybe';
    readonly waits: boolean;
    readonly now: Date;
  },
): Announcement {
  const key = cause === 'coach' ? 'answeredByCoach' : 'placeFreed';
  const said = waits ? 'waiting' : answer === 'no' ? 'other' : answer;
  return {
    category: 'team',
    type: cause === 'coach' ? 'session_answered' : 'session_place',
    subject: occurrence_id,
    texts: inEachLanguage((say, language) => {
      const facts = factsOf(session, { language, now });
      return {
        title: say(`notifications.clubSession.${key}.title`, facts),
        message: say(`notifications.clubSession.${key}.message`, { ...facts, answer: said }),
      };
    }),
    data: { ...dataOf(session), answer, waits },
  };
}

/** What the coach of a session is told, once for each session, when somebody else has kept its register. */
export function registerTaken(session: ToldSession, now: Date): Announcement {
  return {
    category: 'team',
    type: 'session_register',
    subject: session.session_id,
    texts: inEachLanguage((say, language) => {
      const facts = factsOf(session, { language, now });
      return {
        title: say('notifications.clubSession.registerTaken.title', facts),
        message: say('notifications.clubSession.registerTaken.message', facts),
      };
    }),
    data: dataOf(session),
  };
}

function factsOf(
  { org_name, title, starts_at, timezone, place }: ToldSession,
  { language, now }: { readonly language: Language; readonly now: Date },
) {
  const zone = isTimeZone(timezone) ? timezone : 'UTC';
  const at = Temporal.Instant.from(starts_at).toZonedDateTimeISO(zone);
  const today = calendarDay(now, zone);
  return {
    club: org_name,
    session: title,
    day: dateWords(at.toPlainDate().toString(), { language, today }),
    time: at.toPlainTime().toString({ smallestUnit: 'minute' }),
    place: place === '' ? NONE : place,
  };
}

const dataOf = ({ session_id, org_id, org_name, title, starts_at }: ToldSession) => ({
  session_id,
  org_id,
  org_name,
  title,
  starts_at,
});
