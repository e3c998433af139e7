import { apiSurfaces } from '../../app.ts';
import { openApiDocument } from '../../http/openapi.ts';

type WiredSchema = {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, WiredSchema>>;
  readonly items?: WiredSchema;
  readonly anyOf?: readonly WiredSchema[];
  readonly oneOf?: readonly WiredSchema[];
  readonly additionalProperties?: WiredSchema | boolean;
};

/** What the conventions are about, of one operation. */
export type WiredOperation = {
  /** As in its document; those of the developer API with `developer.` before them, since both have the same names. */
  readonly operation_id: string;
  readonly method: string;
  readonly path: string;
  /** The member that tells a success from a failure on its API. */
  readonly envelope: 'status' | 'success';
  /** Names of its query parameters. */
  readonly query: readonly string[];
  /** Members of the first success; null where that is no JSON. */
  readonly success: Readonly<Record<string, WiredSchema>> | null;
  /** Members of its `data`; null where there is none. */
  readonly data: Readonly<Record<string, WiredSchema>> | null;
  /** All members of its successes, however deep. */
  readonly members: readonly { readonly name: string; readonly schema: WiredSchema }[];
};

type Described = {
  readonly operationId: string;
  readonly parameters?: readonly (WiredSchema & { readonly name: string; readonly in: string })[];
  readonly responses: Readonly<
    Record<string, { readonly content?: Record<string, { readonly schema?: WiredSchema }> }>
  >;
};

/** Nobody calls a route here: one that uses what it will be given before that is a fault. */
const nothing = new Proxy({} as Parameters<typeof apiSurfaces>[0], {
  get: (_, name) => {
    throw new Error(`${String(name)} is used before a route is called.`);
  },
});

/** All operations of both documents, but those outside the prefix, where platforms call with forms of their own. */
export function wiredOperations(): WiredOperation[] {
  return apiSurfaces(nothing).flatMap((surface) => {
    const document = JSON.parse(JSON.stringify(openApiDocument(surface, 'https://ekiden.example.org')));
    const envelope = surface.prefix.startsWith('/developer') ? 'success' : 'status';
    return Object.entries<Record<string, Described>>(document.paths)
      .filter(([path]) => !path.startsWith('/api/webhooks/') && path !== '/openapi.json')
      .flatMap(([path, item]) =>
        Object.entries(item)
          .filter(([, described]) => described?.operationId !== undefined)
          .map(([method, described]) => wire({ document, envelope, path, method, described })),
      );
  });
}

function wire(given: {
  document: object;
  envelope: 'status' | 'success';
  path: string;
  method: string;
  described: Described;
}): WiredOperation {
  const { document, envelope, path, method, described } = given;
  const found = <T extends object>(part: T): T => {
    const pointer: unknown = Reflect.get(part, '$ref');
    if (typeof pointer !== 'string') return part;
    const steps = pointer.slice(2).split('/');
    return found(steps.reduce((place: object, step) => Reflect.get(place, step), document) as T);
  };
  const schemas = Object.entries(described.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => found(response).content?.['application/json']?.schema ?? [])
    .map((schema) => found(schema));
  const members: { name: string; schema: WiredSchema }[] = [];
  const seen = new Set<WiredSchema>();
  const walk = (given_schema: WiredSchema): void => {
    const schema = found(given_schema);
    if (seen.has(schema)) return;
    seen.add(schema);
    for (const [name, part] of Object.entries(schema.properties ?? {})) {
      members.push({ name, schema: found(part) });
      walk(part);
    }
    for (const part of [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
      if (part !== undefined) walk(part);
    }
    if (typeof schema.additionalProperties === 'object') walk(schema.additionalProperties);
  };
  schemas.forEach(walk);
  const success = schemas[0]?.properties ?? null;
  const data = success?.data === undefined ? null : (found(success.data).properties ?? null);
  const query = (described.parameters ?? [])
    .map(found)
    .filter((one) => one.in === 'query')
    .map((one) => one.name);
  const operation_id = `${envelope === 'success' ? 'developer.' : ''}${described.operationId}`;
  return { operation_id, method, path, envelope, query, success, data, members };
}
