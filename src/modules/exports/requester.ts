import type { ApiKeyActor, UserActor } from '../../http/actor.ts';
import type { Queryable } from '../../infra/db/database.ts';
import { mayManageKeys, requireRight } from '../organizations/index.ts';
import type { Owner } from './queries.ts';

/** Who asks for exports, and whose they are: of a key, or of one person in one organization. */
export type Requester = { readonly actor: ApiKeyActor | UserActor; readonly owner: Owner };

export function requesterOf(actor: ApiKeyActor): Requester {
  return { actor, owner: { org_id: actor.org_id, api_key_id: actor.key_id } };
}

/**
 * Whoever may make keys may export in person, and where keys open nothing, neither do they: so that neither is a way round the other.
 *
 * @throws notFound; forbidden; featureNotEnabled
 */
export async function requireExporter(db: Queryable, actor: UserActor, asked: string): Promise<Requester> {
  const { org_id } = await requireRight(db, asked, actor, {
    may: mayManageKeys,
    whose: 'Only the head coach and admins of the organization may export what its athletes share.',
    feature: 'developer_api',
  });
  return { actor, owner: { org_id, requested_by: actor.user_id } };
}
