import { apiSurfaces } from '../src/app.ts';
import { openApiDocument } from '../src/http/openapi.ts';

/** Nobody calls a route here: one that uses what it will be given before that is a fault. */
const nothing = new Proxy({} as Parameters<typeof apiSurfaces>[0], {
  get: (_, name) => {
    throw new Error(`${String(name)} is used before a route is called.`);
  },
});

/** Both OpenAPI documents as a server serves them, made without one, and without a database. */
export function openApiDocuments(): Record<'application' | 'developer', object> {
  const [application, developer] = apiSurfaces(nothing).map((surface) =>
    JSON.parse(JSON.stringify(openApiDocument(surface, 'https://ekiden.example.org'))),
  );
  return { application, developer };
}
