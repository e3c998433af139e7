import { type Answer, json } from '../kit/answers.ts';
import { endGrant } from './act-as-athlete.ts';
import { badRequest, notFound, type PlatformRequest, unauthorized } from './answers.ts';
import type { Access, Grant } from './keep-grants.ts';
import type { Platform } from './platform.ts';
import { presentSummaryAthlete, seconds } from './present-athlete.ts';
import type { Subscription } from './send-events.ts';

const LONGEST_ADDRESS = 255;

/** `POST /oauth/token`: a code or a refresh token for tokens. */
export function giveToken(platform: Platform, { parameters }: PlatformRequest): Answer {
  requireApp(platform, parameters);
  const { grants, world, now, settings } = platform;
  switch (parameters.get('grant_type')) {
    case 'authorization_code': {
      const grant = grants.exchange(parameters.get('code') ?? '');
      const athlete = presentSummaryAthlete(world.athlete(grant.athlete_id));
      const scope = settings.ways.scope_in_token_answer ? { scope: [...grant.scopes].join(' ') } : {};
      return json(200, { ...presentGrant(grant, now()), ...scope, athlete });
    }
    case 'refresh_token':
      return json(200, presentGrant(grants.refresh(parameters.get('refresh_token') ?? ''), now()));
    default:
      throw badRequest('Application', 'grant_type', 'invalid');
  }
}

/** `POST /oauth/deauthorize`, the older way to end all tokens: with one of them. */
export function deauthorize(platform: Platform, _request: PlatformRequest, access: Access): Answer {
  endGrant(platform, access.athlete_id, 'app');
  return json(200, { access_token: access.token });
}

/** `POST /oauth/revoke`: the app says who it is and names a token, which may be gone already. */
export function revoke(platform: Platform, { parameters, authorization }: PlatformRequest): Answer {
  const { client_id, client_secret } = platform.settings;
  const [, encoded = ''] = /^Basic +(\S+)$/i.exec(authorization ?? '') ?? [];
  if (Buffer.from(encoded, 'base64').toString('utf8') !== `${client_id}:${client_secret}`)
    throw unauthorized('Application', '', 'invalid');
  const token = parameters.get('token') ?? '';
  if (token === '') throw badRequest('Application', 'token', 'missing');
  const owner = platform.grants.ownerOf(token);
  if (owner !== undefined) endGrant(platform, owner, 'app');
  return { status: 200 };
}

/** `POST /push_subscriptions`: answered after the app has shaken hands. */
export async function createSubscription(
  platform: Platform,
  { parameters }: PlatformRequest,
): Promise<Answer> {
  requireApp(platform, parameters);
  const callback_url = parameters.get('callback_url') ?? '';
  const verify_token = parameters.get('verify_token') ?? '';
  if (callback_url.length > LONGEST_ADDRESS || !URL.canParse(callback_url))
    throw badRequest('PushSubscription', 'callback url', 'invalid');
  if (verify_token === '') throw badRequest('PushSubscription', 'verify token', 'missing');
  const subscription = await platform.subscriptions.create(callback_url, verify_token);
  // Only here times have nanoseconds.
  const created_at = subscription.created_at.toISOString().replace('Z', '786016Z');
  return json(201, { ...presentSubscription(platform, subscription), created_at, updated_at: created_at });
}

export function viewSubscriptions(platform: Platform, { parameters }: PlatformRequest): Answer {
  requireApp(platform, parameters);
  const current = platform.subscriptions.current();
  return json(200, current === null ? [] : [presentSubscription(platform, current)]);
}

export function deleteSubscription(platform: Platform, { parameters }: PlatformRequest, id: string): Answer {
  requireApp(platform, parameters);
  if (!platform.subscriptions.delete(Number(id))) throw notFound('PushSubscription', 'id');
  return { status: 204 };
}

/** @throws Refused unless the parameters hold the app's id and secret */
function requireApp({ settings }: Platform, parameters: PlatformRequest['parameters']): void {
  if (parameters.get('client_id') !== String(settings.client_id))
    throw badRequest('Application', 'client_id', 'invalid');
  if (parameters.get('client_secret') !== settings.client_secret)
    throw badRequest('Application', 'client_secret', 'invalid');
}

function presentGrant({ access, refresh_token }: Grant, now: Date) {
  return {
    token_type: 'Bearer',
    expires_at: Math.floor(access.expires_ms / 1_000),
    expires_in: Math.floor((access.expires_ms - now.getTime()) / 1_000),
    refresh_token,
    access_token: access.token,
  };
}

function presentSubscription({ settings }: Platform, { id, callback_url, created_at }: Subscription) {
  const [application_id, time] = [settings.client_id, seconds(created_at)];
  return { id, resource_state: 2, application_id, callback_url, created_at: time, updated_at: time };
}
