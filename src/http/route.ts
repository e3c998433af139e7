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

/** Declares that a route takes one file as multipart/form-data. */
export type FileInput = { readonly field: string; readonly max_bytes: number; readonly description: string };
/** Declares that a route takes JSON as the bytes it is, not read by the server. */
export type BytesInput = {
  readonly max_bytes: number;
  readonly description: string;
  /** What the document says that the bytes are. The server does not hold them to it. */
  readonly schema?: TSchema;
  readonly examples?: Readonly<Record<string, Example<unknown>>>;
};
/** Declares that a route's 200 is a file, sent as it is made. */
export type FileOutput = { readonly media_type: string; readonly description: string };
/** Declares that a route's success is a 302 to another address, which is made for this one request. */
export type RedirectOutput = { readonly description: string; readonly example: string };
/** Declares that a route's 200 is a stream of server-sent events. */
export type EventsOutput = {
  readonly description: string;
  /** What `data` is in events of each type. `error` and `done` come with every stream and are not among them. */
  readonly types: Readonly<Record<string, TSchema>>;
  /** It waits for what may never come: a server that stops ends it at once instead of giving it time. */
  readonly is_endless?: boolean;
};
export type UploadedFile = { readonly file_name: string; readonly bytes: Buffer };

type Infer<T> = T extends TSchema ? Static<T> : undefined;
type InferFile<F> = F extends FileInput ? UploadedFile : undefined;
type InferBytes<Y> = Y extends BytesInput ? Buffer : undefined;

/** What a handler gets: checked against the route's schemas, the actor as its guard admits. */
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
  /** The origin that the request came to, as far as trusted proxies tell. */
  readonly own_origin: string;
  /** How the client names this write, so that sending it again does it once; only where the route takes it. */
  readonly write_key: WriteKey | undefined;
  /** Aborted when the client has gone, of a stream of events also when the server stops: nobody wants the answer any more. */
  readonly signal: AbortSignal;
};

/** A body is only read, so what is readonly may be sent. */
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

/** JSON text that is there already, made by the database or once and for all, and is sent through untouched; or its bytes. */
export type JsonTextReply<S extends number = number> = {
  readonly status: S;
  readonly json: string | Buffer;
  /** What the text follows from, where that is much less: its ETag is of this. */
  readonly made_of?: readonly (string | Uint8Array)[];
  readonly headers?: Readonly<Record<string, string>>;
};

/** Bytes instead of JSON: a file or part of one. */
export type StreamReply = {
  readonly status: number;
  readonly stream: Readable | undefined;
  readonly headers: Readonly<Record<string, string>>;
};

/** Sends whoever asked on to an address, which the handler answers for. */
export type RedirectReply = { readonly status: 302; readonly location: string };

/** Events one after the other, each with its type. What is thrown becomes an `error`, and `done` comes last. */
export type EventsReply<T = { readonly type: string }> = {
  readonly status: 200;
  /** Those that are there together as one. */
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
   * A limit of the route's own, checked before those of the API key and before the request is read: throws
   * `limitExceeded`. Only a glance: what must hold for requests at once, the use case checks again.
   */
  readonly limit?: (actor: ActorOf<G>) => Promise<void>;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** A request may come without a body, which then is an empty object. */
  readonly body_is_optional?: boolean;
  /** How large the body may be where 1 MiB is not enough. What is larger than that is read on a thread. */
  readonly max_body_bytes?: number;
  readonly file?: F;
  readonly bytes?: Y;
  /** Forms are posted here, by pages and by programs that act for people: what is in them is not read. */
  readonly ignores_body?: boolean;
  /** A form of a page is posted here, whose fields are the members of `body`. */
  readonly reads_form?: boolean;
  /** By what callers of an open route may say who they are; it is the handler that looks at it. */
  readonly vouched_for_by?: readonly PlatformScheme[];
  /** Takes an `Idempotency-Key`, and its handler hands `write_key` to `writeOnce`. */
  readonly takes_write_key?: boolean;
  /** What a 200 is that the handler answers with a stream; not among the responses, which are JSON. */
  readonly download?: FileOutput;
  /** Where the 302 leads to that the handler answers with; not among the responses either. */
  readonly redirect?: RedirectOutput;
  /** What the events are of a 200 that the handler answers with a stream of them; not among the responses. */
  readonly events?: E;
  readonly responses: R;
  /** Whole answers to show, by status and name, where the example that follows from the schema does not say it all. */
  readonly examples?: {
    readonly [S in keyof R & number]?: Readonly<Record<string, Example<Sendable<Static<R[S]>>>>>;
  };
  /** What this route can answer besides the errors that follow from its guard and schemas. */
  readonly errors?: readonly ErrorDefinition[];
  /** A GET whose every answer is another one, so that a copy is worth nothing: no ETag, and not to be stored. */
  readonly volatile?: boolean;
  /** Its answer holds what lets somebody in, or do something: it is never compressed (`compress.ts`). */
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

/** Any reply, as the server sends it. */
export type Reply =
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | JsonTextReply
  | StreamReply
  | RedirectReply
  | EventsReply;

/** What a handler gets, with its types erased. */
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

/**
 * Declares a route: its guard, its wire schemas and a handler whose input and output they type. Its body is closed: what it does not
 * name is refused, but where `ignoresUnknown` says otherwise.
 */
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
  // The server hands a handler exactly what the definition's own schemas and guard let through.
  const declared = definition as unknown as Route;
  return declared.body === undefined ? declared : { ...declared, body: closed(declared.body) };
}

/** Whether a client can ask a route for its answer only if it has changed (ETag and If-None-Match). */
export function isConditional(route: Pick<Route, 'method' | 'volatile' | 'redirect'>): boolean {
  return route.method === 'GET' && route.volatile !== true && route.redirect === undefined;
}

/** Deny by default: a route that says nothing of who may call it stops the start. */
export function requireGuard(route: { method: string; path: string; guard?: Guard }): void {
  if (route.guard === undefined) {
    throw new Error(`The route ${route.method} ${route.path} declares no guard.`);
  }
}
