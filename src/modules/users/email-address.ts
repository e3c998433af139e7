/** RFC 5321, 4.5.3.1: the length that fits into a path with its angle brackets. */
export const MAX_EMAIL_CHARS = 254;

/**
 * The HTML standard's pattern of an e-mail address, and a dot in the domain. It is looser than RFC 5321 about dots in the local part,
 * because some Japanese carriers gave such addresses to customers.
 */
export const EMAIL_PATTERN =
  "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$";

export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_EMAIL_CHARS && new RegExp(EMAIL_PATTERN).test(text);
}
