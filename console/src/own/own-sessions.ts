import { useQueries, useQueryClient } from '@tanstack/react-query';
import { api, ask, type Schemas } from '../client/api.ts';
import { addDays } from '../format.ts';
import { useNotices } from '../notices/notices.tsx';
import { useQueue } from '../offline/queue.tsx';
import { reasonOf } from '../parts/states.tsx';
import { useSay } from '../say.tsx';
import { useSession } from '../session/session.tsx';
import { OWN_CALENDAR, useToday } from './own-days.ts';

export type OwnSession = Schemas['ClubSession'];
export type Answer = Schemas['AnswerClubSession']['answer'];

const OWN_SESSIONS = ['own-sessions'] as const;
const DAYS = 14;

const ANSWER = '/organizations/{org_id}/sessions/{club_session_id}/answer';

/** The sessions of one's clubs in the next two weeks, with answers that wait for a network already in them; one request a club. */
export function useOwnSessions() {
  const say = useSay();
  const cache = useQueryClient();
  const today = useToday();
  const { memberships } = useSession();
  const { waiting, send } = useQueue();
  const { tellFault } = useNotices();
  const clubs = memberships.filter(({ member_status }) => member_status === 'active');
  const lists = useQueries({
    queries: clubs.map(({ org_id }) => ({
      queryKey: [...OWN_SESSIONS, org_id],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const query = { from: today, to: addDays(today, DAYS), limit: 50 };
        const { data } = await ask(
          api.GET('/organizations/{org_id}/sessions', { signal, params: { path: { org_id }, query } }),
        );
        return data.sessions;
      },
    })),
  });
  const queued = new Map(
    waiting.flatMap((write) =>
      write.path === ANSWER ? [[write.params.club_session_id, write.body.answer] as const] : [],
    ),
  );
  const sessions = lists
    .flatMap(({ data }) => data ?? [])
    .map((session) => withAnswer(session, queued.get(session.id)))
    .toSorted((one, other) => one.starts_at.localeCompare(other.starts_at));
  const answer = async (session: OwnSession, word: Answer, said: string): Promise<void> => {
    const queryKey = [...OWN_SESSIONS, session.org_id];
    await cache.cancelQueries({ queryKey });
    cache.setQueryData<OwnSession[]>(queryKey, (before) =>
      before?.map((one) => (one.id === session.id ? withAnswer(one, word) : one)),
    );
    const body = { answer: word, answered_at: new Date().toISOString() };
    try {
      await send({
        method: 'PUT',
        path: ANSWER,
        params: { org_id: session.org_id, club_session_id: session.id },
        body,
        said,
        changes: [OWN_SESSIONS, OWN_CALENDAR],
      });
    } catch (error) {
      tellFault(reasonOf(error, say));
      void cache.invalidateQueries({ queryKey: OWN_SESSIONS });
    }
  };
  return {
    sessions,
    isPending: lists.some(({ isPending }) => isPending),
    error: lists.find(({ error, data }) => error !== null && data === undefined)?.error ?? null,
    retry: () => void cache.invalidateQueries({ queryKey: OWN_SESSIONS }),
    answer,
  };
}

function withAnswer(session: OwnSession, word: Answer | undefined): OwnSession {
  if (word === undefined || session.own.answer?.answer === word) return session;
  const answer = {
    answer: word,
    answered_at: new Date().toISOString(),
    set_by: null,
    waits: false,
    replaces: null,
  };
  const { answers } = session;
  const before = session.own.answer?.answer;
  const counted = (one: Answer): number => (word === one ? 1 : 0) - (before === one ? 1 : 0);
  return {
    ...session,
    answers: {
      ...answers,
      yes_count: answers.yes_count + counted('yes'),
      maybe_count: answers.maybe_count + counted('maybe'),
      no_count: answers.no_count + counted('no'),
    },
    own: { ...session.own, answer },
  };
}
