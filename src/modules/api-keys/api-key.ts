import type { Scope, ScopeAlias } from '../../shared/access.ts';

/** Per organization; as many again may be replaced keys in their last hours. */
export const MAX_ACTIVE_KEYS = 100;

/** How long a replaced key may still be used: long enough for a nightly rotation. */
export const MAX_OVERLAP_S = 24 * 60 * 60;

/** After so many days without use a key counts as unused. */
export const UNUSED_DAYS = 90;

export type ApiKey = {
  id: string;
  name: string;
  prefix: string;
  /** As requested, aliases not expanded. */
  scopes: readonly (Scope | ScopeAlias)[];
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  /** Null once the maker has deleted their account. */
  created_by: string | null;
  /** The key that was issued in its place. */
  replaced_by: string | null;
};
