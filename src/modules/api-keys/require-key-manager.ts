import type { UserActor } from '../../http/actor.ts';
import type { Queryable, Transaction } from '../../infra/db/queryable.ts';
import { unauthenticated } from '../../shared/errors.ts';
import { mayManageKeys, type OrganizationAccess, requireRight } from '../organizations/index.ts';
import { holdActiveUser } from '../users/index.ts';

/** @throws notFound, forbidden or featureNotEnabled for whoever may not manage the keys of the organization. */
export async function requireKeyManager(
  db: Queryable,
  org_id: string,
  actor: UserActor,
): Promise<OrganizationAccess['organization']> {
  return await requireRight(db, org_id, actor, {
    may: mayManageKeys,
    whose: 'Only the head coach and admins of the organization may manage its API keys.',
    feature: 'security_settings',
  });
}

/**
 * The same once more for whoever makes a key, in its transaction, which has locked the organization: they stay a manager
 * until the key is stored, so that whatever ends their right revokes this key too.
 *
 * @throws as requireKeyManager; unauthenticated when the account has been closed meanwhile
 */
export async function holdKeyManager(tx: Transaction, org_id: string, actor: UserActor): Promise<void> {
  await requireKeyManager(tx, org_id, actor);
  if (!(await holdActiveUser(tx, actor.user_id))) throw unauthenticated();
}
