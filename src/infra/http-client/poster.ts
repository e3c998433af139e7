import type { IncomingHttpHeaders } from 'node:http';

export type Post = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** For the whole exchange, from the name look-up to the last byte. */
  readonly timeout_ms?: number;
  /** Of the answer's body. */
  readonly max_bytes?: number;
  /** The name used in errors: an address may hold secrets. */
  readonly name: string;
};

export type PostAnswer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Null where it broke off, was late or too long; the status still counts. */
  readonly body: Buffer | null;
};

export type Poster = {
  /**
   * Posts one request, whatever the status of its answer. Redirects are not followed. It cannot be cancelled, since
   * nobody would know the outcome.
   * @throws PostError when there is no answer
   */
  post(request: Post): Promise<PostAnswer>;
  close(): void;
};

export class PostError extends Error {
  override readonly name = 'PostError';
  readonly fault: 'timeout' | 'broken';
  /** False: the other side cannot have received the whole request, so it may be sent again. */
  readonly may_have_arrived: boolean;

  constructor(fault: PostError['fault'], message: string, may_have_arrived: boolean) {
    super(message);
    this.fault = fault;
    this.may_have_arrived = may_have_arrived;
  }
}
