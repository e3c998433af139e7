import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, ask, type Schemas } from '../../client/api.ts';
import { addDays, mondayOf, todayIn } from '../../format.ts';
import { useSession } from '../../session/session.tsx';

export type Who = { readonly org_id: string; readonly user_id: string };
export type Evidence = Schemas['TriageEvidence']['data'];
export type Calendar = Schemas['AthleteCalendar']['data'];
export type Load = Schemas['AthleteLoadResponse']['data'];
export type Activity = Schemas['Activity'];
export type HealthDay = Schemas['HealthDay'];

const ACTIVITIES_A_PAGE = 50;
const POSTS_A_PAGE = 50;
/** The longest range that the calendar answers. */
const CALENDAR_DAYS = 100;
const WEEKS_BACK = 3;
export const HEALTH_DAYS = 60;

/** Who it is, their level, coach, groups and zones, last words and twelve weeks of sums: what the head and the overview show. */
export function useEvidence({ org_id, user_id }: Who) {
  return useQuery({
    queryKey: ['athlete', org_id, user_id, 'evidence'],
    queryFn: async ({ signal }) => {
      const params = { path: { org_id, user_id } };
      return (await ask(api.GET('/organizations/{org_id}/triage/{user_id}/evidence', { signal, params })))
        .data;
    },
  });
}

export function useCalendar(
  { org_id, user_id }: Who,
  { from, to }: { readonly from: string; readonly to: string },
) {
  return useQuery({
    queryKey: ['calendar', org_id, user_id, from, to],
    queryFn: async ({ signal }) => {
      const params = { path: { org_id, user_id }, query: { from, to } };
      return (await ask(api.GET('/organizations/{org_id}/athletes/{user_id}/plans', { signal, params })))
        .data;
    },
    placeholderData: (before, query) => (query?.queryKey[2] === user_id ? before : undefined),
  });
}

/** Three weeks back, and as far ahead as one answer reaches. */
export function useSeason(): { readonly from: string; readonly to: string } {
  const { timezone } = useSession().profile.preferences;
  const from = addDays(mondayOf(todayIn(timezone)), -7 * WEEKS_BACK);
  return { from, to: addDays(from, CALENDAR_DAYS - 1) };
}

export function useLoad({ org_id, user_id }: Who) {
  return useQuery({
    queryKey: ['load', org_id, user_id],
    queryFn: async ({ signal }) => {
      const params = { path: { org_id, user_id } };
      return (await ask(api.GET('/organizations/{org_id}/athletes/{user_id}/load', { signal, params }))).data;
    },
  });
}

export function useActivities({ org_id, user_id }: Who) {
  return useInfiniteQuery({
    queryKey: ['activities', org_id, user_id],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: ACTIVITIES_A_PAGE, ...(pageParam !== undefined && { cursor: pageParam }) };
      const params = { path: { org_id, user_id }, query };
      return (await ask(api.GET('/organizations/{org_id}/athletes/{user_id}/activities', { signal, params })))
        .data;
    },
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
}

export function useHealth({ org_id, user_id }: Who, to: string) {
  const from = addDays(to, 1 - HEALTH_DAYS);
  return useQuery({
    queryKey: ['health', org_id, user_id, from, to],
    queryFn: async ({ signal }) => {
      const params = { path: { org_id, user_id }, query: { from, to } };
      return (
        await ask(api.GET('/organizations/{org_id}/athletes/{user_id}/health/daily', { signal, params }))
      ).data;
    },
  });
}

export function useNotes({ org_id, user_id }: Who, isOpen: boolean) {
  return useQuery({
    queryKey: ['coach-notes', org_id, user_id],
    enabled: isOpen,
    queryFn: async ({ signal }) => {
      const params = { path: { org_id, user_id }, query: { limit: 50 } };
      return (
        await ask(api.GET('/organizations/{org_id}/athletes/{user_id}/coach-notes', { signal, params }))
      ).data;
    },
  });
}

export const conversationKey = ({ org_id, user_id }: Who) => ['conversation', org_id, user_id] as const;

/** The conversation of an athlete with their coaches, the newest first, older ones page by page. */
export function useConversation(who: Who) {
  const { org_id, user_id } = who;
  return useInfiniteQuery({
    queryKey: conversationKey(who),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: POSTS_A_PAGE, ...(pageParam !== undefined && { cursor: pageParam }) };
      const params = { path: { org_id, user_id }, query };
      return (await ask(api.GET('/organizations/{org_id}/athletes/{user_id}/messages', { signal, params })))
        .data;
    },
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
}
