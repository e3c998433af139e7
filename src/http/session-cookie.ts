import type { IncomingHttpHeaders } from 'node:http';
import { type AppError, forbidden } from '../shared/errors.ts';
import { DAY_MS, SECOND_MS } from '../shared/time.ts';
import { cookieValues } from './cookies.ts';

/** Over https: browsers take this prefix only from this very host, with `Secure` and for all paths (RFC 6265bis, 4.1.3.2). */
const SECURE_NAME = '__Host-ekiden_session';
/** Over http, where browsers would refuse the other. */
const PLAIN_NAME = 'ekiden_session';

export const SESSION_COOKIES = { secure: SECURE_NAME, plain: PLAIN_NAME } as const;

/** Sent by the console with whatever changes something: no form can, and no page of another origin may. */
export const CONSOLE_HEADER = 'X-Ekiden-Console';

/** What of a request decides about its cookie. */
export type CookieRequest = {
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  /** The origin that the request came to, as far as trusted proxies tell. */
  readonly own_origin: string;
};

/**
 * Whether the browser says that a page of this server sent the request: by `Sec-Fetch-Site`, and where that is not sent, as over
 * http from another machine, by `Origin` or `Referer`. `Host` is none that a page could choose, so the origin that the
 * request came to counts as much as `BASE_URL`.
 */
export function isFromOwnPage(
  { headers, own_origin }: Pick<CookieRequest, 'headers' | 'own_origin'>,
  baseUrl: string,
): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const from = headers.origin ?? originOf(headers.referer);
  return from !== undefined && (from === own_origin || from === originOf(baseUrl));
}

/** @throws AppError forbidden */
export function requireOwnPage(request: CookieRequest, baseUrl: string): void {
  if (!isFromOwnPage(request, baseUrl) || !hasConsoleHeader(request)) throw notFromOwnPage();
}

const notFromOwnPage = (): AppError =>
  forbidden({
    message: `Only pages of this server use sessions by cookie, with the header "${CONSOLE_HEADER}: 1". Programs sign in at /auth/login.`,
  });

const hasConsoleHeader = ({ headers }: CookieRequest): boolean =>
  headers[CONSOLE_HEADER.toLowerCase()] === '1';

/**
 * The session cookie of a request to an API, where a page of this server has sent it.
 *
 * @returns null as if there were none where it may have been sent by another page
 */
export function trustedSessionCookie(request: CookieRequest, baseUrl: string): string | null {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isFromOwnPage(request, baseUrl) || !(isRead || hasConsoleHeader(request))) return null;
  return sessionCookieOf(request, baseUrl);
}

/** The session cookie, whoever had it sent. Two of them are none: one has been put there by somebody else. */
export function sessionCookieOf(request: CookieRequest, baseUrl: string): string | null {
  const wanted = isSecure(request, baseUrl) ? SECURE_NAME : PLAIN_NAME;
  const [value, ...more] = cookieValues(request.headers.cookie, (name) => name === wanted);
  return value === undefined || value === '' || more.length > 0 ? null : value;
}

const SESSION_COOKIE_S = (60 * DAY_MS) / SECOND_MS;

/** `Set-Cookie` for a session that lasts as long as nobody leaves it unused for 60 days. */
export function setSessionCookie(
  request: Pick<CookieRequest, 'own_origin'>,
  baseUrl: string,
  value: string,
): string {
  return sessionCookie(request, baseUrl, `${value}; Max-Age=${SESSION_COOKIE_S}`);
}

/** `Set-Cookie` that has the browser forget the session. */
export function clearSessionCookie(request: Pick<CookieRequest, 'own_origin'>, baseUrl: string): string {
  return sessionCookie(request, baseUrl, '; Max-Age=0');
}

function sessionCookie(
  request: Pick<CookieRequest, 'own_origin'>,
  baseUrl: string,
  valueAndAge: string,
): string {
  const secure = isSecure(request, baseUrl);
  const name = secure ? SECURE_NAME : PLAIN_NAME;
  return `${name}=${valueAndAge}; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}

function isSecure({ own_origin }: Pick<CookieRequest, 'own_origin'>, baseUrl: string): boolean {
  return baseUrl.startsWith('https:') || own_origin.startsWith('https:');
}

function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;
}
