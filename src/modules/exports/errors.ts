import { defineError } from '../../shared/errors.ts';

export const exportNotReady = defineError(
  'export_not_ready',
  409,
  'The export is not completed yet. Poll it until its status is "completed".',
);
export const exportExpired = defineError('export_expired', 410, 'The export has expired. Create a new one.');
