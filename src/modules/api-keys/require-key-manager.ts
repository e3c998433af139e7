import type { UserActor } from '../../http/actor.ts';
import type { Queryable } from '../../infra/db/queryable.ts';
import { mayManageKeys, requireRight, type Standing } from '../organizations/index.ts';

/** @throws notFound, forbidden or featureNotEnabled for whoever may not manage the keys of the organization. */
export async function requireKeyManager(
  db: Queryable,
  org_id: string,
  actor: UserActor,
): Promise<Standing['organization']> {
  return await requireRight(db, org_id, actor, {
    may: mayManageKeys,
    whose: 'Only the head coach and admins of the organization may manage its API keys.',
    feature: 'security_settings',
  });
}
