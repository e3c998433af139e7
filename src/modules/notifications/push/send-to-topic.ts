import { isPlatformAdmin, type UserActor } from '../../../http/actor.ts';
import type { Database, Queryable } from '../../../infra/db/database.ts';
import type { Jobs } from '../../../infra/jobs/index.ts';
import type { RateLimiter } from '../../../infra/rate-limit/index.ts';
import { invalidField, unauthenticated } from '../../../shared/errors.ts';
import { newId } from '../../../shared/ids.ts';
import type { Clock } from '../../../shared/time.ts';
import { writeAudit } from '../../audit/index.ts';
import { holdOrganization, loadOrganizationAccess, mayManageMembers } from '../../organizations/index.ts';
import { holdUser } from '../../users/index.ts';
import { organizationOfTopic, topicOfOrganization } from '../delivery/audiences.ts';
import type { OutgoingState } from '../delivery/outgoing.ts';
import { startOutgoing } from '../delivery/start-outgoing.ts';
import { notYourTopic } from './errors.ts';
import { countTopicPush } from './limits.ts';
import type { AskedPush } from './push.ts';
import { toSendable } from './to-sendable.ts';

export type TopicPushDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly rateLimiter: RateLimiter;
};

export type StartedPush = {
  readonly push_id: string;
  readonly topic: string;
  readonly state: OutgoingState['state'];
};

/**
 * Sends a push to all who get a topic: platform admins to any, and coaches to the topic of their own organization. Jobs send it after
 * the answer.
 *
 * @throws notYourTopic, noSuchOrganization, validationError, pushLimit, topicPushLimit, ownTopicPushLimit; unauthenticated
 *   when the caller has just deleted their account
 */
export async function sendToTopic(
  deps: TopicPushDeps,
  actor: UserActor,
  { topic: named, ...written }: AskedPush & { readonly topic: string },
): Promise<StartedPush> {
  const { db, clock, jobs } = deps;
  const org_id = await requireTopic(db, actor, named);
  const topic = org_id === null ? named : topicOfOrganization(org_id);
  const push = toSendable(written, { type: 'topic', ...(org_id === null ? {} : { org_id }) });
  await countTopicPush(deps, { from: actor.user_id, org_id });
  const [id, now] = [newId(), clock.now()];
  await db.transaction(async (tx) => {
    if (org_id !== null) await holdOrganization(tx, org_id);
    await requireTopic(tx, actor, named);
    if (!(await holdUser(tx, actor.user_id))) throw unauthenticated();
    await startOutgoing(
      tx,
      { jobs },
      {
        id,
        kind: 'topic',
        org_id,
        topic,
        audience: null,
        channels: ['push'],
        ...push,
        created_by: actor.user_id,
        now,
      },
    );
    if (org_id !== null)
      await writeAudit(tx, {
        org_id,
        event_type: 'push_sent',
        actor,
        target_id: id,
        data: { to: 'topic' },
        now,
      });
  });
  return { push_id: id, topic, state: 'spreading' };
}

/** @returns the organization whose topic it is; null where it is of none */
async function requireTopic(db: Queryable, actor: UserActor, topic: string): Promise<string | null> {
  const org_id = organizationOfTopic(topic);
  const isAdmin = isPlatformAdmin(actor);
  if (org_id === null) {
    if (!isAdmin) throw notYourTopic();
    if (topic.startsWith('org-'))
      throw invalidField('topic', 'must name an organization by its id after org-, or begin otherwise');
    return null;
  }
  const access = await loadOrganizationAccess(db, org_id, actor);
  if (!isAdmin && !mayManageMembers(access)) throw notYourTopic();
  return org_id;
}
