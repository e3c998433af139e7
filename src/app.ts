import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { APPLICATION_INTRODUCTION } from './http/application-introduction.ts';
import type { Authenticators } from './http/guard.ts';
import { fileRoute, healthRoutes } from './http/operations.ts';
import type { Route } from './http/route.ts';
import { buildServer } from './http/server.ts';
import { applicationEnvelope, developerEnvelope, type Surface } from './http/surface.ts';
import { equalSecrets } from './infra/crypto/tokens.ts';
import type { RateWindows } from './infra/rate-limit/index.ts';
import {
  accountData,
  accountPageRoutes,
  accountRoutes,
  authenticateAccessToken,
  jwksRoute,
} from './modules/accounts/index.ts';
import {
  activityData,
  activityRoutes,
  createRecordingParser,
  type RecordingParser,
} from './modules/activities/index.ts';
import {
  apiKeyData,
  apiKeyRoutes,
  authenticateApiKey,
  createKeyUsage,
  type KeyUsage,
} from './modules/api-keys/index.ts';
import { auditData } from './modules/audit/index.ts';
import { DEVELOPER_INTRODUCTION, developerApiRoutes } from './modules/developer-api/index.ts';
import { exportData, organizationArchives } from './modules/exports/index.ts';
import { groupData, groupRoutes } from './modules/groups/index.ts';
import {
  connectPageRoutes,
  connectRoutes,
  createDeliveryStore,
  createProviders,
  createReader,
  type DeliveryStore,
  dailyHealthRoutes,
  garminPushRoutes,
  healthData,
  inboxData,
  inboxRoutes,
  integrationData,
} from './modules/integrations/index.ts';
import { invitationData, invitationPageRoutes, invitationRoutes } from './modules/invitations/index.ts';
import {
  campaignData,
  campaignRoutes,
  centreRoutes,
  chatData,
  chatRoutes,
  chatWebhookRoutes,
  deliverySettingsData,
  notificationData,
  notificationRoutes,
  outgoingData,
  pushRoutes,
  settingsRoutes,
  unsubscribeRoutes,
} from './modules/notifications/index.ts';
import {
  type OrganizationPart,
  organizationData,
  organizationRoutes,
} from './modules/organizations/index.ts';
import { personalDataRoutes } from './modules/personal-data/index.ts';
import { createPlanner, type Planner, planData, planRoutes } from './modules/plans/index.ts';
import { rosterMetricsRoutes } from './modules/roster-metrics/index.ts';
import { summaryData, summaryRoutes } from './modules/summaries/index.ts';
import { type PersonalData, userData, userRoutes } from './modules/users/index.ts';
import { unauthenticated } from './shared/errors.ts';

/** What all modules' routes together need. */
type RouteDeps = Parameters<typeof fileRoute>[0] &
  Parameters<typeof healthRoutes>[0] &
  Parameters<typeof accountRoutes>[0] &
  Parameters<typeof userRoutes>[0] &
  Parameters<typeof organizationRoutes>[0] &
  Parameters<typeof groupRoutes>[0] &
  Parameters<typeof invitationRoutes>[0] &
  Parameters<typeof apiKeyRoutes>[0] &
  Parameters<typeof authenticateApiKey>[0] &
  Parameters<typeof activityRoutes>[0] &
  Parameters<typeof connectRoutes>[0] &
  Parameters<typeof inboxRoutes>[0] &
  Parameters<typeof dailyHealthRoutes>[0] &
  Parameters<typeof planRoutes>[0] &
  Parameters<typeof rosterMetricsRoutes>[0] &
  Parameters<typeof summaryRoutes>[0] &
  Parameters<typeof notificationRoutes>[0] &
  Parameters<typeof pushRoutes>[0] &
  Parameters<typeof centreRoutes>[0] &
  Parameters<typeof chatWebhookRoutes>[0] &
  Parameters<typeof campaignRoutes>[0] &
  Parameters<typeof unsubscribeRoutes>[0] &
  Parameters<typeof personalDataRoutes>[0] &
  Parameters<typeof personalDataParts>[0] &
  Parameters<typeof developerApiRoutes>[0] & {
    readonly logger: Logger;
    readonly keyWindows: RateWindows;
    readonly baseUrl: string;
    readonly appKeys: readonly string[];
    readonly trustProxy: readonly string[];
  };

/** What modules keep open while the server runs; the rest comes from `createDeps`. */
type ModuleResources = {
  readonly keyUsage: KeyUsage;
  readonly recordings: RecordingParser;
  readonly planner: Planner;
  readonly providers: ReturnType<typeof createProviders>;
  readonly inbox: DeliveryStore;
};
export type AppDeps = Omit<RouteDeps, keyof ModuleResources> &
  Omit<Parameters<typeof createProviders>[0], 'reader'>;

const API_VERSION = '2026-07-01';

/** The explicit list of what the application API serves. */
function applicationRoutes(deps: RouteDeps): readonly Route[] {
  return [
    ...accountRoutes(deps),
    ...userRoutes(deps),
    ...organizationRoutes(deps, organizationParts(deps)),
    ...invitationRoutes(deps),
    ...groupRoutes(deps),
    ...apiKeyRoutes(deps),
    ...activityRoutes(deps),
    ...connectRoutes(deps),
    ...inboxRoutes(deps),
    ...dailyHealthRoutes(deps),
    ...planRoutes(deps),
    ...rosterMetricsRoutes(deps),
    ...summaryRoutes(deps),
    ...notificationRoutes(deps),
    ...centreRoutes(deps),
    ...pushRoutes(deps),
    ...settingsRoutes(deps),
    ...chatRoutes(deps),
    ...campaignRoutes(deps),
    ...personalDataRoutes(deps, personalDataParts(deps)),
  ];
}

/**
 * The explicit list of who keeps something about people, in the order in which they let go of somebody who leaves: each
 * before what it asks. The audit log comes last, which gives names up only of who is no more.
 */
export function personalDataParts(
  deps: Parameters<typeof activityData>[0] &
    Parameters<typeof integrationData>[0] &
    Parameters<typeof accountData>[0] &
    Parameters<typeof organizationData>[0],
): readonly PersonalData[] {
  return [
    exportData(deps),
    notificationData(deps),
    deliverySettingsData(deps),
    chatData(deps),
    campaignData(deps),
    outgoingData(deps),
    planData(deps),
    summaryData(deps),
    healthData(deps),
    inboxData(deps),
    integrationData(deps),
    activityData(deps),
    apiKeyData(deps),
    groupData(deps),
    invitationData(deps),
    organizationData(deps),
    accountData(deps),
    userData(deps),
    auditData(deps),
  ];
}

/** The explicit list of who keeps something of organizations that does not go with their rows. */
function organizationParts(deps: Parameters<typeof organizationArchives>[0]): readonly OrganizationPart[] {
  return [organizationArchives(deps)];
}

function authenticators(deps: RouteDeps): Authenticators {
  return {
    accessToken: authenticateAccessToken(deps),
    appKey: (key) => {
      if (!deps.appKeys.some((known) => equalSecrets(known, key))) throw unauthenticated();
      return { type: 'app' };
    },
    apiKey: authenticateApiKey(deps),
  };
}

/** The server's two faces. Nothing of `deps` is used before a route is called, so the contract can be read without any. */
export function apiSurfaces(deps: RouteDeps): readonly [application: Surface, developer: Surface] {
  const application: Surface = {
    prefix: '/api/v1',
    ...APPLICATION_INTRODUCTION,
    version: '1.0.0',
    headers: {},
    envelope: applicationEnvelope,
    routes: applicationRoutes(deps),
  };
  const developer: Surface = {
    prefix: '/developer/v1',
    ...DEVELOPER_INTRODUCTION,
    version: API_VERSION,
    headers: { 'x-api-version': API_VERSION },
    envelope: developerEnvelope,
    routes: developerApiRoutes(deps),
  };
  return [application, developer];
}

/** Builds the HTTP server of both APIs. */
export async function buildApp(
  appDeps: AppDeps,
  options: { checkResponses?: boolean } = {},
): Promise<FastifyInstance> {
  const reader = createReader();
  const resources: ModuleResources = {
    keyUsage: createKeyUsage(appDeps),
    recordings: createRecordingParser(),
    planner: createPlanner(),
    providers: createProviders({ ...appDeps, reader }),
    inbox: createDeliveryStore(appDeps),
  };
  const deps: RouteDeps = { ...appDeps, ...resources };
  return buildServer({
    surfaces: apiSurfaces(deps),
    bareRoutes: [
      ...healthRoutes(deps),
      fileRoute(deps),
      jwksRoute(deps),
      ...garminPushRoutes(deps),
      ...chatWebhookRoutes(deps),
      ...accountPageRoutes(),
      ...invitationPageRoutes(),
      ...connectPageRoutes(),
      ...unsubscribeRoutes(deps),
    ],
    authenticators: authenticators(deps),
    keyLimits: { limiter: deps.rateLimiter, windows: deps.keyWindows },
    logger: deps.logger,
    baseUrl: deps.baseUrl,
    trustProxy: deps.trustProxy,
    onClose: async () => {
      await Promise.all([
        resources.keyUsage.close(),
        resources.recordings.close(),
        resources.planner.close(),
        reader.close(),
      ]);
    },
    ...options,
  });
}
