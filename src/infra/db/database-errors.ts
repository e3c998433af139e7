import { OutageError, reasonOf } from '../../shared/errors.ts';

const UNIQUE_VIOLATION = '23505';
const FEATURE_NOT_SUPPORTED = '0A000';
const LOCK_NOT_AVAILABLE = '55P03';

type ServerError = Error & { code: string; severity?: string; constraint?: string; routine?: string };

// These fields quote the row: `Key (email)=(someone@example.org) already exists.`
const FIELDS_WITH_VALUES = ['detail', 'where', 'internalQuery'] as const;

/** Whether a write met a row that is already there, under the named constraint or under any. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    isServerError(error) &&
    error.code === UNIQUE_VIOLATION &&
    (constraint === undefined || error.constraint === constraint)
  );
}

/** Whether a statement was given up because others held what it had to lock for longer than `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return isServerError(error) && error.code === LOCK_NOT_AVAILABLE;
}

export function isServerError(error: unknown): error is ServerError {
  // Client codes such as 'errorMissingColumn' or ECONNRESET differ from SQLSTATE, which has five digits or capitals.
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^[0-9A-Z]{5}$/.test(error.code) &&
    'severity' in error
  );
}

/** Whether stored data, not the statement or the moment, made a read fail, so that another attempt fails too. */
export function isDataError(error: unknown): boolean {
  return isServerError(error) && /^(22|XX)/.test(error.code);
}

/** Whether a connection is usable after this error. The server closes it after FATAL and PANIC. */
export function leavesConnectionUsable(thrown: unknown): boolean {
  const error = thrown instanceof OutageError ? thrown.cause : thrown;
  if (!isServerError(error)) return false;
  // "cached plan must not change result type": the table changed under a prepared statement, which stays broken.
  if (error.code === FEATURE_NOT_SUPPORTED && error.routine === 'RevalidateCachedQuery') return false;
  return error.severity === 'ERROR';
}

// Of connections (08), of a lack of room or of other resources (53), of a server that stops or starts (57P0), of its disk.
const OUTAGE_STATES = /^(?:08|53|57P0)|^58030$/;
const OUTAGE_CODES = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
// The driver gives lost connections no code.
const OUTAGE_MESSAGES = /^Connection terminated|not queryable$|^timeout expired$|^Query read timeout$/;

/** A driver error from an outage as an OutageError; any other error without its quotes of rows. */
export function explainError(error: unknown): unknown {
  if (error instanceof OutageError || !(error instanceof Error)) return error;
  const code = String((error as NodeJS.ErrnoException).code ?? '');
  const isOutage = isServerError(error)
    ? OUTAGE_STATES.test(code)
    : OUTAGE_CODES.has(code) || OUTAGE_MESSAGES.test(error.message);
  return isOutage ? databaseOutage(hideStoredValues(error)) : hideStoredValues(error);
}

/** The outage to report when connecting failed without another explanation. */
export function databaseOutage(cause: unknown): OutageError {
  if (cause instanceof OutageError) return cause;
  return new OutageError(`The database cannot be used: ${reasonOf(cause)}`, { cause });
}

/** Hides the fields that quote stored values from loggers by making them non-enumerable; they stay readable by name. */
function hideStoredValues(error: unknown): unknown {
  if (!isServerError(error)) return error;
  for (const field of FIELDS_WITH_VALUES) {
    if (field in error) Object.defineProperty(error, field, { enumerable: false });
  }
  return error;
}
