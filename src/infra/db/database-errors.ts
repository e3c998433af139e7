/** SQLSTATE codes this project tells apart. */
const UNIQUE_VIOLATION = '23505';
const FEATURE_NOT_SUPPORTED = '0A000';

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

/** An error the server itself reported, as opposed to one of the connection or of the client. */
export function isServerError(error: unknown): error is ServerError {
  // 'errorMissingColumn' and the like are client codes; SQLSTATE has five digits or capitals. ECONNRESET has more.
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^[0-9A-Z]{5}$/.test(error.code) &&
    'severity' in error
  );
}

/** Whether what is stored, and not the statement or the moment, made a read fail: another attempt meets the same. */
export function isDataError(error: unknown): boolean {
  // Class 22 is data exceptions such as JSON of the wrong kind, XX internal errors such as a damaged page.
  return isServerError(error) && /^(22|XX)/.test(error.code);
}

/** Whether a connection can be trusted after this error. The server closes it after FATAL and PANIC. */
export function leavesConnectionUsable(error: unknown): boolean {
  if (!isServerError(error)) return false;
  // "cached plan must not change result type": the table changed under a prepared statement, which stays broken.
  if (error.code === FEATURE_NOT_SUPPORTED && error.routine === 'RevalidateCachedQuery') return false;
  return error.severity === 'ERROR';
}

/**
 * Makes the fields that quote stored values invisible to loggers, which walk the enumerable ones. They stay readable
 * by name.
 */
export function hideStoredValues(error: unknown): unknown {
  if (!isServerError(error)) return error;
  for (const field of FIELDS_WITH_VALUES) {
    if (field in error) Object.defineProperty(error, field, { enumerable: false });
  }
  return error;
}
