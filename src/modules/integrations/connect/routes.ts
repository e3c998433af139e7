import type { Static } from 'typebox';
import Type from 'typebox';
import { pageReply } from '../../../http/pages/page-route.ts';
import { readPreferences } from '../../../http/pages/preferences.ts';
import { type Route, route } from '../../../http/route.ts';
import { NO_NUL } from '../../../http/schemas.ts';
import type { Database } from '../../../infra/db/database.ts';
import { isoOrNull } from '../../../shared/time.ts';
import { findOwnConnections, type OwnConnection } from '../connections/own-connection-queries.ts';
import {
  consentDenied,
  notConfigured,
  platformFailed,
  unusableConfirmation,
  unusableState,
} from '../errors.ts';
import { CONNECTED_PLATFORMS, type PlatformId, TITLES } from '../provider.ts';
import {
  AuthorizeQuery,
  AuthorizeUrlResponse,
  ConfirmConnectionBody,
  ConfirmConnectionResponse,
  type ConfirmedConnection,
  DisconnectResponse,
  IntegrationList,
  RETURN_QUERIES,
} from './contract.ts';
import { type DisconnectDeps, disconnect } from './disconnect.ts';
import { confirmConnecting, type FinishDeps, finishConnecting } from './finish-connecting.ts';
import { askedCookie, browsersIn, goToPlatform, readStart } from './go-to-platform.ts';
import { connectedPageRoute } from './pages/connected-page.ts';
import { noStartPage, startPage } from './pages/start-page.ts';
import { GO_PATH, PATHS, START_PATH, startUrl } from './paths.ts';
import { DEEP_LINK, FAILURE_REASONS } from './return-url.ts';
import { type ConnectDeps, startConnecting } from './start-connecting.ts';

const listIntegrationsRoute = (deps: { readonly db: Database }): Route =>
  route({
    operation_id: 'listIntegrations',
    method: 'GET',
    path: '/integrations',
    guard: { kind: 'user' },
    tag: 'Integrations',
    summary: 'What is connected',
    description: 'Your own connections to platforms, and how far their past has come over.',
    responses: { 200: IntegrationList },
    handler: async ({ actor }) => {
      const integrations = await findOwnConnections(deps.db, actor.user_id);
      const data = { integrations: integrations.map(presentIntegration) };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

const disconnectRoute = (deps: DisconnectDeps, platform: PlatformId): Route => {
  const title = TITLES[platform];
  const { method, path } = PATHS[platform].deauth;
  return route({
    operation_id: `disconnect${title}`,
    method,
    path,
    guard: { kind: 'user' },
    tag: 'Integrations',
    summary: `Disconnect ${title}`,
    description:
      `Ends your connection here and your consent at ${title}; where ${title} does not answer, it is told later. Your activities ` +
      'stay. Also a success where nothing is connected: the message says so.',
    responses: { 200: DisconnectResponse },
    errors: [notConfigured],
    handler: async ({ actor }) => {
      const was_connected = await disconnect(deps, actor, platform);
      const message = was_connected
        ? `${title} is disconnected. Your activities stay.`
        : `${title} is not connected.`;
      return { status: 200, body: { status: 'ok' as const, message } };
    },
  });
};

const confirmConnectionRoute = (deps: FinishDeps): Route =>
  route({
    operation_id: 'confirmConnection',
    method: 'POST',
    path: '/integrations/confirm',
    guard: { kind: 'user' },
    tag: 'Integrations',
    summary: 'Confirm that it is you who came back from a platform',
    description:
      'For apps that asked for `authorize_url` with a `code_challenge`: send the `confirm_code` that came to `return_url`, with the ' +
      '`code_verifier` of the challenge, signed in as the user who set out. Until then nothing is connected. Once, and within ten ' +
      'minutes. The answer says what came of it, as the callback says it to a browser.',
    body: ConfirmConnectionBody,
    responses: { 200: ConfirmConnectionResponse },
    errors: [unusableConfirmation, notConfigured],
    handler: async ({ actor, body }) => {
      const result = await confirmConnecting(deps, actor, body);
      return { status: 200, body: { status: 'ok' as const, data: presentConfirmed(result) } };
    },
  });

const authorizeUrlRoute = (deps: ConnectDeps, provider: PlatformId): Route =>
  route({
    operation_id: `get${TITLES[provider]}AuthorizeUrl`,
    holds_secret: true,
    method: 'GET',
    path: PATHS[provider].authorize,
    guard: { kind: 'user' },
    tag: 'Integrations',
    summary: `Begin to connect ${TITLES[provider]}`,
    description:
      `Where to send the athlete in a browser, for you and for ten minutes; they go on to ${TITLES[provider]}’s consent page, come back to ` +
      'the callback, and from there to `return_url`. Only the browser that set out can come back, or only the app that set out can ' +
      'confirm the return (`code_challenge`).',
    query: AuthorizeQuery,
    responses: { 200: AuthorizeUrlResponse },
    errors: [notConfigured, platformFailed],
    volatile: true,
    handler: async ({ actor, query: { return_url, code_challenge } }) => {
      const authorize_url = await startConnecting(deps, actor, { provider, return_url, code_challenge });
      return { status: 200, body: { status: 'ok' as const, data: { authorize_url } } };
    },
  });

const callbackRoute = (deps: FinishDeps, provider: PlatformId): Route =>
  route({
    operation_id: `finishConnecting${TITLES[provider]}`,
    method: 'GET',
    path: PATHS[provider].callback,
    guard: { kind: 'open' },
    tag: 'Integrations',
    summary: `Come back from ${TITLES[provider]}`,
    description:
      `Where ${TITLES[provider]} sends athletes back to; nobody else calls it. A return that was waited for, the first time it comes and ` +
      'within ten minutes, leads on: the consent is exchanged, the connection stored, and the last two months are brought ' +
      'over. Any other is refused without calling the platform, also that of another browser than the one that set out. An athlete who is connected already gets new credentials.',
    query: RETURN_QUERIES[provider],
    redirect: {
      description:
        `To \`return_url\`, or \`${DEEP_LINK}\`, which keeps its own query and fragment, with \`provider\` and \`status=success\` and ` +
        `\`provider_user_id\`; for apps with a \`code_challenge\` \`status=confirm\` and \`confirm_code\`; or \`status=error\` and \`error\`, one of ${FAILURE_REASONS.map((reason) => `\`${reason}\``).join(', ')}.`,
      example: `${DEEP_LINK}?provider=${provider}&status=success&provider_user_id=4711`,
    },
    responses: {},
    errors: [unusableState, consentDenied, notConfigured],
    handler: async ({ query, headers }) => {
      const asked = { provider, query, browsers: browsersIn(headers.cookie) };
      return { status: 302, location: await finishConnecting(deps, asked) };
    },
  });

const StartQuery = Type.Object({
  state: Type.Optional(Type.String({ ...NO_NUL, maxLength: 2_000, description: 'As in `authorize_url`.' })),
});

/** These routes are outside both APIs: people without an app that confirms the return start connecting here. */
function startPageRoutes(deps: ConnectDeps): readonly Route[] {
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

export function connectRoutes(deps: FinishDeps & DisconnectDeps): readonly Route[] {
  return [
    listIntegrationsRoute(deps),
    confirmConnectionRoute(deps),
    ...CONNECTED_PLATFORMS.flatMap((platform) => [
      authorizeUrlRoute(deps, platform),
      callbackRoute(deps, platform),
      disconnectRoute(deps, platform),
    ]),
  ];
}

export function connectPageRoutes(deps: ConnectDeps): readonly Route[] {
  return [connectedPageRoute(), ...startPageRoutes(deps)];
}

function presentIntegration(connection: OwnConnection) {
  const { backfill } = connection;
  return {
    provider: connection.provider,
    connected: connection.token_expired_at === null,
    connected_at: connection.connected_at.toISOString(),
    last_sync_at: isoOrNull(connection.last_sync_at),
    token_expired_at: isoOrNull(connection.token_expired_at),
    scopes: connection.scopes,
    backfill: backfill && { state: backfill.state, imported: backfill.imported, remark: backfill.reason },
  };
}

/** The same fields as `resultUrl` writes into an address. */
function presentConfirmed({
  provider,
  ...outcome
}: Awaited<ReturnType<typeof confirmConnecting>>): Static<typeof ConfirmedConnection> {
  return 'error' in outcome
    ? { provider, status: 'error', provider_user_id: null, error: outcome.error }
    : { provider, status: 'success', provider_user_id: outcome.provider_user_id, error: null };
}
