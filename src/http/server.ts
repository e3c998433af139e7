import type { IncomingMessage } from 'node:http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import type { HttpMeter } from '../infra/metrics/index.ts';
import type { Tracing } from '../infra/tracing/index.ts';
import { type AppError, validationError } from '../shared/errors.ts';
import { createBrokenRequests } from './broken-requests.ts';
import { checkAnswers } from './check-answers.ts';
import { offerCompression } from './compress.ts';
import { allowOrigins, isUnrouted } from './cross-origin.ts';
import { serveDocs } from './docs.ts';
import { sendError, surfaceOf } from './errors.ts';
import { createEventStreams } from './event-streams.ts';
import { createUploadRooms, type UploadLimits } from './hold-uploads.ts';
import {
  createHttpServer,
  DEFAULT_TIMEOUTS,
  drainConnections,
  MAX_HEADER_BYTES,
  type Timeouts,
} from './http-server.ts';
import { openApiRoute } from './openapi.ts';
import { serveFonts } from './pages/fonts.ts';
import { acceptBodies } from './read-body.ts';
import { createLargeBodies } from './read-large-body.ts';
import { withOpenQuery } from './read-query.ts';
import { requestId } from './request-id.ts';
import { originForm } from './request-target.ts';
import { type Route, requireGuard } from './route.ts';
import { serveConsole } from './serve-console.ts';
import { addRoute, type ServeOptions, unroutedAdmitter } from './serve-route.ts';
import { COMMON_HEADERS, type Surface } from './surface.ts';
import { traceRequests } from './trace-requests.ts';
import { watchAddresses } from './unknown-addresses.ts';
import { watchProxies } from './watch-proxies.ts';

export type ServerOptions = ServeOptions & {
  readonly surfaces: readonly [Surface, ...Surface[]];
  readonly bareRoutes: readonly Route[];
  readonly logger: Logger;
  readonly baseUrl: string;
  /** The proxies whose `X-Forwarded-For` is believed: addresses, CIDR ranges, or words of TRUST_PROXY. None by default. */
  readonly trustProxy?: readonly string[];
  /** The origins whose pages may call from a browser. None by default. */
  readonly corsOrigins?: readonly string[];
  /** For tests, instead of `DEFAULT_UPLOAD_LIMITS`. */
  readonly uploads?: Partial<UploadLimits>;
  /** Counts the answers; undefined without metrics. */
  readonly meter?: HttpMeter | undefined;
  /** What makes spans of requests, where anything does. */
  readonly tracing?: Tracing | undefined;
  /** Instead of `DEFAULT_TIMEOUTS`. */
  readonly timeouts?: Partial<Timeouts>;
  readonly onClose?: () => Promise<void>;
};

function refuseSchemas(): never {
  throw new Error('Fastify checks no schemas here: declare them with `route`.');
}

export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { surfaces, logger, trustProxy = [] } = options;
  const bareRoutes = [...surfaces.flatMap(({ outside = [] }) => outside), ...options.bareRoutes];
  for (const route of [...surfaces.flatMap(({ routes }) => routes), ...bareRoutes]) requireGuard(route);
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const brokenRequests = createBrokenRequests(surfaces, logger);
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendError(surfaceOf(surfaces, request.url), error, request, reply);
  const admitUnrouted = unroutedAdmitter(options);
  /** The answer to a request without a route: the refusal of its key, else `fault`. */
  const refuseUnrouted = async (
    request: FastifyRequest,
    reply: FastifyReply,
    fault: unknown,
  ): Promise<unknown> => {
    try {
      await admitUnrouted(surfaceOf(surfaces, request.url), request, reply);
      return fault;
    } catch (refused) {
      return refused;
    }
  };
  const app: FastifyInstance = Fastify({
    serverFactory: (handle) => createHttpServer(handle, brokenRequests, timeouts),
    // The multipart reader logs request headers at level trace, credentials included.
    loggerInstance: logger.child({}, { redact: ['busboyOptions.headers'] }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestId,
    rewriteUrl: ({ url = '/' }: IncomingMessage) => originForm(url),
    trustProxy: trustProxy.length === 0 ? false : [...trustProxy],
    // Requests on open connections during shutdown are served, with Connection: close.
    return503OnClosing: false,
    // The header limit bounds a path parameter, so a malformed id is a plain 404.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    // `addRoute` validates; without these Fastify would load compilers that nothing uses.
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    frameworkErrors: (error, request, reply) => {
      void refuseUnrouted(request, reply, error).then((fault) => answerError(fault, request, reply));
    },
    clientErrorHandler: brokenRequests.answerFault,
  });
  await allowOrigins(app, surfaces, options.corsOrigins ?? []);
  await offerCompression(app);
  app.decorateRequest('actor');
  app.decorateRequest('counted');
  app.addHook('onRoute', refuseUnguarded);
  const addresses = watchAddresses(app);
  if (options.tracing !== undefined) traceRequests(app, options.tracing);
  watchProxies(app, trustProxy, logger);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({
      ...COMMON_HEADERS,
      ...surfaceOf(surfaces, request.url).headers,
      'x-request-id': request.id,
    });
    const fault = protocolFault(request.raw);
    if (fault !== undefined || !isUnrouted(request)) return done(fault);
    void refuseUnrouted(request, reply, addresses.refuse(request.url)).then((refused) =>
      done(refused as Error),
    );
  });
  app.addHook('onResponse', responseLogger(logger));
  if (options.meter !== undefined) app.addHook('onResponse', answerCounter(options.meter));
  const resources = {
    rooms: createUploadRooms(options.uploads ?? {}, brokenRequests.cutSlow),
    largeBodies: createLargeBodies(),
    streams: createEventStreams({
      heartbeat: timeouts.heartbeat,
      checkResponses: options.checkResponses === true,
      meter: options.meter,
    }),
  };
  app.addHook('preClose', async () => {
    resources.streams.stopEndless();
    drainConnections(app.server, timeouts.drain, resources.streams.stop);
  });
  app.addHook('onClose', () => resources.largeBodies.close());
  if (options.onClose !== undefined) app.addHook('onClose', options.onClose);
  app.setErrorHandler(answerError);
  acceptBodies(app);
  if (options.checkResponses === true) checkAnswers(app, surfaces, options.baseUrl);
  for (const surface of surfaces) {
    for (const route of [...surface.routes, openApiRoute(surface, options.baseUrl)]) {
      const compressing = { ...resources, compresses: true };
      addRoute(app, { ...route, path: `${surface.prefix}${route.path}` }, options, compressing);
    }
  }
  for (const route of bareRoutes)
    addRoute(app, withOpenQuery(route), options, { ...resources, compresses: false });
  serveFonts(app);
  await serveDocs(app, surfaces);
  serveConsole(app);
  addresses.coverHiddenMethods(refuseUnrouted);
  await app.ready();
  return app;
}

/** HTTP/1.1 requests have exactly one Host header: none or two serve to smuggle requests past proxies (RFC 9112 §3.2). */
function protocolFault({ httpVersion, headers, rawHeaders }: IncomingMessage): AppError | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return validationError({ message: 'This server speaks HTTP/1.1.' });
  }
  if (httpVersion === '1.1' && headers.host === undefined) {
    return validationError({ message: 'HTTP/1.1 requests need a Host header.' });
  }
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1 ? validationError({ message: 'Send one Host header.' }) : undefined;
}

/** Deny by default: a route that did not come with a guard stops the start. */
function refuseUnguarded(route: { url: string; config?: { guarded?: boolean } }): void {
  if (route.config?.guarded !== true) throw new Error(`The route ${route.url} declares no guard.`);
}

function answerCounter(meter: HttpMeter) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const { url, config } = request.routeOptions;
    meter.answered({
      method: request.method,
      route: isUnrouted(request) ? undefined : url,
      status: reply.statusCode,
      duration_s: reply.elapsedTime / 1_000,
      is_stream: config.is_stream === true,
    });
    done();
  };
}

function responseLogger(logger: Logger) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const quiet = reply.statusCode < 400 && (request.method === 'GET' || request.method === 'HEAD');
    const level = quiet ? 'debug' : 'info';
    if (logger.isLevelEnabled(level)) {
      request.log[level](
        {
          method: request.method,
          // The pattern is logged instead of the URL, whose query can carry secrets such as a file's signature.
          route: request.routeOptions.url,
          status: reply.statusCode,
          duration_ms: Math.round(reply.elapsedTime),
        },
        'request',
      );
    }
    done();
  };
}
