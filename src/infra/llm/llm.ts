/** A model that writes, whoever serves it. */
export type LanguageModel = {
  /** Provider and model, such as `openai-compatible/llama-3.3-70b`: no address, no key. */
  readonly name: string;
  /** What the operator allows one answer at most, milliseconds and tokens: whoever asks plans with it. */
  readonly limits: { readonly answer_ms: number; readonly max_output_tokens: number };
  /** The text as it comes, in pieces. */
  streamText(request: TextRequest): AsyncIterable<string>;
  /**
   * The elements of a list as they come, each whole and as `schema` says. One that is not as it says ends the stream with
   * `ModelFault` of the reason `malformed`.
   */
  streamElements<T>(request: ElementsRequest<T>): AsyncIterable<T>;
};

export type TextRequest = {
  /** What the model is told by us. */
  readonly system: string;
  /** What it is asked, with what others wrote marked as such. */
  readonly prompt: string;
  /** How much it may write at most. */
  readonly max_output_tokens: number;
  readonly signal: AbortSignal;
};
export type ElementsRequest<T> = TextRequest & {
  /** JSON Schema of one element. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Whether a value is as `schema` says; else what is wrong, in words for the model. */
  readonly read: (value: unknown) => { readonly value: T } | { readonly fault: string };
};

/** Why a model gave no answer. `retryable` ones may be asked again, within what the caller has left. */
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
