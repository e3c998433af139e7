import type { IncomingHttpHeaders } from 'node:http';
import { acceptedLanguage } from '../../../http/accepted-language.ts';
import { pageReply } from '../../../http/pages/page-route.ts';
import { type Route, route, type StreamReply } from '../../../http/route.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Clock } from '../../../shared/time.ts';
import { UnsubscribeQuery } from '../campaigns/contract.ts';
import { type Found, readByLink, stopByLink } from './stop-by-link.ts';
import { stopPage } from './stop-page.ts';
import { createSummaryLinks, SUMMARY_PATH, type SummaryLinkDeps } from './summary-links.ts';

const TAG = 'Notifications';

/** Outside both APIs: where the links of summaries lead. The page asks, and its button posts; mail programs post themselves (RFC 8058). */
export function summaryMailRoutes(
  deps: SummaryLinkDeps & { readonly db: Database; readonly clock: Clock },
): readonly Route[] {
  const using = { ...deps, links: createSummaryLinks(deps) };
  return [
    route({
      operation_id: 'getStopSummariesPage',
      method: 'GET',
      path: SUMMARY_PATH,
      guard: { kind: 'open' },
      tag: TAG,
      summary: 'Page to get no more weekly summaries',
      query: UnsubscribeQuery,
      responses: {},
      handler: async ({ headers, query: { token = '' } }) => answer(headers, await readByLink(using, token)),
    }),
    route({
      operation_id: 'stopSummariesByLink',
      method: 'POST',
      path: SUMMARY_PATH,
      guard: { kind: 'open' },
      tag: TAG,
      summary: 'Get no more weekly summaries',
      query: UnsubscribeQuery,
      ignores_body: true,
      responses: {},
      handler: async ({ headers, query: { token = '' } }) => answer(headers, await stopByLink(using, token)),
    }),
  ];
}

function answer(headers: IncomingHttpHeaders, found: Found | null): StreamReply {
  const language = acceptedLanguage(headers['accept-language']);
  return pageReply(found === null ? 404 : 200, stopPage(language, found));
}
