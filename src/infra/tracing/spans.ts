import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';

/** What a span is called, and what it says of itself from its beginning on. */
type About = { readonly name: string; readonly kind: SpanKind; readonly attributes?: Attributes };

/** Spans of one process. What is under way is kept here and not in OpenTelemetry's global state, where packages would find it and add what they like. */
export type Spans = {
  /** Begins a span of its own trace, or of the one that `parent` names. */
  begin(about: About, parent?: Context): Span;
  /** Runs `work`, whose spans are then below this one. */
  run<T>(span: Span, work: () => T): T;
  /** The same, and ends the span as `work` ends. */
  around<T>(span: Span, work: () => Promise<T>): Promise<T>;
  /** Begins a span below the one that is under way; undefined where none is, or none that is recorded. */
  child(about: About): Span | undefined;
};

export function createSpans(tracer: Tracer): Spans {
  const current = new AsyncLocalStorage<Span>();
  const begin = ({ name, ...options }: About, parent = ROOT_CONTEXT): Span =>
    tracer.startSpan(name, options, parent);
  return {
    begin,
    run: (span, work) => current.run(span, work),
    around: async (span, work) => {
      try {
        return await current.run(span, work);
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    child: (about) => {
      const parent = current.getStore();
      // What outlives a request, such as a stream of events, is no part of its span.
      return parent?.isRecording() === true ? begin(about, trace.setSpan(ROOT_CONTEXT, parent)) : undefined;
    },
  };
}

/** Says that it failed, and how in one word: messages of errors quote what people sent. */
export function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  const { fault, reason, code, name }: Readonly<Record<string, unknown>> = Object(error);
  const word = [fault, reason, code, name].find((one) => typeof one === 'string' && /^\w{1,60}$/.test(one));
  span.setAttribute('error.type', String(word ?? 'unknown'));
}
