import type { Scope, ScopeAlias } from '../../shared/access.ts';

/** Of an organization, at once; and as many again that have been replaced and are still to be used for some hours. */
export const MAX_ACTIVE_KEYS = 100;

/** For how long a key may go on being used beside its successor: long enough for a rotation that goes round by night. */
export const MAX_OVERLAP_S = 24 * 60 * 60;

/** After so many days without use a key counts as unused. */
export const UNUSED_DAYS = 90;

/** A key as people manage it; the secret is not part of it. */
export type ApiKey = {
  id: string;
  name: string;
  prefix: string;
  /** As given: aliases are not expanded. */
  scopes: readonly (Scope | ScopeAlias)[];
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  /** Null once they have deleted their account. */
  created_by: string | null;
  /** The key that was issued in its place. */
  replaced_by: string | null;
};
