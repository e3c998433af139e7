import { type Route, route } from '../../../http/route.ts';
import { MAX_FILE_BYTES, UploadResponse } from '../contract.ts';
import { noRoomForRecordings, shuttingDown, uploadedAtOnce, uploadsOfTheDay } from '../errors.ts';
import { type ImportDeps, importRecording } from '../import-recording.ts';
import { viewOwnActivity } from '../present.ts';

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
