import type { FastifyInstance } from 'fastify';
import type { Authenticators } from './http/guard.ts';
import { fileRoute, healthRoutes } from './http/operations.ts';
import type { Route } from './http/route.ts';
import { buildServer } from './http/server.ts';
import { applicationEnvelope, developerEnvelope, type Surface } from './http/surface.ts';
import { equalSecrets } from './infra/crypto/tokens.ts';
import { accountRoutes, authenticateAccessToken, jwksRoute } from './modules/accounts/index.ts';
import { apiKeyRoutes, authenticateApiKey } from './modules/api-keys/index.ts';
import { groupRoutes } from './modules/groups/index.ts';
import { organizationRoutes } from './modules/organizations/index.ts';
import { userRoutes } from './modules/users/index.ts';
import { unauthenticated } from './shared/errors.ts';

/** What all modules together need; `createDeps` provides it. */
export type AppDeps = Parameters<typeof fileRoute>[0] &
  Parameters<typeof healthRoutes>[0] &
  Parameters<typeof accountRoutes>[0] &
  Parameters<typeof userRoutes>[0] &
  Parameters<typeof organizationRoutes>[0] &
  Parameters<typeof groupRoutes>[0] &
  Parameters<typeof apiKeyRoutes>[0] & {
    readonly logger: import('pino').Logger;
    readonly baseUrl: string;
    readonly appKeys: readonly string[];
  };

const API_VERSION = '2026-07-01';

/** The explicit list of what the application API serves. */
function applicationRoutes(deps: AppDeps): readonly Route[] {
  return [
    ...accountRoutes(deps),
    ...userRoutes(deps),
    ...organizationRoutes(deps),
    ...groupRoutes(deps),
    ...apiKeyRoutes(deps),
  ];
}

/** The explicit list of what the developer API serves. */
function developerRoutes(_deps: AppDeps): readonly Route[] {
  return [];
}

function authenticators(deps: AppDeps): Authenticators {
  return {
    accessToken: authenticateAccessToken(deps),
    appKey: (key) => {
      if (!deps.appKeys.some((known) => equalSecrets(known, key))) throw unauthenticated();
      return { type: 'app' };
    },
    apiKey: authenticateApiKey(deps),
  };
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
    bareRoutes: [...healthRoutes(deps), fileRoute(deps), jwksRoute(deps)],
    authenticators: authenticators(deps),
    logger: deps.logger,
    baseUrl: deps.baseUrl,
    ...options,
  });
}
