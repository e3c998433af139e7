import { isPlatformAdmin, type UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import { findCoachesAmong } from '../../organizations/index.ts';
import { readOutgoing } from '../delivery/read-outgoing.ts';
import { noSuchPush } from './errors.ts';
import { findTopicPush } from './queries.ts';
import type { SentPush } from './sent-push.ts';

/**
 * A push to a topic, and its outcome so far. Platform admins and the present coaches of the topic's organization may read it; its
 * sender may not once they do not coach there any more. Pushes to topics of no organization are read by their sender.
 *
 * @throws noSuchPush to everybody else, as for none
 */
export async function readPush({ db }: { db: Database }, actor: UserActor, id: string): Promise<SentPush> {
  const push = await findTopicPush(db, id);
  if (push === null || !(await mayRead(db, actor, push))) throw noSuchPush();
  const outgoing = (await readOutgoing(db, { ids: [push.id] })).get(push.id);
  if (outgoing === undefined) throw noSuchPush();
  return { ...push, outgoing };
}

async function mayRead(
  db: Database,
  actor: UserActor,
  { created_by, org_id }: Pick<SentPush, 'created_by' | 'org_id'>,
): Promise<boolean> {
  if (isPlatformAdmin(actor)) return true;
  if (org_id === null) return created_by === actor.user_id;
  return (await findCoachesAmong(db, { org_id, user_ids: [actor.user_id] })).length > 0;
}
