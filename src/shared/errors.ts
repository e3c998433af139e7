/** One field that did not pass, named by its path in the request (`weeks`, `athlete_ids.3`). */
export type ErrorDetail = { path: string; message: string };

export type QuotaUse = { readonly name: string; readonly used: number; readonly limit: number };

/** A line of a text that somebody sent and that can not be read: its number from 1, why, and what would be read in its place. */
export type LineAtFault = {
  readonly number: number;
  readonly text: string;
  readonly reason: string;
  readonly nearest?: string;
};

/** What the caller may read (`message`, `details`, `headers`, `quota`, `lines`, `current`) and, apart from it, what only the log may (`cause`). */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: string;
  readonly status: number;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Of `quota_exceeded` only. */
  readonly quota: QuotaUse | undefined;
  /** Of `draft_not_readable` only. */
  readonly lines: readonly LineAtFault[] | undefined;
  /** Of `draft_changed` only: what is stored, as it is shown. */
  readonly current: object | undefined;

  constructor(code: string, status: number, message: string, options: ThrowOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = status;
    this.details = options.details;
    this.headers = options.headers;
    this.quota = options.quota;
    this.lines = options.lines;
    this.current = options.current;
  }
}

type ThrowOptions = {
  cause?: unknown;
  details?: readonly ErrorDetail[];
  /** Response headers the status calls for, such as `Retry-After` or `Allow`. */
  headers?: Record<string, string>;
  quota?: QuotaUse;
  lines?: readonly LineAtFault[];
  current?: object;
};

/** A declared error: calling it makes the value to throw. `message` may be sharpened per throw. */
export type ErrorDefinition = ((options?: ThrowOptions & { message?: string }) => AppError) & {
  readonly code: string;
  readonly status: number;
  readonly message: string;
};

/**
 * Declares an error once: its machine-readable code, HTTP status and public text.
 *
 * @example const orgNameTaken = defineError('conflict', 409, 'An organization with this name exists already.');
 */
export function defineError(code: string, status: number, message: string): ErrorDefinition {
  const make = (options: ThrowOptions & { message?: string } = {}): AppError =>
    new AppError(code, status, options.message ?? message, options);
  return Object.assign(make, { code, status, message });
}

/** Errors that more than one capability throws. */
export const validationError = defineError('validation_error', 400, 'The request is not valid.');
export const unauthenticated = defineError('unauthenticated', 401, 'Missing or invalid credentials.');
export const forbidden = defineError('forbidden', 403, 'You may not do this.');
export const notFound = defineError('not_found', 404, 'Not found.');
export const rateLimited = defineError('rate_limited', 429, 'Too many requests. Try again later.');
export const featureNotEnabled = defineError(
  'feature_not_enabled',
  403,
  'This feature is not part of the plan of the organization.',
);

/** In how many seconds a client may look whether an outage is over. */
const OUTAGE_RETRY_AFTER_S = '5';
export const unavailable = defineError(
  'unavailable',
  503,
  'Something that this server needs does not answer, or has no room left. Send the request again in a few seconds.',
);

/** Something outside of this process, such as the database, cannot be reached or has no room. The message is the operator's. */
export class OutageError extends Error {
  // Not final: the object store's are outages with a name of their own.
  override readonly name: string = 'OutageError';
  readonly is_outage = true;
}

/** Whether an outage is, or lies behind, what was thrown. */
export function isOutage(thrown: unknown): boolean {
  let at = thrown;
  for (let depth = 0; depth < 5 && typeof at === 'object' && at !== null; depth++) {
    if (Reflect.get(at, 'is_outage') === true) return true;
    at = Reflect.get(at, 'cause');
  }
  return false;
}

export function outageAnswer(cause: unknown, message: string = unavailable.message): AppError {
  return unavailable({ message, cause, headers: { 'Retry-After': OUTAGE_RETRY_AFTER_S } });
}

/** What an error says, or those that it gathers: Node reports a host with several addresses as one without a message. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return [...new Set(error.errors.map(reasonOf))].join('; ') || error.name;
  }
  if (typeof error !== 'object' || error === null) return String(error);
  const { message, name, code }: Partial<NodeJS.ErrnoException> = error;
  const text = message || name;
  if (text === undefined || text === '') return code ?? 'an error that does not say what it is';
  return text;
}

export function invalidField(path: string, message: string): AppError {
  const end = message.endsWith('.') ? '' : '.';
  return validationError({ message: `${path}: ${message}${end}`, details: [{ path, message }] });
}
