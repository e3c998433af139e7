import { type QueryKey, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, ask, type Schemas } from '../../client/api.ts';
import { keepNewest } from '../../parts/comments/thread.ts';

/** An activity as whoever looks at it sees it: what is withheld is absent. */
export type Activity = Schemas['Activity'] & Partial<Pick<Schemas['OwnActivity'], 'private'>>;
export type Planned = NonNullable<Schemas['PlannedWorkoutResult']>;
export type Step = Planned['steps'][number];
type Streams = Schemas['ActivityStreams'];

/** Whose activity it is: one's own, or an athlete's whom one coaches. */
export type Whose = { readonly org_id: string; readonly user_id: string } | 'own';

/** All that is shown of an activity but its samples. */
export type Review = {
  readonly activity: Activity;
  readonly planned: Planned | null;
  readonly neighbours: Schemas['ActivityNeighbours'];
  /** The newest page; null where it is spoken about in no organization. */
  readonly comments: Schemas['ThreadResponse']['data'] | null;
  /** Whose it is, where it is not one's own. */
  readonly athlete: Schemas['ReviewedAthlete'] | null;
};

/** The beginning of the keys of everything that is known of an activity. */
export const activityKey = (whose: Whose, activity_id: string): QueryKey => [
  'activity',
  whose === 'own' ? 'own' : whose.user_id,
  activity_id,
];

/** @param org_id in which organization one's own is spoken about; null: in none */
export function useReview(whose: Whose, activity_id: string, org_id: string | null): UseQueryResult<Review> {
  const cache = useQueryClient();
  return useQuery<Review>({
    queryKey: [...activityKey(whose, activity_id), 'review', whose, org_id],
    // Another organization has other comments on the same run.
    placeholderData: (before) => (before?.activity.id === activity_id ? before : undefined),
    queryFn: async ({ signal }): Promise<Review> => {
      if (whose === 'own') {
        const params = { path: { activity_id }, query: org_id === null ? {} : { org_id } };
        const { data } = await ask(api.GET('/activities/{activity_id}/review', { signal, params }));
        if (org_id !== null && data.comments !== null)
          keepNewest(cache, { org_id, activity_id }, data.comments);
        return { ...data, athlete: null };
      }
      const params = { path: { ...whose, activity_id } };
      const { data } = await ask(
        api.GET('/organizations/{org_id}/athletes/{user_id}/activities/{activity_id}/review', {
          signal,
          params,
        }),
      );
      keepNewest(cache, { org_id: whose.org_id, activity_id }, data.comments);
      return data;
    },
  });
}

export type Recorded = { readonly streams: Streams; readonly privacy_filtered: readonly string[] };

export function useStreams(whose: Whose, activity_id: string): UseQueryResult<Recorded> {
  return useQuery({
    queryKey: [...activityKey(whose, activity_id), 'streams', whose],
    staleTime: 10 * 60_000,
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<Recorded> => {
      if (whose === 'own') {
        const path = { activity_id };
        const { data } = await ask(
          api.GET('/activities/{activity_id}/streams', { signal, params: { path } }),
        );
        return { streams: data.streams, privacy_filtered: [] };
      }
      const { data } = await ask(
        api.GET('/organizations/{org_id}/athletes/{user_id}/activities/{activity_id}/streams', {
          signal,
          params: { path: { ...whose, activity_id } },
        }),
      );
      return data;
    },
  });
}
