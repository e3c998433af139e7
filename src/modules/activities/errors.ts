import { defineError } from '../../shared/errors.ts';

export const noSuchActivity = defineError('not_found', 404, 'There is no activity with this id.');
/** The reason (a full disk, a bucket that is away) is the operator's, in the log. */
export const storageUnavailable = defineError(
  'storage_unavailable',
  503,
  'Files cannot be stored at the moment. Nothing of this one was kept: upload it again later.',
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
