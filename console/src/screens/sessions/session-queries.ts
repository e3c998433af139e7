import { queryOptions } from '@tanstack/react-query';
import { api, ask, type Schemas } from '../../client/api.ts';

export type ClubSession = Schemas['ClubSession'];
export type SessionDetails = Schemas['ClubSessionDetails'];
export type Participant = Schemas['ClubSessionParticipant'];
export type Answer = Schemas['AnswerClubSession']['answer'];

export const sessionKeys = {
  all: (org_id: string) => ['sessions', org_id] as const,
  one: (org_id: string, session_id: string) => ['sessions', org_id, session_id] as const,
};

/** One session with its workout and one's own part in it. */
export function sessionQuery(org_id: string, session_id: string) {
  return queryOptions({
    queryKey: sessionKeys.one(org_id, session_id),
    queryFn: async () => {
      const { data } = await ask(
        api.GET('/organizations/{org_id}/sessions/{club_session_id}', {
          params: { path: { org_id, club_session_id: session_id } },
        }),
      );
      return data.session;
    },
  });
}

const PAGE_SIZE = 100;

/** For whom a session is and who answered, with their own targets as far as they share them: a coach's. */
export function participantsQuery(org_id: string, session_id: string) {
  return queryOptions({
    queryKey: [...sessionKeys.one(org_id, session_id), 'participants'],
    queryFn: async () => {
      const found: Participant[] = [];
      let cursor: string | null = null;
      do {
        const { data }: Schemas['ClubSessionParticipantList'] = await ask(
          api.GET('/organizations/{org_id}/sessions/{club_session_id}/participants', {
            params: {
              path: { org_id, club_session_id: session_id },
              query: { limit: PAGE_SIZE, ...(cursor !== null && { cursor }) },
            },
          }),
        );
        found.push(...data.participants);
        cursor = data.next_cursor;
      } while (cursor !== null);
      return found;
    },
  });
}
