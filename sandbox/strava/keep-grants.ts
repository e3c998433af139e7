import { randomBytes } from 'node:crypto';
import { keepExpiring } from '../kit/expiring.ts';
import { badRequest, invalidToken, refusal } from './answers.ts';
import type { StravaSettings } from './settings.ts';

export const SCOPES = [
  'read',
  'read_all',
  'profile:read_all',
  'profile:write',
  'activity:read',
  'activity:read_all',
  'activity:write',
] as const;
export type Scope = (typeof SCOPES)[number];

export type Access = {
  readonly token: string;
  readonly athlete_id: number;
  readonly scopes: ReadonlySet<Scope>;
  readonly expires_ms: number;
};

/** What somebody lets the app do, and the token that renews it. */
export type Grant = Pick<Access, 'athlete_id' | 'scopes'> & {
  readonly refresh_token: string;
  readonly access: Access;
};

export function keepGrants(settings: StravaSettings, now: () => Date) {
  const codes = keepExpiring<Pick<Access, 'athlete_id' | 'scopes'>>(now);
  const grants = new Map<number, Grant>();
  const accesses = new Map<string, Access>();
  const endAccess = (athlete_id: number): void => {
    for (const [token, access] of accesses) if (access.athlete_id === athlete_id) accesses.delete(token);
  };
  const giveOut = (athlete_id: number, scopes: ReadonlySet<Scope>): Grant => {
    if (settings.ways.younger_token_ends_older) endAccess(athlete_id);
    const expires_ms = now().getTime() + settings.access_token_lifetime_s * 1_000;
    const access = { token: newSecret(), athlete_id, scopes, expires_ms };
    const grant = { athlete_id, scopes, refresh_token: newSecret(), access };
    accesses.set(access.token, access);
    grants.set(athlete_id, grant);
    return grant;
  };
  const byRefreshToken = (token: string): Grant | undefined =>
    grants.values().find(({ refresh_token }) => refresh_token === token);
  return {
    /** A code that may be exchanged once, soon. */
    newCode: (athlete_id: number, scopes: ReadonlySet<Scope>): string => {
      const code = newSecret();
      codes.put(code, { athlete_id, scopes }, settings.code_lifetime_s);
      return code;
    },
    /** @throws Refused for a code that is unknown, used or too old */
    exchange: (code: string): Grant => {
      const found = codes.take(code);
      if (found === undefined) throw badRequest('RequestToken', 'code', 'invalid');
      const { athlete_id, scopes } = found;
      if (!grants.has(athlete_id) && grants.size >= (settings.athlete_limit ?? Number.POSITIVE_INFINITY))
        throw refusal(403, 'Forbidden', ['Application', 'athletes', 'limit exceeded']);
      return giveOut(athlete_id, scopes);
    },
    /** @throws Refused for a token that has been replaced, revoked or never given out */
    refresh: (refresh_token: string): Grant => {
      const grant = byRefreshToken(refresh_token);
      if (grant === undefined) throw badRequest('RefreshToken', 'refresh_token', 'invalid');
      const left_ms = grant.access.expires_ms - now().getTime();
      return left_ms > settings.keeps_token_above_s * 1_000 ? grant : giveOut(grant.athlete_id, grant.scopes);
    },
    /** @throws Refused for a token that is over, revoked or never given out */
    accessOf: (token: string): Access => {
      const access = accesses.get(token);
      if (access === undefined || access.expires_ms <= now().getTime()) throw invalidToken();
      return access;
    },
    of: (athlete_id: number): Grant | undefined => grants.get(athlete_id),
    /** Whose token it is, access or refresh; undefined when it is nobody's any more. */
    ownerOf: (token: string): number | undefined =>
      (accesses.get(token) ?? byRefreshToken(token))?.athlete_id,
    /** All tokens and codes of the athlete end. */
    revoke: (athlete_id: number): boolean => {
      codes.remove((one) => one.athlete_id === athlete_id);
      endAccess(athlete_id);
      return grants.delete(athlete_id);
    },
  };
}

function newSecret(): string {
  return randomBytes(20).toString('hex');
}
