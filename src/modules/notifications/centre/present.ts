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

export function presentPage({ notifications, next_before }: NotificationPage): wire.NotificationList {
  return {
    notifications: notifications.map(presentNotification),
    has_more: next_before !== null,
    next_before: next_before?.getTime() ?? null,
  };
}
