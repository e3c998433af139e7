/** A language model at any provider. */
export type LanguageModel = {
  /** Provider and model, such as `openai-compatible/llama-3.3-70b`, without address or key. */
  readonly name: string;
  /** The operator's limits for one answer, for callers to plan with. */
  readonly limits: { readonly answer_ms: number; readonly max_output_tokens: number };
  /** The text as it comes, in pieces. */
  streamText(request: TextRequest): AsyncIterable<string>;
  /** The elements of a list, each when it is complete and fits `schema`. An invalid one ends the stream with a `malformed` `ModelFault`. */
  streamElements<T>(request: ElementsRequest<T>): AsyncIterable<T>;
};

export type TextRequest = {
  /** The system prompt. */
  readonly system: string;
  /** The user prompt, with other people's texts marked as such. */
  readonly prompt: string;
  readonly max_output_tokens: number;
  readonly signal: AbortSignal;
};
export type ElementsRequest<T> = TextRequest & {
  readonly schema: Readonly<Record<string, unknown>>;
  /** Whether a value fits `schema`; else the fault in words for the model. */
  readonly read: (value: unknown) => { readonly value: T } | { readonly fault: string };
};

export type ModelFaultReason =
  | 'unreachable'
  | 'refused_credentials'
  | 'overloaded'
  | 'timed_out'
  | 'cut_off'
  | 'malformed'
  | 'declined';
export class ModelFault extends Error {
  readonly reason: ModelFaultReason;
  readonly retryable: boolean;

  constructor(reason: ModelFaultReason, options: { message: string; retryable: boolean; cause?: unknown }) {
    super(options.message, { cause: options.cause });
    this.name = 'ModelFault';
    this.reason = reason;
    this.retryable = options.retryable;
  }
}
