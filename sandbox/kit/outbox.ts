import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './faults.ts';

export type Draft = {
  readonly url: string;
  readonly method: 'POST' | 'PUT';
  /** Made for each attempt: a waiting post takes no room. */
  headers(at: Date): Readonly<Record<string, string>>;
  make(): string;
  /** How long it is worth sending; for ever unless it is said. */
  readonly keep_s?: number;
  /** Whether it has to wait for something else than its time. */
  isHeld?(): boolean;
};

type Attempt = {
  readonly at: Date;
  /** Real time until the answer was there. */
  readonly took_ms: number;
  readonly status: number | null;
  /** No answer in time, or a connection that broke or never was. */
  readonly failure: 'timeout' | 'broken' | null;
};

type Post<D extends Draft = Draft> = D & {
  readonly id: number;
  readonly attempts: Attempt[];
  due_ms: number;
  /** The same in real time, which may be ahead of a clock that stands still. */
  really_due_ms: number;
  readonly expires_ms: number;
  state: 'waiting' | 'under way' | 'delivered' | 'given up';
};

/** How often it is looked into where posts leave by themselves. */
const LOOK_MS = 20;

/**
 * Posts on their way to apps. Only 200 within the time counts as delivered; everything else is tried again with gaps, until there are no
 * more or the post is no longer kept.
 */
export function openOutbox<D extends Draft>(options: {
  readonly now: () => Date;
  readonly stopped: AbortSignal;
  /** Posts leave when they are due; else when `deliverDue` is called. */
  readonly by_itself: boolean;
  /** Whether time passes as it really does, too. */
  readonly in_real_time?: boolean;
  readonly lanes: number;
  answerWithinMs(): number;
  /** After so many attempts; undefined: that was the last one. */
  gapMs(attempts: number): number | undefined;
  /** Of what is due at the same time what was added last is sent first. */
  isReversed?(): boolean;
  takeFault?(): Fault | undefined;
}) {
  const { now, stopped } = options;
  const posts: Post<D>[] = [];
  const open = new Set<Post<D>>();
  const settling: (() => void)[] = [];
  let added = Promise.withResolvers<void>();

  const settle = (): void => {
    const is_over = stopped.aborted || [...open].every((post) => post.isHeld?.() === true);
    if (is_over) for (const resolve of settling.splice(0)) resolve();
  };
  const close = (post: Post<D>, state: Post['state']): void => {
    post.state = state;
    open.delete(post);
    settle();
  };
  const attempt = async (post: Post<D>): Promise<void> => {
    const at = now();
    if (at.getTime() >= post.expires_ms) return close(post, 'given up');
    post.state = 'under way';
    const began = performance.now();
    const { url, method } = post;
    const to = { url, method, headers: post.headers(at), body: post.make() };
    const outcome = await sendPost(to, {
      within_ms: options.answerWithinMs(),
      stopped,
      fault: options.takeFault?.(),
    });
    if (stopped.aborted) return;
    post.attempts.push({ at, took_ms: performance.now() - began, ...outcome });
    if (outcome.status === 200) return close(post, 'delivered');
    const gap_ms = options.gapMs(post.attempts.length) ?? Number.POSITIVE_INFINITY;
    post.due_ms = at.getTime() + gap_ms;
    if (options.in_real_time) post.really_due_ms = performance.now() + gap_ms;
    if (post.due_ms >= post.expires_ms || gap_ms === Number.POSITIVE_INFINITY) close(post, 'given up');
    else post.state = 'waiting';
  };
  const nextDue = (tried: ReadonlySet<Post<D>>): Post<D> | undefined => {
    const [now_ms, really_now_ms] = [now().getTime(), performance.now()];
    const isDue = (post: Post<D>): boolean =>
      post.state === 'waiting' &&
      !tried.has(post) &&
      (post.due_ms <= now_ms || post.really_due_ms <= really_now_ms) &&
      post.isHeld?.() !== true;
    const order = options.isReversed?.() === true ? -1 : 1;
    return [...open].filter(isDue).sort((a, b) => a.due_ms - b.due_ms || order * (a.id - b.id))[0];
  };
  /** Each at most once. */
  const lane = async (tried: Set<Post<D>>): Promise<void> => {
    for (let post = nextDue(tried); post !== undefined && !stopped.aborted; post = nextDue(tried)) {
      tried.add(post);
      await attempt(post);
    }
  };
  const deliverDue = async (): Promise<void> => {
    const tried = new Set<Post<D>>();
    await Promise.all(Array.from({ length: options.lanes }, () => lane(tried)));
  };
  const look = (): Promise<void> =>
    wait(LOOK_MS, undefined, { ref: false, signal: stopped }).catch(() => undefined);
  const keepDelivering = async (): Promise<void> => {
    while (!stopped.aborted) {
      await lane(new Set());
      await Promise.race([added.promise, look()]);
    }
  };
  const delivering = options.by_itself ? Array.from({ length: options.lanes }, keepDelivering) : [];
  stopped.addEventListener('abort', settle);
  return {
    /** All there ever were, oldest first. */
    posts: posts as readonly Post<D>[],
    add: (draft: D, delay_s = 0): void => {
      const now_ms = now().getTime();
      const { keep_s = Number.POSITIVE_INFINITY } = draft;
      const post: Post<D> = {
        ...draft,
        id: posts.length + 1,
        attempts: [],
        due_ms: now_ms + delay_s * 1_000,
        really_due_ms: Number.POSITIVE_INFINITY,
        expires_ms: now_ms + keep_s * 1_000,
        state: 'waiting',
      };
      posts.push(post);
      open.add(post);
      added.resolve();
      added = Promise.withResolvers();
    },
    /** Tries whatever is due once, and waits for it. */
    deliverDue,
    /** Everything that may leave has been delivered or given up, or the platform stops. */
    settled: (): Promise<void> =>
      new Promise((resolve) => {
        settling.push(resolve);
        settle();
      }),
    /** Resolves when nothing is under way any more. */
    stop: async (): Promise<void> => {
      await Promise.all(delivering);
    },
  };
}

/** Nothing of a stand-in leaves the machine. */
export function isOnLoopback(address: string): boolean {
  const { protocol = '', hostname = '' } = URL.parse(address) ?? {};
  return /^https?:$/.test(protocol) && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Sends one post over a connection of its own, the answer's body read to its end. */
async function sendPost(
  to: { url: string; method: string; headers: Readonly<Record<string, string>>; body: string },
  how: { within_ms: number; stopped: AbortSignal; fault: Fault | undefined },
): Promise<Pick<Attempt, 'status' | 'failure'>> {
  const { fault, stopped } = how;
  const body = Buffer.from(fault?.kind === 'html' ? '<html><body>Gateway</body></html>' : to.body);
  const timeout = AbortSignal.timeout(how.within_ms);
  const sending = request(to.url, {
    method: to.method,
    headers: { ...to.headers, 'content-length': String(body.length), connection: 'close' },
    agent: false,
    signal: AbortSignal.any([timeout, stopped]),
  });
  // Whatever happens to it, `once` below hears of it; between two waits nobody would.
  sending.on('error', () => undefined);
  try {
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
    answered.catch(() => undefined);
    await write(sending, body, fault, stopped);
    const [response] = await answered;
    await response.resume().toArray();
    return { status: response.statusCode ?? null, failure: null };
  } catch {
    return { status: null, failure: timeout.aborted ? 'timeout' : 'broken' };
  } finally {
    sending.destroy();
  }
}

async function write(
  sending: ClientRequest,
  body: Buffer,
  fault: Fault | undefined,
  stopped: AbortSignal,
): Promise<void> {
  const half = Math.floor(body.length / 2);
  switch (fault?.kind) {
    case 'drop':
    case 'half': {
      const part = body.subarray(0, fault.kind === 'drop' ? 0 : half);
      sending.flushHeaders();
      await new Promise<void>((resolve) => void sending.write(part, () => resolve()));
      sending.destroy(new Error('dropped on purpose'));
      return;
    }
    case 'slow':
      sending.write(body.subarray(0, half));
      await wait(fault.ms, undefined, { ref: false, signal: stopped });
      sending.end(body.subarray(half));
      return;
    case 'silent':
      // The headers promise a body that never comes.
      sending.flushHeaders();
      return;
    default:
      sending.end(body);
  }
}
