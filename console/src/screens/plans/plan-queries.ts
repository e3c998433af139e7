import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';
import { useAllPages } from '../../client/use-all-pages.ts';

export type ListedPlan = Schemas['SavedPlanSummary'];
export type Plan = Schemas['SavedPlan'];
export type PlannedWorkout = Schemas['PlanWorkout'];
export type Assignment = Schemas['PlanAssignment'];

const FIRST_PAGE = 100;
const FURTHER_PAGES = 500;

export const planKeys = {
  /** Everything that is kept of an organization's plans. */
  all: (org_id: string) => ['plans', org_id] as const,
  list: (org_id: string) => ['plans', org_id, 'list'] as const,
  drafts: (org_id: string) => ['plans', org_id, 'drafts'] as const,
  one: (org_id: string, plan_id: string) => ['plans', org_id, 'one', plan_id] as const,
  followers: (org_id: string, plan_id: string) => ['plans', org_id, 'followers', plan_id] as const,
};

/** Every saved plan: a first page at once, the others as soon as there is time. Finding and sorting need no server. */
export function usePlans(org_id: string) {
  const query = useInfiniteQuery({
    queryKey: planKeys.list(org_id),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const page =
        pageParam === undefined ? { limit: FIRST_PAGE } : { limit: FURTHER_PAGES, cursor: pageParam };
      const params = { path: { org_id }, query: page };
      return (await ask(api.GET('/organizations/{org_id}/plans', { signal, params }))).data;
    },
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
  useAllPages(query);
  const plans = useMemo(() => query.data?.pages.flatMap((page) => page.plans), [query.data]);
  return { ...query, plans };
}

/** The drafts that one keeps. */
export function useDrafts(org_id: string) {
  return useQuery({
    queryKey: planKeys.drafts(org_id),
    queryFn: async ({ signal }) => {
      const params = { path: { org_id } };
      return (await ask(api.GET('/organizations/{org_id}/plan-drafts', { signal, params }))).data.drafts;
    },
  });
}

export async function fetchPlan(org_id: string, plan_id: string, signal?: AbortSignal): Promise<Plan> {
  const params = { path: { org_id, plan_id } };
  const asked = api.GET('/organizations/{org_id}/plans/{plan_id}', {
    params,
    ...(signal !== undefined && { signal }),
  });
  return (await ask(asked)).data.plan;
}

export function usePlan(org_id: string, plan_id: string) {
  return useQuery({
    queryKey: planKeys.one(org_id, plan_id),
    queryFn: ({ signal }) => fetchPlan(org_id, plan_id, signal),
  });
}

/** Everybody who has a plan, page by page. */
export function useFollowers(org_id: string, plan_id: string) {
  const query = useInfiniteQuery({
    queryKey: planKeys.followers(org_id, plan_id),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const page = { limit: FURTHER_PAGES, ...(pageParam !== undefined && { cursor: pageParam }) };
      const params = { path: { org_id, plan_id }, query: page };
      return (await ask(api.GET('/organizations/{org_id}/plans/{plan_id}/assignments', { signal, params })))
        .data;
    },
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
  useAllPages(query);
  const followers = useMemo(() => query.data?.pages.flatMap((page) => page.assignments), [query.data]);
  return { ...query, followers };
}
