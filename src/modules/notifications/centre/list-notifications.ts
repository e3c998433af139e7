import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Category, Notification } from './notification.ts';
import { findNotifications } from './queries.ts';

export type NotificationPage = {
  readonly notifications: readonly Notification[];
  readonly has_more: boolean;
};

/** A page of the caller's centre, the newest first. A time belongs to one notification only, so pages neither skip nor repeat. */
export async function listNotifications(
  { db }: { db: Database },
  { user_id }: UserActor,
  { before, category, limit }: { before: Date | null; category: Category | null; limit: number },
): Promise<NotificationPage> {
  const found = await findNotifications(db, { user_id, before, category, limit: limit + 1 });
  return { notifications: found.slice(0, limit), has_more: found.length > limit };
}
