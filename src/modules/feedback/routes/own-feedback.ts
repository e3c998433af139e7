import type { Static } from 'typebox';
import type { UserActor } from '../../../http/actor.ts';
import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { readFromTo, readTimeMs } from '../../../shared/read-time.ts';
import { noSuchActivity } from '../../activities/index.ts';
import { noSuchPlannedWorkout } from '../../plans/index.ts';
import {
  FeedbackQuery,
  GivenFeedbackResponse,
  OwnFeedbackPage,
  OwnFeedbackResponse,
  PatchFeedbackBody,
  PatchWorkoutFeedbackBody,
  PutFeedbackBody,
  PutWorkoutFeedbackBody,
} from '../contract.ts';
import { workoutDone, workoutRated, workoutSkipped } from '../errors.ts';
import type { Feedback, Member, Said } from '../feedback.ts';
import { type GiveDeps, type GivenFeedback, giveFeedback, type Named, whole } from '../give-feedback.ts';
import { presentOwnFeedback } from '../present.ts';
import { listOwnFeedback, type ReadDeps, readOwnFeedback } from '../read-feedback.ts';

type Deps = GiveDeps & ReadDeps;

const OF_ACTIVITY = '/activities/:activity_id/feedback';
const OF_WORKOUT = '/plans/mine/:plan_id/workouts/:workout_id/feedback';
const tag = 'Feedback';
const guard = { kind: 'user' } as const;
const takes_write_key = true;
const activity = idParams('activity_id');
const workout = idParams('plan_id', 'workout_id');
const LATE =
  'A part that was said otherwise later, by the clock of the device, stays as it is and is named in `ignored`.';
const ofWorkout = [noSuchPlannedWorkout, workoutDone, workoutRated, workoutSkipped];

export function ownFeedbackRoutes(deps: Deps): readonly Route[] {
  return [
    route({
      operation_id: 'getActivityFeedback',
      method: 'GET',
      path: OF_ACTIVITY,
      guard,
      tag,
      summary: 'What one said of an own activity',
      description: 'Null where that is nothing.',
      params: activity,
      responses: { 200: OwnFeedbackResponse },
      errors: [noSuchActivity],
      handler: async ({ actor, params }) => answer(await readOwnFeedback(deps, actor, params)),
    }),
    route({
      operation_id: 'putActivityFeedback',
      method: 'PUT',
      path: OF_ACTIVITY,
      guard,
      tag,
      summary: 'Say how an own activity was, as a whole',
      description: `Replaces all of it: what is left out is taken back. ${LATE}`,
      params: activity,
      body: PutFeedbackBody,
      responses: { 200: GivenFeedbackResponse },
      errors: [noSuchActivity],
      takes_write_key,
      handler: async ({ actor, params, body, write_key }) =>
        await give(deps, actor, {
          ...statement(params, body),
          members: whole(params, said(body)),
          write_key,
        }),
    }),
    route({
      operation_id: 'updateActivityFeedback',
      method: 'PATCH',
      path: OF_ACTIVITY,
      guard,
      tag,
      summary: 'Say something of an own activity',
      description: `For one tap after the other: what is left out stays. ${LATE}`,
      params: activity,
      body: PatchFeedbackBody,
      responses: { 200: GivenFeedbackResponse },
      errors: [noSuchActivity],
      takes_write_key,
      handler: async ({ actor, params, body, write_key }) =>
        await give(deps, actor, { ...statement(params, body), members: said(body), write_key }),
    }),
    route({
      operation_id: 'deleteActivityFeedback',
      method: 'DELETE',
      path: OF_ACTIVITY,
      guard,
      tag,
      summary: 'Take back what one said of an own activity',
      description:
        'What was said is gone, as of now; also where nothing was. A device that was offline sends `PUT` with `occurred_at` alone instead.',
      params: activity,
      responses: { 200: GivenFeedbackResponse },
      errors: [noSuchActivity],
      takes_write_key,
      handler: async ({ actor, params, write_key }) =>
        await give(deps, actor, { ...statement(params, {}), members: whole(params, {}), write_key }),
    }),
    route({
      operation_id: 'getWorkoutFeedback',
      method: 'GET',
      path: OF_WORKOUT,
      guard,
      tag,
      summary: 'What one said of a workout of an own plan',
      description:
        'Null where that is nothing. Also of a plan that is over or was taken back, as long as it is kept.',
      params: workout,
      responses: { 200: OwnFeedbackResponse },
      errors: [noSuchPlannedWorkout],
      handler: async ({ actor, params }) => answer(await readOwnFeedback(deps, actor, params)),
    }),
    route({
      operation_id: 'putWorkoutFeedback',
      method: 'PUT',
      path: OF_WORKOUT,
      guard,
      tag,
      summary: 'Say how a workout of an own plan was, or that it was skipped, as a whole',
      description:
        'Replaces all of it: what is left out is taken back. A workout that an activity is taken for is done, and was not skipped ' +
        `(409 \`workout_done\`). ${LATE}`,
      params: workout,
      body: PutWorkoutFeedbackBody,
      responses: { 200: GivenFeedbackResponse },
      errors: ofWorkout,
      takes_write_key,
      handler: async ({ actor, params, body, write_key }) =>
        await give(deps, actor, {
          ...statement(params, body),
          members: whole(params, said(body)),
          write_key,
        }),
    }),
    route({
      operation_id: 'updateWorkoutFeedback',
      method: 'PATCH',
      path: OF_WORKOUT,
      guard,
      tag,
      summary: 'Say something of a workout of an own plan',
      description:
        'For one tap after the other: what is left out stays. What was skipped has neither `rpe` nor `feel` until `skipped` is taken ' +
        `back (409 \`workout_skipped\`), and the other way around (409 \`workout_rated\`). ${LATE}`,
      params: workout,
      body: PatchWorkoutFeedbackBody,
      responses: { 200: GivenFeedbackResponse },
      errors: ofWorkout,
      takes_write_key,
      handler: async ({ actor, params, body, write_key }) =>
        await give(deps, actor, { ...statement(params, body), members: said(body), write_key }),
    }),
    route({
      operation_id: 'deleteWorkoutFeedback',
      method: 'DELETE',
      path: OF_WORKOUT,
      guard,
      tag,
      summary: 'Take back what one said of a workout of an own plan',
      description:
        'What was said is gone, as of now; also where nothing was. A device that was offline sends `PUT` with `occurred_at` alone instead.',
      params: workout,
      responses: { 200: GivenFeedbackResponse },
      errors: [noSuchPlannedWorkout],
      takes_write_key,
      handler: async ({ actor, params, write_key }) =>
        await give(deps, actor, { ...statement(params, {}), members: whole(params, {}), write_key }),
    }),
    route({
      operation_id: 'listOwnFeedback',
      method: 'GET',
      path: '/feedback',
      guard,
      tag,
      summary: 'List what one said of activities and planned workouts',
      description: 'The last said first, of all organizations.',
      query: FeedbackQuery,
      responses: { 200: OwnFeedbackPage },
      handler: async ({ actor, query: { limit, cursor, ...range } }) => {
        const page = await listOwnFeedback(deps, actor, { ...readFromTo(range), limit, cursor });
        const { next_cursor } = page;
        const data = { feedback: page.feedback.map(presentOwnFeedback), next_cursor };
        return { status: 200, body: { status: 'ok' as const, data } };
      },
    }),
  ];
}

type Body = Static<typeof PatchWorkoutFeedbackBody>;

function said({ rpe, feel, note, pain, skipped }: Body): Partial<Said> {
  return {
    ...(rpe === undefined ? {} : { rpe }),
    ...(feel === undefined ? {} : { feel }),
    ...(note === undefined ? {} : { note: note?.trim() || null }),
    ...(pain === undefined
      ? {}
      : { pain: pain && { area: pain.area, side: pain.side ?? null, level: pain.level } }),
    ...(skipped === undefined ? {} : { skipped: skipped && { reason: skipped.reason } }),
  };
}

/** @throws AppError 400 for an invalid date */
function statement(
  named: Named,
  { occurred_at }: Pick<Body, 'occurred_at'>,
): Pick<GivenFeedback, 'named' | 'occurred_at'> {
  return {
    named,
    occurred_at: occurred_at === undefined ? null : new Date(readTimeMs('occurred_at', occurred_at)),
  };
}

async function give(deps: Deps, actor: UserActor, given: GivenFeedback) {
  const { ignored } = await giveFeedback(deps, actor, given);
  const feedback = await readOwnFeedback(deps, actor, given.named);
  const data = { ...present(feedback), ignored: [...ignored] as Member[] };
  return { status: 200 as const, body: { status: 'ok' as const, data } };
}

function answer(feedback: Feedback | null) {
  return { status: 200 as const, body: { status: 'ok' as const, data: present(feedback) } };
}

function present(feedback: Feedback | null) {
  return { feedback: feedback && presentOwnFeedback(feedback) };
}
