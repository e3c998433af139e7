import { Readable } from 'node:stream';
import type { Language } from '../../shared/languages.ts';
import { type Route, route, type StreamReply } from '../route.ts';
import type { CookieRequest } from '../session-cookie.ts';
import { composePage, type Page, policyOf } from './compose-page.ts';
import { choosePreferences, type Preferences } from './preferences.ts';

/** The route of a page outside both APIs, for links that people open in a browser. */
export function pageRoute(options: {
  readonly path: string;
  readonly operation_id: string;
  readonly tag: string;
  readonly summary: string;
  readonly page: (language: Language) => Page;
  readonly onward?: (request: CookieRequest) => Promise<string | null>;
}): Route {
  const { path, operation_id, tag, summary } = options;
  return route({
    operation_id,
    method: 'GET',
    path,
    guard: { kind: 'open' },
    tag,
    summary,
    responses: {},
    handler: async (request) => {
      const onward = (await options.onward?.(request)) ?? null;
      if (onward !== null) return seeOther(onward);
      const { preferences, set_cookie } = choosePreferences(request);
      const headers = set_cookie === null ? {} : { 'set-cookie': set_cookie };
      return pageReply(200, options.page(preferences.language), { ...preferences, headers });
    },
  });
}

/** Redirects a browser to a GET, also after a form. */
export function seeOther(location: string, headers: Readonly<Record<string, string>> = {}): StreamReply {
  const own = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', vary: 'cookie' };
  return { status: 303, headers: { ...own, ...headers }, stream: undefined };
}

export function pageReply(
  status: number,
  page: Page,
  { look, headers = {} }: Pick<Preferences, 'look'> & { readonly headers?: Readonly<Record<string, string>> },
): StreamReply {
  const bytes = Buffer.from(composePage(page, look));
  return { status, headers: { ...headersOf(page, bytes), ...headers }, stream: Readable.from(bytes) };
}

/** The address holds a token: the page is not cached, sends no referrer and runs in no frame. */
function headersOf(page: Page, bytes: Buffer): Readonly<Record<string, string>> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(bytes.length),
    'content-language': page.language,
    'content-security-policy': policyOf(page),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    vary: 'accept-language, cookie',
  };
}
