import type { FastifyInstance } from 'fastify';
import { commentSubjects } from './comment-subjects.ts';
import type { Deps } from './deps.ts';
import { healthChecks } from './health-checks.ts';
import { APPLICATION_INTRODUCTION } from './http/application-introduction.ts';
import type { Authenticators } from './http/guard.ts';
import { createHealth } from './http/health.ts';
import { fileRoute, healthRoutes } from './http/operations.ts';
import { type DemoPeople, homePageRoute } from './http/pages/home-page.ts';
import type { Route } from './http/route.ts';
import { buildServer } from './http/server.ts';
import { applicationEnvelope, developerEnvelope, type Surface } from './http/surface.ts';
import { equalSecrets } from './infra/crypto/tokens.ts';
import {
  type AccountClosing,
  accountData,
  accountPageRoutes,
  accountRoutes,
  authenticateAccessToken,
  authenticateCookie,
  isSignedIn,
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
  organizationKeys,
  revokeKeysOf,
} from './modules/api-keys/index.ts';
import { accessRoutes, auditData, createReadLog, type ReadLog } from './modules/audit/index.ts';
import { availabilityData, availabilityRoutes, findToldConstraints } from './modules/availability/index.ts';
import {
  calendarData,
  calendarRoutes,
  createStepMatcher,
  type StepMatcher,
  subscribedCalendarRoutes,
} from './modules/calendars/index.ts';
import { changeData } from './modules/changes/index.ts';
import { DEVELOPER_INTRODUCTION, developerApiRoutes } from './modules/developer-api/index.ts';
import { exportData, exportRoutes, organizationArchives, requireOpenLink } from './modules/exports/index.ts';
import { feedbackData, feedbackRoutes, findRatedWorkouts } from './modules/feedback/index.ts';
import { groupData, groupRoutes } from './modules/groups/index.ts';
import {
  connectPageRoutes,
  connectRoutes,
  createDeliveryStore,
  type DeliveryStore,
  dailyHealthRoutes,
  garminPushRoutes,
  healthData,
  inboxData,
  inboxRoutes,
  integrationData,
  type Providers,
} from './modules/integrations/index.ts';
import {
  invitationData,
  invitationPageRoutes,
  invitationRoutes,
  signUpInvitations,
} from './modules/invitations/index.ts';
import { countComments, messageData, messageRoutes } from './modules/messages/index.ts';
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
  summaryMailRoutes,
  unsubscribeRoutes,
} from './modules/notifications/index.ts';
import {
  type OrganizationPart,
  organizationData,
  organizationRoutes,
} from './modules/organizations/index.ts';
import { personalDataRoutes } from './modules/personal-data/index.ts';
import { createPlanner, type Planner, planningRoutes, principleData } from './modules/planning/index.ts';
import { findLibrary, planData, planRoutes } from './modules/plans/index.ts';
import { platformAdminRoutes } from './modules/platform-admin/index.ts';
import { privacyPreviewRoutes } from './modules/privacy-preview/index.ts';
import { usageData } from './modules/quotas/index.ts';
import { raceData, raceRoutes } from './modules/races/index.ts';
import { reviewRoutes } from './modules/reviews/index.ts';
import { rosterMetricsRoutes } from './modules/roster-metrics/index.ts';
import {
  clubSessionData,
  clubSessionRoutes,
  findSessionsOfPeople,
  findSubscribedSessions,
} from './modules/sessions/index.ts';
import { summaryData, summaryRoutes } from './modules/summaries/index.ts';
import { triageData, triageRoutes } from './modules/triage/index.ts';
import { type PersonalData, userData, userRoutes } from './modules/users/index.ts';
import { unauthenticated } from './shared/errors.ts';

type ModuleResources = {
  readonly keyUsage: KeyUsage;
  readonly readLog: ReadLog;
  readonly recordings: RecordingParser;
  readonly planner: Planner;
  readonly stepMatcher: StepMatcher;
  readonly inbox: DeliveryStore;
};
export type AppDeps = Deps & { readonly providers: Providers };
type RouteDeps = AppDeps & ModuleResources;

const API_VERSION = '2026-07-01';

function applicationRoutes(deps: RouteDeps): readonly Route[] {
  return [
    ...accountRoutes(deps, signUpInvitations),
    ...userRoutes(deps),
    ...accessRoutes(deps),
    ...privacyPreviewRoutes(deps),
    ...organizationRoutes(deps, organizationParts(deps)),
    ...invitationRoutes(deps),
    ...groupRoutes(deps),
    ...apiKeyRoutes(deps),
    ...activityRoutes({ ...deps, findRatedWorkouts }),
    ...connectRoutes(deps),
    ...inboxRoutes(deps),
    ...dailyHealthRoutes(deps),
    ...availabilityRoutes(deps),
    ...raceRoutes(deps),
    ...planningRoutes({
      ...deps,
      findLibrary,
      findToldConstraints: (actor, asked) => findToldConstraints(deps, actor, asked),
    }),
    ...planRoutes(deps),
    ...calendarRoutes({ ...deps, findSessionsOfPeople, countComments }),
    ...feedbackRoutes({ ...deps, findSessionsOfPeople }),
    ...clubSessionRoutes(deps),
    ...messageRoutes({ ...deps, subjects: commentSubjects(deps) }),
    ...reviewRoutes({ ...deps, findSessionsOfPeople, subjects: commentSubjects(deps) }),
    ...rosterMetricsRoutes(deps),
    ...triageRoutes(deps),
    ...summaryRoutes(deps),
    ...notificationRoutes(deps),
    ...centreRoutes({ ...deps, subjects: commentSubjects(deps) }),
    ...pushRoutes(deps),
    ...settingsRoutes(deps),
    ...chatRoutes(deps),
    ...campaignRoutes(deps),
    ...exportRoutes(deps),
    ...personalDataRoutes(deps, personalDataParts(deps)),
    ...platformAdminRoutes(deps),
  ];
}

/**
 * Modules that hold personal data, in the order in which they erase a user: a module comes before those whose data its
 * erasure reads. The audit log is last because it drops names only of accounts that are gone.
 */
export function personalDataParts(deps: Deps): readonly PersonalData[] {
  return [
    exportData(deps),
    notificationData(deps),
    deliverySettingsData(deps),
    chatData(deps),
    campaignData(deps),
    outgoingData(deps),
    feedbackData(deps),
    availabilityData(deps),
    raceData(deps),
    triageData(deps),
    clubSessionData(deps),
    messageData(deps),
    calendarData(deps),
    planData(deps),
    principleData(deps),
    summaryData(deps),
    healthData(deps),
    inboxData(deps),
    integrationData(deps),
    activityData(deps),
    changeData(),
    apiKeyData(deps),
    groupData(deps),
    invitationData(deps),
    organizationData(deps),
    accountData(deps),
    usageData(deps),
    userData(deps),
    auditData(deps),
  ];
}

export function accountClosing(deps: Pick<Deps, 'events'>): AccountClosing {
  return async (tx, { user_id, now }) => {
    const actor = { type: 'system' } as const;
    await revokeKeysOf(tx, deps, { user_id, org_id: null, reason: 'account_closed', actor, now });
  };
}

/** Modules that hold data of organizations outside of rows that cascade. */
function organizationParts(deps: Deps): readonly OrganizationPart[] {
  return [organizationArchives(deps), organizationKeys(deps)];
}

function platformRoutes(deps: RouteDeps): readonly Route[] {
  return [...garminPushRoutes(deps), ...chatWebhookRoutes(deps)];
}

function authenticators(deps: RouteDeps): Authenticators {
  return {
    accessToken: authenticateAccessToken(deps),
    appKey: (key) => {
      if (!deps.appKeys.some((known) => equalSecrets(known, key))) throw unauthenticated();
      return { type: 'app' };
    },
    apiKey: authenticateApiKey(deps),
    cookie: authenticateCookie(deps),
  };
}

/** The application API and the developer API. `deps` is not used before a route is called, so the contract can be read without any. */
export function apiSurfaces(deps: RouteDeps): readonly [application: Surface, developer: Surface] {
  const application: Surface = {
    prefix: '/api/v1',
    ...APPLICATION_INTRODUCTION,
    version: '1.0.0',
    headers: {},
    envelope: applicationEnvelope,
    routes: applicationRoutes(deps),
    // The developer API is not for browsers: a key in a page is readable by everybody who opens the page.
    is_for_browsers: true,
    outside: platformRoutes(deps),
  };
  const developer: Surface = {
    prefix: '/developer/v1',
    ...DEVELOPER_INTRODUCTION,
    version: API_VERSION,
    headers: { 'x-api-version': API_VERSION },
    envelope: developerEnvelope,
    looks_at_keys_first: true,
    routes: developerApiRoutes({ ...deps, findRatedWorkouts }),
  };
  return [application, developer];
}

export type AppOptions = {
  readonly checkResponses?: boolean;
  /** The people whom the start page of the demo offers to sign in as. */
  readonly demo?: DemoPeople | null;
};

export async function buildApp(
  appDeps: AppDeps,
  { demo = null, ...options }: AppOptions = {},
): Promise<FastifyInstance> {
  const resources: ModuleResources = {
    keyUsage: createKeyUsage(appDeps),
    readLog: createReadLog(appDeps),
    recordings: createRecordingParser(),
    planner: createPlanner(),
    stepMatcher: createStepMatcher(),
    inbox: createDeliveryStore(appDeps),
  };
  const deps: RouteDeps = { ...appDeps, ...resources };
  return buildServer({
    surfaces: apiSurfaces(deps),
    bareRoutes: [
      homePageRoute(demo, (request) => isSignedIn(deps, request)),
      ...healthRoutes(createHealth(deps.db, healthChecks(deps), deps.leaving.signal)),
      fileRoute(deps, (key) => requireOpenLink(deps, key)),
      jwksRoute(deps),
      ...accountPageRoutes(deps, { invitations: signUpInvitations, demo }),
      ...invitationPageRoutes(),
      ...connectPageRoutes(deps),
      ...unsubscribeRoutes(deps),
      ...summaryMailRoutes(deps),
      ...subscribedCalendarRoutes({ ...deps, findSubscribedSessions }),
    ],
    authenticators: authenticators(deps),
    keyLimits: { limiter: deps.rateLimiter, windows: deps.keyWindows },
    meter: deps.metrics?.http(),
    tracing: deps.tracing,
    logger: deps.logger,
    baseUrl: deps.baseUrl,
    trustProxy: deps.trustProxy,
    corsOrigins: deps.corsOrigins,
    onClose: async () => {
      await Promise.all([
        resources.keyUsage.close(),
        resources.readLog.close(),
        resources.recordings.close(),
        resources.planner.close(),
        resources.stepMatcher.close(),
      ]);
    },
    ...options,
  });
}
