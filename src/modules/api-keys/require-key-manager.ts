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
 * Checks again in the transaction, with the organization locked: a later loss of the right also revokes this key.
 * @throws as requireKeyManager; unauthenticated when the account was closed meanwhile
 */
export async function holdKeyManager(tx: Transaction, org_id: string, actor: UserActor): Promise<void> {
  await requireKeyManager(tx, org_id, actor);
  if (!(await holdActiveUser(tx, actor.user_id))) throw unauthenticated();
}
