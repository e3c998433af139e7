import type { TSchema } from 'typebox';
import { MAX_PATH_CHARS } from './describe-fault.ts';
import { MAX_DETAILS } from './validate.ts';

/**
 * Names the fields of a body that its schema does not know and lets pass. The application API ignores them, so that an app
 * may be newer than the server; the log says so to whoever wonders why nothing has changed.
 */
export function ignoredFields(schema: TSchema, body: unknown): readonly string[] {
  const { properties, additionalProperties }: { properties?: object; additionalProperties?: unknown } =
    schema;
  if (properties === undefined || additionalProperties !== undefined) return [];
  return Object.keys(Object(body))
    .filter((name) => !Object.hasOwn(properties, name))
    .slice(0, MAX_DETAILS)
    .map((name) => name.slice(0, MAX_PATH_CHARS));
}
