import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TracedRequest, Tracing } from '../infra/tracing/index.ts';
import { isUnrouted } from './cross-origin.ts';

/** Asked every few seconds, by machines that trace nothing. */
const UNTRACED: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz']);

/** Makes each request a span, from its headers to the end of its answer; a stream of events until it begins. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const traced = new WeakMap<FastifyRequest, TracedRequest>();
  app.addHook('onRequest', (request, reply, done) => {
    const route = isUnrouted(request) ? undefined : request.routeOptions.url;
    if (UNTRACED.has(route)) return done();
    const { method, headers } = request;
    const traceparent = isFromProxy(request) ? headers.traceparent?.toString() : undefined;
    const span = tracing.beginRequest({ method, route, traceparent });
    traced.set(request, span);
    request.log = reply.log = request.log.child({ trace_id: span.trace_id });
    reply.raw.once('close', () => span.end(reply.raw.headersSent ? reply.statusCode : null));
    span.run(done);
  });
  // Whoever reads a body is called by the socket, which knows nothing of the request.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = traced.get(request);
    if (span === undefined) done();
    else span.run(done);
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.routeOptions.config.is_stream === true) traced.get(request)?.end(reply.statusCode);
    done();
  });
}

/** Only a proxy of TRUST_PROXY may say which trace a request belongs to, and that it is recorded: anybody else would fill the collector. */
function isFromProxy({ ips }: FastifyRequest): boolean {
  return ips !== undefined && ips.length > 1;
}
