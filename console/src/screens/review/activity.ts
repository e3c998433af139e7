import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api, ask, type Schemas } from '../../client/api.ts';

/** An activity as whoever looks at it sees it: what is withheld is absent. */
export type Activity = Schemas['Activity'] & Partial<Pick<Schemas['OwnActivity'], 'private'>>;
export type Planned = NonNullable<Schemas['PlannedWorkoutResult']>;
export type Step = Planned['steps'][number];
export type Streams = Schemas['ActivityStreams'];

/** Whose activity it is: one's own, or an athlete's whom one coaches. */
export type Whose = { readonly org_id: string; readonly user_id: string } | 'own';

/** The beginning of the keys of everything that is known of an activity. */
export const activityKey = (whose: Whose, activity_id: string) =>
  ['activity', whose === 'own' ? 'own' : whose.user_id, activity_id] as const;

export function useActivity(whose: Whose, activity_id: string): UseQueryResult<Activity> {
  return useQuery({
    queryKey: [...activityKey(whose, activity_id), 'itself', whose],
    queryFn: async ({ signal }): Promise<Activity> => {
      const { data } =
        whose === 'own'
          ? await ask(api.GET('/activities/{activity_id}', { signal, params: { path: { activity_id } } }))
          : await ask(
              api.GET('/organizations/{org_id}/athletes/{user_id}/activities/{activity_id}', {
                signal,
                params: { path: { ...whose, activity_id } },
              }),
            );
      return data.activity;
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

export function usePlanned(whose: Whose, activity_id: string): UseQueryResult<Planned | null> {
  return useQuery({
    queryKey: [...activityKey(whose, activity_id), 'planned', whose],
    queryFn: async ({ signal }): Promise<Planned | null> => {
      const { data } =
        whose === 'own'
          ? await ask(
              api.GET('/activities/{activity_id}/planned', { signal, params: { path: { activity_id } } }),
            )
          : await ask(
              api.GET('/organizations/{org_id}/athletes/{user_id}/activities/{activity_id}/planned', {
                signal,
                params: { path: { ...whose, activity_id } },
              }),
            );
      return data.planned;
    },
  });
}
