import { invalidField } from '../../shared/errors.ts';

/** Characters. */
export const MAX_NAME = 100;

/**
 * What would let two names look like one, or turn round the text they stand in. Joiners (U+200C, U+200D) and the marks
 * U+200E and U+200F belong to writing and to emoji.
 */
const HIDDEN = /[\p{Cc}\u00AD\u200B\u2028-\u202E\u2060-\u2069\uFEFF]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * A name as it is stored and compared: without spaces around it, and each letter in one form, however it was typed.
 *
 * @throws invalidField for one that is too long then: a few letters of some scripts become two; for what cannot be seen
 */
export function readName(text: string): string {
  const name = text.trim().normalize();
  if ([...name].length > MAX_NAME) throw invalidField('name', `must have at most ${MAX_NAME} characters`);
  if (HIDDEN.test(name) || !VISIBLE.test(name)) {
    throw invalidField(
      'name',
      'must have something to see, and neither control characters nor invisible ones nor marks that turn the direction of text',
    );
  }
  return name;
}
