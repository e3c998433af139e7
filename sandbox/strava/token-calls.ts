import { endGrant } from './announce.ts';
import { type Answer, badRequest, json, unauthorized } from './answers.ts';
import type { Access, Grant } from './keep-grants.ts';
import type { Platform } from './platform.ts';
import { presentSummaryAthlete } from './present-athlete.ts';
import type { PlatformRequest } from './read-request.ts';

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
  return { status: 200, body: null };
}

/** @throws Refusal unless the parameters hold the app's id and secret */
export function requireApp({ settings }: Platform, parameters: PlatformRequest['parameters']): void {
  if (parameters.get('client_id') !== String(settings.client_id))
    throw badRequest('Application', 'client_id', 'invalid');
  if (parameters.get('client_secret') !== settings.client_secret)
    throw badRequest('Application', 'client_secret', 'invalid');
}

function presentGrant({ access, refresh_token }: Grant, now: Date): Record<string, unknown> {
  return {
    token_type: 'Bearer',
    expires_at: Math.floor(access.expires_ms / 1_000),
    expires_in: Math.floor((access.expires_ms - now.getTime()) / 1_000),
    refresh_token,
    access_token: access.token,
  };
}
