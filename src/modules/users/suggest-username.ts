import { randomInt } from 'node:crypto';

export const USERNAME_PATTERN = '^[A-Za-z0-9_]{3,30}$';

/** The rest is room for an underscore and a number of eight digits. */
const MAX_STEM_CHARS = 21;

/** The part of an e-mail address before the @, as the beginning of a user name. Letters lose their accents: ë becomes e. */
export function usernameStem(email: string): string {
  const prefix = email.slice(0, Math.max(email.lastIndexOf('@'), 0));
  const stem = prefix
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, MAX_STEM_CHARS)
    .replaceAll(/^_+|_+$/g, '');
  return stem.length >= 3 ? stem : ['runner', stem].filter((part) => part !== '').join('_');
}

/**
 * User names to try in turn: the stem, then the stem with random numbers that grow longer, so that few tries are needed however many
 * people share a prefix.
 */
export function* usernameCandidates(stem: string): Generator<string> {
  yield stem;
  for (const digits of [3, 4, 5, 6, 7, 8, 8, 8]) {
    yield `${stem}_${randomInt(10 ** (digits - 1), 10 ** digits)}`;
  }
}
