import type { StravaSettings } from './settings.ts';

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1'];

/** Whether people may be sent there: to the app's callback domain and below it, or to their own machine. */
export function isAppRedirect({ callback_domain, ways }: StravaSettings, redirect_uri: string): boolean {
  const url = URL.parse(redirect_uri);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false;
  // A name before the host is there to be taken for the host.
  if (url.username !== '' || url.password !== '') return false;
  if (ways.loopback_redirects && LOOPBACK.includes(url.hostname)) return true;
  return url.hostname === callback_domain || url.hostname.endsWith(`.${callback_domain}`);
}
