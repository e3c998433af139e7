import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { todayIn } from '../../format.ts';
import { type LiveEvent, useLiveEvent } from '../../live/live-events.tsx';
import type { Athlete, Edit } from '../../planning/athlete-weeks.ts';
import { useCalendarActions } from '../../planning/calendar-actions.ts';
import { useOrgId } from '../../shell/role.ts';

export type Group = Schemas['Group'];
export type ClubSession = Schemas['ClubSession'];
export type Pages = InfiniteData<Schemas['TeamCalendar']>;

/** First and last day; the server tells of at most two weeks at once. */
export type Span = { readonly from: string; readonly to: string };

const PAGE_SIZE = 200;

/** Everything that is kept of an organization's calendar, whichever weeks. */
const calendarKey = (org_id: string) => ['team-calendar', org_id] as const;

function useSpan(span: Span | undefined, group_id: string | null) {
  const org_id = useOrgId();
  return useInfiniteQuery({
    queryKey: [...calendarKey(org_id), span, { group_id }],
    enabled: span !== undefined,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      ask(
        api.GET('/organizations/{org_id}/calendar', {
          signal,
          params: {
            path: { org_id },
            query: {
              ...span,
              sort: 'name',
              limit: PAGE_SIZE,
              ...(group_id !== null && { group_id }),
              ...(pageParam !== undefined && { cursor: pageParam }),
            },
          },
        }),
      ),
    getNextPageParam: (last) => last.data.next_cursor ?? undefined,
    placeholderData: (before) => before,
  });
}

/**
 * The days of all athletes, a page of 200 after the other: the next when `more` is called, all of them where `all` is wanted.
 * Two spans are the two halves of four weeks.
 */
export function useCalendar(
  [first, second]: readonly [Span, Span?],
  filter: { readonly group_id: string | null; readonly all: boolean },
) {
  const one = useSpan(first, filter.group_id);
  const two = useSpan(second, filter.group_id);
  const queries = second === undefined ? [one] : [one, two];
  const next = queries.filter(({ hasNextPage, isFetchingNextPage }) => hasNextPage && !isFetchingNextPage);
  const more = (): void => {
    for (const query of next) void query.fetchNextPage();
  };
  useEffect(() => {
    if (filter.all) more();
  });
  const athletes = useMemo(
    () => together(one.data, second === undefined ? undefined : two.data),
    [one.data, second, two.data],
  );
  return {
    athletes,
    more,
    hasMore: queries.some(({ hasNextPage }) => hasNextPage),
    isWaiting: queries.some(({ isPending }) => isPending),
    /** What is shown is of other days than those asked for. */
    isOlder: queries.some(({ isPlaceholderData }) => isPlaceholderData),
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const query of queries) void query.refetch();
    },
  };
}

function together(first: Pages | undefined, second: Pages | undefined): readonly Athlete[] {
  const athletes = first?.pages.flatMap((page) => page.data.athletes) ?? [];
  if (second === undefined) return athletes;
  const later = new Map(second.pages.flatMap((page) => page.data.athletes).map((one) => [one.user_id, one]));
  return athletes.map((one) => {
    const rest = later.get(one.user_id);
    const known = new Set(one.days.map(({ date }) => date));
    return rest === undefined
      ? one
      : { ...one, days: [...one.days, ...rest.days.filter(({ date }) => !known.has(date))] };
  });
}

/** Changes of the calendar of the team, shown in every week of it that is kept. */
export function useTeamActions() {
  return useCalendarActions<Pages>({ queryKey: calendarKey(useOrgId()), change: withEdit });
}
export type TeamActions = ReturnType<typeof useTeamActions>;

/** Asks anew how much was said about the days of the team when somebody says something. */
export function useLiveComments(): void {
  const cache = useQueryClient();
  const org_id = useOrgId();
  useLiveEvent(
    useCallback(
      (event: LiveEvent) => {
        if (event.type !== 'thread' || event.thread.org_id !== org_id) return;
        const { activity_id, workout_id } = event.thread.subject;
        if (activity_id === undefined && workout_id === undefined) return;
        void cache.invalidateQueries({ queryKey: calendarKey(org_id) });
      },
      [cache, org_id],
    ),
  );
}

/** The groups of the organization, as the rail asks for them. */
export function useGroups(): readonly Group[] {
  const org_id = useOrgId();
  const { data } = useQuery({
    queryKey: ['groups', org_id],
    queryFn: () =>
      ask(api.GET('/organizations/{org_id}/groups', { params: { path: { org_id }, query: { limit: 100 } } })),
  });
  return data?.data.groups ?? [];
}

/** The club's sessions by their day, which is that of the place where they are. */
export function useClubSessions({ from, to }: Span): ReadonlyMap<string, readonly ClubSession[]> {
  const org_id = useOrgId();
  const { data } = useQuery({
    queryKey: ['club-sessions', org_id, { from, to }],
    queryFn: ({ signal }) =>
      ask(
        api.GET('/organizations/{org_id}/sessions', {
          signal,
          params: { path: { org_id }, query: { from, to, limit: 100 } },
        }),
      ),
  });
  return useMemo(
    () =>
      Map.groupBy(
        (data?.data.sessions ?? []).filter(({ status }) => status === 'scheduled'),
        ({ starts_at, timezone }) => todayIn(timezone, new Date(starts_at)),
      ),
    [data],
  );
}

/** Pages with the days of some athletes changed. */
function withEdit(pages: Pages, user_ids: ReadonlySet<string>, edit: Edit): Pages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      data: {
        ...page.data,
        athletes: page.data.athletes.map((one) => (user_ids.has(one.user_id) ? edit(one) : one)),
      },
    })),
  };
}
