import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Surface } from './surface.ts';

/** Headers that pages may read besides those of the CORS safelist. */
const READABLE = ['Content-Disposition', 'ETag', 'Location', 'Retry-After', 'X-Request-ID'];
const MAY_BE_SENT = ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match', 'X-Request-ID'];
const PREFLIGHT_LASTS_S = 600;

/**
 * Lets pages of some origins call the surfaces for people (Fetch, CORS). Never with the browser's credentials: the
 * session cookie is for the pages of this server. Call it before hooks and routes, so that pages can also read refusals.
 */
export async function allowOrigins(
  app: FastifyInstance,
  surfaces: readonly Surface[],
  origins: readonly string[],
): Promise<void> {
  if (origins.length === 0) return;
  const open = surfaces.filter((surface) => surface.is_for_browsers === true);
  const isOpen = ({ url, method, headers }: FastifyRequest): boolean =>
    origins.some((origin) => origin === headers.origin) &&
    open.some(({ prefix }) => url.startsWith(`${prefix}/`)) &&
    (method !== 'OPTIONS' || headers['access-control-request-method'] !== undefined);
  const options: FastifyCorsOptions = {
    origin: [...origins],
    credentials: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: MAY_BE_SENT,
    exposedHeaders: READABLE,
    maxAge: PREFLIGHT_LASTS_S,
  };
  await app.register(cors, {
    delegator: (request, decide) => decide(null, isOpen(request) ? options : { origin: false }),
  });
}

/** Whether a request matched only the plugin's own catch-all route. */
export function isUnrouted({ is404, routeOptions }: FastifyRequest): boolean {
  return is404 || routeOptions.url === '*';
}
