import type { IncomingHttpHeaders } from 'node:http';

export type Post = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** For the whole exchange, from looking up the host's name to the last byte of the answer. */
  readonly timeout_ms?: number;
  /** Of the answer's body. */
  readonly max_bytes?: number;
  /** What errors call the place: an address may hold what does not belong into a log. */
  readonly name: string;
};

export type PostAnswer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Null where it broke off, took too long or was too long: the status holds all the same. */
  readonly body: Buffer | null;
};

/** Posts what must not be posted twice, and believes nothing of how other servers behave. */
export type Poster = {
  /**
   * One request and its answer, whatever its status. Redirects are not followed. What has begun ends by itself, within its time:
   * were it called off, nobody would know what became of it.
   *
   * @throws PostError when there is no answer
   */
  post(request: Post): Promise<PostAnswer>;
  /** Ends the connections, those in use as well. */
  close(): void;
};

/** There was no answer. */
export class PostError extends Error {
  override readonly name = 'PostError';
  readonly fault: 'timeout' | 'broken';
  /** False: the other side cannot have the whole request, so that it may be sent again. */
  readonly may_have_arrived: boolean;

  constructor(fault: PostError['fault'], message: string, may_have_arrived: boolean) {
    super(message);
    this.fault = fault;
    this.may_have_arrived = may_have_arrived;
  }
}
