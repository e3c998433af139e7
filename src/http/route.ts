import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Static, TObject, TSchema } from 'typebox';
import type { WriteKey } from '../infra/idempotency/write-once.ts';
import type { ErrorDefinition } from '../shared/errors.ts';
import type { Actor } from './actor.ts';
import type { ActorOf, Guard, PlatformScheme } from './guard.ts';
import type { PreparedEvent } from './sse.ts';
import { closed } from './unknown-names.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type FileInput = { readonly field: string; readonly max_bytes: number; readonly description: string };
/** Declares that a route takes JSON as raw bytes. */
export type BytesInput = {
  readonly max_bytes: number;
  readonly description: string;
  readonly schema?: TSchema;
  readonly examples?: Readonly<Record<string, Example<unknown>>>;
};
export type FileOutput = { readonly media_type: string; readonly description: string };
/** Declares that a route's success is a 302 to an address made for this request. */
export type RedirectOutput = { readonly description: string; readonly example: string };
/** Declares that a route's 200 is a stream of server-sent events. */
export type EventsOutput = {
  readonly description: string;
  /** The schema of `data` by event type. Every stream also has `error` and `done`. */
  readonly types: Readonly<Record<string, TSchema>>;
  /** It may wait forever: a stopping server ends it at once instead of draining it. */
  readonly is_endless?: boolean;
};
export type UploadedFile = { readonly file_name: string; readonly bytes: Buffer };

type Infer<T> = T extends TSchema ? Static<T> : undefined;
type InferFile<F> = F extends FileInput ? UploadedFile : undefined;
type InferBytes<Y> = Y extends BytesInput ? Buffer : undefined;

type RouteInput<G extends Guard, P, Q, B, F, Y> = RequestFacts & {
  readonly actor: ActorOf<G>;
  readonly params: Infer<P>;
  readonly query: Infer<Q>;
  readonly body: Infer<B>;
  readonly file: InferFile<F>;
  readonly bytes: InferBytes<Y>;
};

type RequestFacts = {
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  /** The path and query as sent, and the client's address. */
  readonly url: string;
  readonly client_ip: string;
  /** The origin that the request came to, according to trusted proxies. */
  readonly own_origin: string;
  /** The client's name for this write, so that repeating it has one effect; only where the route takes it. */
  readonly write_key: WriteKey | undefined;
  /** Aborted when the client has gone; for an event stream also when the server stops. */
  readonly signal: AbortSignal;
};

/** Readonly bodies are accepted because a body is only read. */
type Sendable<T> = T extends readonly (infer E)[]
  ? readonly Sendable<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Sendable<T[K]> }
    : T;

type Example<T> = { readonly summary: string; readonly value: T };

type Responses = Readonly<Record<number, TSchema>>;
type JsonReply<R extends Responses> = {
  [S in keyof R & number]: {
    readonly status: S;
    readonly body: Sendable<Static<R[S]>>;
    readonly headers?: Readonly<Record<string, string>>;
  };
}[keyof R & number];

/** Finished JSON text, made by the database or ahead of time and sent unchanged; or its bytes. */
export type JsonTextReply<S extends number = number> = {
  readonly status: S;
  readonly json: string | Buffer;
  /**
   * What determines the text, where that is much shorter; the ETag is computed from it. Nothing of it may be withheld from whom the text
   * is for: the tag tells when it changes.
   */
  readonly made_of?: readonly (string | Uint8Array)[];
  readonly headers?: Readonly<Record<string, string>>;
};

/** Bytes instead of JSON: a file or part of one. */
export type StreamReply = {
  readonly status: number;
  readonly stream: Readable | undefined;
  readonly headers: Readonly<Record<string, string>>;
};

/** Redirects to an address for which the handler is responsible. */
export type RedirectReply = { readonly status: 302; readonly location: string };

/** Events in order, each with its type. A thrown error becomes `error`, and `done` comes last. */
export type EventsReply<T = { readonly type: string }> = {
  readonly status: 200;
  /** Events that are available together are yielded together. */
  readonly events: AsyncIterable<readonly (T | PreparedEvent)[]>;
};
type EventsReplyOf<E> = E extends EventsOutput
  ? EventsReply<Sendable<Static<E['types'][keyof E['types']]>>>
  : never;

type Definition<G extends Guard, P, Q, B, F, Y, R extends Responses, E> = {
  /** What generated clients call the operation: camelCase, a verb first, and never changed once released. */
  readonly operation_id: string;
  readonly method: Method;
  /** Fastify's pattern below the surface's prefix, such as `/organizations/:org_id`. */
  readonly path: string;
  readonly guard: G;
  /**
   * The route's own limit, checked before that of the API key and before the request is read; throws `limitExceeded`. It
   * is only a preliminary check: the use case checks again, safe for concurrent requests.
   */
  readonly limit?: (actor: ActorOf<G>) => Promise<void>;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly body_is_optional?: boolean;
  /** The largest body where 1 MiB is not enough. A body over 1 MiB is parsed on a thread. */
  readonly max_body_bytes?: number;
  readonly file?: F;
  readonly bytes?: Y;
  readonly ignores_body?: boolean;
  /** A page's form is posted here; its fields become the members of `body`. */
  readonly reads_form?: boolean;
  /** How platforms identify themselves on an open route; the handler checks it. */
  readonly vouched_for_by?: readonly PlatformScheme[];
  /** Takes an `Idempotency-Key`, and its handler hands `write_key` to `writeOnce`. */
  readonly takes_write_key?: boolean;
  /** The file that the handler streams with 200; `responses` describes JSON only. */
  readonly download?: FileOutput;
  /** The target of the handler's 302; `responses` describes JSON only. */
  readonly redirect?: RedirectOutput;
  /** The events that the handler streams with 200; `responses` describes JSON only. */
  readonly events?: E;
  readonly responses: R;
  /** Whole example answers by status and name, where the schema's own example does not suffice. */
  readonly examples?: {
    readonly [S in keyof R & number]?: Readonly<Record<string, Example<Sendable<Static<R[S]>>>>>;
  };
  /** What this route can answer besides the errors that follow from its guard and schemas. */
  readonly errors?: readonly ErrorDefinition[];
  /** A GET whose every answer differs: it has no ETag and is not stored. */
  readonly volatile?: boolean;
  /** The answer holds a credential, so it is never compressed (`compress.ts`). */
  readonly holds_secret?: boolean;
  readonly handler: (
    input: RouteInput<G, P, Q, B, F, Y>,
  ) => Promise<
    | JsonReply<NoInfer<R>>
    | JsonTextReply<keyof R & number>
    | StreamReply
    | RedirectReply
    | EventsReplyOf<NoInfer<E>>
  >;
};

export type Reply =
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | JsonTextReply
  | StreamReply
  | RedirectReply
  | EventsReply;

export type AnyInput = RequestFacts & {
  readonly actor: Actor;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly file: unknown;
  readonly bytes: unknown;
};

/** A route with its types erased, as the server and the OpenAPI document take it. */
export type Route = {
  readonly operation_id: string;
  readonly method: Method;
  readonly path: string;
  readonly guard: Guard;
  readonly limit?: (actor: Actor) => Promise<void>;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  readonly body_is_optional?: boolean;
  readonly max_body_bytes?: number;
  readonly file?: FileInput;
  readonly bytes?: BytesInput;
  readonly ignores_body?: boolean;
  readonly reads_form?: boolean;
  readonly vouched_for_by?: readonly PlatformScheme[];
  readonly takes_write_key?: boolean;
  readonly download?: FileOutput;
  readonly redirect?: RedirectOutput;
  readonly events?: EventsOutput;
  readonly responses: Responses;
  readonly examples?: Readonly<Record<number, Readonly<Record<string, Example<unknown>>>>>;
  readonly errors?: readonly ErrorDefinition[];
  readonly volatile?: boolean;
  readonly holds_secret?: boolean;
  readonly handler: (input: AnyInput) => Promise<Reply>;
};

/** Declares a route: its guard, its wire schemas and a handler that they type. The body schema is closed unless `ignoresUnknown` opens it. */
export function route<
  const G extends Guard,
  R extends Responses,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TSchema | undefined = undefined,
  F extends FileInput | undefined = undefined,
  Y extends BytesInput | undefined = undefined,
  E extends EventsOutput | undefined = undefined,
>(definition: Definition<G, P, Q, B, F, Y, R, E>): Route {
  // Safe: the server passes a handler only what its own schemas and guard accept.
  const declared = definition as unknown as Route;
  return declared.body === undefined ? declared : { ...declared, body: closed(declared.body) };
}

/** Whether a client can make a conditional request (ETag and If-None-Match). */
export function isConditional(route: Pick<Route, 'method' | 'volatile' | 'redirect'>): boolean {
  return route.method === 'GET' && route.volatile !== true && route.redirect === undefined;
}

/** Deny by default: a route without a guard stops the start. */
export function requireGuard(route: { method: string; path: string; guard?: Guard }): void {
  if (route.guard === undefined) {
    throw new Error(`The route ${route.method} ${route.path} declares no guard.`);
  }
}
