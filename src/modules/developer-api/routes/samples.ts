import { type Route, route } from '../../../http/route.ts';
import { IDS, idParams } from '../../../http/schemas.ts';
import {
  ActivityStreams,
  type FileDeps,
  noSuchFile,
  openMemberFile,
  readMemberStreams,
  StreamsFiltered,
  sendUploadedFile,
  UPLOADED_FILE,
} from '../../activities/index.ts';
import { type NoteDeps, noteReads } from '../../audit/index.ts';
import { Success } from '../contract.ts';
import { noSuchActivity } from '../errors.ts';

const guard = { kind: 'developer_key', scope: 'streams:read' } as const;
const params = idParams('activity_id');
const audience = 'organization_api' as const;

export function readActivityStreamsRoute(deps: NoteDeps & FileDeps): Route {
  return route({
    operation_id: 'getActivityStreams',
    method: 'GET',
    path: '/activities/:activity_id/streams',
    guard,
    tag: 'Activities',
    summary: 'Samples of one activity over time',
    description:
      'Of a current member. All of it needs the athlete’s `share_streams_with_api`, which is off until it is turned on; distance, speed ' +
      'and position need what they give away as well. What is not shared is named in `privacy_filtered`; an activity that privacy ' +
      'blocks is 404.',
    params,
    responses: {
      200: Success(
        {
          activity_id: IDS.activity_id,
          streams: ActivityStreams,
          privacy_filtered: StreamsFiltered,
          athlete_id: { ...IDS.athlete_id, description: 'Whose activity it is.' },
        },
        'The samples.',
      ),
    },
    errors: [noSuchActivity],
    handler: async ({ actor, params: { activity_id } }) => {
      const { org_id } = actor;
      const streams = await readMemberStreams(deps, { org_id, activity_id, audience });
      const { athlete_id, json, is_empty, privacy_filtered } = streams;
      noteReads(deps, actor, { org_id, kind: 'streams', user_ids: is_empty ? [] : [athlete_id] });
      // The columns are sent as they are stored.
      const before = `{"success":true,"data":{"activity_id":${JSON.stringify(activity_id)},"streams":`;
      const after = `,"privacy_filtered":${JSON.stringify(privacy_filtered)},"athlete_id":"${athlete_id}"}}`;
      return { status: 200, json: `${before}${json}${after}`, made_of: [before, ...streams.made_of, after] };
    },
  });
}

export function downloadActivityFileRoute(deps: NoteDeps & FileDeps): Route {
  return route({
    operation_id: 'downloadActivityFile',
    method: 'GET',
    path: '/activities/:activity_id/file',
    guard,
    tag: 'Activities',
    summary: 'The file that one activity came from, as it was uploaded',
    description:
      'Of a current member. Needs the athlete’s `share_files_with_coach` and `share_streams_with_api`, both off until they are turned ' +
      'on, and profile, paces, personal bests and map, all of which a file has. One of several sports needs all of its activities to be ' +
      'shown, and none of them deleted. Where it is withheld the answer is as if there were none.',
    params,
    download: UPLOADED_FILE,
    responses: {},
    errors: [noSuchActivity, noSuchFile],
    volatile: true,
    handler: async ({ actor, params: { activity_id } }) => {
      const { org_id } = actor;
      const file = await openMemberFile(deps, { org_id, activity_id, audience });
      noteReads(deps, actor, { org_id, kind: 'files', user_ids: [file.athlete_id] });
      return sendUploadedFile(file);
    },
  });
}
