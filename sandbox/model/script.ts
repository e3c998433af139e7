/** Whose API was called. `openai` is chat completions, as many local servers have it too. */
export type Dialect = 'openai' | 'anthropic' | 'google';

/** How a model says that it is done. `refused` is said where the API has a word for it, and is `filtered` elsewhere. */
export type Ending = 'stop' | 'length' | 'filtered' | 'refused';

/** What happens next while an answer is given. A plain text is said as one piece. */
export type Step =
  | string
  /** Said in pieces of so many characters. */
  | { readonly say: string; readonly piece_length: number }
  /** Nothing for a while. */
  | { readonly wait_ms: number }
  /** Nothing until the test says so. */
  | { readonly until: Promise<unknown> }
  /** Nothing any more, on a line that stays open until one of both sides ends. */
  | { readonly stall: true }
  /** The line is cut: no ending, no last chunk. */
  | { readonly drop: true }
  /** The body ends as it should, but without the model having said that it is done. */
  | { readonly end_silently: true }
  /** Goes into the body as it is: broken events, say. Of a whole answer it replaces the body. */
  | { readonly raw: string }
  /** An error in the middle of a stream, in the words of the API; the stream ends with it. */
  | { readonly error: { readonly status: number; readonly message: string } }
  /** As `say`, as fast as it is read and without an end. */
  | { readonly say_forever: string }
  /** The end, and why. Without this step an answer ends with `stop`. */
  | { readonly end: Ending };

/** An answer step by step; or a status that is none, with the error in the words of the API unless `body` has others. */
export type Answer =
  | readonly Step[]
  | {
      readonly status: number;
      readonly message?: string;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    };

/** One answer of a script: made already, or made from what is asked. */
export type ScriptedAnswer = Answer | ((asked: Asked) => Answer | Promise<Answer>);

/** What the model was asked. No key is kept, only whether it was the right one. */
export type Asked = {
  readonly dialect: Dialect;
  readonly model: string;
  readonly system: string;
  /** What the user says, of several messages with a blank line between them. */
  readonly prompt: string;
  readonly max_output_tokens: number | null;
  /** JSON Schema that the answer has to keep; null: plain text, or any JSON. */
  readonly schema: Readonly<Record<string, unknown>> | null;
  readonly stream: boolean;
  readonly authorization: 'right' | 'wrong' | 'none';
  readonly body: unknown;
};

/** What became of a request. `cut`: the caller went away before its answer was over. */
export type Outcome = 'answering' | 'answered' | 'cut';

export type RecordedRequest = Asked & {
  readonly path: string;
  readonly user_agent: string;
  readonly status: () => number | null;
  readonly outcome: () => Outcome;
  /** How many bytes of answer were handed to the line. */
  readonly bytes_sent: () => number;
};

/** A list as `streamElements` asks for it: an object with `elements`. */
export function elements(list: readonly unknown[]): string {
  return JSON.stringify({ elements: list });
}

/** The same in pieces, as models write it. */
export function inPieces(text: string, piece_length = 7): Step {
  return { say: text, piece_length };
}
