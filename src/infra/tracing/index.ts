import { defaultTextMapGetter, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { JobRegistration } from '../jobs/index.ts';
import { createProvider, type TracingSettings } from './export-spans.ts';
import { createSpans } from './spans.ts';
import { traceDatabase } from './trace-database.ts';
import { type TracedServices, traceServices } from './trace-services.ts';

/** A request that is being answered. */
export type TracedRequest = {
  /** Of its log lines too. */
  readonly trace_id: string;
  /** Runs what is done for it. */
  run<T>(work: () => T): T;
  /** @param status null where the client left before there was one */
  end(status: number | null): void;
};

/** What this process does, as spans for a collector: kinds of things, never whose they are. Costs nothing where there is no collector, since there is none of this then. */
export type Tracing = TracedServices & {
  /**
   * @param route its template; undefined where there is none
   * @param traceparent of whoever asked, where that is somebody whose word counts
   */
  beginRequest(request: {
    readonly method: string;
    readonly route: string | undefined;
    readonly traceparent: string | undefined;
  }): TracedRequest;
  traceDatabase<Db extends Database>(db: Db): Db;
  /** Each attempt is a trace of its own. */
  traceJob(registration: JobRegistration): JobRegistration;
  /** Sends what is left. */
  close(): Promise<void>;
};

export function createTracing(settings: TracingSettings & { version: string; logger: Logger }): Tracing {
  const provider = createProvider(settings, settings.version, settings.logger);
  const spans = createSpans(provider.getTracer('ekiden', settings.version));
  const propagator = new W3CTraceContextPropagator();
  return {
    ...traceServices(spans),
    beginRequest: ({ method, route, traceparent }) => {
      const parent = propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
      const span = spans.begin(
        {
          name: route === undefined ? method : `${method} ${route}`,
          kind: SpanKind.SERVER,
          attributes: {
            'http.request.method': method,
            ...(route === undefined ? {} : { 'http.route': route }),
          },
        },
        parent,
      );
      return {
        trace_id: span.spanContext().traceId,
        run: (work) => spans.run(span, work),
        end: (status) => endRequest(span, status),
      };
    },
    traceDatabase: (db) => traceDatabase(db, spans),
    traceJob: ({ job, run }) => ({
      job,
      run: async (payload, context) => {
        const attributes = { 'ekiden.job.attempt': context.attempt };
        const span = spans.begin({ name: job.name, kind: SpanKind.CONSUMER, attributes });
        const logger = context.logger.child({ trace_id: span.spanContext().traceId });
        await spans.around(span, () => run(payload, { ...context, logger }));
      },
    }),
    close: async () => {
      // Ends within the time of one sending, and whoever looks after outages has told why.
      await provider.shutdown().catch(() => undefined);
    },
  };
}

function endRequest(span: Span, status: number | null): void {
  if (!span.isRecording()) return;
  if (status === null) span.setAttribute('error.type', 'client_gone');
  else span.setAttribute('http.response.status_code', status);
  if (status !== null && status >= 500) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', String(status));
  }
  span.end();
}
