import { DEFAULT_NOTIFICATION_SETTINGS, DEFAULT_PREFERENCES } from '../../users/index.ts';
import { KEPT_TRYING_MS } from './back-off.ts';
import { decide, type Reachable, type SkipReason } from './decide.ts';
import { CAMPAIGN, type Kind, noticeKind, TOPIC } from './kinds.ts';
import type { SentMessage, TakenDelivery } from './send-queries.ts';

/** Why a delivery is not sent after all, or not yet, because something changed since it was decided. */
export type Obstacle =
  | { readonly state: 'gone' | 'cancelled'; readonly reason: string; readonly due_at: null }
  | { readonly state: 'waiting'; readonly reason: 'quiet_hours'; readonly due_at: Date };

const gone = (reason: string): Obstacle => ({ state: 'gone', reason, due_at: null });
const cancelled = (reason: string): Obstacle => ({ state: 'cancelled', reason, due_at: null });

/** The decision that was taken when the receiver was found is taken once more, just before sending. */
export function obstacleTo(message: SentMessage, delivery: TakenDelivery, now: Date): Obstacle | null {
  const { channel, notification } = delivery;
  if (delivery.user_id === null) return gone('account_deleted');
  if (delivery.is_active !== true) return cancelled('account_not_active');
  if (!delivery.is_still_meant) return cancelled('left_audience');
  if (message.kind === 'notice') {
    if (notification === null) return cancelled('notification_deleted');
    // A read notification still goes out by mail, which people keep and look up; a push or a chat message would only disturb.
    if (notification.is_read && channel !== 'email') return cancelled('notification_read');
  }
  const kind = { ...kindOf(message, notification), channels: [channel] };
  const when = decide({ kind, person: reachableNow(delivery), now })[channel];
  if ('skip' in when) return obstacleOf(when.skip);
  if (when.at <= now) return null;
  // Quiet hours may have begun since, perhaps for the second time.
  const isTooLate = when.at.getTime() - message.created_at.getTime() > KEPT_TRYING_MS;
  return isTooLate ? cancelled('too_late') : { state: 'waiting', reason: 'quiet_hours', due_at: when.at };
}

function kindOf({ kind }: SentMessage, notification: TakenDelivery['notification']): Kind {
  if (notification !== null) return noticeKind(notification.type);
  return kind === 'campaign' ? CAMPAIGN : TOPIC;
}

/** The phone shows pushes to somebody else now, or the chat was disconnected, so there is no address to send to. */
const obstacleOf = (skip: SkipReason): Obstacle =>
  skip === 'no_device' || skip === 'no_chat' ? gone('address_removed') : cancelled(skip);

/** Only the address of this delivery counts: other addresses have deliveries of their own. */
function reachableNow(delivery: TakenDelivery): Reachable {
  return {
    settings: { ...DEFAULT_NOTIFICATION_SETTINGS, ...delivery.notification_settings },
    preferences: { ...DEFAULT_PREFERENCES, ...delivery.preferences },
    quiet_hours: delivery.quiet_hours,
    has_device: delivery.sealed_token !== null,
    has_verified_email: delivery.is_verified === true,
    has_chat: delivery.chat_id !== null,
    has_opted_out: delivery.has_opted_out,
  };
}
