import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useAllPages } from '../../client/use-all-pages.ts';
import { fold } from '../../fold.ts';

type Metrics = Schemas['AthleteMetrics'];
type Member = Schemas['Member'];
type Week = Schemas['RosterWeek'];
export type Group = Schemas['Group'];

/** One row: what the roster, the sums and the groups know of somebody. */
export type Person = {
  readonly user_id: string;
  readonly metrics: Metrics;
  /** Null while members are being fetched, or where the tier has no such list. */
  readonly member: Member | null;
  /** Null while weeks are being fetched. */
  readonly week: Week | null;
  readonly groups: readonly Group[];
  /** The name without accents and capitals, for finding. */
  readonly folded: string;
};

const FIRST_PAGE = 200;
const FURTHER_PAGES = 500;

export const metricsKey = (org_id: string) => ['athletes', org_id] as const;
export const membersKey = (org_id: string) => ['members', org_id, 'status'] as const;
export const weeksKey = (org_id: string) => ['roster-weeks', org_id] as const;
export const groupsKey = (org_id: string) => ['groups', org_id] as const;

/** Everybody whom one coaches: a first page at once, the others as soon as there is time. Sorting and filtering need no server. */
export function usePeople(org_id: string, { enabled = true }: { readonly enabled?: boolean } = {}) {
  const metrics = useInfiniteQuery({
    queryKey: metricsKey(org_id),
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const page =
        pageParam === undefined ? { limit: FIRST_PAGE } : { limit: FURTHER_PAGES, cursor: pageParam };
      const params = { path: { org_id }, query: { sort: 'name' as const, ...page } };
      return (await ask(api.GET('/organizations/{org_id}/athletes/metrics', { signal, params }))).data;
    },
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
  const members = useInfiniteQuery({
    queryKey: membersKey(org_id),
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const page = { limit: FURTHER_PAGES, ...(pageParam !== undefined && { cursor: pageParam }) };
      const params = { path: { org_id }, query: { include_profile_status: true, ...page } };
      return ask(api.GET('/organizations/{org_id}/members', { signal, params }));
    },
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
  const weeks = useInfiniteQuery({
    queryKey: weeksKey(org_id),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const page =
        pageParam === undefined ? { limit: FIRST_PAGE } : { limit: FURTHER_PAGES, cursor: pageParam };
      const params = { path: { org_id }, query: { sort: 'name' as const, ...page } };
      return (await ask(api.GET('/organizations/{org_id}/athletes/weeks', { signal, params }))).data;
    },
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
  // What the rail asks for: it is fetched once for both.
  const groups = useQuery({
    queryKey: groupsKey(org_id),
    queryFn: () =>
      ask(api.GET('/organizations/{org_id}/groups', { params: { path: { org_id }, query: { limit: 100 } } })),
  });
  useAllPages(metrics);
  useAllPages(members);
  useAllPages(weeks);
  const data = useMemo(() => {
    if (metrics.data === undefined) return undefined;
    const memberOf = new Map(
      members.data?.pages.flatMap((page) => page.members).map((one) => [one.user_id, one] as const),
    );
    const weekOf = new Map(
      weeks.data?.pages.flatMap((page) => page.athletes).map((one) => [one.user_id, one] as const),
    );
    const groupsOf = new Map<string, Group[]>();
    for (const group of groups.data?.data.groups ?? [])
      for (const user_id of group.members) groupsOf.set(user_id, [...(groupsOf.get(user_id) ?? []), group]);
    return metrics.data.pages
      .flatMap((page) => page.athletes)
      .map(
        (one): Person => ({
          user_id: one.user_id,
          metrics: one,
          member: memberOf.get(one.user_id) ?? null,
          week: weekOf.get(one.user_id) ?? null,
          groups: groupsOf.get(one.user_id) ?? [],
          folded: fold(one.display_name),
        }),
      );
  }, [metrics.data, members.data, weeks.data, groups.data]);
  return {
    data,
    metrics,
    members,
    weeks,
    /** The Monday of the weeks that are shown. */
    week_start: weeks.data?.pages[0]?.week_start,
    groups: groups.data?.data.groups ?? [],
  };
}
