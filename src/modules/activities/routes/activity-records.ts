import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { JoinBody, OwnActivityResponse, RecordsResponse, SplitBody } from '../contract.ts';
import { noSuchActivity, noSuchRecord, onlyRecord } from '../errors.ts';
import type { ImportDeps } from '../import-recording.ts';
import { viewOwnActivity } from '../present.ts';
import { joinActivities } from '../records/join-activities.ts';
import { listRecords } from '../records/list-records.ts';
import type { FoundRecord } from '../records/queries.ts';
import { splitActivity } from '../records/split-activity.ts';

const tag = 'Activities';
const params = idParams('activity_id');

export const listRecordsRoute = (deps: ImportDeps): Route =>
  route({
    operation_id: 'listActivityRecords',
    method: 'GET',
    path: '/activities/:activity_id/records',
    guard: { kind: 'user' },
    tag,
    summary: 'List which sources tell of an own activity',
    description:
      'A workout that several platforms or files tell of is one activity: the richest of them is shown, field by field, ' +
      'and what hides it counts whoever says it.',
    params,
    responses: { 200: RecordsResponse },
    errors: [noSuchActivity],
    handler: async ({ actor, params }) => {
      const records = await listRecords(deps, actor, params.activity_id);
      return { status: 200, body: { status: 'ok' as const, data: { records: records.map(presentRecord) } } };
    },
  });

export const splitActivityRoute = (deps: ImportDeps): Route =>
  route({
    operation_id: 'splitActivity',
    method: 'POST',
    path: '/activities/:activity_id/split',
    guard: { kind: 'user' },
    tag,
    summary: 'Make an activity of its own of one record',
    description:
      'For what was taken for the same workout and is not. It stays apart, whatever its source says later.',
    params,
    body: SplitBody,
    responses: { 201: OwnActivityResponse },
    errors: [noSuchActivity, noSuchRecord, onlyRecord],
    handler: async ({ actor, params, body }) => {
      const { activity_id } = params;
      const activity = await splitActivity(deps, actor, { activity_id, record_id: body.record_id });
      return { status: 201, body: { status: 'ok' as const, data: { activity: viewOwnActivity(activity) } } };
    },
  });

export const joinActivitiesRoute = (deps: ImportDeps): Route =>
  route({
    operation_id: 'joinActivities',
    method: 'POST',
    path: '/activities/:activity_id/join',
    guard: { kind: 'user' },
    tag,
    summary: 'Make one activity of two',
    description:
      'For one workout that was taken for two. They must have begun within a day of each other. The older of the two ' +
      'activities goes on, with what was changed by hand of either.',
    params,
    body: JoinBody,
    responses: { 200: OwnActivityResponse },
    errors: [noSuchActivity],
    handler: async ({ actor, params, body }) => {
      const activity = await joinActivities(deps, actor, [params.activity_id, body.activity_id]);
      return { status: 200, body: { status: 'ok' as const, data: { activity: viewOwnActivity(activity) } } };
    },
  });

function presentRecord(record: FoundRecord) {
  return {
    id: record.id,
    source: record.source,
    external_id: record.external_id,
    start_time: record.start_time.toISOString(),
    name: record.told?.name ?? null,
    device_name: record.told?.device_name ?? null,
    distance_m: record.distance_m,
    duration_s: record.duration_s,
    has_streams: record.has_streams,
    told_at: record.updated_at.toISOString(),
  };
}
