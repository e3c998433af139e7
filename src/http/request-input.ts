import type { FastifyRequest } from 'fastify';
import type { Actor } from './actor.ts';
import type { AnyInput } from './route.ts';
import type { CookieRequest } from './session-cookie.ts';

/** What decides whether a cookie counts. Behind a trusted proxy, protocol and host are those that it was asked by. */
export function factsOf({ headers, method, protocol, host }: FastifyRequest): CookieRequest {
  return { headers, method, own_origin: `${protocol}://${host}` };
}

type ReadFromRequest = Pick<AnyInput, 'query' | 'body' | 'file' | 'bytes' | 'write_key'> & {
  readonly makeSignal: () => AbortSignal;
};

/**
 * A class, for its getter. V8 keeps a literal's own getter in old memory at once: what it refers to, here the whole request, would
 * stay until all of the heap is collected, and so would whatever that refers to.
 */
export class RequestInput implements AnyInput {
  readonly actor: Actor;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly file: unknown;
  readonly bytes: unknown;
  readonly headers: FastifyRequest['headers'];
  readonly method: string;
  readonly url: string;
  readonly own_origin: string;
  readonly client_ip: string;
  readonly write_key: AnyInput['write_key'];
  readonly #makeSignal: () => AbortSignal;
  #signal: AbortSignal | undefined;

  constructor(request: FastifyRequest, { query, body, file, bytes, write_key, makeSignal }: ReadFromRequest) {
    const { actor, params, url, ip } = request;
    const { headers, method, own_origin } = factsOf(request);
    this.actor = actor;
    this.params = params;
    this.query = query;
    this.body = body;
    this.file = file;
    this.bytes = bytes;
    this.headers = headers;
    this.method = method;
    this.url = url;
    this.own_origin = own_origin;
    this.client_ip = ip;
    this.write_key = write_key;
    this.#makeSignal = makeSignal;
  }

  /** Few ask for it, and watching a response costs more than most answers' own reading. */
  get signal(): AbortSignal {
    this.#signal ??= this.#makeSignal();
    return this.#signal;
  }
}
