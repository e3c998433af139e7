import { seededRandom } from '../recordings/seeded-random.ts';
import { callApp } from './call-app.ts';
import type { StravaSettings } from './settings.ts';
import { signEvent } from './sign-event.ts';

export type StravaEvent = {
  readonly aspect_type: 'create' | 'update' | 'delete';
  /** Epoch seconds. */
  readonly event_time: number;
  readonly object_id: number;
  readonly object_type: 'activity' | 'athlete';
  readonly owner_id: number;
  readonly subscription_id: number;
  readonly updates: Readonly<Record<string, string>>;
};

type Attempt = {
  readonly at: Date;
  readonly status: number | null;
  readonly took_ms: number;
  readonly failure: string | null;
};

/** An event on its way to the app. */
type Delivery = {
  readonly body: string;
  readonly attempts: readonly Attempt[];
  readonly state: 'held' | 'under way' | 'waiting' | 'accepted' | 'given up';
};

export type Signing = 'valid' | 'wrong' | 'old' | 'none';

type Release = {
  /** The order in which they set out. */
  readonly order?: 'kept' | 'reversed' | 'shuffled';
  /** Another seed is another shuffle. */
  readonly seed?: string;
  /** How often each is sent. */
  readonly copies?: number;
};

export type EventSender = {
  /** Sends a body to the app: an event, or whatever a test makes up. */
  send(address: string, body: string, signing?: Signing): void;
  /** From now on events wait. */
  hold(): void;
  /** Those that wait set out, and later ones no longer wait. */
  release(how?: Release): void;
  deliveries(): readonly Delivery[];
  /** Everything that was sent has been accepted or given up, or the platform stops; what is held is not waited for. */
  settled(): Promise<void>;
  /** What is due by the platform's clock sets out again. */
  catchUp(): void;
  stop(): void;
};

type Sent = {
  readonly address: string;
  readonly body: string;
  readonly signing: Signing;
  attempts: Attempt[];
  state: Delivery['state'];
  due_ms: number;
  timer: NodeJS.Timeout | undefined;
};

export function sendEvents(settings: StravaSettings, now: () => Date): EventSender {
  const stopped = new AbortController();
  const sent: Sent[] = [];
  let held: Sent[] | null = null;
  const queue: Sent[] = [];
  let under_way = 0;
  /** Sent and neither accepted nor given up. */
  let unsettled = 0;
  const settling: (() => void)[] = [];

  const begin = (one: Sent): void => {
    unsettled += 1;
    enqueue(one);
  };
  const enqueue = (one: Sent): void => {
    clearTimeout(one.timer);
    one.state = 'under way';
    queue.push(one);
    advance();
  };
  const advance = (): void => {
    while (under_way < settings.parallel_events) {
      const next = queue.shift();
      if (next === undefined) break;
      under_way += 1;
      void attempt(next).finally(() => {
        under_way -= 1;
        advance();
      });
    }
    if (unsettled > 0) return;
    for (const resolve of settling.splice(0)) resolve();
  };
  const attempt = async (one: Sent): Promise<void> => {
    const at = now();
    const { body, signing } = one;
    const headers = { 'content-type': 'application/json', ...signature(body, signing, settings, at) };
    const options = { method: 'POST', headers, body, limit_ms: settings.event_limit_ms };
    const { status, took_ms, failure } = await callApp(one.address, { ...options, stop: stopped.signal });
    one.attempts.push({ at, status, took_ms, failure });
    const delay_ms = settings.event_delays_ms[one.attempts.length - 1];
    if (status === 200) one.state = 'accepted';
    else if (delay_ms === undefined || stopped.signal.aborted) one.state = 'given up';
    else {
      one.state = 'waiting';
      one.due_ms = now().getTime() + delay_ms;
      one.timer = setTimeout(() => enqueue(one), delay_ms);
      return;
    }
    unsettled -= 1;
  };
  return {
    send: (address, body, signing = settings.ways.signs_events ? 'valid' : 'none') => {
      const one: Sent = { address, body, signing, attempts: [], state: 'held', due_ms: 0, timer: undefined };
      sent.push(one);
      if (held === null) begin(one);
      else held.push(one);
    },
    hold: () => {
      held ??= [];
    },
    release: (how = {}) => {
      const waiting = held ?? [];
      held = null;
      const copies = copy(waiting, how.copies ?? 1);
      sent.push(...copies.filter((one) => !waiting.includes(one)));
      for (const one of arrange(copies, how)) begin(one);
    },
    deliveries: () => sent.map(({ body, attempts, state }) => ({ body, attempts: [...attempts], state })),
    settled: () =>
      new Promise((resolve) => {
        settling.push(resolve);
        advance();
      }),
    catchUp: () => {
      const time_ms = now().getTime();
      for (const one of sent) if (one.state === 'waiting' && one.due_ms <= time_ms) enqueue(one);
    },
    stop: () => {
      stopped.abort();
      for (const one of sent) clearTimeout(one.timer);
      for (const resolve of settling.splice(0)) resolve();
    },
  };
}

function copy(events: readonly Sent[], copies: number): Sent[] {
  return events.flatMap((one) =>
    Array.from({ length: copies }, (_, index) => (index === 0 ? one : { ...one, attempts: [] })),
  );
}

function arrange(events: Sent[], { order = 'kept', seed = 'events' }: Release): Sent[] {
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
