import { Readable } from 'node:stream';
import type { Language } from '../../shared/languages.ts';
import { acceptedLanguage } from '../accepted-language.ts';
import { type Route, route, type StreamReply } from '../route.ts';
import { composePage, type Page, policyOf } from './compose-page.ts';

/** The route of a page, outside both APIs: where a link leads that people open in a browser. */
export function pageRoute(options: {
  readonly path: string;
  readonly operation_id: string;
  readonly tag: string;
  readonly summary: string;
  readonly page: (language: Language) => Page;
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
    handler: async ({ headers }) =>
      pageReply(200, options.page(acceptedLanguage(headers['accept-language']))),
  });
}

/** A page as the answer of a route of its own, such as one that says nothing is here. */
export function pageReply(status: number, page: Page): StreamReply {
  const bytes = Buffer.from(composePage(page));
  return { status, headers: headersOf(page, bytes), stream: Readable.from(bytes) };
}

/** The address holds a token: the page is kept nowhere, tells nobody where it was, and runs in no frame. */
function headersOf(page: Page, bytes: Buffer): Readonly<Record<string, string>> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(bytes.length),
    'content-language': page.language,
    'content-security-policy': policyOf(page),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    vary: 'accept-language',
  };
}
