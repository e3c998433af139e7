import type { IncomingHttpHeaders } from 'node:http';
import { pageReply } from '../../../http/pages/page-route.ts';
import { readPreferences } from '../../../http/pages/preferences.ts';
import { type Route, route, type StreamReply } from '../../../http/route.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Clock } from '../../../shared/time.ts';
import { UnsubscribeQuery } from '../campaigns/contract.ts';
import { type Found, readByLink, stopByLink } from './stop-by-link.ts';
import { stopPage } from './stop-page.ts';
import { createSummaryLinks, STOPPABLE, type Stoppable, type SummaryLinkDeps } from './summary-links.ts';

const TAG = 'Notifications';

/** These mails' links lead here, outside both APIs. The page asks and its button posts; mail programs post by themselves (RFC 8058). */
export function summaryMailRoutes(deps: Deps): readonly Route[] {
  return [
    ...stopRoutes(deps, 'weekly_summary', { called: 'Summaries', what: 'weekly summaries' }),
    ...stopRoutes(deps, 'messages_unread', { called: 'UnreadMails', what: 'mails about unread messages' }),
  ];
}

type Deps = SummaryLinkDeps & { readonly db: Database; readonly clock: Clock };

function stopRoutes(
  deps: Deps,
  mails: Stoppable,
  { called, what }: { called: string; what: string },
): readonly Route[] {
  const using = { ...deps, mails, links: createSummaryLinks(deps, mails) };
  const { path } = STOPPABLE[mails];
  const answer = (headers: IncomingHttpHeaders, found: Found | null): StreamReply => {
    const preferences = readPreferences(headers);
    return pageReply(found === null ? 404 : 200, stopPage(preferences.language, found, mails), preferences);
  };
  return [
    route({
      operation_id: `getStop${called}Page`,
      method: 'GET',
      path,
      guard: { kind: 'open' },
      tag: TAG,
      summary: `Page to get no more ${what}`,
      query: UnsubscribeQuery,
      responses: {},
      handler: async ({ headers, query: { token = '' } }) => answer(headers, await readByLink(using, token)),
    }),
    route({
      operation_id: `stop${called}ByLink`,
      method: 'POST',
      path,
      guard: { kind: 'open' },
      tag: TAG,
      summary: `Get no more ${what}`,
      query: UnsubscribeQuery,
      ignores_body: true,
      responses: {},
      handler: async ({ headers, query: { token = '' } }) => answer(headers, await stopByLink(using, token)),
    }),
  ];
}
