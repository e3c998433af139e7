import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { SourcePolicies } from '../../privacy/index.ts';
import { expandScopes, type Scope, type ScopeAlias } from '../../shared/access.ts';
import { privacyOf } from '../users/index.ts';
import { keySight, type SeenByKey } from './key-sight.ts';
import { countByPrivacy } from './queries.ts';
import { requireKeyManager } from './require-key-manager.ts';

export type KeyPreview = {
  readonly scopes: readonly Scope[];
  readonly athletes: number;
  readonly sees: readonly SeenByKey[];
};

/**
 * How many athletes' data a key with some scopes would see, never whose.
 * @throws notFound; forbidden; featureNotEnabled
 */
export async function previewApiKey(
  { db, sourcePolicies: policies }: { db: Database; sourcePolicies: SourcePolicies },
  actor: UserActor,
  asked: { org_id: string; scopes: readonly (Scope | ScopeAlias)[] },
): Promise<KeyPreview> {
  const { org_id } = await requireKeyManager(db, asked.org_id, actor);
  const scopes = expandScopes(asked.scopes);
  const rows = await countByPrivacy(db, org_id);
  const groups = rows.map(({ privacy, athletes }) => ({ settings: privacyOf({ privacy }), athletes }));
  return {
    scopes,
    athletes: groups.reduce((sum, { athletes }) => sum + athletes, 0),
    sees: keySight(groups, { scopes, policies }),
  };
}
