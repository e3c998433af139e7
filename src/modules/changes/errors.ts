import { defineError, invalidField } from '../../shared/errors.ts';

/** Where the changes that follow a cursor are not kept any more, or the database was brought back to an older state. */
export const cursorExpired = defineError(
  'cursor_expired',
  410,
  'The changes that follow this cursor are not kept any more. Forget what you have and read anew, without "after".',
);

export const unknownCursor = () => invalidField('after', 'must be the next_cursor of a page');
