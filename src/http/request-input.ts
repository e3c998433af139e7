import type { FastifyRequest } from 'fastify';
import type { Actor } from './actor.ts';
import type { AnyInput } from './route.ts';
import type { CookieRequest } from './session-cookie.ts';

/** The facts that decide whether a cookie counts. Behind a trusted proxy, protocol and host are the client's. */
export function factsOf({ headers, method, protocol, host }: FastifyRequest): CookieRequest {
  return { headers, method, own_origin: `${protocol}://${host}` };
}

type ReadFromRequest = Pick<AnyInput, 'query' | 'body' | 'file' | 'bytes' | 'write_key'> & {
  readonly makeSignal: () => AbortSignal;
};

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

  /** Created on demand: few handlers use it, and watching a response costs more than most handlers' own work. */
  get signal(): AbortSignal {
    this.#signal ??= this.#makeSignal();
    return this.#signal;
  }
}
