import type { TObject, TSchema } from 'typebox';
import {
  AppError,
  featureNotEnabled,
  forbidden,
  notFound,
  unauthenticated,
  validationError,
} from '../shared/errors.ts';
import { headersTooLarge, requestTimeout } from './broken-requests.ts';
import { internalError, methodNotAllowed } from './errors.ts';
import { type Guard, invalidKey, keyExpired, keyRevoked, missingScope } from './guard.ts';
import { tooManyUploads } from './hold-uploads.ts';
import { requestLimitReached } from './limit-requests.ts';
import type { Json } from './openapi-components.ts';
import { multipartWanted, payloadTooLarge, unsupportedMediaType } from './read-body.ts';
import type { Route } from './route.ts';
import type { Surface } from './surface.ts';
import { paramsValidator, validator } from './validate.ts';

/** Every failure that a route can answer, in the words that the server has for it. */
export type Failures = {
  /** What follows from method, guard and schemas: no route has to declare it. */
  readonly implied: readonly AppError[];
  readonly own: readonly AppError[];
};

export function failuresOf(route: Route): Failures {
  const { guard, method, params, file, errors = [] } = route;
  const implied = [
    exampleFault(route),
    ...refusals(guard),
    ...(params === undefined ? [] : [malformedId(params)]),
    // A body is read wherever one can come, also where none is asked for.
    ...(method === 'GET' ? [] : [payloadTooLarge(), file ? multipartWanted(file) : unsupportedMediaType()]),
    ...(file === undefined ? [] : [tooManyUploads()]),
    internalError(),
  ];
  return { implied, own: errors.map((define) => define()) };
}

/** Every code that an answer of the surface can carry, by status. */
export function errorCodes({ routes }: Surface): string[] {
  const all = [
    ...routes.map(failuresOf).flatMap(({ implied, own }) => [...implied, ...own]),
    ...[notFound, methodNotAllowed, requestTimeout, headersTooLarge],
  ];
  return [...new Set(all.toSorted((a, b) => a.status - b.status).map(({ code }) => code))];
}

function refusals(guard: Guard): AppError[] {
  switch (guard.kind) {
    case 'open':
      return [];
    case 'user':
    case 'app_or_user':
      return [unauthenticated()];
    case 'anyone':
    case 'user_or_key':
      return [
        unauthenticated(),
        forbidden({ message: `The API key lacks the scope ${guard.scopes.join(', ')}.` }),
      ];
    case 'developer_key':
      return [
        ...[invalidKey(), keyExpired(), keyRevoked()],
        ...[featureNotEnabled(), missingScope()],
        requestLimitReached({
          name: 'minute',
          limit: 60,
          remaining: 0,
          reset_s: 1_782_887_460,
          retry_after_s: 12,
        }),
      ];
  }
}

/** What a route answers to a request that does not pass: in the validator's own words, of a field that the route has. */
function exampleFault({ body, query }: Route): AppError {
  return (
    (body && faultOf(body, 'body')) ??
    (query && faultOf(query, 'query')) ??
    // Without any input of its own, what is left to be wrong is the request itself.
    validationError({ message: 'Send one Host header.' })
  );
}

function faultOf(schema: TSchema, where: 'body' | 'query'): AppError | undefined {
  const check = validator(schema, where);
  const { properties = {} } = schema as { properties?: Record<string, Json> };
  const attempts = [
    {},
    ...Object.entries(properties).map(([name, field]) => ({ [name]: wrongValue(field) })),
  ];
  return attempts.map((attempt) => thrownBy(() => check(attempt))).find((fault) => fault !== undefined);
}

/** None of what a field may be; in a query everything is text. */
function wrongValue({ type, enum: words }: Json): unknown {
  return words === undefined && [type].flat().includes('string') ? 7 : 'ten';
}

function malformedId(params: TObject): AppError {
  const check = paramsValidator(params);
  const named = Object.keys(params.properties).map((name) => [name, '7']);
  return thrownBy(() => check(Object.fromEntries(named))) ?? notFound();
}

function thrownBy(check: () => void): AppError | undefined {
  try {
    check();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  return undefined;
}
