import type { PushMessage } from './push.ts';

/** Of what a device gets. Apple's limit is the same. */
const MOST_BYTES = 4_096;
/** Firebase keeps nothing longer than four weeks. */
const LONGEST_TTL_S = 28 * 86_400;
/** Of what makes a later push take the place of an earlier one. */
const MOST_ID_BYTES = 64;

/** Whether the message is short enough for devices; Firebase refuses longer ones. */
export function fitsDevices({ title, body, data }: PushMessage): boolean {
  return Buffer.byteLength(JSON.stringify({ notification: { title, body }, data })) <= MOST_BYTES;
}

/** A message for `messages:send`. Sent twice, it is shown once: the second replaces the first. */
export function writeMessage(token: string, message: PushMessage, now: Date): string {
  const { id, title, body, data, urgency } = message;
  const is_urgent = urgency === 'high';
  const ttl_s = Math.max(0, Math.min(LONGEST_TTL_S, Math.floor(message.ttl_s)));
  const has_id = id !== '' && Buffer.byteLength(id) <= MOST_ID_BYTES;
  return JSON.stringify({
    message: {
      token,
      notification: { title, body },
      data,
      android: {
        priority: is_urgent ? 'HIGH' : 'NORMAL',
        ttl: `${ttl_s}s`,
        ...(has_id ? { notification: { tag: id } } : {}),
      },
      apns: {
        headers: {
          'apns-push-type': 'alert',
          'apns-priority': is_urgent ? '10' : '5',
          // 0: now or never.
          'apns-expiration': String(ttl_s === 0 ? 0 : Math.floor(now.getTime() / 1_000) + ttl_s),
          ...(has_id ? { 'apns-collapse-id': id } : {}),
        },
        payload: { aps: { sound: 'default' } },
      },
    },
  });
}

/** A minimal valid message that is only checked and not delivered: a refusal then concerns the token. */
export function writeProbe(token: string): string {
  return JSON.stringify({ validate_only: true, message: { token, data: {} } });
}
