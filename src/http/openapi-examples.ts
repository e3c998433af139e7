import type { Json } from './openapi-components.ts';

/**
 * A complete, realistic value of a schema: its first example, or one composed of its parts' examples.
 * @throws Error naming the part without an example
 */
export function exampleOf(schema: object, at: string): unknown {
  const { examples, default: filledIn, enum: words, anyOf, properties, items } = schema as Json;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (filledIn !== undefined) return filledIn;
  if ('const' in schema) return schema.const;
  if (Array.isArray(words)) return words[0];
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0], at);
  if (isObject(properties)) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, exampleOf(Object(part), `${at}.${name}`)]),
    );
  }
  if (isObject(items)) return [exampleOf(items, `${at}[]`)];
  throw new Error(`${at}: the schema needs examples.`);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
