export type JsonObject = Readonly<Record<string, unknown>>;

/** The members of a JSON object; of any other value, an empty object. */
export function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
