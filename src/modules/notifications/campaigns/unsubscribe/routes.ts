import type { IncomingHttpHeaders } from 'node:http';
import { pageReply } from '../../../../http/pages/page-route.ts';
import { readPreferences } from '../../../../http/pages/preferences.ts';
import { type Route, route, type StreamReply } from '../../../../http/route.ts';
import type { SecretBox } from '../../../../infra/crypto/secret-box.ts';
import type { Database } from '../../../../infra/db/database.ts';
import type { Clock } from '../../../../shared/time.ts';
import { UnsubscribeQuery } from '../contract.ts';
import { optOutByLink, readOptOut } from './opt-out-by-link.ts';
import { createUnsubscribeLinks } from './unsubscribe-links.ts';
import { type Shown, unsubscribePage } from './unsubscribe-page.ts';

const PATH = '/unsubscribe';
const TAG = 'Campaigns';

/**
 * `/unsubscribe` is outside both APIs: links in campaigns lead there. Opening the page only asks, since programs open links too, and
 * its button posts. Mail programs post by themselves (RFC 8058), which is enough.
 */
export function unsubscribeRoutes(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly secretBox: Pick<SecretBox, 'deriveKeys'>;
  readonly baseUrl: string;
}): readonly Route[] {
  const using = { ...deps, links: createUnsubscribeLinks(deps) };
  return [
    route({
      operation_id: 'getUnsubscribePage',
      method: 'GET',
      path: PATH,
      guard: { kind: 'open' },
      tag: TAG,
      summary: 'Page to get no more campaigns',
      query: UnsubscribeQuery,
      responses: {},
      handler: async ({ headers, query: { token = '' } }) => {
        const found = await readOptOut(using, token);
        return answer(headers, found && { kind: found.opted_out ? 'done' : 'ask', ...found });
      },
    }),
    route({
      operation_id: 'unsubscribeByLink',
      method: 'POST',
      path: PATH,
      guard: { kind: 'open' },
      tag: TAG,
      summary: 'Get no more campaigns',
      query: UnsubscribeQuery,
      ignores_body: true,
      responses: {},
      handler: async ({ headers, query: { token = '' } }) => {
        const found = await optOutByLink(using, token);
        return answer(headers, found && { kind: 'done', ...found });
      },
    }),
  ];
}

function answer(headers: IncomingHttpHeaders, shown: Shown | null): StreamReply {
  const preferences = readPreferences(headers);
  const page = unsubscribePage(preferences.language, shown ?? { kind: 'no_good' });
  return pageReply(shown === null ? 404 : 200, page, preferences);
}
