import { defineError, invalidField } from '../../shared/errors.ts';

/** Changes after the cursor are no longer kept, or the database was restored to an older state. */
export const cursorExpired = defineError(
  'cursor_expired',
  410,
  'The changes that follow this cursor are not kept any more. Forget what you have and read anew, without "after".',
);

export const unknownCursor = () => invalidField('after', 'must be the next_cursor of a page');
