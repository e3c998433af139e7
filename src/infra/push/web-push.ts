import type { Logger } from 'pino';
import { type Clock, HOUR_MS } from '../../shared/time.ts';
import { type PostAnswer, type Poster, readRetryAfter } from '../http-client/index.ts';
import { outcomeOfNoAnswer } from '../no-answer.ts';
import type { SendOutcome } from '../send-outcome.ts';
import { MAX_PUSH_BYTES, type PushMessage, sizeOfPush } from './push.ts';
import { createSignatures, type Vapid } from './web-push-signatures.ts';
import { isAmong, readSubscription, type Subscription } from './web-push-subscription.ts';

export type WebPush = {
  send(token: string, message: PushMessage, signal: AbortSignal): Promise<SendOutcome>;
};

/** Pushes to browsers through the service that each has chosen (RFC 8030), encrypted for the browser alone (RFC 8291). */
export function createWebPush(options: {
  readonly vapid: Vapid;
  readonly origins: readonly string[];
  readonly poster: Poster;
  readonly logger: Logger;
  readonly clock: Clock;
}): WebPush {
  const { vapid, origins, poster, logger, clock } = options;
  const signatureFor = createSignatures(vapid, clock);
  const watch = watchRefusals(logger, clock);
  return {
    async send(token, message, signal) {
      signal.throwIfAborted();
      const subscription = readSubscription(token);
      if (subscription === null) return { kind: 'gone', reason: 'no_subscription' };
      const { endpoint } = subscription;
      if (!isAmong(origins, endpoint)) return { kind: 'refused', reason: 'origin_not_allowed' };
      if (sizeOfPush(message) > MAX_PUSH_BYTES) return { kind: 'refused', reason: 'too_large' };
      const authorization = await signatureFor(endpoint.origin);
      const body = await encrypt(subscription, payloadOf(message));
      const headers = { ...headersOf(message), authorization };
      try {
        const answer = await poster.post({ url: endpoint, headers, body, name: 'a push service' });
        watch(endpoint.origin, answer);
        return outcomeOf(answer, clock);
      } catch (error) {
        return outcomeOfNoAnswer(error);
      }
    },
  };
}

function payloadOf({ title, body, data }: PushMessage): Buffer {
  return Buffer.from(JSON.stringify({ title, body, data }));
}

/** Loaded with the first push, since most servers never send one. */
async function encrypt({ p256dh, auth }: Subscription, payload: Buffer): Promise<Uint8Array> {
  const { default: webPush } = await import('web-push');
  return webPush.encrypt(p256dh, auth, payload, 'aes128gcm').cipherText;
}

function headersOf({ ttl_s, urgency }: PushMessage): Record<string, string> {
  return {
    ttl: String(ttl_s),
    urgency,
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
  };
}

function outcomeOf({ status, headers }: PostAnswer, clock: Clock): SendOutcome {
  const reason = `http_${status}`;
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone', reason };
  if (status === 413) return { kind: 'refused', reason: 'too_large' };
  if (isAboutUs(status)) return { kind: 'refused', reason: 'signature_refused' };
  const is_busy = status === 408 || status === 429 || status >= 500;
  return is_busy
    ? { kind: 'busy', reason, retry_after_ms: readRetryAfter(headers['retry-after'], clock.now()) }
    : { kind: 'refused', reason };
}

const isAboutUs = (status: number): boolean => status === 401 || status === 403;

/**
 * A service that distrusts our signature answers like one whose subscription belongs to another key, which any browser
 * can register. So a refusal ends only this message; where a service accepts nothing, the operator is told once an hour.
 */
function watchRefusals(logger: Logger, clock: Clock): (origin: string, answer: PostAnswer) => void {
  const quiet_until = new Map<string, number>();
  return (origin, { status }) => {
    const now_ms = clock.now().getTime();
    if (status < 300) quiet_until.set(origin, now_ms + HOUR_MS);
    if (!isAboutUs(status) || now_ms < (quiet_until.get(origin) ?? 0)) return;
    quiet_until.set(origin, now_ms + HOUR_MS);
    logger.error(
      { origin, status },
      'a push service refuses our signature: VAPID_SUBJECT may be no address of yours, the clock may be wrong, or browsers have subscribed with other VAPID keys',
    );
  };
}
