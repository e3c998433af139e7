export type Members = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object, and not a list or null. */
export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
