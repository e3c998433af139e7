import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { forbidden } from '../../../shared/errors.ts';
import { type NoteDeps, noteReads } from '../../audit/index.ts';
import { noSuchOrganization } from '../../organizations/index.ts';
import { AthleteActivityResponse, AthleteStreamsResponse } from '../contract.ts';
import { noSuchActivity, noSuchFile } from '../errors.ts';
import type { ReadDeps } from '../read-activities.ts';
import {
  type FileDeps,
  openMemberFile,
  readMemberActivity,
  readMemberStreams,
  requireTrainingReader,
} from '../read-member-activity.ts';
import { sendUploadedFile, UPLOADED_FILE } from './send-file.ts';

const tag = 'Activities';
const params = idParams('org_id', 'user_id', 'activity_id');
const PATH = '/organizations/:org_id/athletes/:user_id/activities/:activity_id';
const audience = 'coach' as const;
const errors = [forbidden, noSuchOrganization, noSuchActivity];

export const readAthleteActivityRoute = (deps: ReadDeps & NoteDeps): Route =>
  route({
    operation_id: 'getAthleteActivity',
    method: 'GET',
    path: PATH,
    guard: { kind: 'user' },
    tag,
    summary: 'Open a workout of an athlete',
    description:
      'For coaches of the organization, with laps and best efforts as far as the athlete shares them: a hidden field is absent and ' +
      'named in `privacy_filtered`. One that is hidden is 404, as if it did not exist.',
    params,
    responses: { 200: AthleteActivityResponse },
    errors,
    handler: async ({ actor, params: { org_id, user_id, activity_id } }) => {
      await requireTrainingReader(deps, actor, org_id);
      const { activity } = await readMemberActivity(deps, { org_id, user_id, activity_id, audience });
      noteReads(deps, actor, { org_id, kind: 'activities', user_ids: [user_id] });
      return { status: 200, body: { status: 'ok' as const, data: { activity } } };
    },
  });

export const readAthleteStreamsRoute = (deps: ReadDeps & NoteDeps): Route =>
  route({
    operation_id: 'getAthleteActivityStreams',
    method: 'GET',
    path: `${PATH}/streams`,
    guard: { kind: 'user' },
    tag,
    summary: "Read the samples over time of an athlete's workout",
    description:
      'For coaches of the organization. Distance and speed need the athlete’s `share_pace_data` and `share_pb`, since best efforts ' +
      'follow from them; position needs `share_activity_map` as well.',
    params,
    responses: { 200: AthleteStreamsResponse },
    errors,
    handler: async ({ actor, params: { org_id, user_id, activity_id } }) => {
      await requireTrainingReader(deps, actor, org_id);
      const streams = await readMemberStreams(deps, { org_id, user_id, activity_id, audience });
      noteReads(deps, actor, { org_id, kind: 'streams', user_ids: streams.is_empty ? [] : [user_id] });
      const filtered = JSON.stringify(streams.privacy_filtered);
      const of = `"activity_id":${JSON.stringify(activity_id)}`;
      const [before, after] = [
        `{"status":"ok","data":{${of},"streams":`,
        `,"privacy_filtered":${filtered}}}`,
      ];
      return {
        status: 200,
        json: `${before}${streams.json}${after}`,
        made_of: [before, ...streams.made_of, after],
      };
    },
  });

export const downloadAthleteFileRoute = (deps: FileDeps & NoteDeps): Route =>
  route({
    operation_id: 'downloadAthleteActivityFile',
    method: 'GET',
    path: `${PATH}/file`,
    guard: { kind: 'user' },
    tag,
    summary: "Download the file that an athlete's workout came from",
    description:
      'For coaches of the organization, and only while the athlete lets them (`share_files_with_coach`, off until it is turned on) ' +
      'and shares profile, paces, personal bests and map besides, all of which a file has. One of several sports needs all of its ' +
      'workouts to be shown; one from which a workout was deleted is the athlete’s alone, and so are those that were uploaded ' +
      'before the server kept count. Where it is withheld the answer is as if there were none.',
    params,
    download: UPLOADED_FILE,
    responses: {},
    errors: [...errors, noSuchFile],
    volatile: true,
    handler: async ({ actor, params: { org_id, user_id, activity_id } }) => {
      await requireTrainingReader(deps, actor, org_id);
      const file = await openMemberFile(deps, { org_id, user_id, activity_id, audience });
      noteReads(deps, actor, { org_id, kind: 'files', user_ids: [user_id] });
      return sendUploadedFile(file);
    },
  });
