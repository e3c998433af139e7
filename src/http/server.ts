import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { notFound, validationError } from '../shared/errors.ts';
import type { Actor } from './actor.ts';
import { answerBrokenRequests } from './broken-requests.ts';
import { serveDocs } from './docs.ts';
import { methodNotAllowed, sendError, surfaceOf } from './errors.ts';
import { openApiRoute } from './openapi.ts';
import { acceptBodies } from './read-body.ts';
import type { Route } from './route.ts';
import { addRoute, type ServeOptions } from './serve-route.ts';
import type { Surface } from './surface.ts';

export type ServerOptions = ServeOptions & {
  readonly surfaces: readonly [Surface, ...Surface[]];
  /** Routes outside every surface: health checks, signed files, well-known documents. */
  readonly bareRoutes: readonly Route[];
  readonly logger: Logger;
  readonly baseUrl: string;
  /** Called once the last request is answered. */
  readonly onClose?: () => Promise<void>;
};

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor;
  }
  interface FastifyContextConfig {
    guarded?: boolean;
  }
}

/** How long a client may take, in milliseconds: headers, then the whole request; a silent socket is cut sooner. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 120_000;
const IDLE_SOCKET_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** Builds the HTTP server; it listens only when asked to. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { surfaces, logger } = options;
  const app: FastifyInstance = Fastify<Server>({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    connectionTimeout: IDLE_SOCKET_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Requests that arrive on open connections during shutdown are served, with Connection: close.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Path parameters are as long as the header limit lets a URL be; an id of the wrong form is a plain 404.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Node would answer these itself, outside our envelopes; see broken-requests.ts.
      requireHostHeader: false,
    },
    frameworkErrors: (error, request, reply) =>
      sendError(surfaceOf(surfaces, request.url), error, request, reply),
    clientErrorHandler: answerBrokenRequests(surfaces, logger),
  });
  app.decorateRequest('actor');
  app.addHook('onRoute', refuseUnguarded);
  app.addHook('onRequest', async (request, reply) => {
    const surface = surfaceOf(surfaces, request.url);
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      throw validationError({ message: 'HTTP/1.1 requests need a Host header.' });
    }
    reply.headers({ ...surface.headers, 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
  });
  app.addHook('onResponse', logResponse);
  if (options.onClose !== undefined) app.addHook('onClose', options.onClose);
  app.setErrorHandler((error, request, reply) =>
    sendError(surfaceOf(surfaces, request.url), error, request, reply),
  );
  app.setNotFoundHandler((request, reply) =>
    sendError(
      surfaceOf(surfaces, request.url),
      notFound({ message: 'There is nothing at this address.' }),
      request,
      reply,
    ),
  );
  acceptBodies(app);
  const routes = [
    ...surfaces.flatMap((surface) =>
      [...surface.routes, openApiRoute(surface, options.baseUrl)].map(below(surface.prefix)),
    ),
    ...options.bareRoutes,
  ];
  for (const route of routes) addRoute(app, route, options);
  refuseOtherMethods(app, routes);
  await serveDocs(app, surfaces);
  // Expect: anything but 100-continue is ignored, as RFC 9110 allows, instead of Node's own bare 417.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  await app.ready();
  return app;
}

const below =
  (prefix: string) =>
  (route: Route): Route => ({ ...route, path: `${prefix}${route.path}` });

/** `X-Request-ID` as sent when it is sound, so that a caller can follow a request through; else a new one. */
function requestId(request: IncomingMessage): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : randomUUID();
}

/** Deny by default: a route that did not come with a guard stops the start. */
function refuseUnguarded(route: { url: string; config?: { guarded?: boolean } }): void {
  if (route.config?.guarded !== true) throw new Error(`The route ${route.url} declares no guard.`);
}

function logResponse(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const quiet = reply.statusCode < 400 && (request.method === 'GET' || request.method === 'HEAD');
  // The pattern, not the URL: query strings can carry secrets such as a file's signature.
  request.log[quiet ? 'debug' : 'info'](
    {
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime),
    },
    'request',
  );
  done();
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Answers 405 with `Allow` on every known path, before credentials or a body are looked at. */
function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  for (const [url, served] of Map.groupBy(routes, (route) => route.path)) {
    const methods: string[] = served.map((route) => route.method);
    const allowed = methods.includes('GET') ? ['HEAD', ...methods] : methods;
    const allow = METHODS.filter((method) => allowed.includes(method)).join(', ');
    app.route({
      method: METHODS.filter((method) => !allowed.includes(method)),
      url,
      config: { guarded: true },
      onRequest: async () => {
        throw methodNotAllowed({ message: `This address answers ${allow}.`, headers: { allow } });
      },
      handler: async () => undefined,
    });
  }
}
