import { Readable } from 'node:stream';
import { type FileOutput, type Route, route, type StreamReply } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import type { Database } from '../../../infra/db/database.ts';
import { attachmentDisposition } from '../../../infra/object-store/content-disposition.ts';
import { forbidden } from '../../../shared/errors.ts';
import type { Clock } from '../../../shared/time.ts';
import { noSuchOrganization } from '../../organizations/index.ts';
import { noSuchPlan, noSuchPlannedWorkout, noSuchWorkout } from '../errors.ts';
import {
  type ExportedFile,
  exportLibraryWorkout,
  exportOwnCalendar,
  exportOwnWorkout,
  exportSavedCalendar,
  exportSavedWorkout,
} from './export-plan.ts';

type Deps = { readonly db: Database; readonly clock: Clock };

const TAG = 'Plans';

const CALENDAR: FileOutput = {
  media_type: 'text/calendar',
  description: 'iCalendar (RFC 5545): an event of a whole day for each workout, of which each keeps its UID.',
};
const FIT: FileOutput = {
  media_type: 'application/vnd.ant.fit',
  description:
    'A FIT workout file, which watches take: steps by time or distance, repeats, paces as speeds, heart rates in beats. An ' +
    'effort, which no watch measures, is in the notes of its step.',
};

export function planFileRoutes(deps: Deps): readonly Route[] {
  return [
    ownCalendarRoute(deps),
    ownWorkoutRoute(deps),
    savedCalendarRoute(deps),
    savedWorkoutRoute(deps),
    libraryWorkoutRoute(deps),
  ];
}

const ownCalendarRoute = (deps: Deps): Route =>
  route({
    operation_id: 'downloadOwnCalendar',
    method: 'GET',
    path: '/plans/mine/:plan_id/calendar',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'Take the own plan to a calendar',
    description: 'Also when its last day is over, and never when it was taken back.',
    params: idParams('plan_id'),
    download: CALENDAR,
    responses: {},
    errors: [noSuchPlan],
    volatile: true,
    handler: async ({ actor, params: { plan_id } }) =>
      sendFile(CALENDAR, await exportOwnCalendar(deps, actor, { plan_id })),
  });

const ownWorkoutRoute = (deps: Deps): Route =>
  route({
    operation_id: 'downloadOwnWorkout',
    method: 'GET',
    path: '/plans/mine/:plan_id/workouts/:workout_id/fit',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'Take a workout of the own plan to a watch',
    description: 'With the athlete’s own paces and heart rates, as far as they are known.',
    params: idParams('plan_id', 'workout_id'),
    download: FIT,
    responses: {},
    errors: [noSuchPlan, noSuchPlannedWorkout],
    volatile: true,
    handler: async ({ actor, params: { plan_id, workout_id } }) =>
      sendFile(FIT, await exportOwnWorkout(deps, actor, { plan_id, workout_id })),
  });

const savedCalendarRoute = (deps: Deps): Route =>
  route({
    operation_id: 'downloadSavedPlanCalendar',
    method: 'GET',
    path: '/organizations/:org_id/plans/:plan_id/calendar',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'Take a saved plan to a calendar',
    description: 'For coaches of the organization: on the days that it was saved with.',
    params: idParams('org_id', 'plan_id'),
    download: CALENDAR,
    responses: {},
    errors: [forbidden, noSuchOrganization, noSuchPlan],
    volatile: true,
    handler: async ({ actor, params: { org_id, plan_id } }) =>
      sendFile(CALENDAR, await exportSavedCalendar(deps, actor, { org_id, plan_id })),
  });

const savedWorkoutRoute = (deps: Deps): Route =>
  route({
    operation_id: 'downloadSavedPlanWorkout',
    method: 'GET',
    path: '/organizations/:org_id/plans/:plan_id/workouts/:workout_id/fit',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'Take a workout of a saved plan to a watch',
    description:
      'For coaches of the organization. What names a zone is an effort here; an athlete’s own copy has paces.',
    params: idParams('org_id', 'plan_id', 'workout_id'),
    download: FIT,
    responses: {},
    errors: [forbidden, noSuchOrganization, noSuchPlan, noSuchPlannedWorkout],
    volatile: true,
    handler: async ({ actor, params: { org_id, plan_id, workout_id } }) =>
      sendFile(FIT, await exportSavedWorkout(deps, actor, { org_id, plan_id, workout_id })),
  });

const libraryWorkoutRoute = (deps: Deps): Route =>
  route({
    operation_id: 'downloadLibraryWorkout',
    method: 'GET',
    path: '/organizations/:org_id/workouts/:workout_id/fit',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'Take a workout of the library to a watch',
    description: 'For coaches of the organization.',
    params: idParams('org_id', 'workout_id'),
    download: FIT,
    responses: {},
    errors: [forbidden, noSuchOrganization, noSuchWorkout],
    volatile: true,
    handler: async ({ actor, params: { org_id, workout_id } }) =>
      sendFile(FIT, await exportLibraryWorkout(deps, actor, { org_id, workout_id })),
  });

function sendFile({ media_type }: FileOutput, { file_name, bytes }: ExportedFile): StreamReply {
  return {
    status: 200,
    stream: Readable.from([Buffer.from(bytes)]),
    headers: {
      'content-type': media_type === CALENDAR.media_type ? `${media_type}; charset=utf-8` : media_type,
      'content-disposition': attachmentDisposition(file_name),
      'content-length': String(bytes.byteLength),
      'cache-control': 'no-store',
    },
  };
}
