import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, ask, type Schemas } from '../../client/api.ts';

export type LibraryWorkout = Schemas['LibraryWorkout'];
export type WorkoutType = LibraryWorkout['workout_type'];
/** What of the library is asked for: the server finds it. */
export type Asked = {
  readonly typed: string;
  readonly type: WorkoutType | null;
  readonly label: string | null;
};

const PAGE_SIZE = 100;

export const libraryKey = (org_id: string) => ['library', org_id] as const;

/** The workouts that the organization keeps, the newest first, a page after the other as one goes on. */
export function useLibrary(org_id: string, { typed, type, label }: Asked) {
  const q = typed.trim();
  const query = useInfiniteQuery({
    queryKey: [...libraryKey(org_id), { q, type, label }],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const asked = {
        limit: PAGE_SIZE,
        ...(q !== '' && { q }),
        ...(type !== null && { workout_type: type }),
        ...(label !== null && { label: [label] }),
        ...(pageParam !== undefined && { cursor: pageParam }),
      };
      const params = { path: { org_id }, query: asked };
      return (await ask(api.GET('/organizations/{org_id}/workouts', { signal, params }))).data;
    },
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: (before) => before,
  });
  const workouts = useMemo(() => query.data?.pages.flatMap((page) => page.workouts), [query.data]);
  return { ...query, workouts };
}
