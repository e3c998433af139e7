import type { Answer } from './answers.ts';
import { decideAuthorization, showAuthorization } from './authorize-calls.ts';
import type { Access } from './keep-grants.ts';
import type { CallName } from './plan-faults.ts';
import type { Platform } from './platform.ts';
import {
  getActivity,
  getActivityZones,
  getAthlete,
  getLaps,
  getStats,
  getStreams,
  getZones,
  listActivities,
} from './read-calls.ts';
import type { PlatformRequest } from './read-request.ts';
import { createSubscription, deleteSubscription, viewSubscriptions } from './subscription-calls.ts';
import { deauthorize, giveToken, revoke } from './token-calls.ts';

/** A call that says itself who may make it. */
type OpenRoute = {
  readonly counts?: undefined;
  handle(platform: Platform, request: PlatformRequest, id: string): Answer | Promise<Answer>;
};

/** A call with an athlete's token, which counts towards the app's limits. */
type TokenRoute = {
  readonly counts: 'read' | 'write';
  handle(platform: Platform, request: PlatformRequest, access: Access, id: string): Answer;
};

export type Route = { readonly method: string; readonly path: RegExp; readonly call: CallName } & (
  | OpenRoute
  | TokenRoute
);

const API = '/api/v3';

const ROUTES: readonly Route[] = [
  open('GET', '/oauth/authorize', 'authorize', showAuthorization),
  open('GET', '/oauth/mobile/authorize', 'authorize', showAuthorization),
  open('POST', '/oauth/authorize', 'decide', decideAuthorization),
  open('POST', '/oauth/token', 'token', giveToken),
  open('POST', `${API}/oauth/token`, 'token', giveToken),
  withToken('POST', '/oauth/deauthorize', 'deauthorize', deauthorize),
  open('POST', '/oauth/revoke', 'revoke', revoke),
  withToken('GET', `${API}/athlete`, 'athlete', getAthlete),
  withToken('GET', `${API}/athlete/zones`, 'athlete_zones', getZones),
  withToken('GET', `${API}/athlete/activities`, 'activities', listActivities),
  withToken('GET', `${API}/athletes/:id/stats`, 'athlete_stats', getStats),
  withToken('GET', `${API}/activities/:id`, 'activity', getActivity),
  withToken('GET', `${API}/activities/:id/streams`, 'streams', getStreams),
  withToken('GET', `${API}/activities/:id/laps`, 'laps', getLaps),
  withToken('GET', `${API}/activities/:id/zones`, 'activity_zones', getActivityZones),
  open('POST', `${API}/push_subscriptions`, 'create_subscription', createSubscription),
  open('GET', `${API}/push_subscriptions`, 'view_subscription', viewSubscriptions),
  open('DELETE', `${API}/push_subscriptions/:id`, 'delete_subscription', deleteSubscription),
];

/** The route of a request, and the id in its path. */
export function findRoute(method: string, path: string): { route: Route; id: string } | undefined {
  for (const route of ROUTES) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (match !== null) return { route, id: match.groups?.id ?? '' };
  }
  return undefined;
}

function open(method: string, path: string, call: CallName, handle: OpenRoute['handle']): Route {
  return { method, path: pattern(path), call, handle };
}

function withToken(
  method: 'GET' | 'POST',
  path: string,
  call: CallName,
  handle: TokenRoute['handle'],
): Route {
  return { method, path: pattern(path), call, counts: method === 'GET' ? 'read' : 'write', handle };
}

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replace(':id', '(?<id>[^/]+)')}$`);
}
