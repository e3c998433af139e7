import { hostname } from 'node:os';
import { ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { reasonOf } from '../../shared/errors.ts';

type RootSampler = 'always_on' | 'always_off' | 'traceidratio';

export type TracingSettings = {
  /** The collector's address, without the path of traces. */
  readonly endpoint: string;
  /** What the collector wants to see with each request: a secret. */
  readonly headers: Readonly<Record<string, string>>;
  /** How long one sending may take, with all that is tried again. */
  readonly timeout_ms: number;
  readonly service_name: string;
  readonly resource_attributes: Readonly<Record<string, string>>;
  readonly sampler: RootSampler | `parentbased_${RootSampler}`;
  /** Of `traceidratio`: which part of all traces is recorded, 0 to 1. */
  readonly sampler_arg: number;
};

/** What gathers spans and sends them in the background, some seconds behind. Those that there is no room for, and those that nobody takes, are dropped. */
export function createProvider(settings: TracingSettings, version: string, logger: Logger): TracerProvider {
  const { endpoint, headers, timeout_ms, service_name, resource_attributes } = settings;
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: timeout_ms,
  });
  return new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'host.name': hostname(),
        'service.version': version,
        ...resource_attributes,
        'service.name': service_name,
      }),
    ),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter: tellOutages(exporter, logger) })],
  });
}

function samplerOf({ sampler, sampler_arg }: TracingSettings): Sampler {
  const roots: Readonly<Record<RootSampler, () => Sampler>> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(sampler_arg),
  };
  const name = sampler.replace('parentbased_', '') as RootSampler;
  const root = roots[name]();
  return sampler === name ? root : new ParentBasedSampler({ root });
}

/** One line when spans are no longer taken, and one when they are again, however long that lasts. */
function tellOutages(exporter: SpanExporter, logger: Logger): SpanExporter {
  let isAway = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== ExportResultCode.SUCCESS;
        if (failed && !isAway)
          logger.warn(
            { cause: reasonOf(result.error).slice(0, 200) },
            'traces are dropped: what OTEL_EXPORTER_OTLP_ENDPOINT names does not take them',
          );
        if (!failed && isAway) logger.info('traces are taken again');
        isAway = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
