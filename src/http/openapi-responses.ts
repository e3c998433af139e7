import { STATUS_CODES } from 'node:http';
import { eventSchemas } from './event-streams.ts';
import { component, type Json } from './openapi-components.ts';
import { errorCodes, type Failure, type Failures, failuresOf } from './openapi-errors.ts';
import { exampleOf } from './openapi-examples.ts';
import { takesRoom } from './read-body.ts';
import { REQUEST_ID_EXAMPLE, responseHeaders } from './response-headers.ts';
import {
  type EventsOutput,
  type FileOutput,
  isConditional,
  type RedirectOutput,
  type Route,
} from './route.ts';
import type { Surface } from './surface.ts';

/** All answers of each operation by status. Answers that any address can give are in the document's introduction. */
export function responsesOf(surface: Surface): (route: Route) => Json {
  const failures = new Map(surface.routes.map((route) => [route, failuresOf(route)]));
  const error = surface.envelope.schema(errorCodes(failures.values()));
  return (route) => ({
    ...successes(route, surface),
    ...(route.download === undefined ? {} : { 200: downloaded(route, route.download, surface) }),
    ...(route.redirect === undefined ? {} : { 302: sentOn(route, route.redirect, surface) }),
    ...(route.events === undefined ? {} : { 200: streamed(route, route.events, surface) }),
    ...(isConditional(route) ? { 304: notModified(route, surface) } : {}),
    ...failed(route, surface, failures.get(route) ?? failuresOf(route), error),
  });
}

function successes(route: Route, surface: Surface): Json {
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, schema]) => {
      const { description = 'Success.' } = schema as Json;
      const given = route.examples?.[Number(status)];
      const shown =
        given === undefined
          ? { example: exampleOf(schema, `${route.operation_id} ${status}`) }
          : { examples: given };
      const headers = responseHeaders(surface, route, Number(status));
      return [status, { description, headers, content: { 'application/json': { schema, ...shown } } }];
    }),
  );
}

/** Since OpenAPI 3.1 a media type without a schema means bytes. */
function downloaded(route: Route, { media_type, description }: FileOutput, surface: Surface): Json {
  return { description, headers: responseHeaders(surface, route, 200), content: { [media_type]: {} } };
}

/** OpenAPI 3.1 cannot describe a stream: the schema is that of each event's `data`. */
function streamed(route: Route, events: EventsOutput, surface: Surface): Json {
  const schemas = Object.entries(eventSchemas(events));
  const schema = {
    anyOf: schemas.map(([, schema]) => schema),
    description: 'The `data` of each event, one line of JSON; `event` is its `type`.',
  };
  const examples = Object.fromEntries(
    schemas.map(([type, schema]) => [
      type,
      { summary: `The event ${type}`, value: exampleOf(schema, `${route.operation_id} ${type}`) },
    ]),
  );
  return {
    description: events.description,
    headers: responseHeaders(surface, route, 200),
    content: { 'text/event-stream': { schema, examples } },
  };
}

function sentOn(route: Route, { description }: RedirectOutput, surface: Surface): Json {
  return { description, headers: responseHeaders(surface, route, 302) };
}

function notModified(route: Route, surface: Surface): Json {
  const isPrivate = route.guard.kind !== 'open';
  return component('responses', isPrivate ? 'NotModified' : 'NotModifiedForAnybody', {
    description: 'Nothing has changed since the answer that `If-None-Match` names.',
    headers: responseHeaders(surface, route, 304),
  });
}

function failed(route: Route, surface: Surface, { implied, own }: Failures, error: object): Json {
  const byStatus = Map.groupBy([...implied, ...own], ({ error }) => error.status);
  const special = [
    ...SPECIAL,
    ...(takesRoom(route) ? SPECIAL_OF_FILES : []),
    ...own.map(({ error }) => error.status),
  ];
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, possible]) => {
        const headers = responseHeaders(surface, route, status);
        const response = failureResponse(possible, surface, { headers, error });
        const isShared = !['open', 'platform'].includes(route.guard.kind) && !special.includes(status);
        return [status, isShared ? component('responses', nameOf(status), response) : response];
      }),
  );
}

/** Statuses whose texts depend on the route: its fields, scopes, ids, files or large bodies. */
const SPECIAL = [400, 403, 404];
const SPECIAL_OF_FILES = [413, 415, 429];

function nameOf(status: number): string {
  return (STATUS_CODES[status] ?? '').replaceAll(' ', '');
}

function failureResponse(
  possible: readonly Failure[],
  { envelope }: Surface,
  { headers, error: anyError }: { headers: Json; error: object },
): Json {
  const codes = [...new Set(possible.map(({ error }) => error.code))];
  const [first] = possible;
  const description =
    first !== undefined && possible.length === 1
      ? first.when
      : possible.map(({ when, error }) => `- \`${error.code}\`: ${when}`).join('\n');
  const examples: Json = {};
  for (const { when, error } of possible) {
    const alike = Object.keys(examples).filter((key) => key.startsWith(error.code)).length;
    examples[alike === 0 ? error.code : `${error.code}_${alike + 1}`] = {
      summary: when,
      value: envelope.body(error, REQUEST_ID_EXAMPLE),
    };
  }
  const schema = {
    allOf: [anyError, { type: 'object', properties: { code: { enum: codes } } }],
  };
  return { description, headers, content: { 'application/json': { schema, examples } } };
}
