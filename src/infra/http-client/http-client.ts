/** Who is asked over `HttpClient`, as metrics know them: a name of this list and never an address. */
export const ASKED_SERVICES = ['strava', 'garmin', 'openid', 'other'] as const;
type AskedService = (typeof ASKED_SERVICES)[number];

export type HttpRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** For the whole exchange, from looking up the host's name to the last byte of the answer. */
  readonly timeout_ms?: number;
  /** Of the answer's body, unpacked. */
  readonly max_bytes?: number;
  /** Gives the exchange up. */
  readonly signal?: AbortSignal;
  /** Whom it asks, where that is counted. */
  readonly service?: AskedService;
  /** What errors call the place: an address may hold what does not belong into a log. */
  readonly name: string;
};

export type HttpResponse = { readonly status: number; readonly headers: Headers; readonly body: Buffer };

/** Asks other servers, and believes nothing of how they behave. */
export type HttpClient = {
  /**
   * One request and its whole answer, whatever its status. Redirects are not followed: they could lead anywhere, into the
   * operator's own network too; their status is the answer.
   *
   * @throws HttpClientError when there is no whole answer
   */
  send(request: HttpRequest): Promise<HttpResponse>;
};

/** There was no whole answer: too late, too long, or none at all, which includes being called off by `signal`. */
export class HttpClientError extends Error {
  override readonly name = 'HttpClientError';
  readonly fault: 'timeout' | 'too_large' | 'broken';

  constructor(fault: HttpClientError['fault'], message: string) {
    super(message);
    this.fault = fault;
  }
}
