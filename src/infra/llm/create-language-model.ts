import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { SECOND_MS } from '../../shared/time.ts';
import { malformed, NotTaken, Overloaded } from './faults.ts';
import { type ElementsRequest, type LanguageModel, ModelFault, type TextRequest } from './llm.ts';
import { type JsonMode, loadProvider, type MakeModel, type ProviderOptions } from './load-provider.ts';
import { type AnswerLimits, readAnswer, type Shape } from './read-answer.ts';
import { readElements } from './read-elements.ts';

export type LanguageModelOptions = ProviderOptions &
  AnswerLimits & {
    readonly max_output_tokens: number;
    /** Logs when JSON has to be requested in a weaker way than configured; logs no content. */
    readonly logger: Pick<Logger, 'warn'>;
  };

/** The pauses before the second and third attempt at a busy server that names none. */
const PAUSES_MS: readonly number[] = [SECOND_MS, 4 * SECOND_MS];
const LONGEST_PAUSE_MS = 20 * SECOND_MS;

type Loaded = { readonly sdk: typeof import('ai'); readonly makeModel: MakeModel };

/**
 * A model at a provider, over the AI SDK, whose packages are loaded at the first request. A busy server is asked again at
 * most twice, before the first piece and within the time of one answer. Other failures are thrown at once as `ModelFault`
 * without prompt, answer, address or key.
 */
export function createLanguageModel(options: LanguageModelOptions): LanguageModel {
  let loading: Promise<Loaded> | undefined;
  const load = (): Promise<Loaded> => {
    loading ??= loadSdk(options);
    return loading;
  };
  async function* answer(request: TextRequest, shape: Shape, mode: JsonMode): AsyncGenerator<string> {
    const { sdk, makeModel } = await load();
    const max_output_tokens = Math.min(request.max_output_tokens, options.max_output_tokens);
    const asked = { ...request, max_output_tokens, shape };
    yield* askAgain(request.signal, options.timeout_ms, (timeout_ms) =>
      readAnswer(sdk, (fetch) => makeModel(fetch, mode), asked, {
        timeout_ms,
        idle_timeout_ms: options.idle_timeout_ms,
      }),
    );
  }
  const name = `${options.provider}/${options.model}`;
  // Remembers what the server accepts: what it refused is not tried again.
  let json_mode = options.json_mode;
  const askByLess = (to: JsonMode, refused: NotTaken): void => {
    if (!waysFrom(json_mode, options.provider).slice(1).includes(to)) return;
    const from = json_mode;
    json_mode = to;
    options.logger.warn(
      { model: name, from, to, fault: refused.message },
      'the model server refused a way to ask for JSON, and is asked by less from now on',
    );
  };
  async function* elements<T>(request: ElementsRequest<T>, mode: JsonMode): AsyncGenerator<T> {
    const asked = { ...request, system: withForm(request.system, request.schema, mode, options.provider) };
    const shape = mode === 'text' ? 'text' : { schema: request.schema };
    for await (const value of readElements(answer(asked, shape, mode))) {
      const element = request.read(value);
      if ('fault' in element) throw malformed('an element of its list is not as the schema says');
      yield element.value;
    }
  }
  return {
    name,
    limits: { answer_ms: options.timeout_ms, max_output_tokens: options.max_output_tokens },
    streamText: (request) => answer(request, 'text', 'text'),
    async *streamElements<T>(request: ElementsRequest<T>) {
      const ways = waysFrom(json_mode, options.provider);
      let refused: NotTaken | undefined;
      for (const mode of ways) {
        let begun = false;
        try {
          for await (const element of elements(request, mode)) {
            if (!begun && refused !== undefined) askByLess(mode, refused);
            begun = true;
            yield element;
          }
          return;
        } catch (error) {
          if (begun || !(error instanceof NotTaken)) throw error;
          refused ??= error;
          if (mode === ways.at(-1)) throw refused;
        }
      }
    },
  };
}

/** The ways to request JSON from one mode on, ever weaker. */
function waysFrom(mode: JsonMode, provider: LanguageModelOptions['provider']): readonly JsonMode[] {
  const ways = ['schema', 'object', 'text'] as const;
  return provider === 'openai-compatible' ? ways.slice(ways.indexOf(mode)) : [mode];
}

async function loadSdk(options: ProviderOptions): Promise<Loaded> {
  // The SDK would write warnings to standard error about unsupported settings.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const [sdk, makeModel] = await Promise.all([import('ai'), loadProvider(options)]);
  return { sdk, makeModel };
}

/** Not retryable for the caller: retries of both would multiply. */
function stillBusy({ reason, message }: Overloaded): ModelFault {
  return new ModelFault(reason, { message, retryable: false });
}

/** Local servers may silently ignore a schema, so the prompt describes the form as well. */
function withForm(
  system: string,
  schema: Readonly<Record<string, unknown>>,
  mode: JsonMode,
  provider: LanguageModelOptions['provider'],
): string {
  if (provider !== 'openai-compatible') return system;
  const form = 'Answer with JSON alone: an object with one member, "elements", an array.';
  const each =
    mode === 'schema' ? '' : ` Each of its elements is as this JSON Schema says:\n${JSON.stringify(schema)}`;
  return `${system}\n\n${form}${each}`;
}

async function* askAgain(
  signal: AbortSignal,
  timeout_ms: number,
  attempt: (timeout_ms: number) => AsyncIterable<string>,
): AsyncGenerator<string> {
  const end = performance.now() + timeout_ms;
  for (const pause_ms of [...PAUSES_MS, null]) {
    let begun = false;
    try {
      for await (const piece of attempt(end - performance.now())) {
        begun = true;
        yield piece;
      }
      return;
    } catch (error) {
      if (begun || !(error instanceof Overloaded)) throw error;
      if (pause_ms === null) throw stillBusy(error);
      const asked_ms = error.retry_after_ms ?? pause_ms;
      if (asked_ms > LONGEST_PAUSE_MS || performance.now() + asked_ms >= end) throw stillBusy(error);
      await wait(asked_ms, undefined, { signal }).catch((cause: unknown) => {
        signal.throwIfAborted();
        throw cause;
      });
    }
  }
}
