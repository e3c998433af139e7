/** The services called over `HttpClient`, as metrics name them. */
export const ASKED_SERVICES = ['strava', 'garmin', 'openid', 'other'] as const;
type AskedService = (typeof ASKED_SERVICES)[number];

export type HttpRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** For the whole exchange, from the name look-up to the last byte. */
  readonly timeout_ms?: number;
  /** The limit of the unpacked body. */
  readonly max_bytes?: number;
  readonly signal?: AbortSignal;
  readonly service?: AskedService;
  /** The name used in errors: an address may hold secrets. */
  readonly name: string;
};

export type HttpResponse = { readonly status: number; readonly headers: Headers; readonly body: Buffer };

/** Calls other servers and makes no assumption about how they behave. */
export type HttpClient = {
  /**
   * Sends one request and reads its whole answer, whatever its status. Redirects are not followed because they could lead
   * into the operator's own network.
   * @throws HttpClientError when there is no whole answer
   */
  send(request: HttpRequest): Promise<HttpResponse>;
};

/** There was no whole answer: too late, too long, aborted by `signal`, or none. */
export class HttpClientError extends Error {
  override readonly name = 'HttpClientError';
  readonly fault: 'timeout' | 'too_large' | 'broken';

  constructor(fault: HttpClientError['fault'], message: string) {
    super(message);
    this.fault = fault;
  }
}
