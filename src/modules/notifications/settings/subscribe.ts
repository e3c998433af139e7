import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import type { Clock } from '../../../shared/time.ts';
import { noSuchSubscription, tooManyTopics } from './errors.ts';
import { deleteSubscription, findSubscriptions, holdSubscriptions, insertSubscription } from './queries.ts';
import { MAX_TOPICS, type TopicSubscription } from './settings.ts';
import { requireOpenTopic } from './topic.ts';

/**
 * Subscribes the caller to a topic, whether a message was ever sent to it or not. A repeated subscription keeps its first time.
 *
 * @throws validationError, tooManyTopics; unauthenticated when the caller has just deleted their account
 */
export async function subscribe(
  { db, clock }: { db: Database; clock: Clock },
  { user_id }: UserActor,
  topic: string,
): Promise<TopicSubscription> {
  requireOpenTopic(topic);
  return await db.transaction(async (tx) => {
    if (!(await holdSubscriptions(tx, user_id))) throw unauthenticated();
    const subscriptions = await findSubscriptions(tx, user_id);
    const known = subscriptions.find((one) => one.topic === topic);
    if (known !== undefined) return known;
    if (subscriptions.length >= MAX_TOPICS) throw tooManyTopics();
    const subscription = { topic, subscribed_at: clock.now() };
    await insertSubscription(tx, { ...subscription, user_id });
    return subscription;
  });
}

/** @throws validationError, noSuchSubscription */
export async function unsubscribe(
  { db }: { db: Database },
  { user_id }: UserActor,
  topic: string,
): Promise<void> {
  requireOpenTopic(topic);
  if (!(await deleteSubscription(db, { user_id, topic }))) throw noSuchSubscription();
}
