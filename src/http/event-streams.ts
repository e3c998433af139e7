import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import Type from 'typebox';
import type { HttpMeter } from '../infra/metrics/index.ts';
import { AppError, unavailable } from '../shared/errors.ts';
import { internalError, unforeseen } from './errors.ts';
import type { EventsOutput, EventsReply, Route } from './route.ts';
import { Shape, Text } from './schemas.ts';
import { eventText, jsonOf, type ServerEvent, type ToldError } from './sse.ts';
import { REFUSED_PARTS } from './surface.ts';
import { createTurns } from './take-turns.ts';
import { responseMismatch } from './validate.ts';

/** The streams of events that a server sends. */
export type EventStreams = {
  /** Aborted when the client of this response leaves or `stop` is called. */
  signalOf(response: ServerResponse, events: EventsOutput): AbortSignal;
  send(
    route: Route,
    reply: EventsReply,
    sent: { request: FastifyRequest; to: FastifyReply; signal: AbortSignal },
  ): FastifyReply;
  /** Ends endless streams with an error that says why. */
  stopEndless(): void;
  /** Ends all open streams in the same way. */
  stop(): void;
};

export function createEventStreams(options: {
  heartbeat: number;
  checkResponses: boolean;
  meter: Pick<HttpMeter, 'watchStreams'> | undefined;
}): EventStreams {
  const open = new Map<AbortController, EventsOutput>();
  options.meter?.watchStreams(() => open.size);
  const turns = createTurns();
  const checks = new Map<Route, (event: ServerEvent) => void>();
  const checkOf = (route: Route): ((event: ServerEvent) => void) => {
    const check = checks.get(route) ?? (options.checkResponses ? eventChecker(route) : () => undefined);
    checks.set(route, check);
    return check;
  };
  return {
    signalOf: (response, events) => {
      const controller = abortedWith(response);
      open.set(controller, events);
      response.once('close', () => open.delete(controller));
      return controller.signal;
    },
    send: (route, { events }, { request, to, signal }) => {
      if (route.events === undefined)
        throw internalError({ message: `${route.method} ${route.path} declares no events.` });
      const describe = (error: unknown) => describeError(error, request, signal);
      const text = eventText(events, {
        signal,
        heartbeat: options.heartbeat,
        turns,
        check: checkOf(route),
        describe,
      });
      to.code(200).headers({
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      // HEAD sends no events, so none is made.
      return to.send(Readable.from(request.method === 'HEAD' ? [] : text));
    },
    stopEndless: () => {
      for (const [controller, { is_endless }] of open) if (is_endless === true) controller.abort(STOPPING);
    },
    stop: () => {
      for (const controller of open.keys()) controller.abort(STOPPING);
    },
  };
}

/** Aborted with `CLIENT_GONE` when the client leaves before it has its answer. */
export function abortedWith(response: ServerResponse): AbortController {
  const controller = new AbortController();
  const leave = (): void => {
    if (!response.writableFinished) controller.abort(CLIENT_GONE);
  };
  if (response.closed) leave();
  else response.once('close', leave);
  return controller;
}

/** The client has left, so nobody reads this error. */
export const CLIENT_GONE = new AppError('client_gone', 499, 'The client has gone.');
const STOPPING = new AppError(
  'stopping',
  503,
  'The server is stopping. Send the request again in a few seconds.',
);

/** What the client may read of an error; the rest is logged. */
function describeError(
  error: unknown,
  request: FastifyRequest,
  { aborted, reason }: AbortSignal,
): ToldError | null {
  if (aborted && reason === CLIENT_GONE) {
    request.log.debug('the client left a stream of events');
    return null;
  }
  const known = aborted ? reason : error;
  const { status, code, message, details, lines } = known instanceof AppError ? known : unforeseen(known);
  if (status < 500 || known === STOPPING || code === unavailable.code)
    request.log.debug({ code }, 'a stream of events was refused');
  else request.log.error({ err: error }, 'a stream of events failed');
  return {
    error: message,
    ...(details === undefined ? {} : { details }),
    ...(lines === undefined ? {} : { lines }),
  };
}

const ERROR_EVENT = Shape(
  {
    type: Type.Literal('error', { description: 'Type of the event.', examples: ['error'] }),
    error: Text(
      2_000,
      'What went wrong, for people to read. Nothing follows but `done`.',
      'Something went wrong on our side.',
    ),
    details: Type.Optional(Type.Unsafe<AppError['details']>(REFUSED_PARTS.details)),
    lines: Type.Optional(Type.Unsafe<AppError['lines']>(REFUSED_PARTS.lines)),
  },
  {
    title: 'ErrorEvent',
    description: 'It failed. What was sent before stands, but it is not all.',
    examples: [{ type: 'error', error: 'Something went wrong on our side.' }],
  },
);
const DONE_EVENT = Shape(
  { type: Type.Literal('done', { description: 'Type of the event.', examples: ['done'] }) },
  { title: 'DoneEvent', description: 'The stream is finished: always the last event, also after an error.' },
);

/** The schemas of a stream's events by type, with those that end any stream. */
export function eventSchemas({ types }: EventsOutput): Readonly<Record<string, TSchema>> {
  return { ...types, error: ERROR_EVENT, done: DONE_EVENT };
}

function eventChecker({ events, method, path }: Route): (event: ServerEvent) => void {
  const types = events === undefined ? [] : Object.entries(events.types);
  const checks = new Map(types.map(([type, schema]) => [type, responseMismatch(schema)]));
  return (event) => {
    const check = checks.get(event.type);
    const mismatch = check === undefined ? 'it is not declared' : check(JSON.parse(jsonOf(event)));
    if (mismatch !== null)
      throw internalError({ message: `${method} ${path}: the event ${event.type}: ${mismatch}` });
  };
}
