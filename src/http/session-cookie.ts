import type { IncomingHttpHeaders } from 'node:http';
import { type AppError, forbidden } from '../shared/errors.ts';
import { DAY_MS, SECOND_MS } from '../shared/time.ts';
import { cookieValues } from './cookies.ts';

/** The name over https: browsers accept the prefix only from this host, with `Secure` and for all paths (RFC 6265bis, 4.1.3.2). */
const SECURE_NAME = '__Host-ekiden_session';
/** The name over http, where browsers would refuse the prefix. */
const PLAIN_NAME = 'ekiden_session';

export const SESSION_COOKIES = { secure: SECURE_NAME, plain: PLAIN_NAME } as const;

/** The console sends this header with every change; forms and pages of other origins cannot. */
export const CONSOLE_HEADER = 'X-Ekiden-Console';

/** The parts of a request that decide about its cookie. */
export type CookieRequest = {
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  /** The origin that the request came to, according to trusted proxies. */
  readonly own_origin: string;
};

/**
 * Whether a page of this server sent the request: by `Sec-Fetch-Site`, or by `Origin` or `Referer` where that is missing,
 * as over http from another machine. A page cannot choose `Host`, so the request's own origin counts as well as
 * `BASE_URL`.
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

/** The session cookie of an API request that a page of this server sent; null for any other. */
export function trustedSessionCookie(request: CookieRequest, baseUrl: string): string | null {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isFromOwnPage(request, baseUrl) || !(isRead || hasConsoleHeader(request))) return null;
  return sessionCookieOf(request, baseUrl);
}

/** The session cookie, whatever page sent it. Two cookies count as none: one was planted by somebody else. */
export function sessionCookieOf(request: CookieRequest, baseUrl: string): string | null {
  const wanted = isSecure(request, baseUrl) ? SECURE_NAME : PLAIN_NAME;
  const [value, ...more] = cookieValues(request.headers.cookie, (name) => name === wanted);
  return value === undefined || value === '' || more.length > 0 ? null : value;
}

const SESSION_COOKIE_S = (60 * DAY_MS) / SECOND_MS;

/** `Set-Cookie` for a session that ends after 60 unused days. */
export function setSessionCookie(
  request: Pick<CookieRequest, 'own_origin'>,
  baseUrl: string,
  value: string,
): string {
  return sessionCookie(request, baseUrl, `${value}; Max-Age=${SESSION_COOKIE_S}`);
}

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
