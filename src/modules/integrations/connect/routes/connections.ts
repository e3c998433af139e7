import { type Route, route } from '../../../../http/route.ts';
import type { Database } from '../../../../infra/db/database.ts';
import { findOwnConnections } from '../../connections/own-connection-queries.ts';
import { notConfigured } from '../../errors.ts';
import { type PlatformId, TITLES } from '../../provider.ts';
import { DisconnectResponse, IntegrationList } from '../contract.ts';
import { disconnect } from '../disconnect.ts';
import { PATHS } from '../paths.ts';
import { presentIntegration } from '../present.ts';

export const listIntegrationsRoute = (deps: { readonly db: Database }): Route =>
  route({
    operation_id: 'listIntegrations',
    method: 'GET',
    path: '/integrations',
    guard: { kind: 'user' },
    tag: 'Integrations',
    summary: 'What is connected',
    description: 'Your own connections to platforms, and how far their past has come over.',
    responses: { 200: IntegrationList },
    handler: async ({ actor }) => {
      const integrations = await findOwnConnections(deps.db, actor.user_id);
      const data = { integrations: integrations.map(presentIntegration) };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

export const disconnectRoute = (deps: Parameters<typeof disconnect>[0], platform: PlatformId): Route => {
  const title = TITLES[platform];
  const { method, path } = PATHS[platform].deauth;
  return route({
    operation_id: `disconnect${title}`,
    method,
    path,
    guard: { kind: 'user' },
    tag: 'Integrations',
    summary: `Disconnect ${title}`,
    description:
      `Ends your connection here and your consent at ${title}; where ${title} does not answer, it is told later. Your activities ` +
      'stay. Also a success where nothing is connected: the message says so.',
    responses: { 200: DisconnectResponse },
    errors: [notConfigured],
    handler: async ({ actor }) => {
      const was_connected = await disconnect(deps, actor, platform);
      const message = was_connected
        ? `${title} is disconnected. Your activities stay.`
        : `${title} is not connected.`;
      return { status: 200, body: { status: 'ok' as const, message } };
    },
  });
};
