import { randomBytes } from 'node:crypto';
import { badRequest } from './answers.ts';
import { callApp, isOnLoopback } from './call-app.ts';
import type { StravaSettings } from './settings.ts';

export type Subscription = { readonly id: number; readonly callback_url: string; readonly created_at: Date };

export type Subscriptions = {
  /** @throws Refusal when there is one already or the app fails the handshake */
  create(callback_url: string, verify_token: string): Promise<Subscription>;
  current(): Subscription | null;
  delete(id: number): boolean;
  stop(): void;
};

/** An app has one subscription; it covers all athletes that the app is connected with. */
export function keepSubscription(settings: StravaSettings, now: () => Date): Subscriptions {
  const stopped = new AbortController();
  let current: Subscription | null = null;
  let last = 120_474;
  return {
    create: async (callback_url, verify_token) => {
      if (current !== null) throw badRequest('PushSubscription', '', 'already exists');
      const limit_ms = settings.handshake_limit_ms;
      if (!(await shakesHands(callback_url, verify_token, { limit_ms, stop: stopped.signal })))
        throw badRequest('PushSubscription', 'callback url', 'GET to callback URL does not return 200');
      // Another may have been quicker.
      if (current !== null) throw badRequest('PushSubscription', '', 'already exists');
      last += 1;
      current = { id: last, callback_url, created_at: now() };
      return current;
    },
    current: () => current,
    delete: (id) => {
      if (current?.id !== id) return false;
      current = null;
      return true;
    },
    stop: () => stopped.abort(),
  };
}

/** The app has to say back what it is told, in JSON, at once. */
async function shakesHands(
  callback_url: string,
  verify_token: string,
  options: { limit_ms: number; stop: AbortSignal },
): Promise<boolean> {
  if (!isOnLoopback(callback_url)) return false;
  const challenge = randomBytes(16).toString('hex');
  const address = new URL(callback_url);
  const asked = { 'hub.mode': 'subscribe', 'hub.verify_token': verify_token, 'hub.challenge': challenge };
  // What the address says already stays as it is written.
  address.search += `${address.search === '' ? '' : '&'}${new URLSearchParams(asked)}`;
  const { status, type, body } = await callApp(address.href, { method: 'GET', ...options });
  if (status !== 200 || !type.startsWith('application/json')) return false;
  try {
    const answered: Record<string, unknown> = Object(JSON.parse(body));
    return Object.keys(answered).length === 1 && answered['hub.challenge'] === challenge;
  } catch {
    return false;
  }
}
