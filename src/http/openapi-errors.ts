import type { TObject, TSchema } from 'typebox';
import { writeKeyReused } from '../infra/idempotency/write-once.ts';
import { featuresOf, SERVER_LIMITS } from '../shared/access.ts';
import {
  AppError,
  type ErrorDefinition,
  notFound,
  outageAnswer,
  unauthenticated,
  validationError,
} from '../shared/errors.ts';
import type { ApiKeyActor } from './actor.ts';
import { headersTooLarge, requestTimeout } from './broken-requests.ts';
import { internalError, methodNotAllowed } from './errors.ts';
import { type Guard, invalidKey, keyExpired, keyRevoked, refusal } from './guard.ts';
import { requestLimitReached } from './limit-requests.ts';
import { tooManyUploads } from './line-up-uploads.ts';
import type { Json } from './openapi-components.ts';
import { bodyLimitFor, multipartWanted, takesRoom, unsupportedMediaType } from './read-body.ts';
import type { Route } from './route.ts';
import { bodyTooLarge, payloadTooLarge } from './too-large.ts';
import { paramsValidator, validator } from './validate.ts';

/** A failure of an operation: when it occurs, and the server's message. */
export type Failure = { readonly when: string; readonly error: AppError };

/** `implied`: failures that follow from method, guard and schemas; `declared`: those that the route names. */
export type Failures = { readonly implied: readonly Failure[]; readonly own: readonly Failure[] };

export function failuresOf(route: Route): Failures {
  const { guard, method, params, file, errors = [] } = route;
  const implied: Failure[] = [
    { when: 'The request is not valid: `error` says what to change.', error: exampleFault(route) },
    ...refusals(guard),
    ...(params === undefined ? [] : malformedParams(params)),
    // A body is read wherever one can come, even where the route takes none.
    ...(method === 'GET' ? [] : [tooLarge(route)]),
    ...(method === 'GET' || file !== undefined ? [] : [thrown(unsupportedMediaType)]),
    ...(file === undefined
      ? []
      : [{ when: 'The body is no form with a file.', error: multipartWanted(file) }]),
    ...(route.takes_write_key === true ? [thrown(writeKeyReused)] : []),
    ...(takesRoom(route) ? [thrown(tooManyUploads)] : []),
    thrown(internalError),
    {
      when: 'The database or the store of files does not answer, or has no room left.',
      error: outageAnswer(undefined),
    },
  ];
  return { implied, own: errors.map(thrown) };
}

function thrown(define: ErrorDefinition): Failure {
  return { when: define.message, error: define() };
}

function tooLarge(route: Route): Failure {
  return takesRoom(route) && route.file === undefined
    ? { when: payloadTooLarge.message, error: bodyTooLarge(bodyLimitFor(route)) }
    : thrown(payloadTooLarge);
}

export function errorCodes(failures: Iterable<Failures>): string[] {
  const own = [...failures].flatMap(({ implied, own }) => [...implied, ...own].map(({ error }) => error));
  const all = [...own, ...ANYWHERE];
  return [...new Set(all.toSorted((a, b) => a.status - b.status).map(({ code }) => code))];
}

const ANYWHERE = [notFound, methodNotAllowed, requestTimeout, headersTooLarge];

function refusals(guard: Guard): Failure[] {
  switch (guard.kind) {
    case 'open':
      return [];
    case 'user':
    case 'optional_user':
    case 'app_or_user':
      return [
        thrown(unauthenticated),
        ...refused(guard, 'An API key is sent, and none opens this operation.', KEY),
      ];
    case 'platform':
      return [thrown(unauthenticated)];
    case 'anyone':
    case 'user_or_key':
      return [
        thrown(unauthenticated),
        ...refused(guard, 'The plan of the organization does not include API keys.', {
          ...KEY,
          features: [],
        }),
        ...refused(guard, 'The API key lacks a scope.', KEY),
      ];
    case 'developer_key':
    case 'developer_key_of_any':
    case 'any_developer_key':
      return [
        ...[invalidKey, keyExpired, keyRevoked].map(thrown),
        ...refused(guard, 'The plan of the organization does not include the Developer API.', {
          ...KEY,
          features: [],
        }),
        ...refused(guard, 'The API key lacks the scope of this operation.', KEY),
        { when: 'The key has made as many requests as it may.', error: requestLimitReached(MINUTE) },
      ];
  }
}

/** An API key with every scope, for examples. */
const KEY: ApiKeyActor = {
  type: 'api_key',
  key_id: '',
  org_id: '',
  scopes: [],
  features: featuresOf('club'),
  limits: SERVER_LIMITS,
};
const MINUTE = {
  name: 'minute',
  limit: 60,
  remaining: 0,
  reset_s: 1_782_887_460,
  retry_after_s: 12,
} as const;

function refused(guard: Guard, when: string, actor: ApiKeyActor): Failure[] {
  const error = refusal(guard, actor);
  return error === undefined ? [] : [{ when, error }];
}

function exampleFault({ body, query }: Route): AppError {
  return (
    (body && faultOf(body, 'body')) ??
    (query && faultOf(query, 'query')) ??
    // A route without input can only be given a malformed request.
    validationError({ message: 'Send one Host header.' })
  );
}

/** Kept by schema because one schema is documented several times. */
const FAULTS = new WeakMap<TSchema, AppError | undefined>();

function faultOf(schema: TSchema, where: 'body' | 'query'): AppError | undefined {
  if (!FAULTS.has(schema)) FAULTS.set(schema, findFault(schema, where));
  return FAULTS.get(schema);
}

function findFault(schema: TSchema, where: 'body' | 'query'): AppError | undefined {
  const check = validator(schema, where);
  const { properties = {} } = schema as { properties?: Record<string, Json> };
  const attempts = [
    {},
    ...Object.entries(properties).map(([name, field]) => ({ [name]: wrongValue(field) })),
  ];
  return attempts.map((attempt) => thrownBy(() => check(attempt))).find((fault) => fault !== undefined);
}

/** A value that the field does not accept; in a query everything is text. */
function wrongValue({ type, enum: words }: Json): unknown {
  return words === undefined && [type].flat().includes('string') ? 7 : 'ten';
}

/** Parameters of paths that are no ids. */
const MALFORMED: Readonly<Record<string, string>> = {
  token: 'The token does not have the form of one.',
  service: 'There is no such messenger.',
};

/** Undefined for parameters that accept any text. */
function malformedParams(params: TObject): Failure[] {
  const check = paramsValidator(params);
  const names = Object.keys(params.properties);
  const malformed = Object.fromEntries(names.map((name) => [name, '7']));
  const error = thrownBy(() => check(malformed));
  const [when = 'The id is no UUID.'] = names.flatMap((name) => MALFORMED[name] ?? []);
  return error === undefined ? [] : [{ when, error }];
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
