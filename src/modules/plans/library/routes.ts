import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { featureNotEnabled, forbidden } from '../../../shared/errors.ts';
import { measureForNobody } from '../../../training/plan-input/nobody.ts';
import { writeWorkoutText } from '../../../training/workout-text/write-workout-text.ts';
import { noSuchOrganization } from '../../organizations/index.ts';
import { noSuchWorkout, tooManyWords, tooManyWorkouts } from '../errors.ts';
import {
  CreateWorkoutBody,
  DeletedWorkoutResponse,
  LibraryQuery,
  LibraryWorkoutList,
  LibraryWorkoutResponse,
  UpdateWorkoutBody,
  WrittenWorkoutResponse,
} from './contract.ts';
import type { StoredWorkout } from './queries.ts';
import { readLibrary, readWorkout } from './read-library.ts';
import { createWorkout, deleteWorkout, type LibraryDeps, updateWorkout } from './write-workout.ts';

const COMMON = { guard: { kind: 'user' }, tag: 'Workout library' } as const;

export function libraryRoutes(deps: LibraryDeps): readonly Route[] {
  return [
    route({
      ...COMMON,
      operation_id: 'listLibraryWorkouts',
      method: 'GET',
      path: '/organizations/:org_id/workouts',
      summary: 'List the workouts of the library',
      description: 'For coaches of the organization.',
      params: idParams('org_id'),
      query: LibraryQuery,
      responses: { 200: LibraryWorkoutList },
      errors: [forbidden, noSuchOrganization],
      handler: async ({ actor, params, query: { cursor, limit, workout_type, label = [], q } }) => {
        const { workouts, next_cursor } = await readLibrary(deps, actor, {
          filter: {
            org_id: params.org_id,
            workout_type,
            labels: label.map((one) => one.normalize()),
            text: q?.normalize(),
          },
          page: { cursor, limit },
        });
        const data = { workouts: workouts.map(presentWorkout), next_cursor };
        return { status: 200, body: { status: 'ok' as const, data } };
      },
    }),
    route({
      ...COMMON,
      operation_id: 'createLibraryWorkout',
      method: 'POST',
      path: '/organizations/:org_id/workouts',
      summary: 'Put a workout into the library',
      description: 'For coaches of the organization. Needs the feature `coach_agent`.',
      params: idParams('org_id'),
      body: CreateWorkoutBody,
      responses: { 201: WrittenWorkoutResponse },
      errors: [forbidden, featureNotEnabled, noSuchOrganization, tooManyWorkouts, tooManyWords],
      handler: async ({ actor, params, body }) => {
        const workout = await createWorkout(deps, actor, { ...body, org_id: params.org_id });
        const message = 'Workout put into the library.';
        const data = { workout: presentWorkout(workout) };
        return { status: 201, body: { status: 'ok' as const, message, data } };
      },
    }),
    route({
      ...COMMON,
      operation_id: 'getLibraryWorkout',
      method: 'GET',
      path: '/organizations/:org_id/workouts/:workout_id',
      summary: 'Read a workout of the library',
      description: 'For coaches of the organization.',
      params: idParams('org_id', 'workout_id'),
      responses: { 200: LibraryWorkoutResponse },
      errors: [forbidden, noSuchOrganization, noSuchWorkout],
      handler: async ({ actor, params }) => {
        const data = { workout: presentWorkout(await readWorkout(deps, actor, params)) };
        return { status: 200, body: { status: 'ok' as const, data } };
      },
    }),
    route({
      ...COMMON,
      operation_id: 'updateLibraryWorkout',
      method: 'PATCH',
      path: '/organizations/:org_id/workouts/:workout_id',
      summary: 'Change a workout of the library',
      description:
        'For coaches of the organization. Needs the feature `coach_agent`. Plans that it was put into keep it as it was.',
      params: idParams('org_id', 'workout_id'),
      body: UpdateWorkoutBody,
      responses: { 200: WrittenWorkoutResponse },
      errors: [forbidden, featureNotEnabled, noSuchOrganization, noSuchWorkout, tooManyWords],
      handler: async ({ actor, params, body }) => {
        const workout = await updateWorkout(deps, actor, params, body);
        const data = { workout: presentWorkout(workout) };
        return { status: 200, body: { status: 'ok' as const, message: 'Workout updated.', data } };
      },
    }),
    route({
      ...COMMON,
      operation_id: 'deleteLibraryWorkout',
      method: 'DELETE',
      path: '/organizations/:org_id/workouts/:workout_id',
      summary: 'Take a workout out of the library',
      description: 'For coaches of the organization. Plans that it was put into keep it.',
      params: idParams('org_id', 'workout_id'),
      responses: { 200: DeletedWorkoutResponse },
      errors: [forbidden, noSuchOrganization, noSuchWorkout],
      handler: async ({ actor, params }) => {
        await deleteWorkout(deps, actor, params);
        const message = 'Workout taken out of the library.';
        return { status: 200, body: { status: 'ok' as const, message } };
      },
    }),
  ];
}

function presentWorkout(workout: StoredWorkout) {
  const { duration_s, distance_m } = measureForNobody(workout);
  return {
    id: workout.id,
    org_id: workout.org_id,
    title: workout.title,
    description: workout.description,
    workout_type: workout.workout_type,
    segments: workout.segments,
    text: writeWorkoutText(workout.segments),
    duration_s,
    distance_m,
    labels: workout.labels,
    created_by: workout.created_by,
    created_at: workout.created_at.toISOString(),
    updated_at: workout.updated_at.toISOString(),
  };
}
