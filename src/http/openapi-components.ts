import { isDeepStrictEqual } from 'node:util';

export type Json = Record<string, unknown>;

export type Components = Record<'schemas' | 'responses' | 'headers' | 'parameters', Json>;

const COMPONENT = Symbol('component');
type Name = { readonly kind: keyof Components; readonly name: string };

/** Marks a part of a document to be moved into the components. Schemas are marked by their `title`. */
export function component<T extends object>(kind: keyof Components, name: string, part: T): T {
  return { ...part, [COMPONENT]: { kind, name } satisfies Name };
}

/** Values, not parts of the document: their keys are not schemas. */
const VALUES = ['example', 'examples', 'default', 'const', 'enum'];

/** Moves every named part into the components and leaves a reference. */
export function hoist(part: unknown, components: Components): unknown {
  if (Array.isArray(part)) return part.map((item) => hoist(item, components));
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).filter(([key]) => !NOT_PUBLISHED.includes(key));
  const copy = Object.fromEntries(
    entries.map(([key, child]) => [key, VALUES.includes(key) ? child : hoist(child, components)]),
  );
  const named = nameOf(part);
  if (named === undefined) return optionalByDefault(copy);
  const { title: _, ...rest } = copy;
  return refer(named, optionalByDefault(named.kind === 'schemas' ? rest : copy), components);
}

/** These keywords serve our own error messages. */
const NOT_PUBLISHED = ['errorMessage'];

function nameOf(part: object): Name | undefined {
  if (COMPONENT in part) return part[COMPONENT] as Name;
  const title: unknown = Reflect.get(part, 'title');
  const isSchema = 'type' in part || 'anyOf' in part || 'allOf' in part;
  return typeof title === 'string' && isSchema ? { kind: 'schemas', name: title } : undefined;
}

/** The server fills in defaults, so a property with a default is optional for clients. */
function optionalByDefault(schema: Json): Json {
  const { required, properties } = schema;
  if (!Array.isArray(required) || typeof properties !== 'object' || properties === null) return schema;
  const needed = required.filter((name) => !('default' in Object(Reflect.get(properties, name))));
  const { required: _, ...rest } = schema;
  return needed.length === 0 ? rest : { ...rest, required: needed };
}

function refer({ kind, name }: Name, part: Json, components: Components): Json {
  const known = components[kind][name];
  if (known !== undefined && !isDeepStrictEqual(known, part)) {
    throw new Error(`Two ${kind} are called ${name}: give one another name.`);
  }
  components[kind][name] = part;
  return { $ref: `#/components/${kind}/${name}` };
}
