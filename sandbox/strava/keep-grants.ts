import { randomBytes } from 'node:crypto';
import { badRequest, invalidToken, Refusal } from './answers.ts';
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

/** What somebody lets the app do, and the token that renews it. */
export type Grant = {
  readonly athlete_id: number;
  readonly scopes: ReadonlySet<Scope>;
  readonly refresh_token: string;
  readonly access: Access;
};

export type Access = {
  readonly token: string;
  readonly athlete_id: number;
  readonly scopes: ReadonlySet<Scope>;
  readonly expires_ms: number;
};

export type Grants = {
  /** A code that may be exchanged once, soon. */
  newCode(athlete_id: number, scopes: ReadonlySet<Scope>): string;
  /** @throws Refusal for a code that is unknown, used or too old */
  exchange(code: string): Grant;
  /** @throws Refusal for a token that has been replaced, revoked or never given out */
  refresh(refresh_token: string): Grant;
  /** @throws Refusal for a token that is over, revoked or never given out */
  accessOf(token: string): Access;
  of(athlete_id: number): Grant | undefined;
  /** Whose token it is, access or refresh; undefined when it is nobody's any more. */
  ownerOf(token: string): number | undefined;
  /** All tokens and codes of the athlete end. */
  revoke(athlete_id: number): boolean;
};

export function keepGrants(settings: StravaSettings, now: () => Date): Grants {
  const codes = new Map<string, { athlete_id: number; scopes: ReadonlySet<Scope>; expires_ms: number }>();
  const grants = new Map<number, Grant>();
  const accesses = new Map<string, Access>();
  const giveOut = (athlete_id: number, scopes: ReadonlySet<Scope>): Grant => {
    if (settings.ways.younger_token_ends_older) endAccess(accesses, athlete_id);
    const expires_ms = now().getTime() + settings.access_token_lifetime_s * 1_000;
    const access = { token: newSecret(), athlete_id, scopes, expires_ms };
    const grant = { athlete_id, scopes, refresh_token: newSecret(), access };
    accesses.set(access.token, access);
    grants.set(athlete_id, grant);
    return grant;
  };
  return {
    newCode: (athlete_id, scopes) => {
      const code = newSecret();
      const expires_ms = now().getTime() + settings.code_lifetime_s * 1_000;
      codes.set(code, { athlete_id, scopes, expires_ms });
      return code;
    },
    exchange: (code) => {
      const found = codes.get(code);
      codes.delete(code);
      if (found === undefined || found.expires_ms <= now().getTime())
        throw badRequest('RequestToken', 'code', 'invalid');
      if (
        !grants.has(found.athlete_id) &&
        grants.size >= (settings.athlete_limit ?? Number.POSITIVE_INFINITY)
      )
        throw new Refusal(403, 'Forbidden', ['Application', 'athletes', 'limit exceeded']);
      return giveOut(found.athlete_id, found.scopes);
    },
    refresh: (refresh_token) => {
      const grant = grants.values().find((one) => one.refresh_token === refresh_token);
      if (grant === undefined) throw badRequest('RefreshToken', 'refresh_token', 'invalid');
      const left_ms = grant.access.expires_ms - now().getTime();
      return left_ms > settings.keeps_token_above_s * 1_000 ? grant : giveOut(grant.athlete_id, grant.scopes);
    },
    accessOf: (token) => {
      const access = accesses.get(token);
      if (access === undefined || access.expires_ms <= now().getTime()) throw invalidToken();
      return access;
    },
    of: (athlete_id) => grants.get(athlete_id),
    ownerOf: (token) =>
      accesses.get(token)?.athlete_id ??
      grants.values().find(({ refresh_token }) => refresh_token === token)?.athlete_id,
    revoke: (athlete_id) => {
      for (const [code, one] of codes) if (one.athlete_id === athlete_id) codes.delete(code);
      endAccess(accesses, athlete_id);
      return grants.delete(athlete_id);
    },
  };
}

function endAccess(accesses: Map<string, Access>, athlete_id: number): void {
  for (const [token, access] of accesses) if (access.athlete_id === athlete_id) accesses.delete(token);
}

function newSecret(): string {
  return randomBytes(20).toString('hex');
}
