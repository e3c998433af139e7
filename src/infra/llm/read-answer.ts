import type { Output, StreamTextResult, TextStreamPart, ToolSet } from 'ai';
import {
  cutOff,
  declined,
  faultOf,
  malformed,
  TooManyBytes,
  timedOut,
  tooLong,
  unreachable,
} from './faults.ts';
import type { ModelFault, TextRequest } from './llm.ts';
import type { MakeModel } from './load-provider.ts';

export type AnswerLimits = {
  readonly timeout_ms: number;
  /** Between two pieces, waiting for the first included; our own reading time does not count. */
  readonly idle_timeout_ms: number;
};

type Sdk = typeof import('ai');
/** The required form of an answer: text, or JSON by a list's schema. */
export type Shape = { readonly schema: Readonly<Record<string, unknown>> } | 'text';

/** A token rarely has more than a dozen characters; runs of blanks do. */
const MOST_CHARACTERS_A_TOKEN = 64;
/** Each token may come in an event of its own with overhead; unread reasoning comes on top. */
const MOST_BYTES_A_TOKEN = 1_024;
const BYTES_BESIDE = 1_024 * 1_024;

/**
 * Sends one request and yields its answer in pieces, with back-pressure; the connection closes as soon as nobody reads.
 * @throws ModelFault unless the model reports completion; the signal's reason where it was aborted
 */
export async function* readAnswer(
  sdk: Sdk,
  makeModel: (fetch: typeof globalThis.fetch) => ReturnType<MakeModel>,
  request: TextRequest & { readonly shape: Shape },
  limits: AnswerLimits,
): AsyncGenerator<string> {
  const { signal, max_output_tokens } = request;
  signal.throwIfAborted();
  const watch = watchAnswer(signal, limits);
  const model = makeModel(guardFetch(BYTES_BESIDE + MOST_BYTES_A_TOKEN * max_output_tokens));
  let characters = 0;
  try {
    const { stream } = ask(sdk, model, request, watch.signal);
    const parts = stream[Symbol.asyncIterator]();
    while (true) {
      const next = await watch.next(() => parts.next());
      if (next.done === true) throw unreachable('the answer broke off');
      const part = next.value;
      if (part.type === 'text-delta') {
        characters += part.text.length;
        if (characters > MOST_CHARACTERS_A_TOKEN * max_output_tokens) throw tooLong();
        if (part.text !== '') yield part.text;
      } else if (part.type === 'finish') {
        checkEnding(part);
        if (characters === 0) throw malformed('it said nothing');
        return;
      } else if (part.type === 'error') throw faultOf(part.error);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw faultOf(error);
  } finally {
    watch.end();
  }
}

/** Without retries, telemetry or console output: the SDK would print errors, which hold prompts. */
function ask(
  sdk: Sdk,
  model: ReturnType<MakeModel>,
  { system, prompt, max_output_tokens, shape }: TextRequest & { readonly shape: Shape },
  abortSignal: AbortSignal,
): Pick<StreamTextResult<ToolSet, Record<string, unknown>, Output.Output<unknown>>, 'stream'> {
  return sdk.streamText({
    model,
    instructions: system,
    prompt,
    maxOutputTokens: max_output_tokens,
    maxRetries: 0,
    abortSignal,
    telemetry: { isEnabled: false },
    onError: () => {},
    // OpenAI's strict mode refuses schemas with optional members and many limits; elements are checked here anyway.
    providerOptions: { openai: { strictJsonSchema: false }, local: { strictJsonSchema: false } },
    ...(shape === 'text' ? {} : { output: asList(sdk, shape.schema) }),
  });
}

/** Uses the SDK's request for a list but not its parser, which skips invalid elements, gives up at other text, and takes a broken connection for the end. */
function asList(
  { Output, jsonSchema }: Sdk,
  schema: Readonly<Record<string, unknown>>,
): Output.Output<unknown, number, never> {
  return {
    name: 'list',
    responseFormat: Output.array({ element: jsonSchema(schema) }).responseFormat,
    parseCompleteOutput: async () => null,
    // The SDK holds text back until this value changes.
    parsePartialOutput: async ({ text }) => ({ partial: text.length }),
    createElementStreamTransform: () => undefined,
  };
}

/** Finish reasons of some servers that also mean a complete answer. */
const OTHER_ENDS: ReadonlySet<unknown> = new Set(['eos', 'eos_token', 'end_turn', 'stop_sequence']);

function checkEnding({
  finishReason,
  rawFinishReason,
}: Extract<TextStreamPart<ToolSet>, { type: 'finish' }>): void {
  if (OTHER_ENDS.has(rawFinishReason)) return;
  switch (finishReason) {
    case 'stop':
      return;
    case 'length':
      throw cutOff();
    case 'content-filter':
      throw declined('The model declines to answer this.');
    case 'interrupted':
    case 'error':
      throw unreachable('the answer broke off');
    default:
      throw malformed('it ended without having said why');
  }
}

type Watch = {
  readonly signal: AbortSignal;
  next<T>(read: () => Promise<T>): Promise<T>;
  end(): void;
};

function watchAnswer(signal: AbortSignal, { timeout_ms, idle_timeout_ms }: AnswerLimits): Watch {
  const over = new AbortController();
  let fault: ModelFault | undefined;
  let stopReading: (() => void) | undefined;
  const giveUp = (why?: ModelFault): void => {
    fault ??= why;
    end();
    stopReading?.();
  };
  const onAbort = (): void => giveUp();
  signal.addEventListener('abort', onAbort, { once: true });
  const whole = setTimeout(() => giveUp(timedOut('wrote')), timeout_ms);
  // Ending must not depend on the reader, who may never ask for the next piece.
  const end = (): void => {
    clearTimeout(whole);
    signal.removeEventListener('abort', onAbort);
    over.abort();
  };
  const reasonToStop = (): unknown => fault ?? signal.reason;
  return {
    signal: over.signal,
    next: async (read) => {
      if (over.signal.aborted) throw reasonToStop();
      const idle = setTimeout(() => giveUp(timedOut('said nothing')), idle_timeout_ms);
      try {
        return await new Promise((resolve, reject) => {
          stopReading = () => reject(reasonToStop());
          read().then(resolve, reject);
        });
      } finally {
        clearTimeout(idle);
      }
    },
    end,
  };
}

/** An error explains itself in less. */
const MOST_BYTES_OF_AN_ERROR = 64 * 1_024;

/**
 * A `fetch` for one request to a model: redirects are not followed, since prompt and keys would go along, and unpacked
 * bytes are counted. Ending the reading ends the download.
 * @param max_bytes of a good answer's body
 */
function guardFetch(max_bytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    const most = response.ok ? max_bytes : Math.min(max_bytes, MOST_BYTES_OF_AN_ERROR);
    return new Response(response.body.pipeThrough(countBytes(most)), { status, statusText, headers });
  };
}

function countBytes(most: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.length;
      if (bytes > most) controller.error(new TooManyBytes(`more than ${most} bytes`));
      else controller.enqueue(chunk);
    },
  });
}
