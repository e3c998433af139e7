import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { changeActivity } from '../change-activity.ts';
import { ChangeActivityBody, MessageResponse, OwnActivityResponse, StreamsResponse } from '../contract.ts';
import { deleteActivity } from '../delete-activity.ts';
import { markedByPlatform, noSuchActivity } from '../errors.ts';
import { viewOwnActivity } from '../present.ts';
import { readOwnActivity, readOwnStreams } from '../read-activities.ts';

const tag = 'Activities';
const params = idParams('activity_id');

export const readActivityRoute = (deps: Parameters<typeof readOwnActivity>[0]): Route =>
  route({
    operation_id: 'getActivity',
    method: 'GET',
    path: '/activities/:activity_id',
    guard: { kind: 'user' },
    tag,
    summary: 'Read an own activity',
    description: 'Private or not. Somebody else’s is 404.',
    params,
    responses: { 200: OwnActivityResponse },
    errors: [noSuchActivity],
    handler: async ({ actor, params }) => {
      const activity = await readOwnActivity(deps, actor, params.activity_id);
      return { status: 200, body: { status: 'ok' as const, data: { activity: viewOwnActivity(activity) } } };
    },
  });

export const changeActivityRoute = (deps: Parameters<typeof changeActivity>[0]): Route =>
  route({
    operation_id: 'updateActivity',
    method: 'PATCH',
    path: '/activities/:activity_id',
    guard: { kind: 'user' },
    tag,
    summary: 'Change an own activity',
    description:
      'Name, description, privacy, race and workout type; what was measured stays. What is set here holds whatever platforms say ' +
      'later, but for their marks: what one marks as private, or as a race, is not shown as anything else here.',
    params,
    body: ChangeActivityBody,
    responses: { 200: OwnActivityResponse },
    errors: [noSuchActivity, markedByPlatform],
    handler: async ({ actor, params, body }) => {
      const activity = await changeActivity(deps, actor, params.activity_id, {
        name: body.name,
        description: body.description,
        private: body.private,
        is_race: body.is_race,
        workout_type: body.workout_type,
      });
      return { status: 200, body: { status: 'ok' as const, data: { activity: viewOwnActivity(activity) } } };
    },
  });

export const deleteActivityRoute = (deps: Parameters<typeof deleteActivity>[0]): Route =>
  route({
    operation_id: 'deleteActivity',
    method: 'DELETE',
    path: '/activities/:activity_id',
    guard: { kind: 'user' },
    tag,
    summary: 'Delete an own activity',
    description:
      'With its streams, and the uploaded file once none of its activities is left. What platforms tell of it later does not ' +
      'bring it back.',
    params,
    responses: { 200: MessageResponse },
    errors: [noSuchActivity],
    handler: async ({ actor, params }) => {
      await deleteActivity(deps, actor, params.activity_id);
      return { status: 200, body: { status: 'ok' as const, message: 'Activity deleted.' } };
    },
  });

export const readStreamsRoute = (deps: Parameters<typeof readOwnStreams>[0]): Route =>
  route({
    operation_id: 'getActivityStreams',
    method: 'GET',
    path: '/activities/:activity_id/streams',
    guard: { kind: 'user' },
    tag,
    summary: "Read an own activity's samples over time",
    description: 'As recorded, a column for each kind of value; an activity without a recording has none.',
    params,
    responses: { 200: StreamsResponse },
    errors: [noSuchActivity],
    handler: async ({ actor, params }) => {
      const streams = await readOwnStreams(deps, actor, params.activity_id);
      const json = `{"status":"ok","data":{"activity_id":${JSON.stringify(params.activity_id)},"streams":${streams}}}`;
      return { status: 200, json };
    },
  });
