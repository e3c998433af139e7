import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Metrics } from '../infra/metrics/index.ts';
import type { Health } from './health.ts';

/** Only machines nearby ask: nothing takes long, and bodies are small. */
const LIMITS = { bodyLimit: 1_024, requestTimeout: 5_000, connectionTimeout: 10_000 };

export function metricsServer(metrics: Metrics, logger: Logger): FastifyInstance {
  const app = bareServer(logger);
  app.get('/metrics', async (_request, reply) => {
    const { content_type, text } = await metrics.scrape();
    return reply.header('content-type', content_type).send(text);
  });
  return app;
}

/** Answers health probes of a process without an HTTP API, as `healthRoutes` does on a server. */
export function healthServer(health: Health, logger: Logger): FastifyInstance {
  const app = bareServer(logger);
  app.get('/healthz', async () => {
    health.requireAlive();
    return { status: 'ok' };
  });
  app.get<{ Querystring: { full?: unknown } }>('/readyz', async ({ query }, reply) => {
    const readiness = query.full === undefined ? await health.ready() : await health.readyInFull();
    if (readiness.status === 'failed') reply.code(503).header('retry-after', '1');
    return readiness;
  });
  return app;
}

function bareServer(logger: Logger): FastifyInstance {
  const app = Fastify({ ...LIMITS, forceCloseConnections: true });
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });
  app.setNotFoundHandler(async (_request, reply) => reply.code(404).send({ status: 'not_found' }));
  app.setErrorHandler(async (error, _request, reply) => {
    const status = statusOf(error);
    if (status === 500) logger.error({ err: error }, 'a probe or a scrape failed');
    return reply.code(status).send({ status: 'failed' });
  });
  return app;
}

/** Fastify's own errors and ours both carry one. */
function statusOf(error: unknown): number {
  if (!(error instanceof Error)) return 500;
  const status: unknown = Reflect.get(error, 'statusCode') ?? Reflect.get(error, 'status');
  return typeof status === 'number' && status >= 400 ? status : 500;
}
