import type { Scope, ScopeAlias } from '../../shared/access.ts';

/** Of an organization, at once. */
export const MAX_ACTIVE_KEYS = 100;

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
};
