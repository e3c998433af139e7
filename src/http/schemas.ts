import Type, { type Static, type TObject, type TSchema } from 'typebox';

/** Wire types that every module shares. A schema with a `title` becomes a named component of the OpenAPI document. */

export const Id = Type.String({ format: 'uuid', examples: ['019a1c5e-8f00-7000-8000-1b2c3d4e5f60'] });

export const Timestamp = Type.String({
  format: 'date-time',
  description: 'ISO 8601, UTC with `Z`.',
  examples: ['2026-07-01T06:30:00.000Z'],
});

export const EpochMs = Type.Integer({
  description: 'Epoch milliseconds, UTC.',
  examples: [1_782_887_400_000],
});

/** The same schema with null allowed. */
export function Nullable<T extends TSchema>(schema: T) {
  const { type, enum: values, ...rest } = schema as T & { type?: unknown; enum?: readonly unknown[] };
  const nullable =
    type === undefined
      ? { anyOf: [schema, { type: 'null' }] }
      : { ...rest, type: [type, 'null'], ...(values === undefined ? {} : { enum: [...values, null] }) };
  return Type.Unsafe<Static<T> | null>(nullable);
}

/** One of a list of words. */
export function OneOf<const T extends readonly string[]>(values: T, options: object = {}) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });
}

/** An object whose fields are all there and that has no others. */
export function Shape<const P extends Parameters<typeof Type.Object>[0]>(
  properties: P,
  options: object = {},
) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** `limit` and `offset` of a list. */
export function pageQuery(defaultLimit: number, maxLimit: number) {
  return {
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxLimit,
        default: defaultLimit,
        description: 'How many at the most.',
      }),
    ),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_147_483_647,
        default: 0,
        description: 'How many to leave out first.',
      }),
    ),
  };
}

/** Path parameters, each an id. */
export function idParams<const N extends string>(...names: readonly N[]) {
  const properties = Object.fromEntries(names.map((name) => [name, Id])) as Record<N, typeof Id>;
  return Type.Object(properties) as TObject<Record<N, typeof Id>>;
}
