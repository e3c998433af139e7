import { cursorOf } from '../../../shared/page-cursor.ts';
import type * as wire from './contract.ts';
import type { NotificationPage } from './list-notifications.ts';
import type { Notification } from './notification.ts';

export function presentNotification(one: Notification): wire.Notification {
  return {
    id: one.id,
    category: one.category,
    type: one.type,
    title: one.title,
    message: one.message,
    data: one.data,
    is_read: one.is_read,
    created_at: one.created_at.getTime(),
  };
}

/** @param asked.by_cursor whether the client asks for the next page by a cursor as well */
export function presentPage(
  { notifications, has_more }: NotificationPage,
  { by_cursor }: { by_cursor: boolean },
): wire.NotificationList {
  const last = has_more ? notifications.at(-1) : undefined;
  const cursor = last === undefined ? null : cursorOf({ at: last.created_at, id: last.id });
  return {
    notifications: notifications.map(presentNotification),
    has_more,
    next_before: last?.created_at.getTime() ?? null,
    ...(by_cursor && { next_cursor: cursor }),
  };
}
