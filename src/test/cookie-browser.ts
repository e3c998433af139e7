import assert from 'node:assert/strict';
import type { TestResponse, TestServer } from './harness.ts';
import { USUAL_PASSWORD } from './harness.ts';

/** As a browser says it of a page of the server itself. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'x-ekiden-console': '1' } as const;
export const COOKIE_NAME = 'ekiden_session';

/** What a jar of cookies does: keeps what is set, sends it along. Two tabs share one. */
export type CookieBrowser = {
  cookie: string | undefined;
  request(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<TestResponse>;
};

export function cookieBrowser(server: TestServer, cookie?: string): CookieBrowser {
  const browser: CookieBrowser = {
    cookie,
    request: async (method, path, { body, headers = {} } = {}) => {
      const sent = browser.cookie === undefined ? {} : { cookie: `${COOKIE_NAME}=${browser.cookie}` };
      const answer = await server.request(method, path, {
        body,
        headers: { ...OWN_PAGE, ...sent, ...headers },
      });
      browser.cookie = cookieSetBy(answer) ?? browser.cookie;
      return answer;
    },
  };
  return browser;
}

/** The value that an answer gives the session cookie; empty where it takes it away. */
export function cookieSetBy({ headers }: Pick<TestResponse, 'headers'>): string | undefined {
  const set = headers.getSetCookie().filter((cookie) => cookie.startsWith(`${COOKIE_NAME}=`));
  assert.ok(set.length < 2, 'one cookie of a name');
  return set[0]?.slice(COOKIE_NAME.length + 1).split(';')[0];
}

/** A browser in which somebody has just signed in. */
export async function signedInBrowser(server: TestServer, email: string): Promise<CookieBrowser> {
  const browser = cookieBrowser(server);
  const body = { email, password: USUAL_PASSWORD };
  const answer = await browser.request('POST', '/api/v1/auth/cookie-session', { body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.ok(browser.cookie);
  return browser;
}
