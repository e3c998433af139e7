import type { Feature, KeyLimits, Role, Scope } from '../shared/access.ts';

/** Who makes a request, as found by the guard. Use cases decide by this alone. */
export type Actor = AnonymousActor | UserActor | AppActor | ApiKeyActor;

export type AnonymousActor = { readonly type: 'anonymous' };

/** A person with a valid access token whose account is active. */
export type UserActor = { readonly type: 'user'; readonly user_id: string; readonly roles: readonly Role[] };

/** A person with the access token's issue time. */
export type SignedInActor = UserActor & {
  readonly token_issued_at: Date;
  /** Which sign-in the token belongs to; tokens from before there were sessions belong to none. */
  readonly session_id?: string | undefined;
};

/** An application that holds one of the server's app keys. */
export type AppActor = { readonly type: 'app' };

export type ApiKeyActor = {
  readonly type: 'api_key';
  readonly key_id: string;
  readonly org_id: string;
  readonly scopes: readonly Scope[];
  readonly features: readonly Feature[];
  readonly limits: KeyLimits;
};

export const ANONYMOUS: AnonymousActor = { type: 'anonymous' };

export function isPlatformAdmin(actor: Actor): boolean {
  return actor.type === 'user' && actor.roles.includes('admin');
}
