import Type from 'typebox';
import { pageReply } from '../../../../http/pages/page-route.ts';
import { readPreferences } from '../../../../http/pages/preferences.ts';
import { type Route, route } from '../../../../http/route.ts';
import { NO_NUL } from '../../../../http/schemas.ts';
import { askedCookie, goToPlatform, readStart } from '../go-to-platform.ts';
import { noStartPage, startPage } from '../pages/start-page.ts';
import { GO_PATH, START_PATH, startUrl } from '../paths.ts';
import type { ConnectDeps } from '../start-connecting.ts';

const StartQuery = Type.Object({
  state: Type.Optional(Type.String({ ...NO_NUL, maxLength: 2_000, description: 'As in `authorize_url`.' })),
});

/** Outside both APIs: whoever connects a platform without an app that confirms it sets out here. */
export function startPageRoutes(deps: ConnectDeps): readonly Route[] {
  const common = { method: 'GET', guard: { kind: 'open' }, tag: 'Integrations', responses: {} } as const;
  return [
    route({
      ...common,
      operation_id: 'getConnectStartPage',
      path: START_PATH,
      summary: 'Page that says which account a platform is about to be connected with',
      query: StartQuery,
      handler: async ({ headers, query: { state = '' } }) => {
        const preferences = readPreferences(headers);
        const start = await readStart(deps, state);
        if (start === null) return pageReply(404, noStartPage(preferences.language), preferences);
        const go_url = startUrl('', state, GO_PATH);
        const page = startPage(preferences.language, { ...start, go_url });
        const cookie = { 'set-cookie': askedCookie(deps.baseUrl, state) };
        return pageReply(200, page, { ...preferences, headers: cookie });
      },
    }),
    route({
      ...common,
      operation_id: 'goToPlatform',
      path: GO_PATH,
      summary: 'Go on from the page to the platform',
      query: StartQuery,
      handler: async ({ headers, query: { state = '' } }) => {
        const way = await goToPlatform(deps, { state, cookies: headers.cookie });
        if (way === null) {
          const preferences = readPreferences(headers);
          return pageReply(404, noStartPage(preferences.language), preferences);
        }
        return {
          status: 302,
          stream: undefined,
          headers: {
            location: way.location,
            'cache-control': 'no-store',
            'referrer-policy': 'no-referrer',
            ...(way.cookie !== undefined && { 'set-cookie': way.cookie }),
          },
        };
      },
    }),
  ];
}
