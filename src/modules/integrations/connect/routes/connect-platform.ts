import { type Route, route } from '../../../../http/route.ts';
import { consentDenied, notConfigured, platformFailed, unusableState } from '../../errors.ts';
import { type PlatformId, TITLES } from '../../provider.ts';
import { AuthorizeQuery, AuthorizeUrlResponse, RETURN_QUERIES } from '../contract.ts';
import { type FinishDeps, finishConnecting } from '../finish-connecting.ts';
import { browsersIn } from '../go-to-platform.ts';
import { PATHS } from '../paths.ts';
import { DEEP_LINK, FAILURE_REASONS } from '../return-url.ts';
import { type ConnectDeps, startConnecting } from '../start-connecting.ts';

export const authorizeUrlRoute = (deps: ConnectDeps, provider: PlatformId): Route =>
  route({
    operation_id: `get${TITLES[provider]}AuthorizeUrl`,
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

export const callbackRoute = (deps: FinishDeps, provider: PlatformId): Route =>
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
