import { createHmac, randomBytes } from 'node:crypto';
import { isOnLoopback, openOutbox } from '../kit/outbox.ts';
import { seededRandom } from '../recordings/seeded-random.ts';
import { badRequest } from './answers.ts';
import type { StravaSettings } from './settings.ts';

export type Signing = 'valid' | 'wrong' | 'old' | 'none';

type Release = {
  readonly order?: 'kept' | 'reversed' | 'shuffled';
  readonly seed?: string;
  readonly copies?: number;
};

export function sendEvents(settings: StravaSettings, now: () => Date, stopped: AbortSignal) {
  const draftOf = (url: string, body: string, signing: Signing) => ({
    url,
    method: 'POST' as const,
    headers: (at: Date) => ({
      'content-type': 'application/json',
      ...signature(body, signing, settings, at),
    }),
    make: () => body,
  });
  const outbox = openOutbox<ReturnType<typeof draftOf>>({
    now,
    stopped,
    by_itself: true,
    in_real_time: true,
    lanes: settings.parallel_events,
    answerWithinMs: () => settings.event_limit_ms,
    gapMs: (attempts) => settings.event_delays_ms[attempts - 1],
  });
  let held: ReturnType<typeof draftOf>[] | null = null;
  return {
    /** Sends a body to the app: an event, or whatever a test makes up. */
    send: (
      address: string,
      body: string,
      signing: Signing = settings.ways.signs_events ? 'valid' : 'none',
    ): void => {
      const draft = draftOf(address, body, signing);
      if (held === null) outbox.add(draft);
      else held.push(draft);
    },
    hold: (): void => {
      held ??= [];
    },
    /** Those that wait set out, and later ones no longer wait. */
    release: (how: Release = {}): void => {
      const waiting = (held ?? []).flatMap((one) => Array.from({ length: how.copies ?? 1 }, () => one));
      held = null;
      for (const one of arrange(waiting, how)) outbox.add(one);
    },
    /** Those that have set out, oldest first. */
    deliveries: () => outbox.posts,
    /** Everything that was sent has been accepted or given up, or the platform stops; what is held is not waited for. */
    settled: outbox.settled,
    stop: outbox.stop,
  };
}

function arrange<T>(events: T[], { order = 'kept', seed = 'events' }: Release): T[] {
  if (order === 'kept') return events;
  if (order === 'reversed') return events.toReversed();
  const random = seededRandom(seed);
  return events
    .map((one) => ({ one, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

function signature(
  body: string,
  signing: Signing,
  settings: StravaSettings,
  at: Date,
): Record<string, string> {
  if (signing === 'none') return {};
  // Receivers allow five minutes.
  const epoch_s = Math.floor(at.getTime() / 1_000) - (signing === 'old' ? 3_600 : 0);
  const secret = signing === 'wrong' ? `${settings.client_secret}?` : settings.client_secret;
  return { 'x-strava-signature': signEvent(body, secret, epoch_s) };
}

/** The value of X-Strava-Signature, as those describe it who have met one. */
export function signEvent(rawBody: string, secret: string, epoch_s: number): string {
  const digest = createHmac('sha256', secret).update(`${epoch_s}.${rawBody}`).digest('hex');
  return `t=${epoch_s},v1=${digest}`;
}

export type Subscription = { readonly id: number; readonly callback_url: string; readonly created_at: Date };

/** An app has one subscription; it covers all athletes that the app is connected with. */
export function keepSubscription(settings: StravaSettings, now: () => Date, stopped: AbortSignal) {
  let current: Subscription | null = null;
  let last = 120_474;
  return {
    /** @throws Refused when there is one already or the app fails the handshake */
    create: async (callback_url: string, verify_token: string): Promise<Subscription> => {
      if (current !== null) throw badRequest('PushSubscription', '', 'already exists');
      const signal = AbortSignal.any([stopped, AbortSignal.timeout(settings.handshake_limit_ms)]);
      if (!(await shakesHands(callback_url, verify_token, signal)))
        throw badRequest('PushSubscription', 'callback url', 'GET to callback URL does not return 200');
      // Another may have been quicker.
      if (current !== null) throw badRequest('PushSubscription', '', 'already exists');
      last += 1;
      current = { id: last, callback_url, created_at: now() };
      return current;
    },
    current: (): Subscription | null => current,
    delete: (id: number): boolean => {
      if (current?.id !== id) return false;
      current = null;
      return true;
    },
  };
}

/** The app has to say back what it is told, in JSON, at once. */
async function shakesHands(
  callback_url: string,
  verify_token: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (!isOnLoopback(callback_url)) return false;
  const challenge = randomBytes(16).toString('hex');
  const address = new URL(callback_url);
  const asked = { 'hub.mode': 'subscribe', 'hub.verify_token': verify_token, 'hub.challenge': challenge };
  // What the address says already stays as it is written.
  address.search += `${address.search === '' ? '' : '&'}${new URLSearchParams(asked)}`;
  try {
    const answer = await fetch(address, { redirect: 'manual', signal });
    const is_json = answer.headers.get('content-type')?.startsWith('application/json') === true;
    if (answer.status !== 200 || !is_json) return false;
    const answered: Record<string, unknown> = Object(await answer.json());
    return Object.keys(answered).length === 1 && answered['hub.challenge'] === challenge;
  } catch {
    return false;
  }
}
