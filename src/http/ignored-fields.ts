import type { TSchema } from 'typebox';
import { isOpen } from './unknown-names.ts';
import { MAX_DETAILS } from './validate.ts';

/** A plausible field name. Anything else, such as an address or a token, is kept out of the log. */
const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/;

/** Names the unknown fields of a body that an open schema lets pass (`unknown-names.ts`), so that the log explains why nothing changed. */
export function ignoredFields(schema: TSchema, body: unknown): readonly string[] {
  const { properties }: { properties?: object } = schema;
  if (properties === undefined || !isOpen(schema)) return [];
  return Object.keys(Object(body))
    .filter((name) => NAME.test(name) && !Object.hasOwn(properties, name))
    .slice(0, MAX_DETAILS);
}
