import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type, { type TSchema } from 'typebox';
import type { Actor, SignedInActor } from './actor.ts';
import { asksForCompression, compressionOf, LEAST_COMPRESSED_BYTES, varyByEncoding } from './compress.ts';
import { cacheControl, entityTag, isKnown } from './conditional.ts';
import { internalError } from './errors.ts';
import { abortedWith, CLIENT_GONE, type EventStreams } from './event-streams.ts';
import { type Authenticators, identify, isDeveloperGuard, refusal } from './guard.ts';
import type { UploadRooms } from './hold-uploads.ts';
import { ignoredFields } from './ignored-fields.ts';
import { countRequest, type RequestLimits, uncountWhenLimited } from './limit-requests.ts';
import {
  bodyLimitFor,
  parsedBytesFor,
  readFile,
  requireJsonBytes,
  requireMultipart,
  takesRoom,
  unsupportedMediaType,
} from './read-body.ts';
import type { LargeBodies } from './read-large-body.ts';
import { queryOf, readQuery } from './read-query.ts';
import { factsOf, RequestInput } from './request-input.ts';
import {
  type AnyInput,
  type EventsReply,
  isConditional,
  type RedirectReply,
  type Reply,
  type Route,
  requireGuard,
  type StreamReply,
} from './route.ts';
import type { Surface } from './surface.ts';
import { paramsValidator, responseMismatch, validator } from './validate.ts';
import { readWriteKey } from './write-key.ts';

export type ServeOptions = {
  readonly authenticators: Authenticators;
  /** The limits of API keys on the developer API; without them nothing is counted. */
  readonly keyLimits?: RequestLimits;
  /** For tests: fails a request whose answer does not match its route and document. */
  readonly checkResponses?: boolean;
};

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor;
  }
  interface FastifyContextConfig {
    /** The route answers with an event stream. */
    is_stream?: boolean;
    /** The route has a guard; without one the server does not start. */
    guarded?: boolean;
  }
}

export type ServeResources = {
  readonly rooms: UploadRooms;
  readonly largeBodies: LargeBodies;
  readonly streams: EventStreams;
};

/** Whether the routes' answers may be compressed: those of the APIs may, pages, signed files and health checks may not. */
type Compressing = { readonly compresses: boolean };

/** Adds a declared route: first its guard, then its schemas, then its handler. */
export function addRoute(
  app: FastifyInstance,
  route: Route,
  options: ServeOptions,
  { rooms, largeBodies, streams, compresses }: ServeResources & Compressing,
): void {
  requireGuard(route);
  const admit = admitter(route, options);
  const room = route.guard.kind === 'platform' ? rooms.platforms : rooms.people;
  const read = inputReader(route, { largeBodies, streams });
  const check = options.checkResponses === true ? responseChecker(route) : undefined;
  const compress = compresses && compressionOf(route);
  const sendJson = isConditional(route) ? sendIfChanged(route, compress !== false) : sendAlways;
  const answer = async (input: AnyInput, request: FastifyRequest): Promise<Reply | null> => {
    try {
      return await route.handler(input);
    } catch (error) {
      if (error === CLIENT_GONE) return null;
      await uncountWhenLimited(request, error);
      throw error;
    }
  };
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: bodyLimitFor(route),
    compress,
    config: {
      guarded: true,
      is_stream: route.events !== undefined,
      parsed_bytes: parsedBytesFor(route),
      ignores_body: route.ignores_body === true,
      reads_form: route.reads_form === true,
    },
    onRequest: async (request, reply) => {
      await admit(request, reply);
      if (route.file !== undefined) requireMultipart(request, route.file);
      if (route.bytes !== undefined) requireJsonBytes(request, route.bytes);
      if (takesRoom(route)) {
        const upload = { limit_bytes: bodyLimitFor(route), account: accountOf(request.actor) };
        await room.enter(request.raw, reply.raw, upload);
      }
    },
    handler: async (request, reply) => {
      const input = await read(request, reply);
      const result = await answer(input, request);
      if (result === null) return reply.hijack();
      if ('events' in result)
        return streams.send(route, result, { request, to: reply, signal: input.signal });
      if ('stream' in result) return sendStream(result, request, reply);
      if ('location' in result) return sendOn(route, result, reply);
      check?.(result);
      return sendJson(result, request, reply);
    },
  });
}

function accountOf(actor: Actor): string | undefined {
  if (actor.type === 'user') return actor.user_id;
  return actor.type === 'api_key' ? actor.key_id : undefined;
}

/**
 * Authenticates and admits, in the order key (401), feature and scope (403), the route's limit, the key's limits (429). A
 * request refused for a feature or scope is counted too.
 */
function admitter(
  { guard, limit }: Pick<Route, 'guard' | 'limit'>,
  { authenticators, keyLimits }: ServeOptions,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => {
    const byCookie = async (): Promise<SignedInActor | null> => {
      const found = await authenticators.cookie({ ...factsOf(request), client_ip: request.ip });
      if (found !== null && found.set_cookie !== null) reply.header('set-cookie', found.set_cookie);
      return found?.actor ?? null;
    };
    const actor = await identify(guard, request.headers, authenticators, byCookie);
    request.actor = actor;
    const refused = refusal(guard, actor);
    if (refused === undefined) await limit?.(actor);
    const isCounted = isDeveloperGuard(guard);
    const counts = isCounted && actor.type === 'api_key' && keyLimits !== undefined;
    const overLimit = counts ? await countRequest(request, reply, actor, keyLimits) : undefined;
    const fault = refused ?? overLimit;
    if (fault !== undefined) throw fault;
  };
}

/**
 * Handles requests that match no route: on a surface that checks keys first, authenticates and counts them, or throws the
 * refusal. Does nothing on other surfaces.
 */
export function unroutedAdmitter(
  options: ServeOptions,
): (surface: Surface, request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const admit = admitter({ guard: { kind: 'any_developer_key' } }, options);
  return async ({ looks_at_keys_first }, request, reply) => {
    if (looks_at_keys_first === true) await admit(request, reply);
  };
}

/** Reads a route's declared inputs in the order body, query, path: validation comes before existence. */
function inputReader(
  route: Route,
  { largeBodies, streams }: Pick<ServeResources, 'largeBodies' | 'streams'>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<AnyInput> {
  const isJson = route.bytes === undefined && route.file === undefined && route.ignores_body !== true;
  const checkBody = isJson ? validator(route.body ?? NO_BODY, 'body') : undefined;
  const querySchema = queryOf(route);
  const checkQuery = route.query && validator(route.query, 'query');
  const checkParams = route.params && paramsValidator(route.params);
  return async (request, reply) => {
    const isRead = route.ignores_body !== true;
    if (route.file === undefined && request.isMultipart() && isRead) throw unsupportedMediaType();
    const file = route.file && (await readFile(request, route.file));
    const isLarge = Buffer.isBuffer(request.body);
    const body =
      route.body &&
      (Buffer.isBuffer(request.body)
        ? await largeBodies.read(request.body, route.body, {
            response: reply.raw,
            of: accountOf(request.actor),
          })
        : (request.body ?? absentBody(route, request.body)));
    if (!isLarge && (route.body !== undefined || hasMembers(request.body))) checkBody?.(body ?? request.body);
    if (route.body !== undefined) logIgnoredFields(request, route.body, body);
    const query = readQuery(querySchema, request.query as Record<string, unknown>, request.url);
    checkQuery?.(query);
    checkParams?.(request.params);
    const bytes = route.bytes && bytesOf(request.body);
    const makeSignal = (): AbortSignal =>
      route.events === undefined ? abortedWith(reply.raw).signal : streams.signalOf(reply.raw, route.events);
    const write_key = route.takes_write_key === true ? readWriteKey(request, body) : undefined;
    return new RequestInput(request, { query, body, file, bytes, write_key, makeSignal });
  };
}

/** The value of a missing body; `null` is a body. */
function absentBody({ body_is_optional }: Route, body: unknown): object | undefined {
  return body_is_optional === true && body === undefined ? {} : undefined;
}

/** The body of a route without one: clients may send an empty object, and any member is refused. */
const NO_BODY = Type.Object({}, { additionalProperties: false });

function hasMembers(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.keys(body).length > 0;
}

/** A request without a body has no bytes. */
function bytesOf(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

function logIgnoredFields({ log }: FastifyRequest, schema: TSchema, body: unknown): void {
  const fields = ignoredFields(schema, body);
  if (fields.length > 0) log.debug({ fields }, 'fields that are not known were ignored');
}

type JsonReply = Exclude<Reply, StreamReply | RedirectReply | EventsReply>;
type SendJson = (reply: JsonReply, request: FastifyRequest, to: FastifyReply) => FastifyReply;

const sendAlways: SendJson = (reply, _request, to) =>
  startJson(reply, to, { 'cache-control': 'no-store' }).send(jsonOf(reply));

/** Answers 304 when the client's tag is still current. */
function sendIfChanged({ guard }: Route, compresses: boolean): SendJson {
  const caching = cacheControl(guard);
  return (reply, request, to) => {
    if (reply.status !== 200) return sendAlways(reply, request, to);
    const json = jsonOf(reply);
    const bytes = typeof json === 'string' ? Buffer.from(json) : json;
    const strong = entityTag('made_of' in reply ? (reply.made_of ?? bytes) : bytes);
    const mayBeCompressed = compresses && bytes.length >= LEAST_COMPRESSED_BYTES;
    if (mayBeCompressed) varyByEncoding(to);
    const tag = mayBeCompressed && asksForCompression(request) ? `W/${strong}` : strong;
    const headers = { etag: tag, 'cache-control': caching };
    return isKnown(strong, request.headers['if-none-match'])
      ? to
          .code(304)
          .headers({ ...headers, ...reply.headers })
          .send()
      : startJson(reply, to, headers).send(bytes);
  };
}

function startJson(
  reply: JsonReply,
  to: FastifyReply,
  headers: Readonly<Record<string, string>>,
): FastifyReply {
  return to
    .code(reply.status)
    .headers({ ...headers, ...reply.headers })
    .type('application/json; charset=utf-8');
}

function jsonOf(reply: JsonReply): string | Buffer {
  return 'json' in reply ? reply.json : JSON.stringify(reply.body);
}

function sendStream(reply: StreamReply, request: FastifyRequest, to: FastifyReply): FastifyReply {
  to.code(reply.status).headers(reply.headers);
  reply.stream?.once('error', (err) => request.log.error({ err }, 'a response broke off'));
  return to.send(reply.stream ?? Readable.from([]));
}

/** Neither the target address nor the requested one may leak to caches or referrers: both can hold secrets. */
function sendOn(route: Route, { status, location }: RedirectReply, to: FastifyReply): FastifyReply {
  if (route.redirect === undefined)
    throw internalError({ message: `${route.method} ${route.path} declares no redirect.` });
  const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return to.code(status).headers(headers).send();
}

function responseChecker(route: Route): (reply: JsonReply) => void {
  const checks = new Map(
    Object.entries(route.responses).map(([status, schema]) => [Number(status), responseMismatch(schema)]),
  );
  return (reply) => {
    const check = checks.get(reply.status);
    if (check === undefined)
      throw internalError({ message: `${route.method} ${route.path} declares no answer ${reply.status}.` });
    const mismatch = check(JSON.parse(jsonOf(reply).toString()));
    if (mismatch !== null)
      throw internalError({
        message: `${route.method} ${route.path} answers against its schema: ${mismatch}`,
      });
  };
}
