import { defineError } from '../../shared/errors.ts';

export const noSuchExport = defineError('not_found', 404, 'There is no export with this id.');
export const exportNotReady = defineError(
  'export_not_ready',
  409,
  'The export is not completed yet. Poll it until its status is "completed".',
);
export const exportExpired = defineError('export_expired', 410, 'The export has expired. Create a new one.');
export const exportWithdrawn = defineError(
  'export_withdrawn',
  410,
  'Since this archive was made somebody in it has left, or shares less than it shows. Create a new export.',
);
export const exportLimitReached = defineError(
  'rate_limited',
  429,
  'As many exports were created within an hour as may be.',
);
