import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, ask } from './api.ts';
import { useAllPages } from './use-all-pages.ts';

const PAGE_SIZE = 500;

/** Everybody on the roster by their names, page by page while it is asked for. @param org_id null: nobody is asked for */
export function useRosterNames(org_id: string | null) {
  const members = useInfiniteQuery({
    queryKey: ['members', org_id],
    enabled: org_id !== null,
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      ask(
        api.GET('/organizations/{org_id}/members', {
          params: {
            path: { org_id: org_id ?? '' },
            query: { limit: PAGE_SIZE, cursor: pageParam },
          },
        }),
      ),
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
  useAllPages(members);
  const athletes = useMemo(
    () =>
      members.data?.pages
        .flatMap((page) => page.members)
        .map(({ user_id, display_name, username }) => ({
          user_id,
          name: display_name ?? username ?? user_id,
        })) ?? [],
    [members.data],
  );
  return { athletes, error: members.error };
}
