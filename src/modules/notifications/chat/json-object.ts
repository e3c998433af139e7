export type JsonObject = Readonly<Record<string, unknown>>;

/** The members of what a messenger has sent, whatever it is; of what is no object there are none. */
export function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
