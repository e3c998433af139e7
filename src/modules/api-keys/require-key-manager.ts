import type { UserActor } from '../../http/actor.ts';
import type { Queryable } from '../../infra/db/queryable.ts';
import {
  loadStanding,
  mayManageKeys,
  requireAllowed,
  requireFeature,
  type Standing,
} from '../organizations/index.ts';

/** @throws notFound, forbidden or featureNotEnabled for whoever may not manage the keys of the organization. */
export async function requireKeyManager(
  db: Queryable,
  org_id: string,
  actor: UserActor,
): Promise<Standing['organization']> {
  const standing = await loadStanding(db, org_id, actor);
  requireAllowed(
    mayManageKeys(standing),
    'Only the head coach and admins of the organization may manage its API keys.',
  );
  requireFeature(standing, 'security_settings');
  return standing.organization;
}
