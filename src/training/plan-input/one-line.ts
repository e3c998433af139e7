import type { ErrorDetail } from '../../shared/errors.ts';

/**
 * One line of text as it is stored and compared: without spaces around it, and each letter in one Unicode form. Normalizing can make a
 * text longer, since a few letters of some scripts become two, so `faultOfLine` checks the length afterwards.
 */
export function readLine(text: string): string {
  return text.trim().normalize();
}

/** @param most characters */
export function faultOfLine(text: string, path: string, most: number): ErrorDetail[] {
  if ([...readLine(text)].length <= most) return [];
  return [{ path, message: `must have at most ${most} characters` }];
}
