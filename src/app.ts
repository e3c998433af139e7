import type { FastifyInstance } from 'fastify';
import type { Authenticators } from './http/guard.ts';
import { fileRoute, healthRoutes } from './http/operations.ts';
import type { Route } from './http/route.ts';
import { buildServer } from './http/server.ts';
import { applicationEnvelope, developerEnvelope, type Surface } from './http/surface.ts';

/** What all modules together need; `createDeps` provides it. */
export type AppDeps = Parameters<typeof fileRoute>[0] &
  Parameters<typeof healthRoutes>[0] & { readonly logger: import('pino').Logger; readonly baseUrl: string };

const API_VERSION = '2026-07-01';

/** The explicit list of what the application API serves. */
function applicationRoutes(_deps: AppDeps): readonly Route[] {
  return [];
}

/** The explicit list of what the developer API serves. */
function developerRoutes(_deps: AppDeps): readonly Route[] {
  return [];
}

function authenticators(_deps: AppDeps): Authenticators {
  throw new Error('no authenticators yet');
}

/** Builds the HTTP server of both APIs. */
export async function buildApp(
  deps: AppDeps,
  options: { checkResponses?: boolean } = {},
): Promise<FastifyInstance> {
  const application: Surface = {
    prefix: '/api/v1',
    title: 'Ekiden application API',
    description: 'Accounts, profiles, organizations and rosters, activities.',
    version: '1.0.0',
    headers: {},
    envelope: applicationEnvelope,
    routes: applicationRoutes(deps),
  };
  const developer: Surface = {
    prefix: '/developer/v1',
    title: 'Ekiden developer API',
    description:
      "Read and export one organization's training data, as far as each athlete's privacy lets it be seen.",
    version: API_VERSION,
    headers: { 'x-api-version': API_VERSION },
    envelope: developerEnvelope,
    routes: developerRoutes(deps),
  };
  return buildServer({
    surfaces: [application, developer],
    bareRoutes: [...healthRoutes(deps), fileRoute(deps)],
    authenticators: authenticators(deps),
    logger: deps.logger,
    baseUrl: deps.baseUrl,
    ...options,
  });
}
