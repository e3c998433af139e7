import type { Transaction } from '../../../infra/db/database.ts';
import type { Jobs } from '../../../infra/jobs/index.ts';
import { newId } from '../../../shared/ids.ts';
import { pushTokensExpireBefore } from '../../../shared/push-tokens.ts';
import type { Announcement } from '../centre/notification.ts';
import { noticeKind } from './kinds.ts';
import { insertOutgoing } from './outgoing-queries.ts';
import { findPeople } from './people-queries.ts';
import { inBatches, planDeliveries } from './plan-deliveries.ts';
import { BATCH_SIZE, storeBatches } from './store-batches.ts';

/**
 * Sends what people were told in their centres by push, e-mail and chat, as each of them has set it: once for each of these
 * notifications, which were written in this transaction. Nothing is stored where nothing is sent.
 *
 * @param said.notifications at most 1,000, of one announcement: only those that were written now, not older ones
 */
export async function sendNotices(
  tx: Transaction,
  deps: { jobs: Pick<Jobs, 'enqueue' | 'enqueueAll'> },
  said: {
    readonly notifications: readonly { readonly id: string; readonly user_id: string }[];
    readonly announcement: Pick<Announcement, 'type'>;
    readonly now: Date;
  },
): Promise<void> {
  const { notifications, announcement, now } = said;
  const kind = noticeKind(announcement.type);
  if (notifications.length === 0 || kind.channels.length === 0) return;
  const people = await findPeople(tx, {
    user_ids: notifications.map(({ user_id }) => user_id),
    org_id: null,
    devices_after: pushTokensExpireBefore(now),
  });
  const ids = new Map(notifications.map(({ id, user_id }) => [user_id, id]));
  const { deliveries, skipped } = planDeliveries({ people, kind, now, notifications: ids });
  if (deliveries.length === 0) return;
  const batches = inBatches(deliveries, BATCH_SIZE);
  const outgoing_id = newId();
  await insertOutgoing(tx, {
    id: outgoing_id,
    kind: 'notice',
    org_id: null,
    topic: null,
    audience: null,
    channels: kind.channels,
    title: null,
    body: null,
    data: {},
    created_by: null,
    now,
    state: 'sending',
    batches: batches.length,
    skipped,
  });
  await storeBatches(tx, deps, { outgoing_id, first: 0, batches, now });
}
