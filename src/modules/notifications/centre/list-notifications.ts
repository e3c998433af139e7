import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Category, Notification } from './notification.ts';
import { findNotifications } from './queries.ts';

export type NotificationPage = {
  readonly notifications: readonly Notification[];
  /** Where the next page begins; null after the last. */
  readonly next_before: Date | null;
};

/** A page of the caller's centre, the newest first. A time is one notification's alone, so that pages neither skip nor repeat. */
export async function listNotifications(
  { db }: { db: Database },
  { user_id }: UserActor,
  { before, category, page_size }: { before: Date | null; category: Category | null; page_size: number },
): Promise<NotificationPage> {
  // One more says whether there are more.
  const found = await findNotifications(db, { user_id, before, category, limit: page_size + 1 });
  const notifications = found.slice(0, page_size);
  const hasMore = found.length > page_size;
  return { notifications, next_before: hasMore ? (notifications.at(-1)?.created_at ?? null) : null };
}
