/** What the model says to questions about what athletes tell and what clubs plan with them. */
import { dataOf, NOT_FOUND, type Query, type ToldAsk, type ToldPrediction } from './ask-told.ts';
import type { ClubView } from './club-view.ts';
import { toldDays } from './expected-told.ts';
import { predictOverview } from './predict-overviews.ts';

type Json = Readonly<Record<string, unknown>>;

const program = (data: unknown): ToldPrediction => ({ status: 200, body: { success: true, data } });
const coach = (data: unknown): ToldPrediction => ({ status: 200, body: { status: 'ok', data } });

/** Cuts the page that the query asks for out of all feedback. */
export type CutFeedback = (
  all: readonly Json[],
  query: Query,
) => { items: readonly Json[]; next_cursor: unknown };

export function predictTold(view: ClubView, ask: ToldAsk, club_id: string, cut: CutFeedback): ToldPrediction {
  const { coaches } = view;
  const id = 'id' in ask ? ask.id.toLowerCase() : '';
  switch (ask.to) {
    case 'feedback':
    case 'coach feedback': {
      const told = (ask.to === 'feedback' ? view.told : coaches.told).get(id);
      if (told === undefined) return NOT_FOUND;
      const { items: feedback, next_cursor } = cut(told.feedback, ask.query);
      const data = { feedback, next_cursor, privacy_filtered: told.feedback_hidden };
      return ask.to === 'feedback' ? program({ ...data, athlete_id: ask.id }) : coach(data);
    }
    case 'availability':
    case 'coach availability': {
      const told = (ask.to === 'availability' ? view.told : coaches.told).get(id);
      if (told === undefined) return NOT_FOUND;
      // Without a word the four weeks from today on.
      const { from = '2026-07-01', to = '2026-07-28' } = ask.query;
      const days = { from, to, timezone: zoneOf(view, id), ...toldDays(told, { from, to }) };
      const data = { ...days, privacy_filtered: told.days_hidden };
      return ask.to === 'availability' ? program({ ...data, athlete_id: ask.id }) : coach(data);
    }
    case 'sessions':
      return program({
        sessions: view.sessions.map(({ facts, by_programs }) => ({ ...facts, answers: by_programs.counts })),
        next_cursor: null,
      });
    case 'attendance': {
      const session = view.sessions.find(({ facts }) => facts.id === id);
      return session === undefined
        ? NOT_FOUND
        : program({ attendance: session.by_programs.attendance, next_cursor: null });
    }
    case 'coach sessions':
      return coach({
        sessions: view.sessions.map(({ facts }) => ({
          ...facts,
          answers: coaches.answers.get(String(facts.id))?.counts,
          own: { answer: null, attendance: null },
        })),
        next_cursor: null,
      });
    case 'participants': {
      const answers = coaches.answers.get(id);
      return answers === undefined
        ? NOT_FOUND
        : { status: 200, body: answers.people, seen: participantsSeen };
    }
    case 'races': {
      const known = coaches.races.get(id);
      return known === undefined
        ? NOT_FOUND
        : coach({ races: known.races, next_cursor: null, privacy_filtered: known.hidden });
    }
    case 'best times': {
      const known = coaches.races.get(id);
      return known === undefined
        ? NOT_FOUND
        : { status: 200, body: known.best_times_hidden, seen: (body) => dataOf(body).privacy_filtered };
    }
    case 'messages':
    case 'comments':
    case 'inbox':
    case 'unread':
      return predictTalk(view, ask, club_id);
    default:
      return predictOverview(view, ask);
  }
}

function zoneOf(view: ClubView, id: string): unknown {
  return view.athletes.find((athlete) => athlete.id === id)?.timezone ?? 'UTC';
}

function participantsSeen(body: Json): Json[] {
  return dataOf(body).participants.map((one: Json) => {
    const { user_id, display_name, answer, answered_at, waits } = one;
    return {
      user_id,
      display_name,
      answer,
      answered_at,
      waits,
      came: (one.attendance as Json | null)?.came ?? null,
    };
  });
}

type Talk = Extract<ToldAsk, { to: 'messages' | 'comments' | 'inbox' | 'unread' }>;

/** What they wrote to each other: all of it is unread, since its coach has read nothing. */
function predictTalk(view: ClubView, ask: Talk, org_id: string): ToldPrediction {
  const { conversations, comments } = view.coaches;
  const sumOf = (threads: Iterable<{ unread: number }>) =>
    [...threads].reduce((sum, { unread }) => sum + unread, 0);
  switch (ask.to) {
    case 'messages': {
      const athlete_id = ask.id.toLowerCase();
      if (!view.told.has(athlete_id)) return NOT_FOUND;
      const thread = conversations.get(athlete_id);
      return threadBody(thread, { org_id, athlete_id, subject: { kind: 'conversation' } });
    }
    case 'comments': {
      const [athlete_id, activity_id] = [ask.athlete_id.toLowerCase(), ask.id.toLowerCase()];
      if (!view.activities.get(athlete_id)?.some(({ id }) => id === activity_id)) return NOT_FOUND;
      const subject = { kind: 'activity', activity_id };
      return threadBody(comments.get(activity_id), { org_id, athlete_id, subject });
    }
    case 'inbox': {
      const entries = [...conversations].map(([user_id, { id, posts, unread, last_post_at }]) => ({
        thread_id: id,
        athlete: { user_id, name: (posts[0]?.author as Json | undefined)?.name },
        unread,
        waiting_since: posts.at(-1)?.created_at,
        last_post_at,
        last_post: posts[0],
      }));
      const latest = entries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1));
      return coach({ conversations: latest, next_cursor: null });
    }
    case 'unread':
      return {
        status: 200,
        body: [sumOf(conversations.values()), sumOf(comments.values()), conversations.size + comments.size],
        seen: (body) => {
          const { unread_messages, unread_comments, threads } = dataOf(body);
          return [unread_messages, unread_comments, threads.length];
        },
      };
  }
}

const keyOf = ({ last_post_at, thread_id }: { last_post_at: string; thread_id: string }): string =>
  `${last_post_at} ${thread_id}`;

type Thread = { readonly id: string; readonly unread: number; readonly posts: readonly Json[] };

function threadBody(thread: Thread | undefined, of: Json): ToldPrediction {
  const { id = null, unread = 0, posts = [] } = thread ?? {};
  return coach({ thread: { id, ...of, unread, read_by: [] }, posts, next_cursor: null });
}
