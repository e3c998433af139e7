import { defineError } from '../../shared/errors.ts';

export const noSuchActivity = defineError('not_found', 404, 'There is no activity with this id.');
/** The reason (a full disk, a bucket that is away) is the operator's, in the log. */
export const storageUnavailable = defineError(
  'storage_unavailable',
  503,
  'Files cannot be stored at the moment. Nothing of this one was kept: upload it again later.',
);
