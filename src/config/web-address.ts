/** As `URL` writes the host: `127.1` and `0x7f000001` have become addresses by then. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** One text without spaces, as credentials and addresses are. */
export function isOneWord(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text) && text.length <= 255;
}

/**
 * The address that other addresses are made from by putting a path behind it.
 *
 * @param own the platform's own address; its path is taken for an address that has none
 * @param options.http_anywhere takes http for other hosts than loopback, too
 * @throws Error whose message goes on from the setting's name
 */
export function readBaseAddress(
  text: string | undefined,
  own: string,
  options: { readonly http_anywhere?: boolean } = {},
): string {
  if (text === undefined) return own;
  if (!isOneWord(text) || !URL.canParse(text) || /[?#]/.test(text)) throw new Error(WRONG_ADDRESS);
  const { protocol, hostname, pathname, username, password, origin } = new URL(text);
  const isSafe =
    protocol === 'https:' ||
    (protocol === 'http:' && (options.http_anywhere === true || isLoopback(hostname)));
  if (!isSafe || username !== '' || password !== '') throw new Error(WRONG_ADDRESS);
  const path = pathname.replace(/\/+$/, '');
  return `${origin}${path === '' ? new URL(own).pathname.replace(/\/+$/, '') : path}`;
}

const WRONG_ADDRESS =
  'must be an https address without a user, a query or a fragment (http only on loopback), because tokens go there';
