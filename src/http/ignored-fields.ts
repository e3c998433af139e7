import type { TSchema } from 'typebox';
import { isOpen } from './unknown-names.ts';
import { MAX_DETAILS } from './validate.ts';

/** What a program calls a field. Anything else, such as an address or a token in its place, does not get into a log. */
const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/;

/**
 * Names the fields of a body that its schema does not know and lets pass, where it is open (`unknown-names.ts`): the log says so to
 * whoever wonders why nothing has changed.
 */
export function ignoredFields(schema: TSchema, body: unknown): readonly string[] {
  const { properties }: { properties?: object } = schema;
  if (properties === undefined || !isOpen(schema)) return [];
  return Object.keys(Object(body))
    .filter((name) => NAME.test(name) && !Object.hasOwn(properties, name))
    .slice(0, MAX_DETAILS);
}
