import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import type { Database } from '../../../infra/db/database.ts';
import { featureNotEnabled, forbidden } from '../../../shared/errors.ts';
import { writeWorkoutText } from '../../../training/workout-text/write-workout-text.ts';
import { type NoteDeps, noteReads } from '../../audit/index.ts';
import { noSuchOrganization } from '../../organizations/index.ts';
import { presentSegments } from '../../planning/index.ts';
import { TypedBody, TypedResponse } from './contract.ts';
import { readTyped } from './read-typed.ts';

export function typedWorkoutRoute(deps: NoteDeps & { readonly db: Database }): Route {
  return route({
    operation_id: 'readTypedWorkout',
    method: 'POST',
    path: '/organizations/:org_id/typed-workouts',
    guard: { kind: 'user' },
    tag: 'Workout library',
    summary: 'Read a workout that is typed on a line',
    description:
      'For coaches of the organization. Needs the feature `coach_agent`. Nothing is stored. Tells what was read, what was not and where it stands, ' +
      'and the session at the paces of each athlete, as far as they share them with coaches.',
    params: idParams('org_id'),
    body: TypedBody,
    responses: { 200: TypedResponse },
    errors: [forbidden, featureNotEnabled, noSuchOrganization],
    handler: async ({ actor, params: { org_id }, body: { text, language = null, athlete_ids = [] } }) => {
      const { workout, athletes, is_rest, unread, unknown_athlete_ids } = await readTyped(deps, actor, {
        ...{ org_id, text, language, athlete_ids },
      });
      const user_ids = athletes.filter((one) => one.has_own_paces).map(({ user_id }) => user_id);
      if (user_ids.length > 0) noteReads(deps, actor, { org_id, kind: 'profile', user_ids });
      const data = {
        workout: workout && {
          ...{ workout_type: workout.workout_type, title: workout.title },
          segments: presentSegments(workout.segments),
          text: writeWorkoutText(workout.segments),
          ...{ duration_s: workout.duration_s, distance_m: workout.distance_m },
        },
        is_rest,
        unread: unread.map(({ from, until, text: words, reason }) => ({ from, until, text: words, reason })),
        athletes: athletes.map(({ user_id, has_own_paces, segments, duration_s, distance_m }) => ({
          ...{ user_id, has_own_paces, segments: presentSegments(segments), duration_s, distance_m },
        })),
        unknown_athlete_ids: [...unknown_athlete_ids],
      };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });
}
