import { type Attributes, type Span, SpanKind } from '@opentelemetry/api';
import type { Messenger } from '../chat/index.ts';
import type { HttpClient } from '../http-client/index.ts';
import type { LanguageModel } from '../llm/index.ts';
import type { Mailer } from '../mail/index.ts';
import type { Pusher } from '../push/index.ts';
import type { SendOutcome } from '../send-outcome.ts';
import { fail, type Spans } from './spans.ts';

/** The same services, each use of them a span where something traced is under way: whom it asks and how that ended, never for whom. */
export type TracedServices = {
  traceCalls(client: HttpClient): HttpClient;
  traceMails(mailer: Mailer): Mailer;
  tracePushes(pusher: Pusher): Pusher;
  traceChats(messenger: Messenger): Messenger;
  traceModel(model: LanguageModel): LanguageModel;
};

export function traceServices(spans: Spans): TracedServices {
  const begin = (name: string, attributes?: Attributes): Span | undefined =>
    spans.child({ name, kind: SpanKind.CLIENT, ...(attributes === undefined ? {} : { attributes }) });
  const trace = async <T>(
    span: Span | undefined,
    work: () => Promise<T>,
    told: (result: T) => Attributes = () => ({}),
  ): Promise<T> => {
    if (span === undefined) return await work();
    return await spans.around(span, async () => {
      const result = await work();
      span.setAttributes(told(result));
      return result;
    });
  };
  const send = (name: string, work: () => Promise<SendOutcome>): Promise<SendOutcome> =>
    trace(begin(name), work, ({ kind }) => ({ 'ekiden.outcome': kind }));
  const read = async function* <T>(model: string, answer: AsyncIterable<T>): AsyncGenerator<T> {
    const span = begin('language model', { 'gen_ai.request.model': model });
    try {
      yield* answer;
    } catch (error) {
      if (span !== undefined) fail(span, error);
      throw error;
    } finally {
      span?.end();
    }
  };
  return {
    traceCalls: (client) => ({
      send: (request) => {
        const { method, url } = request;
        const shape = shapeOf(url.pathname);
        const span = begin(`${method} ${shape}`, {
          'http.request.method': method,
          'server.address': url.hostname,
          'url.template': shape,
        });
        return trace(
          span,
          () => client.send(request),
          ({ status }) => ({ 'http.response.status_code': status }),
        );
      },
    }),
    traceMails: (mailer) => ({
      ...mailer,
      send: (message, signal) => trace(begin('mail'), () => mailer.send(message, signal)),
    }),
    tracePushes: (pusher) => ({
      ...pusher,
      send: (target, message, signal) =>
        send(`push ${target.platform}`, () => pusher.send(target, message, signal)),
    }),
    traceChats: (messenger) => ({
      ...messenger,
      send: (target, message, signal) =>
        send(`chat ${target.service}`, () => messenger.send(target, message, signal)),
      reply: (token, text, signal) => send('chat line', () => messenger.reply(token, text, signal)),
    }),
    traceModel: (model) => ({
      ...model,
      streamText: (request) => read(model.name, model.streamText(request)),
      streamElements: (request) => read(model.name, model.streamElements(request)),
    }),
  };
}

/** A path with what may be an id or a token struck out: only plain words and versions (`v3`) stay. */
function shapeOf(path: string): string {
  const isPlain = (segment: string): boolean => /^(?:\.?[a-z][a-zA-Z_-]{0,23}|v\d{1,2}|)$/.test(segment);
  return path
    .split('/')
    .map((segment) => (isPlain(segment) ? segment : '*'))
    .join('/');
}
