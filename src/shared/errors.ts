/** One field that did not pass, named by its path in the request (`weeks`, `athlete_ids.3`). */
export type ErrorDetail = { path: string; message: string };

/** What the caller may read (`message`, `details`, `headers`) and, apart from it, what only the log may (`cause`). */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: string;
  readonly status: number;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(code: string, status: number, message: string, options: ThrowOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = status;
    this.details = options.details;
    this.headers = options.headers;
  }
}

type ThrowOptions = {
  /** For the log only: never reaches a response. */
  cause?: unknown;
  details?: readonly ErrorDetail[];
  /** Response headers the status calls for, such as `Retry-After` or `Allow`. */
  headers?: Record<string, string>;
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
export const conflict = defineError('conflict', 409, 'This conflicts with what is stored.');
export const rateLimited = defineError('rate_limited', 429, 'Too many requests. Try again later.');
export const featureNotEnabled = defineError(
  'feature_not_enabled',
  403,
  'This feature is not part of the plan of the organization.',
);

/** A validation error about one field. */
export function invalidField(path: string, message: string): AppError {
  const end = message.endsWith('.') ? '' : '.';
  return validationError({ message: `${path}: ${message}${end}`, details: [{ path, message }] });
}
