import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { featureNotEnabled, forbidden } from '../../../shared/errors.ts';
import { MessageResponse, noSuchOrganization } from '../../organizations/index.ts';
import { noSuchWorkout, tooManyWords, tooManyWorkouts } from '../errors.ts';
import {
  CreateWorkoutBody,
  LibraryQuery,
  LibraryWorkoutItem,
  LibraryWorkoutList,
  LibraryWorkoutResponse,
  UpdateWorkoutBody,
} from './contract.ts';
import { presentWorkout } from './present.ts';
import { readLibrary, readWorkout } from './read-library.ts';
import { createWorkout, deleteWorkout, updateWorkout } from './write-workout.ts';

type Deps = Parameters<typeof createWorkout>[0];

export function libraryRoutes(deps: Deps): readonly Route[] {
  return [
    listWorkoutsRoute(deps),
    createWorkoutRoute(deps),
    readWorkoutRoute(deps),
    updateWorkoutRoute(deps),
    deleteWorkoutRoute(deps),
  ];
}

const TAG = 'Workout library';

const listWorkoutsRoute = (deps: Deps): Route =>
  route({
    operation_id: 'listLibraryWorkouts',
    method: 'GET',
    path: '/organizations/:org_id/workouts',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'List the workouts of the library',
    description: 'For coaches of the organization.',
    params: idParams('org_id'),
    query: LibraryQuery,
    responses: { 200: LibraryWorkoutList },
    errors: [forbidden, noSuchOrganization],
    handler: async ({ actor, params, query }) => {
      const { workouts, count } = await readLibrary(deps, actor, {
        org_id: params.org_id,
        workout_type: query.workout_type,
        labels: (query.label ?? []).map((label) => label.normalize()),
        text: query.q?.normalize(),
        limit: query.limit,
        offset: query.offset,
      });
      return { status: 200, body: { workouts: workouts.map(presentWorkout), count } };
    },
  });

const createWorkoutRoute = (deps: Deps): Route =>
  route({
    operation_id: 'createLibraryWorkout',
    method: 'POST',
    path: '/organizations/:org_id/workouts',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'Put a workout into the library',
    description: 'For coaches of the organization. Needs the feature `coach_agent`.',
    params: idParams('org_id'),
    body: CreateWorkoutBody,
    responses: { 201: LibraryWorkoutResponse },
    errors: [forbidden, featureNotEnabled, noSuchOrganization, tooManyWorkouts, tooManyWords],
    handler: async ({ actor, params, body }) => {
      const workout = await createWorkout(deps, actor, {
        org_id: params.org_id,
        title: body.title,
        description: body.description,
        workout_type: body.workout_type,
        segments: body.segments,
        labels: body.labels,
      });
      const message = 'Workout put into the library.';
      return { status: 201, body: { message, workout: presentWorkout(workout) } };
    },
  });

const readWorkoutRoute = (deps: Deps): Route =>
  route({
    operation_id: 'getLibraryWorkout',
    method: 'GET',
    path: '/organizations/:org_id/workouts/:workout_id',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'Read a workout of the library',
    description: 'For coaches of the organization.',
    params: idParams('org_id', 'workout_id'),
    responses: { 200: LibraryWorkoutItem },
    errors: [forbidden, noSuchOrganization, noSuchWorkout],
    handler: async ({ actor, params: { org_id, workout_id } }) => {
      return { status: 200, body: presentWorkout(await readWorkout(deps, actor, { org_id, workout_id })) };
    },
  });

const updateWorkoutRoute = (deps: Deps): Route =>
  route({
    operation_id: 'updateLibraryWorkout',
    method: 'PATCH',
    path: '/organizations/:org_id/workouts/:workout_id',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'Change a workout of the library',
    description:
      'For coaches of the organization. Needs the feature `coach_agent`. Plans that it was put into keep it as it was.',
    params: idParams('org_id', 'workout_id'),
    body: UpdateWorkoutBody,
    responses: { 200: LibraryWorkoutResponse },
    errors: [forbidden, featureNotEnabled, noSuchOrganization, noSuchWorkout, tooManyWords],
    handler: async ({ actor, params: { org_id, workout_id }, body }) => {
      const { title, description, workout_type, segments, labels } = body;
      const changes = { title, description, workout_type, segments, labels };
      const workout = await updateWorkout(deps, actor, { org_id, workout_id }, changes);
      return { status: 200, body: { message: 'Workout updated.', workout: presentWorkout(workout) } };
    },
  });

const deleteWorkoutRoute = (deps: Deps): Route =>
  route({
    operation_id: 'deleteLibraryWorkout',
    method: 'DELETE',
    path: '/organizations/:org_id/workouts/:workout_id',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'Take a workout out of the library',
    description: 'For coaches of the organization. Plans that it was put into keep it.',
    params: idParams('org_id', 'workout_id'),
    responses: { 200: MessageResponse },
    errors: [forbidden, noSuchOrganization, noSuchWorkout],
    handler: async ({ actor, params: { org_id, workout_id } }) => {
      await deleteWorkout(deps, actor, { org_id, workout_id });
      return { status: 200, body: { message: 'Workout taken out of the library.' } };
    },
  });
