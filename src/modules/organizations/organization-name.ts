import { invalidField } from '../../shared/errors.ts';

/** Characters. */
export const MAX_NAME = 100;

/**
 * A name as it is stored and compared: without spaces around it, and each letter in one form, however it was typed.
 *
 * @throws invalidField for one that is too long then: a few letters of some scripts become two
 */
export function readName(text: string): string {
  const name = text.trim().normalize();
  if ([...name].length > MAX_NAME) throw invalidField('name', `must have at most ${MAX_NAME} characters`);
  return name;
}
