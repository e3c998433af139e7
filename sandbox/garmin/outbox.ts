import type { Clock } from '../../src/shared/time.ts';
import type { Faults } from './faults.ts';
import { type Outcome, sendPost } from './send-post.ts';
import type { GarminSettings } from './settings.ts';

type Attempt = {
  /** By the stand-in's clock. */
  readonly at: Date;
  /** Real time until the answer was there. */
  readonly took_ms: number;
  readonly outcome: Outcome;
};

type PostDraft = {
  readonly client_id: string;
  readonly url: string;
  readonly method: 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  /** Keys of its body. */
  readonly types: readonly string[];
  readonly user_ids: readonly string[];
  /** Made for each attempt, and the same each time: a waiting post takes no room. */
  readonly make: () => string;
  /** How long it is worth sending. */
  readonly keep_s: number;
  /** Whether it has to wait for its endpoint. */
  readonly isHeld: () => boolean;
};

export type Post = PostDraft & {
  readonly id: number;
  readonly expires_ms: number;
  due_ms: number;
  readonly attempts: Attempt[];
  state: 'waiting' | 'delivered' | 'given_up';
};

export type Outbox = {
  add(draft: PostDraft, delay_s?: number): void;
  /** All there ever were, oldest first. */
  readonly posts: readonly Post[];
  /** Tries each post that is due by the clock once. */
  deliverDue(): Promise<void>;
};

/**
 * Posts on their way to the apps. Only 200 within the time counts as delivered; everything else is tried again, with growing
 * gaps, until the attempts are used up or what it carries is no longer kept.
 */
export function openOutbox(given: {
  clock: Clock;
  settings: GarminSettings;
  faults: Faults;
  stopping: AbortSignal;
}): Outbox {
  const { clock, settings, faults, stopping } = given;
  const posts: Post[] = [];
  const waiting = new Set<Post>();
  let round: Promise<void> = Promise.resolve();

  const add = (draft: PostDraft, delay_s = 0): void => {
    requireLoopback(draft.url);
    const now_ms = clock.now().getTime();
    for (let copy = 0; copy < (settings.duplicate_posts ? 2 : 1); copy += 1) {
      const post: Post = {
        ...draft,
        id: posts.length + 1,
        expires_ms: now_ms + draft.keep_s * 1_000,
        due_ms: now_ms + delay_s * 1_000,
        attempts: [],
        state: 'waiting',
      };
      posts.push(post);
      waiting.add(post);
    }
  };

  const attempt = async (post: Post): Promise<void> => {
    const at = clock.now();
    if (at.getTime() >= post.expires_ms) return close(post, 'given_up');
    const began = performance.now();
    const { url, method, headers } = post;
    const to = { url, method, headers, body: post.make() };
    const outcome = await sendPost(to, faults.next('push'), settings.answer_within_ms, stopping);
    if (stopping.aborted) return;
    post.attempts.push({ at, took_ms: performance.now() - began, outcome });
    if (outcome === 200) return close(post, 'delivered');
    post.due_ms = at.getTime() + gapAfter(settings.gaps_s, post.attempts.length) * 1_000;
    const isOver = post.attempts.length >= settings.attempts || post.due_ms >= post.expires_ms;
    if (isOver) close(post, 'given_up');
  };

  const close = (post: Post, state: Post['state']): void => {
    post.state = state;
    waiting.delete(post);
  };

  const deliverAll = async (): Promise<void> => {
    const tried = new Set<Post>();
    const isDue = (post: Post): boolean =>
      !tried.has(post) && !post.isHeld() && post.due_ms <= clock.now().getTime();
    // What an answer leads to may be due at once.
    for (let due = [...waiting].filter(isDue); due.length > 0; due = [...waiting].filter(isDue)) {
      due.sort((a, b) => a.due_ms - b.due_ms || (settings.reverse_posts ? b.id - a.id : a.id - b.id));
      for (const post of due) tried.add(post);
      const lane = async (): Promise<void> => {
        for (let post = due.shift(); post !== undefined && !stopping.aborted; post = due.shift()) {
          await attempt(post);
        }
      };
      await Promise.all(Array.from({ length: settings.connections }, lane));
    }
  };

  return {
    add,
    posts,
    deliverDue: () => {
      // A round that failed has told whoever asked for it; the next one begins all the same.
      round = round.catch(() => undefined).then(deliverAll);
      return round;
    },
  };
}

function gapAfter(gaps_s: readonly number[], attempts: number): number {
  const last = gaps_s.at(-1) ?? 0;
  return gaps_s[attempts - 1] ?? last * 2 ** (attempts - gaps_s.length);
}

function requireLoopback(url: string): void {
  const { hostname } = new URL(url);
  if (!/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) {
    throw new Error(`The stand-in posts to this machine only, not to ${hostname}.`);
  }
}
