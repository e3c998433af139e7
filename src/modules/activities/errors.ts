import { defineError } from '../../shared/errors.ts';

export const noSuchActivity = defineError('not_found', 404, 'There is no activity with this id.');
