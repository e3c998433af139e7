import { type ErrorDetail, validationError } from '../../shared/errors.ts';

export const MIN_PASSWORD_CHARS = 8;
/** A schema limit: hashing takes longer for longer passwords. */
export const MAX_PASSWORD_CHARS = 1_024;

/** The broken password rules of a sign-up, in words. Characters are code points. */
function brokenPasswordRules(password: string): string[] {
  const chars = [...password].length;
  const rules: readonly (readonly [boolean, string])[] = [
    [chars >= MIN_PASSWORD_CHARS, `must have at least ${MIN_PASSWORD_CHARS} characters`],
    [/\p{Lu}/u.test(password), 'must contain an uppercase letter'],
    [/\p{Ll}/u.test(password), 'must contain a lowercase letter'],
    [/\p{Nd}/u.test(password), 'must contain a digit'],
  ];
  return rules.filter(([kept]) => !kept).map(([, message]) => message);
}

/** @throws AppError validation_error with one detail a broken rule */
export function requireGoodPassword(password: string): void {
  const details: ErrorDetail[] = brokenPasswordRules(password).map((message) => ({
    path: 'password',
    message,
  }));
  if (details.length === 0) return;
  throw validationError({
    message: `password: ${details.map(({ message }) => message).join(', ')}.`,
    details,
  });
}
