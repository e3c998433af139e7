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

const COMMON = {
  method: 'GET',
  guard: { kind: 'user' },
  tag: 'Plans',
  responses: {},
  volatile: true,
} as const;

export function planFileRoutes(deps: { readonly db: Database; readonly clock: Clock }): readonly Route[] {
  return [
    route({
      ...COMMON,
      operation_id: 'downloadOwnCalendar',
      path: '/plans/mine/:plan_id/calendar',
      summary: 'Take the own plan to a calendar',
      description: 'Also when its last day is over, and never when it was taken back.',
      params: idParams('plan_id'),
      download: CALENDAR,
      errors: [noSuchPlan],
      handler: async ({ actor, params }) => sendFile(CALENDAR, await exportOwnCalendar(deps, actor, params)),
    }),
    route({
      ...COMMON,
      operation_id: 'downloadOwnWorkout',
      path: '/plans/mine/:plan_id/workouts/:workout_id/fit',
      summary: 'Take a workout of the own plan to a watch',
      description: 'With the athlete’s own paces and heart rates, as far as they are known.',
      params: idParams('plan_id', 'workout_id'),
      download: FIT,
      errors: [noSuchPlan, noSuchPlannedWorkout],
      handler: async ({ actor, params }) => sendFile(FIT, await exportOwnWorkout(deps, actor, params)),
    }),
    route({
      ...COMMON,
      operation_id: 'downloadSavedPlanCalendar',
      path: '/organizations/:org_id/plans/:plan_id/calendar',
      summary: 'Take a saved plan to a calendar',
      description: 'For coaches of the organization: on the days that it was saved with.',
      params: idParams('org_id', 'plan_id'),
      download: CALENDAR,
      errors: [forbidden, noSuchOrganization, noSuchPlan],
      handler: async ({ actor, params }) =>
        sendFile(CALENDAR, await exportSavedCalendar(deps, actor, params)),
    }),
    route({
      ...COMMON,
      operation_id: 'downloadSavedPlanWorkout',
      path: '/organizations/:org_id/plans/:plan_id/workouts/:workout_id/fit',
      summary: 'Take a workout of a saved plan to a watch',
      description:
        'For coaches of the organization. What names a zone is an effort here; an athlete’s own copy has paces.',
      params: idParams('org_id', 'plan_id', 'workout_id'),
      download: FIT,
      errors: [forbidden, noSuchOrganization, noSuchPlan, noSuchPlannedWorkout],
      handler: async ({ actor, params }) => sendFile(FIT, await exportSavedWorkout(deps, actor, params)),
    }),
    route({
      ...COMMON,
      operation_id: 'downloadLibraryWorkout',
      path: '/organizations/:org_id/workouts/:workout_id/fit',
      summary: 'Take a workout of the library to a watch',
      description: 'For coaches of the organization.',
      params: idParams('org_id', 'workout_id'),
      download: FIT,
      errors: [forbidden, noSuchOrganization, noSuchWorkout],
      handler: async ({ actor, params }) => sendFile(FIT, await exportLibraryWorkout(deps, actor, params)),
    }),
  ];
}

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
