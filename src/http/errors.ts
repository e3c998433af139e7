import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import {
  AppError,
  defineError,
  isOutage,
  notFound,
  outageAnswer,
  unavailable,
  validationError,
} from '../shared/errors.ts';
import { composePage, policyOf } from './pages/compose-page.ts';
import { errorPage } from './pages/error-page.ts';
import { readPreferences } from './pages/preferences.ts';
import { unsupportedMediaType } from './read-body.ts';
import { pathOf } from './request-target.ts';
import { COMMON_HEADERS, type Surface } from './surface.ts';
import { bodyTooLarge } from './too-large.ts';

export const internalError = defineError('internal_error', 500, 'Something went wrong on our side.');
export const methodNotAllowed = defineError('method_not_allowed', 405, 'This method is not allowed here.');

/** The surface whose envelope answers a URL; the first one for paths outside every surface. */
export function surfaceOf(surfaces: readonly [Surface, ...Surface[]], url: string): Surface {
  const path = pathOf(url);
  return (
    surfaces.find(
      ({ prefix }) =>
        path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/'),
    ) ?? surfaces[0]
  );
}

/** The error that a client sees for an unforeseen exception. */
export function unforeseen(error: unknown): AppError {
  return isOutage(error) ? outageAnswer(error) : internalError({ cause: error });
}

/** Any thrown value as an AppError: ours unchanged, the framework's by its status, the rest as an outage or `internal_error`. */
function toAppError(error: unknown, { routeOptions }: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  // Anything can be thrown, even null.
  const { code, statusCode }: Partial<FastifyError> = Object(error);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return bodyTooLarge(routeOptions.bodyLimit, error);
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedMediaType({ cause: error });
  if (code === 'FST_ERR_BAD_URL') {
    return validationError({ message: 'The URL is not valid: check its percent-encoding.', cause: error });
  }
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    return validationError({
      message: 'The body does not have the length that Content-Length names.',
      cause: error,
    });
  }
  if (statusCode === 404) return notFound({ cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return validationError({ cause: error });
  return unforeseen(error);
}

/** Errors that are not logged request by request. */
const QUIET: ReadonlySet<string> = new Set(['not_configured', unavailable.code]);

/** Answers an error in its surface's envelope and logs the details that the client may not see. */
export function sendError(
  surface: Surface,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const error = toAppError(thrown, request);
  // A service that is not set up is no failure, and an outage is logged already: requests must not be able to fill the log.
  if (error.status >= 500 && !QUIET.has(error.code)) request.log.error({ err: thrown }, 'request failed');
  else request.log.debug({ code: error.code, cause: causeOf(error) }, 'request refused');
  // A file that failed before its first byte has set headers that describe the file.
  dropHeaders(reply, /^(?:content-|etag$|last-modified$|accept-ranges$|cache-control$)/);
  // An unknown caller has no limits, also when the key was revoked meanwhile.
  if (error.status === 401) dropHeaders(reply, /^x-ratelimit-/);
  reply.headers({
    ...COMMON_HEADERS,
    ...surface.headers,
    'x-request-id': request.id,
    // Caches may otherwise store a 404 or 410 (RFC 9110 §15.1).
    'cache-control': 'no-store',
    ...error.headers,
  });
  // RFC 9110 §11.6.1 wants a challenge with every 401.
  if (error.status === 401) reply.header('www-authenticate', 'Bearer');
  reply.code(error.status);
  if (isTyped(surface, request.url)) {
    reply.header('vary', 'accept, accept-language, cookie');
    if (prefersHtml(request.headers.accept)) return sendErrorPage(error, request, reply);
  }
  reply.type('application/json; charset=utf-8');
  return reply.send(JSON.stringify(surface.envelope.body(error, request.id)));
}

/** Whether a person typed the address or followed a link. Below the prefix of an API only programs call, which get its envelope. */
function isTyped({ prefix }: Surface, url: string): boolean {
  const path = pathOf(url);
  return !path.startsWith(`${prefix}/`) || path.length === prefix.length + 1;
}

function sendErrorPage(error: AppError, { id, headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { language, look } = readPreferences(headers);
  const page = errorPage(error, { language, request_id: id });
  reply.headers({
    'content-language': language,
    'content-security-policy': policyOf(page),
    'referrer-policy': 'no-referrer',
  });
  return reply.type('text/html; charset=utf-8').send(composePage(page, look));
}

function dropHeaders(reply: FastifyReply, names: RegExp): void {
  for (const name of Object.keys(reply.getHeaders())) {
    if (!names.test(name)) continue;
    reply.removeHeader(name);
    reply.raw.removeHeader(name);
  }
}

/** The cause of a refusal, by its code: messages quote the body or the URL, which can hold secrets. */
function causeOf(error: AppError): string | undefined {
  if (!(error.cause instanceof Error)) return undefined;
  const code: unknown = Reflect.get(error.cause, 'code');
  return typeof code === 'string' ? code : error.cause.name;
}

/** Whether a person reads the answer in a browser: `Accept` (RFC 9110, section 12.5.1) names HTML itself and prefers it to JSON. Wildcards do not count. */
function prefersHtml(accept: string | undefined): boolean {
  const html = qualityOf('text/html', accept);
  return html > 0 && html >= qualityOf('application/json', accept);
}

function qualityOf(type: string, accept = ''): number {
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (name !== type) continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return quality === undefined ? 1 : Number(quality.slice(2)) || 0;
  }
  return 0;
}
