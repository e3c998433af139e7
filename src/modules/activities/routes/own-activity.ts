import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { readTimeMs } from '../../../shared/read-time.ts';
import { changeActivity } from '../change-activity.ts';
import {
  ChangeActivityBody,
  EnterActivityBody,
  MAX_FILE_BYTES,
  MessageResponse,
  OwnActivityResponse,
  StreamsResponse,
  UploadResponse,
} from '../contract.ts';
import { deleteActivity } from '../delete-activity.ts';
import { enterActivity } from '../enter-activity.ts';
import {
  markedByPlatform,
  noRoomForRecordings,
  noSuchActivity,
  noSuchFile,
  shuttingDown,
  uploadedAtOnce,
  uploadsOfTheDay,
} from '../errors.ts';
import { type ImportDeps, importRecording } from '../import-recording.ts';
import { unpackStreamsBytes } from '../pack-streams.ts';
import { viewOwnActivity } from '../present.ts';
import { readOwnActivity, readOwnStreams } from '../read-activities.ts';
import { type FileDeps, openOwnFile } from '../read-member-activity.ts';
import { sendUploadedFile, UPLOADED_FILE } from './send-file.ts';

const tag = 'Activities';
const params = idParams('activity_id');

export const readActivityRoute = (deps: ImportDeps): Route =>
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

export const changeActivityRoute = (deps: ImportDeps): Route =>
  route({
    operation_id: 'updateActivity',
    method: 'PATCH',
    path: '/activities/:activity_id',
    guard: { kind: 'user' },
    tag,
    summary: 'Change an own activity',
    description:
      'Name, description, privacy, race and workout type; sport, start and times, where a source has them wrong. Speed, load and ' +
      'VDOT follow; what else was measured stays. What is set here holds whatever platforms say later, but for their marks: what one marks as private, or as a race, is not shown as anything else here.',
    params,
    body: ChangeActivityBody,
    responses: { 200: OwnActivityResponse },
    errors: [noSuchActivity, markedByPlatform],
    handler: async ({ actor, params, body }) => {
      await changeActivity(deps, actor, params.activity_id, {
        name: body.name,
        description: body.description,
        private: body.private,
        is_race: body.is_race,
        workout_type: body.workout_type,
        sport_type: body.sport_type,
        start_time: body.start_time === undefined ? undefined : readStart(body.start_time),
        duration_s: body.duration_s,
        moving_time_s: body.moving_time_s,
      });
      const activity = await readOwnActivity(deps, actor, params.activity_id);
      return { status: 200, body: { status: 'ok' as const, data: { activity: viewOwnActivity(activity) } } };
    },
  });

/** @throws AppError 400 for a day that no calendar has */
function readStart(text: string): Date {
  return new Date(readTimeMs('start_time', text));
}

export const enterActivityRoute = (deps: ImportDeps): Route =>
  route({
    operation_id: 'enterActivity',
    method: 'POST',
    path: '/activities',
    guard: { kind: 'user' },
    tag,
    summary: 'Enter a workout by hand',
    description:
      'Its source is `manual`. Where a platform or a file tells of the same workout, it joins that activity, and what was measured ' +
      'counts before what was entered. The same sport, start, duration and distance again are the same workout: 200, with what is ' +
      'said of it now.',
    body: EnterActivityBody,
    responses: { 200: OwnActivityResponse, 201: OwnActivityResponse },
    errors: [uploadsOfTheDay],
    handler: async ({ actor, body }) => {
      const { activity: entered, created } = await enterActivity(deps, actor, {
        sport_type: body.sport_type,
        start_time: readStart(body.start_time),
        duration_s: body.duration_s,
        moving_time_s: body.moving_time_s ?? null,
        distance_m: body.distance_m ?? null,
        elevation_gain_m: body.elevation_gain_m ?? null,
        average_heart_rate_bpm: body.average_heart_rate_bpm ?? null,
        max_heart_rate_bpm: body.max_heart_rate_bpm ?? null,
        calories_kcal: body.calories_kcal ?? null,
        name: body.name ?? null,
        description: body.description ?? null,
        workout_type: body.workout_type ?? null,
        is_race: body.is_race,
        private: body.private ?? false,
        timezone: body.timezone ?? null,
      });
      const activity = await readOwnActivity(deps, actor, entered.id);
      const answer = { status: 'ok' as const, data: { activity: viewOwnActivity(activity) } };
      return created ? { status: 201, body: answer } : { status: 200, body: answer };
    },
  });

export const deleteActivityRoute = (deps: ImportDeps): Route =>
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

export const readStreamsRoute = (deps: ImportDeps): Route =>
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
      const packed = await readOwnStreams(deps, actor, params.activity_id);
      const before = `{"status":"ok","data":{"activity_id":${JSON.stringify(params.activity_id)},"streams":`;
      if (packed === null) return { status: 200, json: `${before}{}}}` };
      // The columns are sent as they are stored.
      const json = Buffer.concat([Buffer.from(before), await unpackStreamsBytes(packed), Buffer.from('}}')]);
      return { status: 200, json, made_of: [before, packed] };
    },
  });

export const downloadOwnFileRoute = (deps: FileDeps): Route =>
  route({
    operation_id: 'downloadActivityFile',
    method: 'GET',
    path: '/activities/:activity_id/file',
    guard: { kind: 'user' },
    tag,
    summary: 'Download the file that an own activity came from',
    description:
      'Where several files tell of the workout, that with the samples that are shown; one that no file tells of has none.',
    params,
    download: UPLOADED_FILE,
    responses: {},
    errors: [noSuchActivity, noSuchFile],
    volatile: true,
    handler: async ({ actor, params }) =>
      sendUploadedFile(await openOwnFile(deps, actor, params.activity_id)),
  });

export const uploadActivityRoute = (deps: ImportDeps): Route =>
  route({
    operation_id: 'uploadActivity',
    method: 'POST',
    path: '/activities/upload',
    guard: { kind: 'user' },
    tag: 'Activities',
    summary: 'Upload a recording',
    description:
      'FIT, TCX or GPX, also gzipped or alone in a ZIP; the content decides, not the name. A multisport file gives ' +
      'one activity a sport; where a platform told of the same workout before, it joins that activity. The same bytes again are answered with 200 and the activities that are left of them, also where a quota is used up. ' +
      'A file that is refused leaves nothing behind. Two files of an account are taken in at a time; up to thirty more may be sent ' +
      'meanwhile and wait for their turn. One that arrives too slowly is answered with 408 `request_timeout`.',
    file: { field: 'file', max_bytes: MAX_FILE_BYTES, description: 'The recording, at most 32 MiB.' },
    responses: { 200: UploadResponse, 201: UploadResponse },
    errors: [uploadedAtOnce, noRoomForRecordings, uploadsOfTheDay, shuttingDown],
    handler: async ({ actor, file }) => {
      const { activities, created } = await importRecording(deps, actor, file);
      const body = { status: 'ok' as const, data: { activities: activities.map(viewOwnActivity) } };
      return created ? { status: 201, body } : { status: 200, body };
    },
  });
