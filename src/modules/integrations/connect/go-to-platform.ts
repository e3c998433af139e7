import { cookieValues } from '../../../http/cookies.ts';
import { hashToken, newToken } from '../../../infra/crypto/tokens.ts';
import type { Database } from '../../../infra/db/database.ts';
import { findActiveUser } from '../../users/index.ts';
import { TITLES } from '../provider.ts';
import { bindBrowser, findStart } from './attempt-queries.ts';
import { PATHS, startUrl } from './paths.ts';
import { attemptPurpose, type ConnectDeps } from './start-connecting.ts';

/** The prefix of the cookies that mark the browser that started. Part of the attempt's hash follows, which tells attempts apart. */
const BROWSER_COOKIE = 'ekiden_connect_';
/** The cookie that the start page sets. A link from another site does not bring it. */
const ASKED_COOKIE = 'ekiden_asked';
const COOKIE_S = 600;

/** Which account would be connected with which platform, by the address of the start page; null for one that is invalid or has expired. */
export async function readStart(
  { db, clock }: { db: Database; clock: ConnectDeps['clock'] },
  state: string,
): Promise<{ username: string; platform: string } | null> {
  const start = await findStart(db, { start_hash: hashToken(state), now: clock.now() });
  const user = start && (await findActiveUser(db, start.user_id));
  return start && user && { username: user.username, platform: TITLES[start.provider] };
}

/**
 * Sends a browser on to the platform, and marks it as the only one that may come back.
 *
 * @returns the address with its cookie; null for an address that is invalid or has expired. A browser that does not come from the start
 *   page is sent to that page.
 */
export async function goToPlatform(
  deps: ConnectDeps,
  { state, cookies }: { state: string; cookies: string | undefined },
): Promise<{ location: string; cookie?: string } | null> {
  if (!cookieValues(cookies, (name) => name === ASKED_COOKIE).includes(markOf(state)))
    return { location: startUrl(deps.baseUrl, state) };
  const value = newToken();
  const bound = await bindBrowser(deps.db, {
    start_hash: hashToken(state),
    browser_hash: hashToken(value),
    now: deps.clock.now(),
  });
  if (bound === null) return null;
  const purpose = attemptPurpose(bound.provider, bound.user_id);
  const name = `${BROWSER_COOKIE}${markOf(state).slice(0, 8)}`;
  return {
    location: deps.secretBox.open(purpose, bound.sealed_authorize_url).toString(),
    // Lax, since the platform sends the browser back from another site.
    cookie: cookieOf(deps.baseUrl, `${name}=${value}`, `/api/v1${PATHS[bound.provider].callback}`, 'Lax'),
  };
}

/** The cookie of the start page. It is Strict, so it comes back only when somebody clicks on the page itself. */
export function askedCookie(baseUrl: string, state: string): string {
  return cookieOf(baseUrl, `${ASKED_COOKIE}=${markOf(state)}`, '/connect', 'Strict');
}

export function browsersIn(cookies: string | undefined): string[] {
  return cookieValues(cookies, (name) => name.startsWith(BROWSER_COOKIE));
}

const markOf = (state: string): string => hashToken(state).toString('hex');

function cookieOf(baseUrl: string, pair: string, path: string, same_site: 'Lax' | 'Strict'): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  return `${pair}; Path=${path}; Max-Age=${COOKIE_S}; HttpOnly; SameSite=${same_site}${secure}`;
}
