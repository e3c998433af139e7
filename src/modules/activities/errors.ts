import { defineError } from '../../shared/errors.ts';
import { defineQuota } from '../../shared/quotas.ts';

export const noSuchActivity = defineError('not_found', 404, 'There is no activity with this id.');
/** Also for a file that is there and may not be read. */
export const noSuchFile = defineError(
  'not_found',
  404,
  'There is no uploaded file of this activity that may be read.',
);
export const shuttingDown = defineError(
  'shutting_down',
  503,
  'The server is shutting down. Try again in a minute.',
);
export const uploadedAtOnce = defineError(
  'conflict',
  409,
  'The same file was uploaded and deleted at this moment. Upload it again.',
);
export const markedByPlatform = defineError(
  'marked_by_platform',
  409,
  'A platform marks this workout as private, or as a race. Change it there.',
);
export const onlyRecord = defineError(
  'only_record',
  409,
  'This is all that is known of the workout: there is nothing to split off.',
);
export const noSuchRecord = defineError('not_found', 404, 'The activity has no record with this id.');
export const noRoomForRecordings = defineQuota(
  'recording_bytes',
  ({ used, limit }) =>
    `There is no room for this recording: your recordings have ${used} of the ${limit} bytes that an account may have. Delete activities that you uploaded.`,
);
export const uploadsOfTheDay = defineQuota(
  'uploads_per_day',
  ({ used, limit }) =>
    `You have uploaded ${used} recordings today, and an account may upload ${limit} in a day (UTC). Go on after as many seconds as Retry-After says.`,
);
